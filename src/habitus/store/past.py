"""Past sessions: listed and found, and how far they, and the files that they were read from, have been looked through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from habitus.store.listing import listed
from habitus.store.sql import EARLIEST, like

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from habitus.store.sql import SqlStore
    from habitus.types import Listed, Place, Row

EARLY = 50
"""Events among which what was asked first is looked for."""


class SqlPast:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    def recent(self, limit: int = 50, *, since: datetime | None = None) -> list[Row]:
        return self._database.run("sessions_recent", {"limit": limit, "since": since.isoformat() if since else EARLIEST})

    def listed(self, limit: int = 50, *, since: datetime | None = None, after: Place | None = None) -> Listed[Row]:
        values = {"limit": limit, "since": since.isoformat() if since else EARLIEST}
        return listed(self._database, "sessions_listed", values, dict, after)

    def found(
        self, limit: int, *, word: str = "", agent: str = "", workspace: str = "", since: datetime | None = None, looked: int = 2000,
        after: Place | None = None,
    ) -> tuple[Listed[Row], Place | None]:  # fmt: skip
        values = {
            "limit": limit, "word": like(word), "agent": agent, "workspace": workspace, "looked": looked, "early": EARLY,
            "since": since.isoformat() if since else EARLIEST,
        }  # fmt: skip
        found = listed(self._database, "sessions_found", values, self._asked_first, after)
        further = listed(self._database, "sessions_looked", {"looked": looked - 1}, dict, after)
        return found, next(iter(further.places), None)

    def _asked_first(self, row: Row) -> Row:
        body = self._store.content(row["first"] or None) or {}
        return {**row, "first": str(body.get("text", ""))}

    def facts(self, ids: Sequence[str], most: int) -> dict[str, Row]:
        return {row["id"]: row for row in self._database.run("sessions_facts", {"ids": json.dumps(list(ids)), "most": most})}

    def reading(self, id: str) -> Row | None:
        return next(iter(self._database.run("readings_get", {"id": id})), None)

    def keep_reading(self, row: Row) -> None:
        self._database.change("readings_put", row)

    def last_event(self) -> int:
        return int(self._database.run("events_highest", {})[0]["id"])

    def wake(self, upto: int) -> None:
        with self._database.transaction():
            self._database.change("meta_claim", {"key": "analysed"})
            after = self._database.run("meta_get", {"key": "analysed"})[0]["value"]
            if upto > after:
                self._database.change("sessions_wake", {"after": after, "to": upto})
                self._database.change("meta_set", {"key": "analysed", "value": upto})

    def waiting(self, now: datetime, limit: int) -> list[Row]:
        return self._database.run("sessions_waiting", {"now": now.isoformat(), "limit": limit})

    def looked_through(self, session: str, *, was: int, analysed: int, learned: int, waiting: bool, now: datetime) -> bool:
        values = {"id": session, "was": was, "analysed": analysed, "learned": learned, "waiting": waiting, "now": now.isoformat()}
        return self._database.change("session_looked_through", values) == 1

    def missed(self, session: str, misses: int, look_at: datetime) -> None:
        self._database.change("session_missed", {"id": session, "misses": misses, "look_at": look_at.isoformat()})
