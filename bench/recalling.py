"""What is told to the model, out of 100 and out of 100,000 rules on SQLite: milliseconds a turn. Cost must not grow with the store."""

from __future__ import annotations

import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus import assemble
from habitus.config import Settings
from habitus.parse.terms import terms
from habitus.types import UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.layer import Layer

NOW = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
FEW, MANY = 100, 100_000
COMMON = ["tests", "files", "commits", "branches", "answers", "errors", "comments", "types", "imports", "functions"]
RARE = [f"module{n}" for n in range(5000)]
PROMPTS = (
    "Please fix the failing tests in module17 and commit the files on a new branch, then answer with the errors you found.",
    "Rename the functions of module4000 and keep the comments.",
    "What does this repository do?",
)
MARKS = {"milliseconds at 100,000 rules": 5.0, "milliseconds at 100,000 rules, the slowest prompt": 5.0}


def run() -> dict[str, Any]:
    few, many = measured(FEW), measured(MANY)
    return {
        "milliseconds at 100 rules": round(sum(few) / len(few), 2),
        "milliseconds at 100,000 rules": round(sum(many) / len(many), 2),
        "milliseconds at 100,000 rules, the slowest prompt": round(max(many), 2),
        "times as long as at 100 rules": round(sum(many) / sum(few), 2),
    }


def measured(count: int) -> list[float]:
    """The median of each prompt, injection noted in the ledger and all."""
    with tempfile.TemporaryDirectory() as home:
        layer = assemble.layer(Settings(), home=home, clock=lambda: NOW + timedelta(days=1))
        filled(layer, count)
        layer.observe(UserMessage(session="s", at=NOW, key="u1", text="hello", workspace=str(Path(home).resolve()), agent="claude-code"))
        found = []
        for prompt in PROMPTS:
            layer.guide("s", prompt)
            times = []
            for _ in range(31):
                begin = time.perf_counter()
                layer.guide("s", prompt)
                times.append(time.perf_counter() - begin)
            found.append(sorted(times)[15] * 1000)
        layer.close()
        return found


def filled(layer: Layer, count: int) -> None:
    """Straight into the tables: a hundred thousand corrections would take a minute, and it is the reading that is measured."""
    database: Any = layer.store.database  # type: ignore[attr-defined]  # SqlStore, as `assemble` makes it
    with layer.batch():
        database._db.executemany(
            "INSERT INTO behavioral_rules (id, rule_type, description, confidence, created_at, origin, indexed) VALUES (?, ?, ?, ?, ?, ?, 1)",
            ((f"{n:08x}-0000-8000-a000-000000000000", "preference", text, 0.75, at, '{"speaker": "user"}') for n, text, at in rows(count)),
        )
        database._db.executemany(
            "INSERT INTO lesson_terms (kind, scope, term, at, lesson) VALUES ('rule', 'global', ?, ?, ?)",
            ((term, at, f"{n:08x}-0000-8000-a000-000000000000") for n, text, at in rows(count) for term in terms(text)),
        )


def rows(count: int) -> Iterator[tuple[int, str, str]]:
    chance = random.Random(7)
    for n in range(count):
        words = " and ".join([*chance.sample(COMMON, 2), chance.choice(RARE)])
        yield n, f"Keep the {words} as they are.", (NOW - timedelta(seconds=count - n)).isoformat()
