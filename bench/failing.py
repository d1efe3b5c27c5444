"""What a failing result adds to `observe`, beside a succeeding one of the same length in the same store; and what `failed` takes of it.

Every error has other values than any before it, so nothing about its text can be remembered. Each kind of result has sessions of its own: a
success after a failure asks whether it recovers from it, and that is another question.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.normalizing import LENGTH, MESSAGES, _filled
from bench.observing import NOW
from bench.timing import quiet
from habitus import assemble
from habitus.config import Settings
from habitus.detect import failures
from habitus.types import ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer import Layer

BATCH, ROUNDS = 20, 40
LONG = 100_000
TOOL = "read_report"


def told(session: str, number: int, text: str, *, fails: bool) -> tuple[ToolCall, ToolResult]:
    moment: dict[str, Any] = {"session": session, "at": NOW, "agent": "claude-code", "workspace": "/home/ana/work/shop"}
    id = f"toolu_{session}_{number:08}"
    args = {"path": f"/home/ana/work/shop/reports/{number}.txt", "encoding": "latin-9", "limit": number}
    said: dict[str, Any] = {"result": "", "error": text} if fails else {"result": text}
    return ToolCall(**moment, id=id, tool=TOOL, args=args, key=f"call:{id}"), ToolResult(**moment, id=id, **said, key=f"result:{id}")


def seen(layer: Layer, name: str, turn: int, texts: list[str], *, fails: bool) -> float:
    """Microseconds of `observe` for one result. The calls are told before, untimed."""
    pairs = [told(f"{name}-{turn // 10}", turn * BATCH + at, text, fails=fails) for at, text in enumerate(texts)]
    for call, _ in pairs:
        layer.observe(call)
    begin = time.perf_counter()
    for _, result in pairs:
        layer.observe(result)
    return (time.perf_counter() - begin) / len(pairs) * 1e6


def added(layer: Layer, name: str, made: Callable[[], str], rounds: int = ROUNDS, batch: int = BATCH) -> dict[str, float]:
    """Medians over rounds that are taken in turns: of a success, and of what a failure takes more than the success beside it."""
    took: dict[str, list[float]] = defaultdict(list)
    with quiet():
        for turn in range(rounds + 1):
            texts = [made() for _ in range(batch)]
            well = seen(layer, f"{name}-well", turn, texts, fails=False)
            badly = seen(layer, f"{name}-badly", turn, texts, fails=True)
            if turn:  # the first loads what errors need
                took["well"].append(well)
                took["added"].append(badly - well)
    return {each: round(median(times), 1) for each, times in took.items()}


def judged(made: Callable[[], str]) -> float:
    """`detect.failures.failed` alone, as the best of many rounds: the stage's own part."""
    took = []
    with quiet():
        for turn in range(ROUNDS + 1):
            calls = [told("s", turn * BATCH + at, made(), fails=True) for at in range(BATCH)]
            begin = time.perf_counter()
            for call, result in calls:
                failures.failed(call=call.id, tool=TOOL, action=TOOL, target="", args=call.args, error=result.error or "", nth=1)
            took.append((time.perf_counter() - begin) / BATCH * 1e6)
    return round(min(took[1:]), 1)


def run() -> dict[str, Any]:
    chance = random.Random(11)

    def known() -> str:
        return _filled(chance.choice(MESSAGES), chance)

    def new() -> str:
        return "".join(chance.choices("bcdfghklmnprstvw", k=9)) + ": " + known()[: LENGTH - 11]

    def output() -> str:
        lines = "\n".join(f"step {chance.randrange(9**9)} of the build went by" for _ in range(LONG // 36))
        return f"{lines}\n{known()}"

    with tempfile.TemporaryDirectory() as folder:
        layer = assemble.layer(Settings(), home=Path(folder))
        again, first = added(layer, "known", known), added(layer, "new", new)
        long = added(layer, "long", output, rounds=10, batch=4)
        layer.close()
    return {
        "observe_success_us": again["well"],
        "failure_adds_us": again["added"],
        "new_failure_adds_us": first["added"],
        "long_success_us": long["well"],
        "long_failure_adds_us": long["added"],
        "failed_us": judged(known),
        "failed_long_us": judged(output),
    }


MARKS: dict[str, Any] = {"failure_adds_us": 50.0}
