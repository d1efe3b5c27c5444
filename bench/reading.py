"""Reading past sessions: alone and with all that `habitus learn` does, in events a second on one core; and memory as the input grows."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.timing import PYTHON
from habitus.hosts import transcripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EVENTS = 10_000
TIMES = 10
TURN = 10
"""Events of a turn; a session has eight turns. A third of the calls run a command, as in real sessions of Claude Code."""

BEGIN = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
ASKED = (
    "add a length field to the berth form and show it in the list, in metres with one decimal",
    "the tests of the importer are red since yesterday, have a look at what changed and fix it",
    "rename the station command, keep the old name as an alias and say so in its help",
    "write down in the docs how the nightly job is started by hand",
)
CORRECTED = "no, use pnpm instead of npm"
"""Said in one turn of thirty-two, so in three events of a thousand: about as often as in real sessions."""

RAN = (
    "git status --short",
    "pytest tests/importer -q 2>&1 | tail -20",
    "rg -n 'def berth' src | head",
    "sed -n 1,80p src/harbour/models.py",
)
PRINTED = "src/harbour/models.py:{n}:    length = models.DecimalField(max_digits=5, decimal_places=1)\n"
SAID = (
    "The importer skips rows without a harbour, and since the last release the column is called port. I will map both names, and test it."
)

PEAK = """
import sys
from pathlib import Path
{work}
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
# Not `ru_maxrss`: that is handed down from the process that started this one.
READ = """
from habitus.hosts import transcripts
assert sum(1 for _ in transcripts.events(Path(sys.argv[1]), transcripts.Read())) > 1000
"""
LEARN = """
from habitus.cli import main
sys.argv, answers, sys.stdout = ["habitus", "learn", "--json", sys.argv[1]], sys.stdout, sys.stderr
try:
    main()
except SystemExit as ended:
    assert not ended.code
sys.stdout = answers
"""


def session(number: int) -> Iterator[tuple[str, Any]]:
    """What happens in a session, as (kind, content)."""
    for turn in range(8):
        yield "user", CORRECTED if turn == 5 and number % 4 == 1 else ASKED[(number + turn) % len(ASKED)]
        for step in range((TURN - 2) // 2):
            n = number * 100 + turn * 10 + step
            if step % 3 == 0:
                yield "call", ("Bash", {"command": RAN[n % len(RAN)], "description": "See how it stands"})
            else:
                yield "call", ("Read" if step % 3 == 1 else "Edit", {"file_path": f"/home/ana/work/harbour/src/harbour/file_{n % 97}.py"})
            yield "result", PRINTED.format(n=n) * (1 + n % 6)
        yield "text", SAID


def claude_code(kind: str, content: Any, *, number: int, place: int) -> dict[str, Any]:
    id = f"toolu_{number:08}{place - (kind == 'result'):04}"
    blocks = {
        "user": content,
        "text": [{"type": "text", "text": content}],
        "call": [{"type": "tool_use", "id": id, "name": content[0], "input": content[1]}],
        "result": [{"type": "tool_result", "tool_use_id": id, "content": content}],
    }
    role = "user" if kind in ("user", "result") else "assistant"
    return {
        "parentUuid": f"{number:08}-{place:04}-parent", "isSidechain": False, "userType": "external", "cwd": "/home/ana/work/harbour",
        "sessionId": f"session-{number:08}", "version": "2.1.325", "gitBranch": "main", "type": role,
        "message": {"role": role, "id": f"msg_{number:08}{place:04}", "content": blocks[kind]}, "uuid": f"{number:08}-{place:04}",
        "timestamp": (BEGIN + timedelta(seconds=number * 900 + place * 3)).isoformat().replace("+00:00", "Z"),
    }  # fmt: skip


def ours(kind: str, content: Any, *, number: int, place: int) -> dict[str, Any]:
    at = (BEGIN + timedelta(seconds=number * 900 + place * 3)).isoformat()
    id = f"toolu_{number:08}{place - (kind == 'result'):04}"
    moment = {"session": f"session-{number:08}", "at": at, "agent": "bench", "workspace": "/home/ana/work/harbour", "event": kind}
    said = {"call": {"id": id, "tool": content[0], "args": content[1]}, "result": {"id": id, "result": content}}
    return {**moment, **said.get(kind, {"text": content})}


def written(folder: Path, name: str, count: int, line: Callable[..., dict[str, Any]]) -> Path:
    file = folder / f"{name}-{count}.jsonl"
    place, number = 0, 0
    with file.open("w") as out:
        while count:
            for place, (kind, content) in zip(range(count), session(number), strict=False):
                out.write(json.dumps(line(kind, content, number=number, place=place)) + "\n")
            count, number = count - place - 1, number + 1
    return file


def packed(file: Path) -> Path:
    """The same messages as one JSON list."""
    listed = file.with_suffix(".json")
    with file.open() as lines, listed.open("w") as out:
        for number, line in enumerate(lines):
            message = json.loads(line)["message"]
            out.write(("[" if number == 0 else ",\n") + json.dumps(message))
        out.write("]")
    return listed


def pace(file: Path, rounds: int = 5) -> float:
    """Events a second of reading alone."""
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        count = sum(1 for _ in transcripts.events(file, transcripts.Read()))
        taken.append(count / (time.process_time() - begin))
    return median(taken)


def peak(work: str, file: Path, home: Path) -> int:
    """The most memory that a process of its own had, in KiB."""
    import os

    ran = subprocess.run(
        [PYTHON, "-c", PEAK.format(work=work), str(file)], check=True, capture_output=True, text=True,
        env={**os.environ, "HABITUS_HOME": str(home)},
    )  # fmt: skip
    return int(ran.stdout.splitlines()[-1])


def learned(file: Path, home: Path) -> dict[str, Any]:
    import os

    habitus = str(Path(PYTHON).parent / "habitus")
    ran = subprocess.run(
        [habitus, "learn", "--json", str(file)], check=True, capture_output=True, env={**os.environ, "HABITUS_HOME": str(home)}
    )
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        small, large = (written(folder, "claude", count, claude_code) for count in (EVENTS, TIMES * EVENTS))
        own = written(folder, "ours", EVENTS, ours)
        listed = [packed(file) for file in (small, large)]
        first = learned(small, folder / "home-0")
        reports = [learned(large, folder / f"home-{n}") for n in (1, 2, 3)]
        again = learned(large, folder / "home-1")
        memory = {
            "read": [peak(READ, file, folder / "m") for file in (small, large)],
            "list": [peak(READ, file, folder / "m") for file in listed],
            "learn": [peak(LEARN, file, folder / f"m-{n}") for n, file in enumerate((small, large))],
        }
        paces = {"claude_code": pace(small), "ours": pace(own), "message_list": pace(listed[0])}
    return {
        "read_events_per_second": {name: round(value) for name, value in paces.items()},
        "learn_events_per_second": round(median(report["events"] / report["seconds"] for report in reports)),
        "learn_events_per_second_of_the_first_10k": round(first["events"] / first["seconds"]),
        "learn_again_new_events": again["new_events"],
        "peak_mib": {name: f"{low / 1024:.0f} and {high / 1024:.0f} for {TIMES} times as much" for name, (low, high) in memory.items()},
        **{f"{name}_memory_growth": round(high / low, 2) for name, (low, high) in memory.items()},
    }


MARKS = {
    "learn_events_per_second": ["min", 20_000],
    "learn_again_new_events": 0,
    "read_memory_growth": 1.1,
    "list_memory_growth": 1.1,
    "learn_memory_growth": 1.2,
}
