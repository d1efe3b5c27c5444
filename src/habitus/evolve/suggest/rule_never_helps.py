"""Suggest to retire a rule that was measured and does not help, or to step back with one that seems to hurt.

Why: every rule takes tokens and attention from those that help; a list that is half noise is followed half as well.
Instead: retire it. It stays in the ledger, and the next correction brings it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable

STEPS: dict[str, Literal["retire_rule", "demote_rule"]] = {"retire": "retire_rule", "demote": "demote_rule"}


class Measured(NamedTuple):
    """A lesson and its effect, as `measure` tells them."""

    id: str
    text: str
    decision: str
    told: int
    """Occasions with it."""
    untold: int
    with_it: float
    without: float
    low: float
    high: float
    """Mistakes spared per occasion, at least and at most."""


def rule_never_helps(rules: Iterable[Measured]) -> tuple[Suggestion, ...]:
    return tuple(_suggested(one) for one in rules if one.decision in STEPS)


def _suggested(one: Measured) -> Suggestion:
    step = STEPS[one.decision]
    told = (
        f"With “{one.text}” the mistake came on {one.with_it:.0%} of {one.told} occasions, without on {one.without:.0%} of {one.untold}. "
    )
    return Suggestion(
        kind="rule_never_helps",
        subject=one.id,
        sentence=told + ("Retire the rule." if step == "retire_rule" else "It seems to hurt: let it speak more softly."),
        evidence={"told": one.told, "untold": one.untold, "with": one.with_it, "without": one.without, "low": one.low, "high": one.high},
        parameters={"does": step, "rule": one.id},
    )
