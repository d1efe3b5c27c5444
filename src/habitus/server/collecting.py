"""The garbage collector in a process that answers agents all day: nobody waits for its long round.

What is there when the server has started stays, and is never looked at again. What is new is looked at often and a little at a time. All of
what came since (a thousand sessions) takes a tenth of a second, so that is looked at when there is nothing else to do; sessions that are
forgotten are freed without it.
"""

from __future__ import annotations

import gc
import threading
import time

OFTEN, YOUNG, NEVER = 700, 10, 1_000_000
"""New things after which they are looked at; such looks after which the next older ones are; and for the oldest: not by itself."""

LOOK = 1.0
"""Seconds between two looks whether there is time. Short: after ten quiet seconds the next call may be here already, and it would wait."""

BUSY = 0.05
"""The share of a processor from which a process has something to do."""

WORKED = 1.0
"""Seconds of a processor since the last round, below which there is nothing to collect."""

LONGEST = 3600.0
"""Seconds after which it is done although there is no time."""


def steady() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, YOUNG, NEVER)
    threading.Thread(target=_go_round, name="habitus-collecting", daemon=True).start()


def is_due(*, lately: float, since: float, ago: float) -> bool:
    """`lately`: the share of a processor used since the last look. `since`: seconds of it since the last round, which was `ago`."""
    return since >= WORKED and (lately < BUSY or ago >= LONGEST)


def _go_round() -> None:
    looked = worked = time.process_time()
    done = time.monotonic()
    while True:
        time.sleep(LOOK)
        now = time.process_time()
        if is_due(lately=(now - looked) / LOOK, since=now - worked, ago=time.monotonic() - done):
            gc.collect()
            now = worked = time.process_time()
            done = time.monotonic()
        looked = now
