"""Many at once: what a page shows is asked for in one question for each kind of thing, however many rows it has."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from habitus.store import lesson_rows, rows
from habitus.store.listing import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.store.sql import SqlStore
    from habitus.types import Entry, Listed, Place, Row, Told, Triple

TABLES = ("behavioral_rules", "learnings", "proposals", "suggestions", "skills", "persona", "approvals", "notices")
"""Whose rows are asked after."""


class SqlMany:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    def entries(self, ids: Iterable[int]) -> dict[int, Entry]:
        """Lines of the ledger, by their number."""
        return {one.id: one for one in self._entries("entries_by_ids", ids=[*ids])}

    def behind(self, ids: Iterable[int], verb: str, within: int) -> list[Entry]:
        """Lines with that verb that stand close behind one of these."""
        return sorted(self._entries("entries_behind", ids=[*ids], verb=verb, within=within), key=lambda one: one.id)

    def undone(self, items: Iterable[str], after: int) -> list[Entry]:
        """What was taken back of these since a line, in order."""
        return self._entries("entries_undone", items=[*items], after=after)

    def latest(self, items: Iterable[str]) -> dict[str, Entry]:
        """The last change of each."""
        return {one.item: one for one in self._entries("entries_latest", items=[*items])}

    def failed(self, items: Iterable[str], sessions: Iterable[str]) -> dict[str, Entry]:
        """The last line that says why, of each of these items of these sessions that has failed."""
        return {one.item: one for one in self._entries("entries_failed", items=[*items], sessions=[*sessions])}

    def contents(self, references: Iterable[str | None]) -> dict[str | None, Any]:
        """What lines of the ledger refer to, as `Store.content` answers it."""
        asked = dict.fromkeys(references)
        large = [one for one in asked if one and one.startswith("sha256:")]
        found = (
            {row["hash"]: row["content"] for row in self._database.run("blobs_by_hashes", {"hashes": json.dumps(large)})} if large else {}
        )
        return {one: json.loads(found[one]) if one in found else self._store.content(one) for one in asked}

    def events(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Told]:
        """What happened there: in a session, at a number."""
        asked = [*places]
        found = self._database.run("events_at", {"places": json.dumps(asked)}) if asked else []
        return {(row["session"], row["seq"]): self._store.told(row["session"], row) for row in found}

    def furthest(self, session: str, seq: int) -> datetime:
        """The latest time of what had happened up to there."""
        return datetime.fromisoformat(self._database.run("events_furthest", {"session": session, "seq": seq})[0]["at"])

    def sessions(self, ids: Iterable[str]) -> dict[str, Row]:
        """Whose they are, and where: as `Store.opened` answers it."""
        asked = json.dumps([*ids])
        return {row["id"]: row for row in self._database.run("sessions_by_ids", {"ids": asked})}

    def there(self, items: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Tables and items in; of those that are there, the state, where the table has one that matters."""
        asked: dict[str, list[str]] = {table: [] for table in TABLES}
        for table, item in items:
            if table in asked:
                asked[table].append(item)
        if not any(asked.values()):
            return {}
        values = {table: json.dumps(ids) for table, ids in asked.items()}
        return {(row["item_table"], row["id"]): row["state"] for row in self._database.run("rows_there", values)}

    def triples(self, limit: int, after: Place | None) -> Listed[Triple]:
        return listed(self._database, "triples_listed", {"limit": limit}, lesson_rows.triple, after)

    def pending(self, state: str, limit: int, after: Place | None) -> Listed[Row]:
        return listed(self._database, "pending_listed", {"state": state, "limit": limit}, dict, after)

    def waiting(self) -> dict[str, int]:
        return dict(self._database.run("counts_waiting", {})[0])

    def _entries(self, query: str, **asked: Any) -> list[Entry]:
        given = {name: json.dumps(value) if isinstance(value, list) else value for name, value in asked.items()}
        if "[]" in given.values():
            return []
        return [rows.entry(row) for row in self._database.run(query, given)]
