"""The figures that one needs before buying machines, as they stand in docs/growing.md between two marks. Not a bench: it only reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BEGINS, ENDS = "<!-- figures: written by `make bench` -->", "<!-- /figures -->"
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/growing.md"

LINES = (
    ("calls judged in a second by one process, on SQLite", "serving", "judged_per_second", ""),
    ("the same beside a bare Starlette route that keeps nothing", "serving", "ratio", "×"),
    ("from a call to its answer at half of that rate and 64 connections: median", "serving", "p50_ms_at_half_rate", "ms"),
    ("… and 99 of 100", "serving", "p99_ms_at_half_rate", "ms"),
    ("… while the bare route, in turns with it, took", "serving", "bare_p99_ms_at_that_rate", "ms"),
    ("99 of 100 at a thousand calls a second", "serving", "p99_ms_at_1000", "ms"),
    ("… while the bare route took", "serving", "bare_p99_ms_at_1000", "ms"),
    ("memory of a server under that load", "serving", "resident_mb", "MB"),
    ("… and what it grows by in the calls that were counted", "serving", "growth_mb", "MB"),
    ("disk for a judged call, its line in the ledger and all indexes", "serving", "kb_per_call", "KB"),
    ("calls judged in a second on PostgreSQL, asked one after the other: one process", "growing", "judged per s, 1 process", ""),
    ("… two processes", "growing", "judged per s, 2 processes", ""),
    ("a changed rule is in force on another replica after", "growing", "heard ms", "ms"),
    ("… without Redis", "growing", "heard ms, without Redis", "ms"),
    ("PostgreSQL away: the first call waits", "growing", "away: first call ms", "ms"),
    ("… the next ones", "growing", "away: next calls ms", "ms"),
    ("… and when it is back, all is taken in after", "growing", "away: back after s", "s"),
    ("a worker that has nothing to do: of one processor", "growing", "worker: idle CPU %", "%"),
    ("… memory beside the layer's", "growing", "worker: memory MB", "MB"),
    ("events acknowledged while servers, database and Redis were killed in turn", "soaking", "acknowledged", ""),
    ("… of which lost", "soaking", "lost", ""),
)


def page() -> str:
    """docs/growing.md with the figures of the last run."""
    results = json.loads((ROOT / "bench/results.json").read_text())
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}\n{_table(results)}\n{ENDS}{after}"


def _table(results: dict[str, Any]) -> str:
    found = [(what, results.get(bench, {}).get("figures", {}).get(name), unit) for what, bench, name, unit in LINES]
    lines = [f"| {what} | {figure:,} {unit} |".replace("  |", " |") for what, figure, unit in found if figure is not None]
    return "\n".join([f"| on two cores of a shared machine, {results['machine']} | |", "|---|---|", *lines])
