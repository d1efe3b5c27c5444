"""How fast the machine was while something was measured: a loop that never changes, before and after, and what others took meanwhile.

Slow code and a slow minute look alike in a figure. The loop tells them apart: it does the same work whatever we change, so what it loses was
the machine's. Its best time ever is kept with the results.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.timing import quiet

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 15
STEPS = 40_000
"""Of the loop: some milliseconds, so that a pause falls into one of the rounds and not into all."""


@dataclass
class Pace:
    loop_ms: float = 0.0
    taken: float = 0.0
    """Percent of the processors that other machines had."""


@contextmanager
def meanwhile() -> Iterator[Pace]:
    pace, taken, begun, before = Pace(), stolen(), time.perf_counter(), loop()
    yield pace
    pace.loop_ms = round((before + loop()) / 2, 3)
    pace.taken = round((stolen() - taken) / (time.perf_counter() - begun) / (os.cpu_count() or 1) * 100, 1)


def loop() -> float:
    """Milliseconds: what interpreters do all day, in a cache's worth of memory."""
    times = []
    with quiet():
        for _ in range(ROUNDS):
            begin, seen, total = time.perf_counter(), dict.fromkeys(map(str, range(64)), 0), 0
            for n in range(STEPS):
                key = str(n & 63)
                seen[key] += 1
                total += seen[key] * n % 7
            times.append(time.perf_counter() - begin)
    return median(times) * 1e3


def stolen() -> float:
    """Seconds of the processors that other machines have taken, so far."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
