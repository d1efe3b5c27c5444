"""Eight processes write to one SQLite file at once: each has a session of its own, and all share one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.timing import PYTHON

WRITERS = 8
EVENTS = 250


def write(home: str, name: str, count: int) -> None:
    from datetime import UTC, datetime

    from habitus import assemble
    from habitus.config import Settings
    from habitus.types import UserMessage

    layer = assemble.layer(Settings(), home=Path(home))
    for number in range(count):
        for session in (f"own-{name}", "shared"):
            layer.observe(UserMessage(session=session, at=datetime.now(UTC), text=f"{name} {number}", key=f"{name}:{number}"))
    layer.close()


def run(count: int = EVENTS) -> dict[str, Any]:
    from habitus.store.sql import SqlStore
    from habitus.store.sqlite import Sqlite

    with tempfile.TemporaryDirectory() as home:
        begin = time.perf_counter()
        writers = [
            subprocess.Popen(
                [PYTHON, "-m", "bench.writers", home, str(n), str(count)], stderr=subprocess.PIPE, cwd=Path(__file__).parents[1]
            )
            for n in range(WRITERS)
        ]
        errors = [writer.communicate()[1].decode() for writer in writers]
        seconds = time.perf_counter() - begin
        store = SqlStore(Sqlite(Path(home) / "habitus.db"))
        shared = [told.event.key for told in store.events("shared")]
        own = [len(list(store.events(f"own-{n}"))) for n in range(WRITERS)]
        store.close()
    expected = {f"{n}:{number}" for n in range(WRITERS) for number in range(count)}
    return {
        "writers": WRITERS,
        "events": 2 * WRITERS * count,
        "events_per_second": round(2 * WRITERS * count / seconds),
        "lost": len(expected - set(shared)) + sum(count - found for found in own),
        "told_twice": len(shared) - len(set(shared)),
        "errors": sum(bool(error) for error in errors),
        "first_error": next((error.strip().splitlines()[-1] for error in errors if error), ""),
    }


MARKS = {"lost": 0, "told_twice": 0, "errors": 0}

if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
