"""Many at once: what a page shows is asked for in one question for each kind of thing, however many rows it has.

Only readers of long lists need these, so the port has no word for them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.store import rows
from habitus.store.listing import database

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Entry, Row, Store

TABLES = ("behavioral_rules", "learnings", "proposals", "suggestions", "skills", "persona", "approvals", "notices")
"""Whose rows are asked after."""


def entries(store: Store, ids: Iterable[int]) -> dict[int, Entry]:
    """Lines of the ledger, by their number."""
    return {one.id: one for one in _entries(store, "entries_by_ids", ids=[*ids])}


def behind(store: Store, ids: Iterable[int], verb: str, within: int) -> list[Entry]:
    """Lines with that verb that stand close behind one of these."""
    return sorted(_entries(store, "entries_behind", ids=[*ids], verb=verb, within=within), key=lambda one: one.id)


def undone(store: Store, items: Iterable[str], after: int) -> list[Entry]:
    """What was taken back of these since a line, in order."""
    return _entries(store, "entries_undone", items=[*items], after=after)


def latest(store: Store, items: Iterable[str]) -> dict[str, Entry]:
    """The last change of each."""
    return {one.item: one for one in _entries(store, "entries_latest", items=[*items])}


def contents(store: Store, references: Iterable[str | None]) -> dict[str | None, Any]:
    """What lines of the ledger refer to, as `Store.content` answers it."""
    asked = dict.fromkeys(references)
    large = [one for one in asked if one and one.startswith("sha256:")]
    found = {row["hash"]: row["content"] for row in database(store).run("blobs_by_hashes", {"hashes": json.dumps(large)})} if large else {}
    return {one: json.loads(found[one]) if one in found else store.content(one) for one in asked}


def sessions(store: Store, ids: Iterable[str]) -> dict[str, Row]:
    """Whose they are, and where: as `Store.opened` answers it."""
    asked = json.dumps([*ids])
    return {row["id"]: row for row in database(store).run("sessions_by_ids", {"ids": asked})}


def there(store: Store, items: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Tables and items in; of those that are there, the state, where the table has one that matters."""
    asked: dict[str, list[str]] = {table: [] for table in TABLES}
    for table, item in items:
        if table in asked:
            asked[table].append(item)
    if not any(asked.values()):
        return {}
    values = {table: json.dumps(ids) for table, ids in asked.items()}
    return {(row["item_table"], row["id"]): row["state"] for row in database(store).run("rows_there", values)}


def _entries(store: Store, query: str, **asked: Any) -> list[Entry]:
    listed = {name: json.dumps(value) if isinstance(value, list) else value for name, value in asked.items()}
    if "[]" in listed.values():
        return []
    return [rows.entry(row) for row in database(store).run(query, listed)]
