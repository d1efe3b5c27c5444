"""How loudly a learned check may speak: shadow, remind, warn, block. What the evidence allows next, and nothing more. No I/O, no clock.

Each step up needs evidence, the last needs a person; a step back needs only that the user wanted it otherwise. Bias: slow to rise, quick to
fall: a check that speaks for nothing teaches the model to ignore the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from habitus.types import Stage

STAGES: tuple[Stage, ...] = ("shadow", "remind", "warn", "block")


class Limits(NamedTuple):
    least_fired: int = 3
    """Times that a check has fired in shadow or in the backtest before it may speak. Once is chance, twice may be one task; a check that
    fires less is not worth a reminder yet."""
    least_sessions: int = 2
    """... and in so many sessions: what happens in one only is that task's business."""
    least_reminded: int = 5
    """Reminders before it is asked whether they help: with fewer, one call more or less decides."""
    heeded: float = 0.6
    """Share of reminders that must have been followed. The rule is then known to be right, and not merely repeated."""
    overridden: int = 1
    """Times that the user wanted it otherwise before the check steps back. A person's word counts at once."""


USUAL = Limits()


def promoted(stage: Stage) -> Stage | None:
    """One step up; None at the top. Whether it may is for `due` or a person to say."""
    at = STAGES.index(stage)
    return STAGES[at + 1] if at + 1 < len(STAGES) else None


def demoted(stage: Stage) -> Stage | None:
    at = STAGES.index(stage)
    return STAGES[at - 1] if at else None


def due(stage: Stage, *, fired: int, heeded: int, overridden: int, sessions: int, limits: Limits = USUAL) -> Stage | None:
    """The stage that the evidence since the last step asks for; None: leave it.

    `fired`: how often it fired at this stage, in how many `sessions`; `heeded`: after how many of those the agent did as the rule says;
    `overridden`: how often the user wanted it otherwise."""
    if overridden >= limits.overridden:
        return demoted(stage)
    if stage == "shadow":
        return "remind" if fired >= limits.least_fired and sessions >= limits.least_sessions else None
    if stage == "remind":
        is_right = fired >= limits.least_reminded and heeded >= limits.heeded * fired
        # It fired again after it was heeded: reminding alone does not last.
        return "warn" if is_right and sessions >= limits.least_sessions else None
    return None


def is_ignored(stage: Stage, *, fired: int, heeded: int, overridden: int, sessions: int, limits: Limits = USUAL) -> bool:
    """Warnings do not help, and nobody wanted it otherwise: a person may want to block such calls."""
    return stage == "warn" and not overridden and fired >= limits.least_reminded and heeded < (1 - limits.heeded) * fired
