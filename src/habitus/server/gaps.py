"""Where the ledger may still be filled: across a network, lines become visible out of order.

A line has its number when it is written, and is seen when its transaction ends; one that was written later may have ended before. So nobody
is told of a line behind a number that is missing, until whoever wrote to the ledger at that moment has ended: by then the number is there,
or was taken back with all that its transaction had done.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.types import Counting, Row

LONGEST = 60.0
"""Seconds that a gap is waited for: longer than any transaction of ours. One that hangs must not silence everybody who watches."""


class Seen(NamedTuple):
    """The ledger's end at some moment, and who was writing to it."""

    last: int
    writers: frozenset[str]
    at: float


class Gaps:
    def __init__(self, counting: Callable[[], Counting], clock: Callable[[], float] = time.monotonic) -> None:
        self._counting = counting
        self._clock = clock
        self._seen: Seen | None = None
        self._lock = threading.Lock()
        self.whole = -1
        """Up to this line nothing will be filled in any more; below 0: that is not known yet."""

    def settled(self, after: int, rows: Sequence[Row]) -> list[Row]:
        """Those of the lines behind `after`, as they follow it, before which nothing can appear."""
        told = []
        for row in rows:
            if row["id"] != after + 1 and row["id"] > self.whole:
                break
            told.append(row)
            after = row["id"]
        return told

    def closed(self, last: int) -> bool:
        """Has `whole` moved, now that the ledger was seen to end there? Then read again: what was missing may be there."""
        with self._lock:
            now = self._counting().ledger_writers()
            seen = self._seen or Seen(last, now, self._clock())
            if seen.writers & now and self._clock() - seen.at < LONGEST:
                self._seen = seen
                return False
            self._seen, self.whole = None, max(self.whole, seen.last)
            return True
