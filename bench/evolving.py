"""The daily analysis of a million tool metrics in seven days, in a process of its own; and what recording one costs whoever tells of it."""

from __future__ import annotations

import gc
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.timing import PYTHON
from habitus import assemble
from habitus.config import Settings
from habitus.measure.windows import WEEK, bucket
from habitus.types import Counts, Metric, Rule, Scope, ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from habitus.layer import Layer

MILLION = 1_000_000
AGENTS, TOOLS = 10, 50
LESSONS, SESSIONS = 100, 200
BATCH = 20_000
PAIRS = 6_000


def metrics(count: int, agents: int, tools: int) -> Iterator[Metric]:
    """Calls of a week, hour by hour; every seventh tool fails too often."""
    last = bucket(datetime.now(UTC))
    for n in range(count):
        tool = n % tools
        place = n // tools
        yield Metric(
            f"agent{place % agents}", "tool", f"tool{tool}", last - place // agents % WEEK, Counts(1, int(tool % 7 > 0), 0, 0, 1, 250_000)
        )


def filled(home: Path, count: int, agents: int, tools: int) -> int:
    """Answers how many rows the million made."""
    layer = assemble.layer(Settings(), home=home)
    counting, batch = layer.store.counting(), []
    for one in metrics(count, agents, tools):
        batch.append(one)
        if len(batch) == BATCH:
            counting.add(batch)
            batch.clear()
    counting.add(batch)
    lessons(layer)
    layer.close()
    with closing(sqlite3.connect(home / "habitus.db")) as db:
        return int(db.execute("SELECT COUNT(*) FROM metrics").fetchone()[0])


def lessons(layer: Layer) -> None:
    """Rules with occasions in many sessions: what each is worth is part of the analysis."""
    since = datetime.now(UTC) - timedelta(days=3)
    for n in range(LESSONS):
        rule: Rule = layer.rulebook.add(
            f"Use tool number {n} instead of number {n + LESSONS}.", rule_type="preference", scope=Scope(), who="me"
        ).rule
        fixed: dict[str, Any] = {"lesson": rule.id, "turn": 0, "looked": 0, "erred": 0, "since": since.isoformat(), "n": 8, "k": 2}
        layer.store.counting().put_occasions([{**fixed, "session": f"s{each}", "held": each % 10 == 0} for each in range(SESSIONS)])


def analysed(home: str) -> dict[str, Any]:
    layer = assemble.layer(Settings(), home=home)
    opened = _peak()
    begin = time.perf_counter()
    made = layer.evolution.run_due()
    seconds = time.perf_counter() - begin
    layer.close()
    return {"seconds": round(seconds, 2), "peak_mb": round(_peak()), "peak_before_mb": round(opened), "suggestions": len(made)}


def _peak() -> float:
    """Of this process alone: what `getrusage` tells begins with the peak of whoever started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def analysis(agents: int, tools: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        rows = filled(Path(home), MILLION, agents, tools)
        done = subprocess.run([PYTHON, "-m", "bench.evolving", home], check=True, capture_output=True, cwd=Path(__file__).parents[1])
        return {"rows": rows, **json.loads(done.stdout)}


# ── recording ──


def told(layer: Layer, agent: str, tools: tuple[str, ...]) -> Callable[[int], object]:
    def both(number: int) -> None:
        moment: dict[str, Any] = {"session": f"{agent}-{number // 400}", "at": datetime.now(UTC), "agent": agent, "workspace": "/work/shop"}
        id = f"toolu_{number:012}"
        args = {"command": f"pytest tests/test_{number}.py -q"}
        layer.observe(ToolCall(**moment, id=id, tool=tools[number % len(tools)], args=args, key=f"call:{id}"))
        layer.observe(ToolResult(**moment, id=id, result="12 passed in 0.31s\n" * 8, key=f"result:{id}"))

    return both


def recording(tools: tuple[str, ...]) -> dict[str, float]:
    """The same calls of two agents in one store, in turns: one is measured, the other is not."""
    with tempfile.TemporaryDirectory() as home:
        layer = assemble.layer(Settings(), home=home)
        for agent, is_on in (("on", True), ("off", False)):
            layer.agents.set(agent, "evolution_enabled", is_on, who="me")
        taken = {"on": told(layer, "on", tools), "off": told(layer, "off", tools)}
        found: dict[str, list[float]] = {name: [] for name in taken}
        gc.disable()
        for number in range(PAIRS):  # one by one and each first in its turn: a disk that is busy for a while is busy for both
            for name, act in taken.items() if number % 2 else reversed(taken.items()):
                begin = time.perf_counter()
                act(number)
                found[name].append(1e6 * (time.perf_counter() - begin))
        gc.enable()
        layer.close()
    more = median(on - off for on, off in zip(found["on"], found["off"], strict=True))
    return {"more": round(more, 1), **{name: round(median(each), 1) for name, each in found.items()}}


def run() -> dict[str, Any]:
    usual, worst = analysis(AGENTS, TOOLS), analysis(1, MILLION // WEEK + 1)
    one, row = recording(("Bash", "Read")), recording(("Bash",))
    return {
        "analysis_seconds": max(usual["seconds"], worst["seconds"]),
        "analysis_peak_mb": max(usual["peak_mb"], worst["peak_mb"]),
        f"{AGENTS}_agents_{TOOLS}_tools": usual,
        "one_row_for_each": worst,
        "recording_us": one["more"],
        "recording_in_a_row_us": row["more"],
        "observe_pair_us": one,
    }


MARKS = {"analysis_seconds": 5.0, "analysis_peak_mb": 200.0, "recording_us": 30.0}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(analysed(sys.argv[1]) if len(sys.argv) > 1 else run()))
