"""How the benches take time."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@contextmanager
def quiet() -> Iterator[None]:
    """No collector meanwhile."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def worked(pid: int) -> float:
    """Seconds of the processors that a process has had so far."""
    import os
    from pathlib import Path

    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processes(commands: Mapping[str, Sequence[str]], rounds: int = 25, **environ: str) -> dict[str, float]:
    """Median seconds of whole commands, taken in turns so that what the machine does meanwhile falls on all alike."""
    import os

    # As after `pip install`: bytecode is there. An environment that forbids it would have us time the compiler.
    env = {**os.environ, **environ, "PYTHONDONTWRITEBYTECODE": ""}
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
    for _ in range(rounds):
        for name, command in commands.items():
            begin = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
            taken[name].append(time.perf_counter() - begin)
    return {name: median(values) for name, values in taken.items()}


def turns(actions: dict[str, Callable[[int], object]], rounds: int = 30, each: int = 200) -> dict[str, float]:
    """Median seconds of one call of each action, taken in turns. The action is given a number that never repeats."""
    taken: dict[str, list[float]] = {name: [] for name in actions}
    number = 0
    gc.disable()
    try:
        for _ in range(rounds):
            for name, action in actions.items():
                begin = time.perf_counter()
                for _ in range(each):
                    action(number)
                    number += 1
                taken[name].append((time.perf_counter() - begin) / each)
    finally:
        gc.enable()
    return {name: median(values) for name, values in taken.items()}


PYTHON = sys.executable
