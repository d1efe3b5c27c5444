"""Who may come in over HTTP, and what they were answered, in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.store.sql import SqlStore
    from habitus.types import Role, Row


class SqlDoors:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    def key_add(self, id: str, name: str, role: Role, digest: str, now: datetime) -> None:
        with self._store.batch():
            self._database.change("api_key_add", {"id": id, "name": name, "role": role, "hash": digest, "at": now.isoformat()})

    def keys(self) -> list[Row]:
        return self._database.run("api_keys_all", {})

    def key_by_hash(self, digest: str) -> Row | None:
        found = self._database.run("api_key_by_hash", {"hash": digest})
        return found[0] if found else None

    def key_revoke(self, id: str, now: datetime) -> bool:
        with self._store.batch():
            return self._database.change("api_key_revoke", {"id": id, "at": now.isoformat()}) == 1

    def answer(self, key: str, who: str) -> Row | None:
        found = self._database.run("answer_get", {"key": key, "who": who})
        return found[0] if found else None

    def answer_claim(self, key: str, who: str, request: str, now: datetime) -> bool:
        with self._store.batch():
            values = {"key": key, "who": who, "request": request, "status": 0, "body": "", "at": now.isoformat()}
            return self._database.change("answer_keep", values) == 1

    def answer_take(self, key: str, who: str, request: str, before: datetime, now: datetime) -> bool:
        with self._store.batch():
            values = {"key": key, "who": who, "request": request, "before": before.isoformat(), "at": now.isoformat()}
            return self._database.change("answer_take", values) == 1

    def answer_keep(self, key: str, who: str, request: str, status: int, body: str, now: datetime) -> None:
        with self._store.batch():
            values = {"key": key, "who": who, "request": request, "status": status, "body": body, "at": now.isoformat()}
            self._database.change("answer_put", values)

    def answer_drop(self, key: str, who: str) -> None:
        with self._store.batch():
            self._database.change("answer_drop", {"key": key, "who": who})

    def answers_prune(self, before: datetime) -> int:
        with self._store.batch():
            return self._database.change("answers_prune", {"before": before.isoformat()})
