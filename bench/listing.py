"""Every list of the dashboard and of the API with a hundred thousand rows in every table, beside the same lists with a hundred.

The rows are copies of those of a furnished house, told apart by their keys and times, put straight into the tables: it is the looking that is
measured. Asked over the application, without a network: the first page, and the next page of what has one. `times as long` is the steepest of
them, beside itself in the small house. `search` looks for a word that one row has: no index knows the middle of a word, so every row is
looked at, and the floor is the database alone doing so in one table (`LIKE` over the text of the rules). `/health` is no list: it counts all
of them, each time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bench.growing import TESTS, opened
from habitus import assemble
from habitus.config import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from starlette.testclient import TestClient

    from habitus.layer import Layer

FEW, MANY = 100, 100_000
TURNS = 7
TOKEN = "bench"
START = datetime(2026, 1, 1, tzinfo=UTC)
RARE = "zanzibar"
"""Said by one row of each table."""

KEYS: dict[str, tuple[str, ...]] = {
    "sessions": ("id",), "events": ("session",), "behavioral_rules": ("id",), "learnings": ("id", "error_pattern"),
    "knowledge": ("id", "key"), "learning_examples": ("id",), "proposals": ("id",), "approvals": ("id", "call_hash"),
    "suggestions": ("id", "subject"), "triples": ("id", "object"), "skills": ("id",), "skill_versions": ("slug",),
    "strategies": ("id", "pattern"), "firings": ("id",), "ledger": ("item",), "agents": ("id",),
}  # fmt: skip
"""What is another in every copy."""

WORDS = {
    "behavioral_rules": "description", "learnings": "fix", "knowledge": "content", "proposals": "title", "skills": "description",
    "triples": "object", "sessions": "workspace",
}  # fmt: skip
TIMES = ("at", "created_at", "started_at", "updated_at", "asked_at", "last_updated")
ORIGIN = '{"speaker": "user"}'
AT = START.isoformat()
ELSE: dict[str, dict[str, Any]] = {
    "knowledge": {"id": "k", "key": "k", "category": "fact", "content": "The tests need Redis.", "confidence": 0.8, "origin": ORIGIN, "created_at": AT},
    "approvals": {"id": "a", "session": "monday", "call_hash": "h", "tool": "Deploy", "args": "{}", "reason": "Deploy needs a yes.", "state": "pending", "asked_at": AT, "expires_at": "2100-01-01T00:00:00+00:00"},
    "learning_examples": {"id": "e", "user_input": "add left-pad", "skill_calls": "[]", "outcome": "positive"},
    "triples": {"id": "t", "subject": "tool:Bash", "predicate": "caused_error", "object": "error:x", "at": AT},
    "strategies": {"id": "s", "agent": "bot", "pattern": "p", "successful_action": "a", "success_rate": 0.5, "tried": 2.0, "worked": 1.0, "last_updated": AT},
    "firings": {"id": "f", "rule": "33333333-0000-4000-8000-000000000000", "session": "monday", "call": "c1", "stage": "shadow", "at": AT},
}  # fmt: skip
"""Of what the furnished house has none."""

GIVEN = {"events": "id", "ledger": "id"}
"""Numbers that the database gives."""

PAGES = (
    "/behavioral-rules", "/inbox", "/approvals", "/approvals?state=denied", "/sessions", "/errors", "/skills", "/persona", "/evolution",
    "/evolution?agent=bot", "/agents", "/knowledge", "/knowledge?kind=examples", "/knowledge?kind=strategies", "/ledger", "/ledger?all=1",
)  # fmt: skip
SEARCHES = (*(f"/{name}?q={RARE}" for name in ("behavioral-rules", "sessions", "errors", "skills", "knowledge")), f"/sessions?agent={RARE}")
LISTS = (
    "rules", "proposals", "approvals", "sessions", "learnings", "knowledge", "examples", "skills", "strategies", "ledger", "graph", "effects",
    "agents", "persona", "queue", "agents/bot/evolution/suggestions", "agents/bot/evolution/metrics",
)  # fmt: skip
MARKS: dict[str, Any] = {f"{name}: {figure}": mark for name in ("SQLite", "PostgreSQL") for figure, mark in (("times as long", 5.0), ("search, times a scan", 10.0))}  # fmt: skip


def run() -> dict[str, Any]:
    sys.path.insert(0, TESTS)
    found: dict[str, Any] = {}
    for name, house in (("SQLite", _on_sqlite), ("PostgreSQL", _on_postgres)):
        with ExitStack() as stack:
            small, large = (stack.enter_context(house(count)) for count in (FEW, MANY))
            few, many, searched, scan = _listed(small), _listed(large), _asked(large, SEARCHES), _scan(large)
            glance = _asked(large, ["/health"])["/health"]
        slowest, steepest = max(many, key=lambda path: many[path]), max(few, key=lambda path: many[path] / few[path])
        longest = max(searched, key=lambda path: searched[path])
        found |= {
            f"{name}: lists": len(many), f"{name}: slowest ms": f"{many[slowest]:.1f}, {slowest}",
            f"{name}: times as long": round(many[steepest] / few[steepest], 2), f"{name}: steepest": steepest,
            f"{name}: slowest search ms": f"{searched[longest]:.1f}, {longest}; a scan {scan:.1f}",
            f"{name}: search, times a scan": round(searched[longest] / scan, 2), f"{name}: /health, which counts it all, ms": round(glance, 1),
        }  # fmt: skip
    return found


@contextmanager
def _on_sqlite(count: int) -> Iterator[Layer]:
    with tempfile.TemporaryDirectory(prefix="habitus-list-") as home, closing(assemble.layer(Settings(), home=home)) as layer:
        _furnished(layer, count)
        yield layer


@contextmanager
def _on_postgres(count: int) -> Iterator[Layer]:
    from real import postgres

    with (
        tempfile.TemporaryDirectory(prefix="habitus-list-") as home,
        postgres.running() as server,
        closing(opened(Path(home), server.url)) as layer,
    ):
        _furnished(layer, count)
        yield layer


def _furnished(layer: Layer, count: int) -> None:
    from server.furnished import furnish

    furnish(layer)
    with _tables(layer) as (ask, put):
        for table in KEYS:
            row = next(iter(ask(f"SELECT * FROM {table} LIMIT 1")), None) or dict(ELSE[table])
            row.pop(GIVEN.get(table, ""), None)
            put(table, list(row), (_copied(table, row, n, count) for n in range(count)))


def _copied(table: str, row: dict[str, Any], n: int, count: int) -> tuple[Any, ...]:
    at = (START + timedelta(seconds=n)).isoformat()
    changed = {key: _key(row[key], n) for key in KEYS[table]} | {name: at for name in TIMES if name in row}
    if table in WORDS and n == count // 2:
        changed[WORDS[table]] = f"{row[WORDS[table]]} {RARE}"
    if table == "approvals" and n % 2:
        changed["state"] = "denied"
    if table == "ledger":
        changed["session"] = f"monday-{n // 20}"
    return tuple(({**row, **changed}).values())


def _key(value: str, n: int) -> str:
    is_uuid = len(value) == 36 and value.count("-") == 4
    return f"{n:08x}-1111-4111-8111-111111111111" if is_uuid else f"{value}-{n}"


@contextmanager
def _tables(layer: Layer) -> Iterator[tuple[Any, Any]]:
    """How rows are read, and put in."""
    database: Any = layer.store.database  # type: ignore[attr-defined]  # SqlStore, as `assemble` makes it
    if layer.store.is_far:
        database = database._database  # behind what tells the other replicas
        with database._pool.connection() as far, far.transaction():

            def copy(table: str, names: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
                with far.cursor().copy(f"COPY {table} ({_named(names)}) FROM STDIN") as into:
                    for row in rows:
                        into.write_row(row)

            yield lambda sql: far.execute(sql).fetchall(), copy
        with database._pool.connection() as far:
            far.execute("ANALYZE")
        return
    import sqlite3

    with closing(sqlite3.connect(layer.store.where, isolation_level=None)) as near:
        near.row_factory = sqlite3.Row
        near.execute("BEGIN")
        yield (
            lambda sql: map(dict, near.execute(sql).fetchall()),
            lambda table, names, rows: near.executemany(
                f"INSERT INTO {table} ({_named(names)}) VALUES ({', '.join('?' * len(names))})", rows
            ),
        )
        near.execute("COMMIT")


def _named(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _listed(layer: Layer) -> dict[str, float]:
    """Milliseconds by address."""
    client = _client(layer)
    found = _asked(layer, [*PAGES, *(f"/v1/{name}" for name in LISTS)])
    for name in LISTS:
        answer = client.get(f"/v1/{name}").json()
        if isinstance(answer, dict) and answer.get("next"):
            behind = f"{'before' if name == 'ledger' else 'after'}={quote(str(answer['next']))}"
            found[f"/v1/{name}, next"] = _median(lambda behind=behind, name=name: _got(client, f"/v1/{name}?{behind}"))  # type: ignore[misc]
    return found


def _asked(layer: Layer, paths: Iterable[str]) -> dict[str, float]:
    client = _client(layer)
    return {path: _median(lambda path=path: _got(client, path)) for path in paths}  # type: ignore[misc]


def _client(layer: Layer) -> TestClient:
    from starlette.testclient import TestClient

    from habitus.server.app import create

    return TestClient(create(layer, TOKEN), base_url="http://127.0.0.1", headers={"Authorization": f"Bearer {TOKEN}"})


def _got(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"


def _scan(layer: Layer) -> float:
    """What the database alone takes to look at the text of every rule."""
    with _tables(layer) as (ask, _):
        return _median(lambda: list(ask(f"SELECT id FROM behavioral_rules WHERE description LIKE '%{RARE}%'")))


def _median(do: Callable[[], object]) -> float:
    do()
    times = []
    for _ in range(TURNS):
        begin = time.perf_counter()
        do()
        times.append((time.perf_counter() - begin) * 1000)
    return median(times)
