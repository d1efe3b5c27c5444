"""`POST /v1/judge` on one process beside a bare Starlette route that reads and writes the same JSON, in turns, over loopback.

Both are served by uvicorn in a process of their own and asked by one client here: 64 connections, each sends its next request when the last is
answered. `ratio` is our requests a second to theirs, the median of turns; every judged call is durable before it is answered. `p99_ms` is taken at
half of that rate, by the clock: a request that had to wait for its turn counts from when it was due. At full rate 64 connections wait for
each other, so their latency says only how many they are.

It too is the median of turns. When another machine has our processors for fifty milliseconds, more than one in a hundred requests of eight
seconds waited longer than ten, whoever answers them: a single window says what the neighbours did. So the bare route has a window of its own
beside each of ours, all of them are listed with the share of the processors that was taken meanwhile, and `p99_ms_of_all` is that of all
requests of all our windows. Beside each figure of windows is the same of those in which we had our processors: at most one percent of them was
taken (`CALM`), however long the requests took. The mark is on the figure of all windows.

`busy_at_half_rate` is the share of one processor that the server takes in them: half the rate is not half the work, for a call that comes alone
has a transaction and a wake-up to itself, and at full rate eight share them.

Half of the rate rises with the rate: whoever gets faster is asked more. So there is the same at `STEADY` calls a second, which stays.

`growth_mb` is what the process has grown by in the calls of `calls_for_growth` (BENCH_CALLS=1000000 for a million), after enough of them to
fill what is kept in memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.pace import stolen
from bench.timing import PYTHON, quiet, worked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONNECTIONS = 64
TURNS = 7
EACH = 3_000
PACED_SECONDS = 8.0
STEADY = 1_000
"""Calls a second: as many agents as call a tool every second."""
WARM, GROWN = 60_000, int(os.environ.get("BENCH_CALLS", "40000"))
"""A thousand sessions are kept in memory: only when there are so many can it be flat."""
CALM = 1.0
"""Percent of the processors that other machines may have had in a window that says something about ours."""
CHUNK = 20_000
"""Requests that are written down at a time."""

TOKEN = "bench"
SESSIONS = 64
CALLS = 30
"""Sessions at a time, and calls of each: about a task of an agent."""
HEAD = (
    "POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
    f"User-Agent: python-httpx/0.28\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
)
"""As most clients send it."""
TOOLS = (
    ("Bash", {"command": "ls -la"}),
    ("Read", {"file_path": "/w/app.py"}),
    ("Edit", {"file_path": "/w/app.py"}),
    ("Bash", {"command": "git status"}),
)


class Connection(asyncio.Protocol):
    """Asks, waits for the whole answer, asks again."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.got = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.load.next(self)

    def ask(self, due: float, request: bytes) -> None:
        self.due = due
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.got += data
        head, found, body = self.got.partition(b"\r\n\r\n")
        if not found or len(body) < int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]):
            return
        self.got = b""
        self.load.answered(self, head.startswith(b"HTTP/1.1 200"))


class Load:
    """`rate`: requests a second, by the clock; 0: as fast as they are answered."""

    def __init__(self, run: str, count: int, rate: float = 0.0) -> None:
        self.run, self.count, self.rate = run, count, rate
        self.asked = self.done = self.failed = 0
        self.took: list[float] = []
        self.requests = [written(run, n) for n in range(count)]
        self.over = asyncio.get_running_loop().create_future()
        self.begun = time.perf_counter()

    def next(self, connection: Connection) -> None:
        if self.asked >= self.count:
            connection.transport.close()
            return
        n, self.asked = self.asked, self.asked + 1
        now = time.perf_counter()
        due = self.begun + n / self.rate if self.rate else now
        if due <= now:
            connection.ask(due, self.requests[n])
        else:
            asyncio.get_running_loop().call_later(due - now, connection.ask, due, self.requests[n])

    def answered(self, connection: Connection, is_good: bool) -> None:
        self.took.append(time.perf_counter() - connection.due)
        self.failed += not is_good
        self.done += 1
        self.next(connection)
        if self.done == self.count:
            self.over.set_result(time.perf_counter() - self.begun)


def written(run: str, n: int) -> bytes:
    tool, args = TOOLS[n % len(TOOLS)]
    asked = {"session": f"{run}-{n % SESSIONS}-{n // (SESSIONS * CALLS)}", "id": f"{run}-{n}", "tool": tool, "args": args}
    body = json.dumps(asked).encode()
    return f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode() + body


def ask(port: int, run: str, count: int, rate: float = 0.0) -> tuple[float, list[float]]:
    """Requests a second, and how long each took."""

    async def go() -> tuple[float, list[float]]:
        load = Load(run, count, rate)
        for _ in range(CONNECTIONS):
            await asyncio.get_running_loop().create_connection(lambda: Connection(load), "127.0.0.1", port)
        seconds = await load.over
        if load.failed:
            raise RuntimeError(f"{load.failed} of {count} requests failed")
        return count / seconds, sorted(load.took)

    with quiet():  # the collector of whoever asks would count as time of whoever answers
        return asyncio.run(go())


@contextmanager
def process(kind: str) -> Iterator[tuple[int, int, Path]]:
    """Its port, its pid and its home."""
    with socket.create_server(("127.0.0.1", 0)) as listener, tempfile.TemporaryDirectory() as home:
        port = listener.getsockname()[1]
        command = [PYTHON, "-m", "bench.serving", kind, str(listener.fileno()), home]
        child = subprocess.Popen(command, pass_fds=[listener.fileno()], cwd=Path(__file__).parents[1])
        try:
            yield port, child.pid, Path(home)
        finally:
            child.terminate()
            child.wait()


def serve(kind: str, descriptor: int, home: str) -> None:
    import uvicorn

    listener = socket.socket(fileno=descriptor)
    if kind == "bare":
        uvicorn.Server(uvicorn.Config(_bare(), log_level="warning", access_log=False)).run(sockets=[listener])
        return
    from habitus import assemble
    from habitus.config import Settings
    from habitus.config.settings import Server
    from habitus.server import collecting, run
    from habitus.server.app import create

    layer = assemble.layer(Settings(), home=home)
    collecting.steady()
    unhurried = Server(judged_per_second=1e9)
    uvicorn.Server(run.config(create(layer, TOKEN, server=unhurried))).run(sockets=[listener])
    layer.close()


def _bare() -> Any:
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    async def judge(request: Any) -> JSONResponse:
        given = await request.json()
        return JSONResponse({"id": given["id"], "decision": "allow", "verdicts": [], "reason": "", "approval": ""})

    return Starlette(routes=[Route("/v1/judge", judge, methods=["POST"])])


def resident(pid: int) -> float:
    """Megabytes."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Window(NamedTuple):
    """Some seconds at a steady rate."""

    took: list[float]
    """Milliseconds of each request, in order."""
    taken: float
    """Percent of the processors that other machines had meanwhile."""
    busy: float
    """Percent of one processor that whoever answered had."""

    def at(self, share: float) -> float:
        return self.took[int(len(self.took) * share)]

    def __str__(self) -> str:
        return f"{self.at(0.99):.1f} ({self.taken:.1f} % taken)"


def window(port: int, pid: int, run: str, rate: float) -> Window:
    taken, busy = stolen(), worked(pid)
    _, took = ask(port, run, int(rate * PACED_SECONDS), rate)
    taken, busy = stolen() - taken, worked(pid) - busy
    return Window([seconds * 1e3 for seconds in took], taken / PACED_SECONDS / (os.cpu_count() or 1) * 100, busy / PACED_SECONDS * 100)


def undisturbed(windows: Sequence[Window]) -> str:
    """The median of calm windows, and how many there were."""
    calm = [one.at(0.99) for one in windows if one.taken <= CALM]
    return f"{median(calm):.1f} ({len(calm)} of {len(windows)} windows)" if calm else f"none of {len(windows)} windows was calm"


def ask_all(port: int, run: str, count: int) -> None:
    for n in range(0, count, CHUNK):
        ask(port, f"{run}-{n}", min(CHUNK, count - n))


def run() -> dict[str, Any]:
    with process("bare") as (bare, other, _), process("ours") as (ours, pid, home):
        for port in (bare, ours):
            ask(port, "warm", EACH)
        turns = [(ask(bare, f"b{n}", EACH)[0], ask(ours, f"o{n}", EACH)[0]) for n in range(TURNS)]
        rate = median(judged for _, judged in turns)
        at_half, steady = (
            [(window(bare, other, f"{name}{n}", pace), window(ours, pid, f"{name}{n}", pace)) for n in range(TURNS)]
            for name, pace in (("paced", rate / 2), ("steady", STEADY))
        )
        ask_all(ours, "grow0", WARM)
        before = resident(pid)
        ask_all(ours, "grow1", GROWN)
        grown = resident(pid) - before
        theirs, own = zip(*at_half, strict=True)
        took = sorted(chain.from_iterable(one.took for one in own))
        together = Window(took, sum(one.taken for one in own) / TURNS, sum(one.busy for one in own) / TURNS)
        calls = EACH * (TURNS + 1) + len(together.took) + sum(len(one.took) for _, one in steady) + WARM + GROWN
        kept = (home / "habitus.db").stat().st_size / calls / 1024
    return {
        "bare_per_second": round(median(bare for bare, _ in turns)),
        "judged_per_second": round(rate),
        "ratio": round(median(judged / bare for bare, judged in turns), 2),
        "p50_ms_at_half_rate": round(median(one.at(0.5) for one in own), 2),
        "p99_ms_at_half_rate": round(median(one.at(0.99) for one in own), 2),
        "p99_ms_undisturbed": undisturbed(own),
        "p99_ms_of_each": ", ".join(map(str, own)),
        "p99_ms_of_all": str(together),
        "busy_at_half_rate": f"{together.busy:.0f} %",
        "bare_p99_ms_at_that_rate": round(median(one.at(0.99) for one in theirs), 2),
        "bare_p99_ms_undisturbed": undisturbed(theirs),
        "bare_p99_ms_of_each": ", ".join(map(str, theirs)),
        "bare_busy_at_that_rate": f"{median(one.busy for one in theirs):.0f} %",
        f"p99_ms_at_{STEADY}": round(median(one.at(0.99) for _, one in steady), 2),
        f"p99_ms_at_{STEADY}_undisturbed": undisturbed([one for _, one in steady]),
        f"p99_ms_at_{STEADY}_of_each": ", ".join(str(one) for _, one in steady),
        f"bare_p99_ms_at_{STEADY}": round(median(one.at(0.99) for one, _ in steady), 2),
        "resident_mb": round(before + grown),
        "kb_per_call": round(kept, 2),
        "calls_for_growth": GROWN,
        "growth_mb": round(grown, 1),
    }


MARKS = {"ratio": ["min", 0.6], "p99_ms_at_half_rate": 10.0, f"p99_ms_at_{STEADY}": 10.0, "growth_mb": 4.0}


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
