"""Ten minutes of hostile input for whatever reads text from outside: no crash, no hang. Not part of `make bench`: `python -m bench fuzz`."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from typing import Any

from habitus.enforce import declared, expression, policy
from habitus.errors import EventError
from habitus.hosts import trace
from habitus.observe import redact
from habitus.parse import destructive, effects, patterns, shell, sql

SECONDS = float(os.environ.get("HABITUS_FUZZ_SECONDS", "600"))
SLOW = 2.0
"""Seconds for one input that count as a hang. The largest here are some 20 KB."""

FRAGMENTS = (
    "rm -rf", "git reset --hard", "sudo", "sh -c '", "bash -lc \"", "$(", "`", "${x:-", "}", ")", "|", "||", "&&", ";", "\n", "<<EOF\n", "EOF\n",
    "<(", ">", ">>", "2>&1", "'", '"', "\\", "\\\n", "$", "*", "{a,b}", "find . -exec", "{} \\;", "xargs -I{}", "eval", "env -i", "case x in", "esac",
    "if true; then", "fi", "for i in a; do", "done", "while :; do", "f() {", "psql -c", "DROP/**/TABLE x", "DELETE FROM t", "WHERE 1=1", "--", "/*",
    "echo", "base64 -d", "python -c", "import os", "x=1", "#", "\0", "é", "\u202e", "\ud800", "(" * 50, "a" * 200, "-" * 80, "((", "[[", "]]", "!",
)  # fmt: skip
WORDS = (
    *declared.FIELDS,
    "all",
    "any",
    "not",
    "type",
    "param",
    "contains",
    "matches",
    "expression",
    "edit",
    "*",
    "(",
    "a{999}",
    "args['x']",
    "block",
)


def text(chance: random.Random) -> str:
    parts = (chance.choice(FRAGMENTS) for _ in range(chance.randint(1, chance.choice((3, 10, 60)))))
    return chance.choice((" ", "", " ")).join(parts)


def value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randint(0, 6 if depth < 6 else 3)
    if kind <= 1:
        return chance.choice(WORDS)
    if kind == 2:
        return chance.choice((None, True, False, -1, 0, 3, 1.5, float("nan"), 10**30))
    if kind == 3:
        return text(chance)
    if kind == 4:
        return [value(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    return {chance.choice(WORDS): value(chance, depth + 1) for _ in range(chance.randint(0, 5))}


def command(chance: random.Random) -> None:
    script = shell.commands(text(chance), "/w")
    destructive.find(script)
    effects.effects(script)
    effects.is_test_run(script)
    effects.browses(script)
    effects.reads_file(script)


def statement(chance: random.Random) -> None:
    sql.statements(text(chance))


def declaration(chance: random.Random) -> None:
    names = ("profile", "rules", "custom", "rule_definitions", "state_tracking")
    block = {name: value(chance) for name in names if chance.random() < 0.7}
    if chance.random() < 0.8:
        block["profile"] = chance.choice(("", "coding", "nope"))
    policy.read(value(chance), (), declared.read(block, own={"nope": value(chance)})[1])


def condition(chance: random.Random) -> None:
    try:
        expression.compiled(text(chance) if chance.random() < 0.5 else " ".join(chance.choice(WORDS) for _ in range(8)))
    except expression.ExpressionError:
        pass
    try:
        patterns.searcher(text(chance))(text(chance))
    except patterns.PatternError:
        pass


def event(chance: random.Random) -> None:
    try:
        trace.event(value(chance), trace.Missing(session="s"))
    except EventError:
        pass
    redact.value(value(chance), key=b"k")
    redact.text(text(chance), key=b"k")


TARGETS: tuple[Callable[[random.Random], None], ...] = (command, statement, declaration, condition, event)


def run(seconds: float = SECONDS, seed: int = 20261115) -> dict[str, Any]:
    found: dict[str, Any] = {"inputs": 0, "crashes": 0, "hangs": 0, "slowest_ms": 0.0, "first_crash": ""}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for target in TARGETS:
            case = seed + found["inputs"]
            begin = time.perf_counter()
            try:
                target(random.Random(case))
            except Exception as error:
                found["crashes"] += 1
                found["first_crash"] = found["first_crash"] or f"{target.__name__}({case}): {error!r:.200}"
            took = time.perf_counter() - begin
            found["hangs"] += took > SLOW
            found["slowest_ms"] = max(found["slowest_ms"], round(took * 1e3, 1))
            found["inputs"] += 1
    return found


MARKS = {"crashes": 0, "hangs": 0}
