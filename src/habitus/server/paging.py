"""Long lists, a page at a time: the next page begins after the last row of this one, whatever was added or taken away meanwhile."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from habitus.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Row = TypeVar("Row")

DEEPEST = 200_000
"""Rows that can be paged through; beyond that, search."""


class Page(NamedTuple, Generic[Row]):
    items: Sequence[Row]
    next: str | None
    """What `after` has to be for the next page; None: this was the last."""


def page(fetch: Callable[[int], Sequence[Row]], key: Callable[[Row], Any], *, after: str | None, limit: int) -> Page[Row]:
    """`fetch(n)` gives the first n rows in a fixed order, `key` what a row is told apart by. The cursor says the row that was last seen,
    and about where it stood; if that row has gone, the page begins where it stood."""
    place, seen = _read(after) if after else (0, None)
    asked = place + limit + 1
    rows = fetch(asked)
    if after:
        at = _index(rows, seen, key)
        while at is None and place <= len(rows) and len(rows) == asked < DEEPEST:  # rows were added before it, or it has gone
            asked = min(DEEPEST, 2 * asked)
            rows = fetch(asked)
            at = _index(rows, seen, key)
        place = place if at is None else at + 1
        rows = fetch(place + limit + 1) if place + limit + 1 > asked else rows
    found = rows[place : place + limit]
    has_more = len(rows) > place + limit
    return Page(found, _write(place + len(found), key(found[-1])) if has_more and found else None)


def _index(rows: Sequence[Row], seen: Any, key: Callable[[Row], Any]) -> int | None:
    return next((n for n, row in enumerate(rows) if key(row) == seen), None)


def _write(place: int, key: Any) -> str:
    return urlsafe_b64encode(json.dumps([place, key]).encode()).decode().rstrip("=")


def _read(after: str) -> tuple[int, Any]:
    try:
        place, key = json.loads(urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4)))
        if isinstance(place, int) and not isinstance(place, bool) and 0 <= place <= DEEPEST and isinstance(key, str | int):
            return place, key
    except (ValueError, TypeError, RecursionError):
        pass
    raise Problem(404, "`after` is no place in this list: take it from `next` of the page before, or leave it out.")
