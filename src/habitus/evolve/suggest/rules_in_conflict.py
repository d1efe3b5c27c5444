"""Suggest that a person choose between two rules that cannot both be followed.

Why: told both, the model follows one by chance, and the person who gave the other sees it ignored.
Instead: keep one; the newer is named first, for it is the likelier to be meant. Nothing is chosen by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from habitus.types import Rule


class Clash(NamedTuple):
    """Two rules in force, and why they cannot both hold."""

    one: Rule
    other: Rule
    why: str
    together: int = 0
    """Prompts of the week that held both."""


def rules_in_conflict(clashes: Iterable[Clash]) -> tuple[Suggestion, ...]:
    """Each pair once, whichever of the two came first; a rule that is no longer active is in nobody's way."""
    found = {frozenset((one.one.id, one.other.id)): one for one in clashes if one.one.state == one.other.state == "active"}
    return tuple(_suggested(one) for one in found.values())


def _suggested(clash: Clash) -> Suggestion:
    newer, older = sorted((clash.one, clash.other), key=_age, reverse=True)
    return Suggestion(
        kind="rules_in_conflict",
        subject=" ".join(sorted((newer.id, older.id))),
        sentence=f"“{newer.text}” and “{older.text}” cannot both be followed: {clash.why}. Keep one, probably the newer.",
        evidence={"why": clash.why, "together": clash.together},
        parameters={"does": "choose_rule", "rules": [newer.id, older.id], "keep": newer.id},
    )


def _age(rule: Rule) -> tuple[datetime, str]:
    return rule.created_at, rule.id
