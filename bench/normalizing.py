"""`parse.failure` on logs with known templates, on the cases, and what a message costs: grouping from each message alone.

GA is the share of messages in groups that equal a true group; FGA the F1 over the groups themselves. Over-merging and over-splitting cost both.
Linux has a template `user=guest` beside `user=<*>`: no reader of one message can tell them apart.
"""

from __future__ import annotations

import json
import random
import time
import uuid
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from bench import data
from bench.timing import quiet
from habitus.parse.failure import category, pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

CASES = data.ROOT / "tests" / "cases" / "error_groups.json"
LENGTH = 200
BATCH, ROUNDS = 20, 60
MESSAGES = (
    "{ts} worker {n} failed: could not write block {u} to /srv/data/{n}/part-{n}.bin after {f}s: connection to 10.0.7.7:{n} reset by peer, 3 of {n} retries left (id {h})",
    "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='svc.example.com', port={n}): Max retries exceeded with url: /v1/items/{n} (Caused by NewConnectionError: [Errno 111] refused by 0x{h})",
    'ERROR: insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey" DETAIL: Key (user_id)=({n}) is not present in table "users". (SQLSTATE 23503) while handling {u}',
    "Rate limit reached for the big model in organization org-{h} on tokens per min (TPM): Limit {n}, Used {n}, Requested {n}. Please try again in {f}s. Visit https://example.com/account/{n} to learn more.",
    "The process could not be started because the program that it needs is not installed on this machine; install it first and try again, or ask somebody who may install programs to do so (exit code 3).",
)


def groups(keys: Sequence[Hashable]) -> set[frozenset[int]]:
    found: dict[Hashable, set[int]] = defaultdict(set)
    for at, key in enumerate(keys):
        found[key].add(at)
    return {frozenset(each) for each in found.values()}


def scored(rows: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Grouping accuracy, and F1 of grouping."""
    truth, guessed = groups([row["template_id"] for row in rows]), groups([pattern(row["message"]) for row in rows])
    right = truth & guessed
    return sum(map(len, right)) / len(rows), 2 * len(right) / (len(truth) + len(guessed))


def logs() -> dict[str, Any]:
    if data.folder() is None:
        for name in ("logs_ga", "logs_fga"):
            MARKS.pop(name, None)  # not measured: it cannot miss its mark
        return data.ABSENT
    by_system: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in data.rows("logs_templates"):
        by_system[row["system"]].append(row)
    each = {system: scored(rows) for system, rows in sorted(by_system.items())}
    ga, fga = (sum(both) / len(each) for both in zip(*each.values(), strict=True))
    return {"logs_ga": round(ga, 3), "logs_fga": round(fga, 3)} | {
        f"logs_{system}": f"GA {one:.3f}, FGA {other:.3f}" for system, (one, other) in each.items()
    }


def cases() -> dict[str, Any]:
    given = json.loads(CASES.read_text())
    patterns = {group["group"]: [pattern(message, group["tool"]) for message in group["messages"]] for group in given}
    owners: dict[str, set[str]] = defaultdict(set)
    for name, found in patterns.items():
        for each in found:
            owners[each].add(name)
    kinds = [
        category(message, group["tool"]) in (group["category"], *(group.get("category_also_ok") or []))
        for group in given
        for message in group["messages"]
    ]
    return {
        "groups": len(given),
        "groups_torn": sum(len(set(found)) > 1 for found in patterns.values()),
        "collisions": sum(len(names) > 1 for names in owners.values()),
        "categories_right": round(sum(kinds) / len(kinds), 3),
    }


def costs() -> dict[str, Any]:
    """Each message with other values than any before it; the best of many rounds, because the machine has other work too."""
    chance = random.Random(7)
    with quiet():
        one = [_best(pattern, [[_filled(text, chance) for _ in range(BATCH)] for _ in range(ROUNDS)]) for text in MESSAGES]
        kind = [
            _best(lambda text: category(text, "tool"), [[_filled(text, chance) for _ in range(BATCH)] for _ in range(ROUNDS)])
            for text in MESSAGES
        ]
    return {
        "pattern_us": round(sum(one) / len(one), 1),
        "pattern_each_us": ", ".join(f"{each:.1f}" for each in one),
        "category_us": round(sum(kind) / len(kind), 1),
    }


def _best(action: Callable[[str], object], rounds: Sequence[Sequence[str]]) -> float:
    took = []
    for texts in rounds:
        begin = time.perf_counter()
        for text in texts:
            action(text)
        took.append((time.perf_counter() - begin) / len(texts))
    return min(took) * 1e6


def _filled(text: str, chance: random.Random) -> str:
    while "{n}" in text:
        text = text.replace("{n}", str(chance.randrange(1, 99_999)), 1)
    stamp = f"2024-05-{chance.randrange(10, 29)}T10:{chance.randrange(10, 60)}:{chance.randrange(10, 60)}.{chance.randrange(10**5, 10**6)}Z"
    values = {
        "ts": stamp,
        "u": uuid.UUID(int=chance.getrandbits(128)),
        "f": round(chance.random() * 99, 3),
        "h": f"{chance.getrandbits(48):012x}",
    }
    return text.format(**values)[:LENGTH].ljust(LENGTH, ".")


def run() -> dict[str, Any]:
    return logs() | cases() | costs()


MARKS: dict[str, Any] = {
    "logs_ga": ["min", 0.88],
    "logs_fga": ["min", 0.88],
    "groups_torn": 0,
    "collisions": 0,
    "categories_right": ["min", 0.97],
    "pattern_us": 20.0,
}
