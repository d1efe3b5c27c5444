"""Long lists, from a place on: the rows behind it are found by an index, so the last page comes as soon as the first.

Newest first, or most first, and by id where that is the same, so that no two rows stand at one place. Skills and agents go by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from habitus.types import Listed, Misplaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.store.sql import Database
    from habitus.types import Place, Row

Item = TypeVar("Item")

ORDERS = {
    "rules_listed": ("created_at", "id"),
    "proposals_listed": ("created_at", "id"),
    "suggestions_listed": ("created_at", "id"),
    "knowledge_listed": ("created_at", "id"),
    "learnings_listed": ("updated_at", "id"),
    "learnings_common": ("occurrence_count", "updated_at", "id"),
    "examples_listed": ("use_count", "id"),
    "approvals_in_state": ("asked_at", "id"),
    "sessions_listed": ("started_at", "id"),
    "sessions_found": ("started_at", "id"),
    "sessions_looked": ("started_at", "id"),
    "strategies_listed": ("last_updated", "id"),
    "skills_listed": ("id",),
    "agents_listed": ("id",),
    "triples_listed": ("at", "id"),
    "pending_listed": ("queued_at", "id"),
}
"""What each list is ordered by. The query of that name has the place as `:last_COLUMN`, and an index has the columns in this order."""

NUMBERS = frozenset({"occurrence_count", "use_count"})
MOST = 2**63 - 1
UUIDS = frozenset({"rules_listed"})
"""Lists whose ids are UUIDs to PostgreSQL."""

TOP: dict[bool, Any] = {True: "infinity", False: b""}
"""Later than every time: to a database that has times, and to SQLite, where even a text that is none comes before every blob."""


def listed(database: Database, query: str, values: Row, made: Callable[[Row], Item], after: Place | None) -> Listed[Item]:
    rows = database.run(query, {**values, **_behind(database, query, after)})
    found = Listed(made(row) for row in rows)
    found.places = [tuple(row[column] for column in ORDERS[query]) for row in rows]
    return found


def _behind(database: Database, query: str, after: Place | None) -> Row:
    columns = ORDERS[query]
    if after is None and columns == ("id",):
        return {"last_id": ""}
    if after is None:
        top = MOST if columns[0] in NUMBERS else TOP[database.is_typed]
        return {**{f"last_{column}": None for column in columns}, f"last_{columns[0]}": top}
    if len(after) != len(columns) or not all(_fits(database, query, *pair) for pair in zip(columns, after, strict=True)):
        raise Misplaced(f"{after!r} is no place in this list: take one from the rows before")
    return {f"last_{column}": value for column, value in zip(columns, after, strict=True)}


def _fits(database: Database, query: str, column: str, value: object) -> bool:
    """Could this stand in that column? Places come back from outside."""
    from datetime import datetime
    from uuid import UUID

    if column in NUMBERS:
        return type(value) is int and abs(value) <= MOST
    if not isinstance(value, str):
        return False
    try:
        value.encode()
        if database.is_typed:
            if column != "id":
                datetime.fromisoformat(value)
            elif query in UUIDS:
                UUID(value)
    except ValueError:
        return False
    return "\0" not in value
