"""Suggest to retire a fix that used to work and no longer does.

Why: tools change. A fix that worked last month is offered with last month's confidence, and sends the agent the wrong way.
Instead: retire it, so that the failure is learned anew. Asked is whether so few successes could be chance, had nothing changed.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable


class Fixed(NamedTuple):
    """A fix, and how it went before the window and in it."""

    id: str
    text: str
    tool: str
    worked_before: int
    failed_before: int
    worked: int
    failed: int


def fix_stopped_working(fixes: Iterable[Fixed], *, share: float = 0.5, least: int = 5, chance: float = 0.01) -> tuple[Suggestion, ...]:
    """`share` of uses in which it worked before: what never worked has not stopped. `least` uses on either side. `chance`: of retiring one
    that is as good as ever; small, since many are looked at every day."""
    return tuple(_suggested(one) for one in fixes if _has_stopped(one, share, least, chance))


def _has_stopped(one: Fixed, share: float, least: int, chance: float) -> bool:
    before, lately = one.worked_before + one.failed_before, one.worked + one.failed
    if before < least or lately < least or one.worked_before / before < share:
        return False
    # Drawn towards the middle: five of five is not a promise for ever.
    expected = (one.worked_before + 1) / (before + 2)
    return sum(comb(lately, k) * expected**k * (1 - expected) ** (lately - k) for k in range(one.worked + 1)) < chance


def _suggested(one: Fixed) -> Suggestion:
    before, lately = one.worked_before + one.failed_before, one.worked + one.failed
    return Suggestion(
        kind="fix_stopped_working",
        subject=one.id,
        sentence=f"The fix “{one.text}” for `{one.tool}` worked in {one.worked_before} of {before} uses before, and "
        f"in {one.worked} of {lately} this week. Retire it, so that the failure is learned anew.",
        evidence={"worked_before": one.worked_before, "uses_before": before, "worked": one.worked, "uses": lately},
        parameters={"does": "retire_fix", "fix": one.id},
    )
