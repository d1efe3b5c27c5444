"""What is learned from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

Speaker: TypeAlias = Literal["operator", "user", "agent", "tool", "document"]
"""Most trusted first. A lesson's trust is the lowest in its lineage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who said it, through which channel, in which event."""

    speaker: Speaker
    channel: str = ""
    session: str = ""
    event: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What was asked, what the agent did, and how the person corrected it."""

    request: str
    answer: str
    correction: str


RuleType: TypeAlias = Literal["refusal", "hallucination", "wrong_skill", "missing_context", "preference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Something worth learning from. So far: a correction."""

    rule_type: RuleType
    confidence: float
    quote: str
    """The words that gave it away, as the person wrote them."""
    lang: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A signal with all that a learner needs to make a rule of it: what waits in `behavioral:pending`."""

    id: str
    signal: Signal
    exchange: Exchange
    origin: Origin
    workspace: str = ""
    at: datetime
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    level: Literal["global", "agent", "user", "project"] = "global"
    name: str = ""


State: TypeAlias = Literal["proposed", "shadow", "active", "superseded", "retired"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Something learned. The same source gives the same id, so learning twice changes nothing."""

    id: str
    text: str
    scope: Scope
    origin: Origin
    confidence: float
    created_at: datetime
    state: State = "active"
    evidence_for: int = 1
    evidence_against: int = 0
    times_applied: int = 0
    last_used: datetime | None = None
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Lesson):
    """A lesson from a correction, spoken to the model as an imperative."""

    rule_type: RuleType
    lang: str = "en"
    skill_poison: str | None = None
    fewshot_user: str | None = None
    fewshot_assistant: str | None = None
    source: Exchange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """What the model is told before it speaks. Empty text means: nothing to say."""

    text: str
    lessons: tuple[str, ...] = ()
    tokens: int = 0
