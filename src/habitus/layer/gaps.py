"""Ledger and events read by their numbers, up to where they may still be filled: across a network, lines become visible out of order.

A line has its number when it is written, and is seen when its transaction ends; one that was written later may have ended before. So nobody
is told of a line behind a number that is missing, until whoever was writing at that moment has ended: by then the number is there,
or was taken back with all that its transaction had done. In one file nobody writes beside another, so nobody waits.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.types import Row, Store

LONGEST = 60.0
"""Seconds that a gap is waited for: longer than any transaction of ours. One that hangs must not silence everybody who watches."""


class Seen(NamedTuple):
    """The end at some moment, and who was writing."""

    last: int
    writers: frozenset[str]
    at: float


class Gaps:
    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic, *, last: Callable[[], int] | None = None) -> None:
        """`last`: where the numbers end, if they are not the ledger's."""
        self._store = store
        self._clock = clock
        self.last = last or self._last_line
        self._seen: Seen | None = None
        self._lock = threading.Lock()
        self.whole = -1
        """Up to this line nothing will be filled in any more; below 0: that is not known yet."""

    def _last_line(self) -> int:
        return next((entry.id for entry in self._store.entries(limit=1)), 0)

    def upto(self) -> int:
        """As far as is known now, nothing will be filled in up to this number; below 0: that is not known yet."""
        self.closed()
        return self.whole

    def lines(self, after: int, limit: int) -> list[Row]:
        """Those behind `after`, some of them, before which nothing can appear."""
        counting = self._store.counting()
        found = counting.ledger_after(after, limit)
        told = self._settled(after, found)
        if len(told) < len(found) and self.closed():  # what was missing may be there
            return self._settled(after, counting.ledger_after(after, limit))
        return told

    def _settled(self, after: int, rows: Sequence[Row]) -> list[Row]:
        told = []
        for row in rows:
            if row["id"] != after + 1 and row["id"] > self.whole:
                break
            told.append(row)
            after = row["id"]
        return told

    def closed(self) -> bool:
        """Has `whole` moved, to where the end was when it was last asked for?"""
        with self._lock:
            last = self.last()  # before they are asked for: whoever has a smaller number is among them, or has ended
            now = self._store.counting().writers()
            seen = self._seen or Seen(last, now, self._clock())
            if seen.writers & now and self._clock() - seen.at < LONGEST:
                self._seen = seen
                return False
            self._seen, self.whole = None, max(self.whole, seen.last)
            return True
