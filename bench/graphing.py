"""The graph of errors and fixes with 100,000 triples, on SQLite and PostgreSQL: milliseconds to walk it, in the median.

One tool has half of all edges, as one has in real life; the rest are spread over thousands of errors, sessions and fixes.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from habitus.learn import graph
from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 100_000
WALKS = 31
AT = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
MARKS = {
    f"milliseconds, {walk}, {store}": 10.0
    for walk in ("one step around a node", "two steps", "a path")
    for store in ("SQLite", "PostgreSQL")
}


def run() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        figures |= measured(SqlStore(Sqlite(f"{folder}/habitus.db")), "SQLite")
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from real import postgres  # the one that the tests run on

    with postgres.running() as server:
        figures |= measured(SqlStore(Postgres(server.url)), "PostgreSQL")
    return figures


def measured(store: SqlStore, name: str) -> dict[str, Any]:
    chance = random.Random(7)
    errors = chance.sample(filled(store, chance), WALKS)
    walks: dict[str, Callable[[int], Any]] = {
        "one step around a node": lambda n: graph.around("tool:Bash" if n % 2 else errors[n], 1, store.lessons().triples_at),
        "two steps": lambda n: graph.around(errors[n], 2, store.lessons().triples_at),
        "a path": lambda n: graph.path(errors[n], errors[n - 1], store.lessons().triples_at),
    }
    figures = {}
    for walk, go in walks.items():
        times = []
        for n in range(WALKS):
            begin = time.perf_counter()
            assert go(n)
            times.append((time.perf_counter() - begin) * 1000)
        figures[f"milliseconds, {walk}, {name}"] = round(median(times), 2)
    store.close()
    return figures


def filled(store: SqlStore, chance: random.Random) -> list[str]:
    """Straight into the table: what is measured is walking, not drawing. Answers the errors."""
    edges: set[tuple[str, str, str]] = set()
    while len(edges) < MANY:
        error = f"error:Bash:e{chance.randrange(20_000)}"
        edges.add((error, "causedBy", "tool:Bash"))
        edges.add((error, "inSession", f"session:s{chance.randrange(3000)}"))
        edges.add((error, "similarTo", f"error:Bash:e{chance.randrange(20_000)}"))
        edges.add((error, "resolvedBy", f"fix:f{chance.randrange(4000)}"))
    rows = [
        {
            "id": f"t{n}",
            "subject": s,
            "predicate": p,
            "object": o,
            "weight": chance.random(),
            "times": 1,
            "origin": "",
            "at": AT.isoformat(),
        }
        for n, (s, p, o) in enumerate(sorted(edges))
    ]
    with store.batch():
        store.database.change_many("triples.put", rows)
    return sorted({subject for subject, _, _ in edges})
