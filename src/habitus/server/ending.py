"""Until a signal says that it is over.

What a handler does is done by the main thread, in the middle of whatever it does. An Event is locked by whoever is about to wait for it,
so a handler that sets one may wait for its own thread for ever; a `SimpleQueue` takes what it is given at any moment. And a signal that
comes just before that thread falls asleep wakes nobody: so it looks up now and then.
"""

from __future__ import annotations

import signal
from queue import Empty, SimpleQueue

LOOK = 1.0
"""Seconds."""


def told_by(*signals: signal.Signals) -> SimpleQueue[int]:
    """What is told there when one of them comes; others may tell it, too."""
    told: SimpleQueue[int] = SimpleQueue()
    for one in signals:
        signal.signal(one, lambda number, _: told.put(number))
    return told


def wait(told: SimpleQueue[int]) -> int:
    while True:
        try:
            return told.get(timeout=LOOK)
        except Empty:
            continue
