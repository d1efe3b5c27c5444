"""How shares are compared, and told."""

from __future__ import annotations

from fractions import Fraction

from habitus.types.measures import Suggestion
from habitus.types.measures import SuggestionKind as Kind

__all__ = ["Kind", "Suggestion", "exceeds", "percent"]


def exceeds(part: int, whole: int, share: float) -> bool:
    """Is part/whole more than the share, as the share is written? 7 of 35 is not more than 0.2, whatever floats make of it."""
    return part > Fraction(str(share)) * whole


def percent(part: int, whole: int) -> str:
    """Rounded down: 20.4 % is not told as more than it is."""
    return f"{100 * part // whole} %"
