"""`observe` of a tool call and its result, durable on SQLite, beside the same rows inserted by hand; and as the file grows."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.timing import turns
from habitus import assemble
from habitus.config import Settings
from habitus.store.queries import named
from habitus.types import ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer import Layer

NOW = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
SIZES = (1_000, 10_000, 100_000, 1_000_000)


def call(session: str, number: int) -> tuple[ToolCall, ToolResult]:
    moment: dict[str, Any] = {"session": session, "at": NOW, "agent": "claude-code", "workspace": "/home/ana/work/shop"}
    id = f"toolu_{number:012}"
    args = {"command": f"pytest tests/test_{number}.py -q", "description": "Run the tests of this module"}
    return (
        ToolCall(**moment, id=id, tool="Bash", args=args, key=f"call:{id}"),
        ToolResult(**moment, id=id, result="12 passed in 0.31s\n" * 8, key=f"result:{id}"),
    )


def observed(layer: Layer) -> Callable[[int], object]:
    def both(number: int) -> None:
        before, after = call(f"session-{number // 400}", number)
        layer.observe(before)
        layer.observe(after)

    return both


def inserted(db: sqlite3.Connection, template: dict[str, list[tuple[Any, ...]]]) -> Callable[[int], object]:
    """The rows that `observe` wrote for such a pair, written again without us: one transaction per event."""
    event_sql = "INSERT INTO events (session, seq, at, kind, key, blocked, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ledger_sql = "INSERT INTO ledger (at, verb, actor, session, item_table, item, before, after, cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

    def both(number: int) -> None:
        session = f"raw-{number // 400}"
        for place, (event, line) in enumerate(zip(template["events"], template["ledger"], strict=True)):
            db.execute("BEGIN IMMEDIATE")
            db.execute(event_sql, (session, number * 2 + place, event[2], event[3], f"{event[4]}-{number}", event[5], event[6]))
            db.execute(ledger_sql, (*line[:3], session, *line[4:]))
            db.execute("COMMIT")

    return both


def rows_of_a_pair(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    layer = assemble.layer(Settings(), home=folder / "template")
    observed(layer)(0)
    layer.close()
    db = sqlite3.connect(folder / "template" / "habitus.db")
    found = {
        "events": db.execute("SELECT session, seq, at, kind, key, blocked, body FROM events ORDER BY seq").fetchall(),
        "ledger": db.execute("SELECT at, verb, actor, session, item_table, item, before, after, cause FROM ledger ORDER BY id").fetchall(),
    }
    db.close()
    return found


def fill(file: Path, template: dict[str, list[tuple[Any, ...]]], upto: int) -> None:
    """Bring a store to a size, with sessions of 400 events each."""
    db = sqlite3.connect(file, isolation_level=None)
    add = inserted_in_bulk(db, template)
    db.execute("BEGIN IMMEDIATE")
    for number in range(upto // 2):
        add(number)
        if number % 20_000 == 0:
            db.execute("COMMIT")
            db.execute("BEGIN IMMEDIATE")
    db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def inserted_in_bulk(db: sqlite3.Connection, template: dict[str, list[tuple[Any, ...]]]) -> Callable[[int], object]:
    event_sql = "INSERT INTO events (session, seq, at, kind, key, blocked, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ledger_sql = "INSERT INTO ledger (at, verb, actor, session, item_table, item, before, after, cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

    def both(number: int) -> None:
        session = f"old-{number // 200}"
        for place, (event, line) in enumerate(zip(template["events"], template["ledger"], strict=True)):
            db.execute(event_sql, (session, number * 2 + place, event[2], event[3], f"{event[4]}-{number}", event[5], event[6]))
            db.execute(ledger_sql, (*line[:3], session, *line[4:]))

    return both


def run() -> dict[str, Any]:
    assert named()["event_insert"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        template = rows_of_a_pair(folder)
        layer = assemble.layer(Settings(), home=folder)
        raw_file = folder / "raw" / "habitus.db"
        assemble.layer(Settings(), home=raw_file.parent).close()
        raw = sqlite3.connect(raw_file, isolation_level=None)
        raw.execute("PRAGMA synchronous = NORMAL")
        took = turns({"observe": observed(layer), "insert": inserted(raw, template)}, rounds=40, each=100)
        raw.close()
        layer.close()
        growth = grown(folder / "grown", template)
    return {
        "observe_call_and_result_us": round(took["observe"] * 1e6, 1),
        "raw_inserts_us": round(took["insert"] * 1e6, 1),
        "observe_ratio": round(took["observe"] / took["insert"], 2),
        "us_by_events_in_file": growth,
        "growth_1k_to_1m": round(growth[str(SIZES[-1])] / growth[str(SIZES[0])], 2),
    }


def grown(folder: Path, template: dict[str, list[tuple[Any, ...]]]) -> dict[str, float]:
    """A store of each size, taken in turns: from one minute to the next the machine itself is half as fast again."""
    for size in SIZES:
        assemble.layer(Settings(), home=folder / str(size)).close()
        fill(folder / str(size) / "habitus.db", template, size)
    with ExitStack() as stack:
        layers = {str(size): stack.enter_context(closing(assemble.layer(Settings(), home=folder / str(size)))) for size in SIZES}
        took = turns({size: observed(layer) for size, layer in layers.items()}, rounds=40, each=100)
    return {size: round(seconds * 1e6, 1) for size, seconds in took.items()}


MARKS = {"observe_ratio": 4.0, "growth_1k_to_1m": 1.25}
