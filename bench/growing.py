"""What several processes on one PostgreSQL and one Redis cost, and what is left while one of them is away; the jobs' own weight.

`shelter µs` is what every call pays for the look whether the store is away. `heard ms` is from a rule's change to the moment another process's store knows of it; nobody asks in between.
`away` is a server that is really stopped: the first call finds out, the next ones are judged from memory and wait on the disk.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, cast

from bench.timing import turns
from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer, outage
from habitus.layer.live import Live
from habitus.types import Scope, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from real.postgres import PostgresServer

TESTS = str(Path(__file__).parent.parent / "tests")
MARKS: dict[str, Any] = {
    "shelter µs": 3, "heard ms": 1000, "heard ms, without Redis": 1000, "worker: idle CPU %": 5, "away: replayed": (">=", 1.0), "2 processes ×": (">=", 1.6),
}  # fmt: skip
CALLS = 300
TOLD = 3_000
"""Calls of one process, told as fast as they are answered: a second or two, so that the two are at it together."""
CHANGES = 20
IDLE = 10.0

WATCHED = """
import json, os, resource, sys, threading, time
begin = time.perf_counter()
from habitus import assemble, worker
from habitus.config import Settings
layer = assemble.layer(Settings(), home=sys.argv[1])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
entered = time.perf_counter()
with worker.running(layer) as jobs:
    entering = time.perf_counter() - entered
    while not all(one.outcome for one in jobs.state()):
        time.sleep(0.05)
    first = time.perf_counter() - entered
    cpu, wall = time.process_time(), time.perf_counter()
    time.sleep(float(sys.argv[2]))
    share = 100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
    threads, memory = threading.active_count(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    leaving = time.perf_counter()
left = time.perf_counter() - leaving
layer.close()
print(json.dumps({"entered ms": round(entering * 1000, 1), "all jobs run s": round(first, 1), "idle CPU %": round(share, 2),
    "threads": threads - 1, "memory MB": memory // 1024, "left s": round(left, 1)}))
"""
CALLING = """
import sys
from datetime import UTC, datetime
sys.path.insert(0, sys.argv[3])
from bench import growing
growing.call_many(growing.opened(sys.argv[1], sys.argv[2]), int(sys.argv[4]))
"""


def run() -> dict[str, Any]:
    sys.path.insert(0, TESTS)
    from real import postgres, redis

    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="habitus-bench-") as name, postgres.running() as server:
        folder = Path(name)
        (folder / "redis").mkdir()
        found |= {f"worker: {what}": value for what, value in jobs(folder / "worker").items()}
        found["shelter µs"] = shelter()
        with redis.running(folder / "redis") as told:
            found["heard ms"] = heard(folder, server.url, told.url)
        found["heard ms, without Redis"] = heard(folder, server.url, "")
        found |= replicas(folder, server.url)
        found |= away(folder / "away", server)
    return found


def jobs(home: Path) -> dict[str, Any]:
    """The second start: the first one also makes the book."""
    import json

    command = [sys.executable, "-c", WATCHED, str(home)]
    subprocess.run([*command, "0"], check=True, capture_output=True)
    answer = subprocess.run([*command, str(IDLE)], check=True, capture_output=True, text=True)
    said: dict[str, Any] = json.loads(answer.stdout)
    return said


def call(number: int, session: str = "s") -> ToolCall:
    args = {"command": f"pytest tests/test_{number}.py -q"}
    return ToolCall(session=f"{session}-{number // 100}", at=datetime.now(UTC), id=f"c{number}", tool="Bash", args=args, workspace="/w")


def shelter() -> float:
    """Microseconds that an entrance takes longer for it: taken on one that does nothing, because beside a whole call it is lost in the noise."""
    nothing, told = Nothing(), ToolCall(session="s", at=datetime.now(UTC), key="call:1", id="1", tool="Bash", args={})
    taken = turns({"sheltered": lambda _: nothing.sheltered(told), "bare": lambda _: nothing.bare(told)}, rounds=50, each=2000)
    return round((taken["sheltered"] - taken["bare"]) * 1e6, 2)


class Nothing:
    """What `sheltered` looks at, and an entrance that leads nowhere."""

    shelter = None

    def __init__(self) -> None:
        self._live = SimpleNamespace(lock=threading.RLock(), is_far=True)
        self._live.named = partial(Live.named, cast("Live", self._live))

    def bare(self, given: ToolCall) -> ToolCall:
        return given

    sheltered = outage.sheltered(bare)


def opened(home: str | Path, url: str, redis_url: str = "") -> Layer:
    plain = Settings()
    return assemble.layer(replace(plain, store=replace(plain.store, url=url), redis=replace(plain.redis, url=redis_url)), home=home)


def heard(folder: Path, url: str, redis_url: str) -> float:
    taken = []
    with two(folder, url, redis_url) as (here, there):
        rule = here.rulebook.add("Use pnpm instead of npm.", rule_type="wrong_skill", scope=Scope(), who="bench").rule
        for n in range(CHANGES):
            known = there.store.versions().lessons
            if redis_url:
                there.store.versions()
                assert there.store.database.listening.wait(10)  # type: ignore[attr-defined]
            here.rulebook.switch(rule.id, on=bool(n % 2), who="bench")
            begin = time.perf_counter()
            while there.store.versions().lessons == known:
                time.sleep(0.0005)
            taken.append(time.perf_counter() - begin)
        here.rulebook.delete(rule.id, who="bench")
    return round(median(taken) * 1000, 1)


@contextmanager
def two(folder: Path, url: str, redis_url: str) -> Iterator[tuple[Layer, Layer]]:
    here, there = (opened(folder / place, url, redis_url) for place in ("here", "there"))
    try:
        yield here, there
    finally:
        for one in (here, there):
            one.close()
            if redis_url:
                one.queue._redis.close()  # type: ignore[attr-defined]


def replicas(folder: Path, url: str) -> dict[str, float]:
    """Calls judged and kept, per second, by one process and by two at once; each waits for its own answers. All are ready before the first
    begins, and the last to end counts."""
    rates = {}
    for count in (1, 2):
        commands = [[sys.executable, "-c", CALLING, str(folder / f"r{n}"), url, str(Path(TESTS).parent), str(TOLD)] for n in range(count)]
        started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for command in commands]
        for one in started:
            assert cast("IO[str]", one.stdout).readline() == "ready\n"
        begin = time.perf_counter()
        for one in started:
            cast("IO[str]", one.stdin).write("go\n")
            cast("IO[str]", one.stdin).flush()
        for one in started:
            one.communicate()
        rates[count] = count * TOLD / (time.perf_counter() - begin)
        assert not any(one.returncode for one in started)
    return {
        "judged per s, 1 process": round(rates[1]),
        "judged per s, 2 processes": round(rates[2]),
        "2 processes ×": round(rates[2] / rates[1], 2),
    }


def call_many(layer: Layer, count: int) -> None:
    with closing(layer):
        layer.judge(call(0, f"w{os.getpid()}"))
        print("ready", flush=True)
        sys.stdin.readline()
        for n in range(1, count + 1):
            layer.judge(call(n, f"w{os.getpid()}"))


def away(home: Path, server: PostgresServer) -> dict[str, float]:
    with closing(opened(home, server.url)) as layer:
        layer.judge(call(0, "away"))
        server.stop()
        begin = time.perf_counter()
        layer.judge(call(1, "away"))
        first = time.perf_counter() - begin
        taken = []
        for n in range(2, CALLS):
            begin = time.perf_counter()
            layer.judge(call(n, "away"))
            taken.append(time.perf_counter() - begin)
        server.start()
        begin = time.perf_counter()
        while layer.shelter is not None:
            time.sleep(0.01)
        back = time.perf_counter() - begin
        kept = sum(1 for n in range(CALLS // 100 + 1) for _ in layer.store.events(f"away-{n}"))
    return {
        "away: first call ms": round(first * 1000), "away: next calls ms": round(median(taken) * 1000, 2), "away: back after s": round(back, 1),
        "away: replayed": kept / CALLS,
    }  # fmt: skip
