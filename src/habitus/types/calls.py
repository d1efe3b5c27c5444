"""What is said about a tool call, and to the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Act: TypeAlias = Literal["block", "warn", "remind"]
When: TypeAlias = Literal["pre_tool", "post_tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a rule says about a tool call. No verdict means: go ahead."""

    rule: str
    action: Act
    when: When
    message: str
    """Spoken to the model: imperative, and naming the way out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The verdicts on one call, or on its result, and what follows from them."""

    call: str
    ruling: Literal["allow", "block", "ask"]
    verdicts: tuple[Verdict, ...] = ()
