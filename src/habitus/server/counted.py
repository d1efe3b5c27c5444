"""How much there is. In a large store counting takes longer than all else on a page, so it is done now and then, and the age is told."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.layer import Layer

MANY = 20_000
"""Rows of all tables together: fewer are counted within a few milliseconds, at every look."""

KEPT = timedelta(seconds=15)
"""How long a count of more is told again: as often as a scraper asks."""


class Counted(NamedTuple):
    rows: Mapping[str, int]
    at: datetime | None
    """When they were counted; None: just now, as always where they are few."""


_known: WeakKeyDictionary[Layer, Counted] = WeakKeyDictionary()


def counted(layer: Layer, *, many: int = MANY) -> Counted:
    """What there is of everything; what waits for somebody is as it is now."""
    now, known = layer.clock(), _known.get(layer)
    if known and known.at and now - known.at < KEPT:
        return known._replace(rows={**known.rows, **waiting(layer)})
    rows = layer.store.counts()
    if sum(rows.values()) < many:
        return Counted(rows, None)
    _known[layer] = Counted(rows, now)
    return _known[layer]


def waiting(layer: Layer) -> dict[str, int]:
    """What somebody has to do: dead letters, the inbox, and news that was not delivered. Few, and found by an index."""
    return layer.store.many().waiting()
