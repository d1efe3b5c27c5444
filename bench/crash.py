"""`kill -9` at random moments under load: what was acknowledged is there, nothing is half-written, and the next start needs no repair."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.timing import PYTHON

KILLS = 100


def load(home: str, session: str) -> None:
    """Tell corrections and calls as fast as possible; print each event's key once it is acknowledged."""
    from datetime import UTC, datetime
    from itertools import count

    from habitus import assemble
    from habitus.config import Settings
    from habitus.types import ToolCall, ToolResult, UserMessage

    layer = assemble.layer(Settings(), home=Path(home))
    for number in count():
        moment: dict[str, Any] = {"session": session, "at": datetime.now(UTC), "workspace": "/w"}
        layer.judge(ToolCall(**moment, id=str(number), tool="Bash", args={"command": "npm test"}, key=f"call:{number}"))
        print(f"call:{number}", flush=True)
        layer.settle(ToolResult(**moment, id=str(number), result="x" * 3000, key=f"result:{number}"))
        print(f"result:{number}", flush=True)
        if number % 5 == 0:
            layer.observe(UserMessage(**moment, text=f"no, use tool{number} instead of npm", key=f"user:{number}"))
            print(f"user:{number}", flush=True)


def run(kills: int = KILLS, seed: int = 7) -> dict[str, Any]:
    chance = random.Random(seed)
    found: dict[str, Any] = {"kills": 0, "acknowledged": 0, "lost": 0, "half_written": 0, "damaged": 0}
    with tempfile.TemporaryDirectory() as home:
        for number in range(kills):
            acknowledged = _killed(home, f"s{number}", chance.uniform(0.0, 0.15))
            found["kills"] += 1
            found["acknowledged"] += len(acknowledged)
            for name, faults in _examined(Path(home) / "habitus.db", f"s{number}", acknowledged).items():
                found[name] += faults
    return found


def _killed(home: str, session: str, after: float) -> list[str]:
    """Start a load, let it run for a moment after its first acknowledgement, kill it, and answer what it had acknowledged."""
    process = subprocess.Popen(
        [PYTHON, "-m", "bench.crash", home, session], stdout=subprocess.PIPE, cwd=Path(__file__).parents[1], text=True
    )
    assert process.stdout
    first = process.stdout.readline()
    time.sleep(after)
    process.kill()
    rest, _ = process.communicate()
    return [line for line in (first + rest).split("\n")[:-1] if line]


def _examined(file: Path, session: str, acknowledged: list[str]) -> dict[str, int]:
    from habitus.store.sql import SqlStore
    from habitus.store.sqlite import Sqlite

    store = SqlStore(Sqlite(file))
    kept = {told.event.key for told in store.events(session)}
    places = [told.seq for told in store.events(session)]
    store.close()
    db = sqlite3.connect(file)
    events = db.execute("SELECT COUNT(*) FROM events").fetchone()[0]
    lines = db.execute("SELECT COUNT(*) FROM ledger WHERE verb IN ('observed', 'judged', 'settled')").fetchone()[0]
    missing = db.execute("SELECT COUNT(*) FROM events WHERE body LIKE 'sha256:%' AND body NOT IN (SELECT hash FROM blobs)").fetchone()[0]
    unlearned = db.execute(
        "SELECT COUNT(*) FROM ledger q WHERE verb = 'queued' AND NOT EXISTS (SELECT 1 FROM pending WHERE id = q.item) "
        "AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.item = q.item AND l.verb IN ('learned', 'reinforced', 'learned from', 'unclear'))"
    ).fetchone()[0]
    sound = db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    db.close()
    return {
        "lost": len(set(acknowledged) - kept) + unlearned,
        "half_written": abs(events - lines) + missing + (places != list(range(1, len(places) + 1))),
        "damaged": int(not sound),
    }


MARKS = {"lost": 0, "half_written": 0, "damaged": 0}

if __name__ == "__main__":
    load(sys.argv[1], sys.argv[2])
