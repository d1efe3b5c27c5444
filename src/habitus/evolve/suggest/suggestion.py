"""What a look at the week can suggest: the noun, and how shares are compared."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind: TypeAlias = Literal[
    "low_retrieval_usage",
    "tool_failure",
    "repeated_tool",
    "rule_never_helps",
    "skill_unused",
    "fix_stopped_working",
    "rules_in_conflict",
]


@noun
class Suggestion:
    """Something that could be done better, for a person to say yes or no to."""

    kind: Kind
    subject: str
    """What it is about: a source, a tool, a lesson, a skill. Kind and subject together are pending once."""
    sentence: str
    """For a person: what was seen, and what is proposed."""
    evidence: Mapping[str, Any]
    """The figures that it rests on, as they were when it was made."""
    parameters: Mapping[str, Any]
    """What applying it would do: `does`, and what that needs. `_baseline` joins them when it is applied."""


def exceeds(part: int, whole: int, share: float) -> bool:
    """Is part/whole more than the share, as the share is written? 7 of 35 is not more than 0.2, whatever floats make of it."""
    return part > Fraction(str(share)) * whole


def percent(part: int, whole: int) -> str:
    """Rounded down: 20.4 % is not told as more than it is."""
    return f"{100 * part // whole} %"
