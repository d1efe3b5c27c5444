"""What worked for which kind of intent: strategies and a new outcome in, strategies out. The time is handed in; nothing is kept here.

Bias: one failure is enough to avoid an action for that kind until something speaks for it again, because the same mistake twice is what
the loop is there to prevent; one success is not enough to be sure.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from habitus.adapt.nouns import Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import DataType, Intent, Validation

FAMILIES: tuple[frozenset[DataType], ...] = (frozenset({"numbers", "list", "table", "data"}), frozenset({"text", "analysis"}))
"""What works for one of a family is worth trying for the others."""
PRIOR = 1.0
"""Attempts that nobody made, half of them good: one outcome moves the rate to 1/4 or 3/4, not to an end."""
GOOD, BAD = 0.5, 0.35
"""A rate from which an action is used again, and under which it is avoided: one failure is 0.25."""
TRANSFER = 0.8
"""What evidence for a relative is worth."""
FADE = 0.9
"""Of the older evidence, with each new outcome: what worked a hundred tasks ago says little about today's model."""
HALF_LIFE_DAYS = 90.0
FORGOTTEN = 0.1
"""Evidence below which a strategy is dropped."""
NEAR_WORKED = 0.75
"""Of the score: a result that failed one check of many still tells that the action was of the right kind."""


def pattern(intent: Intent) -> str:
    """The seed's name for a kind of intent: "numbers_request"."""
    return f"{intent.data_type}_request"


def rate(strategy: Strategy) -> float:
    return round((strategy.worked + PRIOR / 2) / (strategy.tried + PRIOR), 3)


def learn(known: Sequence[Strategy], intent: Intent, action: str, validation: Validation, at: str) -> tuple[Strategy, ...]:
    """Count one outcome. `at` is an ISO time in UTC."""
    name = pattern(intent)
    old = next((one for one in known if (one.pattern, one.action) == (name, action)), None)
    worked = 1.0 if validation.ok else validation.score if _was_of_the_kind(validation) else 0.0
    new = Strategy(
        pattern=name,
        action=action,
        tried=(old.tried * FADE if old else 0.0) + 1,
        worked=(old.worked * FADE if old else 0.0) + worked,
        updated=at,
        lesson=validation.suggestions[0] if not validation.ok and validation.suggestions else old.lesson if old else "",
    )
    return (*(one for one in known if one is not old), new)


def _was_of_the_kind(validation: Validation) -> bool:
    return validation.data_type_match is not False and validation.score >= NEAR_WORKED


def best(known: Sequence[Strategy], intent: Intent) -> Strategy | None:
    """The action to use for an intent, if any has proved itself for it or for a relative."""
    good = [(worth, one) for one in known if (worth := _worth(one, intent)) >= GOOD]
    return max(good, key=lambda pair: (pair[0], pair[1].updated))[1] if good else None


def avoided(known: Sequence[Strategy], intent: Intent) -> tuple[str, ...]:
    """Actions that have failed for just this kind: the seed's `avoidActions`."""
    return tuple([one.action for one in known if one.pattern == pattern(intent) and rate(one) < BAD])


def lessons(known: Sequence[Strategy], intent: Intent) -> tuple[str, ...]:
    """What earlier failures of this kind taught, newest first."""
    mine = sorted((one for one in known if one.pattern == pattern(intent) and one.lesson), key=lambda one: one.updated, reverse=True)
    return tuple(dict.fromkeys([one.lesson for one in mine]))


def told(known: Sequence[Strategy], intent: Intent) -> str:
    """All of it as lines for a prompt."""
    used = best(known, intent)
    lines = [f"- worked before: {used.action} ({rate(used):.0%} of about {used.tried:.0f})"] if used else []
    lines += [f"- avoid: {action}" for action in avoided(known, intent)]
    lines += [f"- learned: {lesson}" for lesson in lessons(known, intent)]
    return "\n".join(lines) or "- nothing yet"


def forget(known: Sequence[Strategy], now: str) -> tuple[Strategy, ...]:
    """Evidence halves with time, and what has faded away is dropped. Forgetting twice at the same moment is forgetting once."""
    kept = []
    for one in known:
        weight = 0.5 ** (max(0.0, _days(one.updated, now)) / HALF_LIFE_DAYS)
        if one.tried * weight < FORGOTTEN:
            continue
        kept.append(
            one
            if weight == 1.0
            else Strategy(
                pattern=one.pattern, action=one.action, tried=one.tried * weight, worked=one.worked * weight, updated=now, lesson=one.lesson
            )
        )
    return tuple(kept)


def _worth(one: Strategy, intent: Intent) -> float:
    if one.pattern == pattern(intent):
        return rate(one)
    related = any(intent.data_type in family and one.pattern.removesuffix("_request") in family for family in FAMILIES)
    return rate(one) * TRANSFER if related else 0.0


def _days(before: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(before)).total_seconds() / 86_400
