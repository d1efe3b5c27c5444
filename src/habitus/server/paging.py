"""Long lists, a page at a time: the next page begins behind the last row of this one, whatever was added or taken away meanwhile.

A list is a `Fetch`: a place in it and a number in, that many rows behind the place out, each with its own. The store's lists are, and what
is made of them here: two one after the other, two in one order, what is in memory, or what is found as it is walked along.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from habitus.server.problems import Problem
from habitus.types import Listed, Misplaced, Place

Row = TypeVar("Row")
Fetch: TypeAlias = Callable[[Place | None, int], Listed[Row]]

PARTS = 8
"""Values in a place at most."""
LARGEST = 2**63 - 2
"""No database counts further."""


class Page(NamedTuple, Generic[Row]):
    items: Sequence[Row]
    next: str | None
    """What `after` has to be for the next page; None: this was the last."""


def page(fetch: Fetch[Row], *, after: str | None, limit: int) -> Page[Row]:
    """One row more is asked for than is shown: is there a next page?"""
    try:
        rows = fetch(_read(after) if after else None, limit + 1)
    except Misplaced:
        raise Problem(404, "`after` is no place in this list: take it from `next` of the page before, or leave it out.") from None
    return Page(rows[:limit], written(rows.places[limit - 1]) if len(rows) > limit else None)


def among(rows: Iterable[Row], key: Callable[[Row], tuple[Any, ...]]) -> Fetch[Row]:
    """What is in memory, in the order of `key`, which tells rows apart."""
    ordered = sorted(rows, key=key)

    def fetch(after: Place | None, n: int) -> Listed[Row]:
        try:
            behind = [row for row in ordered if after is None or key(row) > after]
        except TypeError:
            raise Misplaced from None
        return _listed((row, key(row)) for row in behind[:n])

    return fetch


def along(rows: Callable[[Place], Iterable[Row]], key: Callable[[Row], Place], start: Place) -> Fetch[Row]:
    """What is found as it is walked along: `rows` behind a place, each dearly made. `start`: before the first."""

    def fetch(after: Place | None, n: int) -> Listed[Row]:
        if after is not None and [*map(type, after)] != [*map(type, start)]:
            raise Misplaced
        return _listed((row, key(row)) for row in islice(rows(after or start), n))

    return fetch


def chained(first: Fetch[Row], second: Fetch[Row]) -> Fetch[Row]:
    """The one list, then the other. A place says in which of them it is."""

    def fetch(after: Place | None, n: int) -> Listed[Row]:
        part, place = (after[0], after[1:]) if after else (0, None)
        if part not in (0, 1) or place == ():
            raise Misplaced
        found = first(place, n) if part == 0 else _listed(())
        rest = n - len(found)
        more = second(place if part == 1 else None, rest) if rest > 0 else _listed(())
        return _listed([*_placed(found, 0), *_placed(more, 1)])

    return fetch


def merged(one: Fetch[Row], other: Fetch[Row], newer: Callable[[Row, Row], bool]) -> Fetch[Row]:
    """Two lists, both newest first, as one. A place is one in each of them, so neither need know how the other is ordered."""

    def fetch(after: Place | None, n: int) -> Listed[Row]:
        if after is not None and len(after) != 2 * PAIR:
            raise Misplaced
        behind = [_half(after, 0), _half(after, PAIR)]
        sides = [one(behind[0], n), other(behind[1], n)]
        at = [0, 0]
        found: list[tuple[Row, Place]] = []
        while len(found) < n and any(at[side] < len(sides[side]) for side in (0, 1)):
            side = _next(sides, at, newer)
            behind[side] = sides[side].places[at[side]]
            found.append((sides[side][at[side]], (*(behind[0] or NOWHERE), *(behind[1] or NOWHERE))))
            at[side] += 1
        return _listed(found)

    return fetch


def in_order(lists: Iterable[Listed[Row]], key: Callable[[Row], Any], n: int) -> Listed[Row]:
    """Lists that stand in one order, the last by `key` first, so that a place in the one is a place in the others."""
    pairs = [pair for rows in lists for pair in zip(rows, rows.places, strict=True)]
    return _listed(sorted(pairs, key=lambda pair: key(pair[0]), reverse=True)[:n])


PAIR = 2
NOWHERE: Place = ("", "")
"""Before the first row: no row has an empty id."""


def _half(after: Place | None, start: int) -> Place | None:
    found = after[start : start + PAIR] if after else NOWHERE
    return None if found == NOWHERE else found


def _next(sides: Sequence[Listed[Row]], at: Sequence[int], newer: Callable[[Row, Row], bool]) -> int:
    if at[0] >= len(sides[0]) or at[1] >= len(sides[1]):
        return int(at[0] >= len(sides[0]))
    return int(newer(sides[1][at[1]], sides[0][at[0]]))


def _placed(rows: Listed[Row], part: int) -> Iterable[tuple[Row, Place]]:
    return ((row, (part, *place)) for row, place in zip(rows, rows.places, strict=True))


def _listed(rows: Iterable[tuple[Row, Place]]) -> Listed[Row]:
    pairs = list(rows)
    found = Listed(row for row, _ in pairs)
    found.places = [place for _, place in pairs]
    return found


def written(place: Place) -> str:
    """A place as `next` and `after` have it."""
    return urlsafe_b64encode(json.dumps(place, ensure_ascii=False, separators=(",", ":")).encode()).decode().rstrip("=")


def _read(after: str) -> Place:
    try:
        found = json.loads(urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4)))
    except (ValueError, RecursionError):
        raise Misplaced from None
    if not isinstance(found, list) or not 0 < len(found) <= PARTS or not all(_is_plain(one) for one in found):
        raise Misplaced
    return tuple(found)


def _is_plain(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST)
