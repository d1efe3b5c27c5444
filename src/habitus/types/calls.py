"""What is said about a tool call, and to the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Act: TypeAlias = Literal["block", "warn", "remind"]
When: TypeAlias = Literal["pre_tool", "post_tool", "on_text"]
Ruling: TypeAlias = Literal["allow", "block", "ask"]


class Verdict(NamedTuple):
    """What a rule says about a tool call. No verdict means: go ahead."""

    rule: str
    action: Act
    when: When
    message: str
    """Spoken to the model: imperative, and naming the way out."""


@noun
class Decision:
    """The verdicts on one call, or on its result, and what follows from them."""

    call: str
    ruling: Ruling
    verdicts: tuple[Verdict, ...] = ()
    shadows: tuple[Verdict, ...] = ()
    """What rules in shadow would have said: recorded, and told to nobody."""
    gate: int = 0
    """The gate that decided; 0 where nothing stood in the way."""
    reason: str = ""
    approval: str = ""
    """The approval that was used up, or that now waits for a person."""


@noun
class Approval:
    """A person's answer about one exact call in one session. Used once, and not for long."""

    id: str
    session: str
    call_hash: str
    tool: str
    args: Mapping[str, Any]
    reason: str
    state: Literal["pending", "approved", "denied", "used"]
    asked_at: datetime
    expires_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""
