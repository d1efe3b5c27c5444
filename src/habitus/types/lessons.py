"""What is learned from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Speaker: TypeAlias = Literal["operator", "user", "agent", "tool", "document"]
"""Most trusted first. A lesson's trust is the lowest in its lineage."""


@noun
class Origin:
    """Who said it, through which channel, in which event."""

    speaker: Speaker
    channel: str = ""
    session: str = ""
    event: str = ""


@noun
class Exchange:
    """What was asked, what the agent did, and how the person corrected it."""

    request: str
    answer: str
    correction: str


RuleType: TypeAlias = Literal["refusal", "hallucination", "wrong_skill", "missing_context", "preference"]


@noun
class Signal:
    """A correction, as it was heard in a user's message."""

    rule_type: RuleType
    confidence: float
    quote: str
    """The words that gave it away, as the person wrote them."""
    lang: str


Outcome: TypeAlias = Literal["positive", "negative"]


@noun
class Feedback:
    """Praise or a complaint, as it was heard in a user's message."""

    outcome: Outcome
    confidence: float
    quote: str
    lang: str


@noun
class Correction:
    """A signal with all that a learner needs to make a rule of it: what waits in `behavioral:pending`."""

    id: str
    signal: Signal
    exchange: Exchange
    origin: Origin
    workspace: str = ""
    at: datetime
    tries: int = 0


@noun
class Scope:
    level: Literal["global", "agent", "user", "project"] = "global"
    name: str = ""

    def __str__(self) -> str:
        return f"{self.level}:{self.name}" if self.name else self.level


State: TypeAlias = Literal["proposed", "shadow", "active", "superseded", "retired"]


@noun
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


Stage: TypeAlias = Literal["shadow", "remind", "warn", "block"]
"""How loudly a learned check speaks. Each step needs evidence; the last needs a person."""


@noun
class Rule(Lesson):
    """A lesson from a correction, spoken to the model as an imperative."""

    rule_type: RuleType
    lang: str = "en"
    skill_poison: str | None = None
    """A phrase of the bad answer, shown as what not to say. Never matched against a call."""
    fewshot_user: str | None = None
    fewshot_assistant: str | None = None
    source: Exchange | None = None
    check: Mapping[str, Any] | None = None
    """What a call can be held to, in the words of a declared rule: `trigger`, `when`, `condition`. None: the rule is only told."""
    stage: Stage = "shadow"
    """Of the check. The rule itself is told to the model as long as it is active."""


@noun
class Example:
    """A task that went well, or did not, by the user's word: a row of `learning_examples`."""

    id: str
    request: str
    calls: str
    """What the agent said and did for it."""
    outcome: Outcome
    scope: Scope
    use_count: int = 0


class Relation(NamedTuple):
    """How two rules stand to each other."""

    kind: Literal["duplicate", "conflict", "distinct"]
    score: float
    """How sure that is, 0 to 1; for `distinct`, how near they come to being the same."""
    why: str = ""
    """In a person's words: "one says never", "brief against in detail"."""
    is_reversal: bool = False
    """The one takes back just what the other asked for: from the same person, the newer holds."""


ProposalKind: TypeAlias = Literal["rule", "refused", "conflict", "promotion", "persona", "skill"]


@noun
class Proposal:
    """Something that waits for a person's yes or no."""

    id: str
    kind: ProposalKind
    title: str
    reason: str
    """Why it waits."""
    body: Mapping[str, Any]
    """What a yes would do, in full; its shape is the kind's."""
    state: Literal["pending", "approved", "rejected"] = "pending"
    session: str = ""
    created_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""


@noun
class Notice:
    """A message to a person that has to go out once."""

    id: str
    """Of the item and the channel: the same news twice is the same notice."""
    channel: Literal["telegram", "webhook"]
    body: Mapping[str, Any]
    tries: int = 0
    created_at: datetime


@noun
class Guidance:
    """What the model is told before it speaks. Empty text means: nothing to say."""

    text: str
    lessons: tuple[str, ...] = ()
    tokens: int = 0
    examples: tuple[tuple[str, str], ...] = ()
    """Few-shots: what a user asked, what a good answer was. A host that can puts them before the conversation."""
    used: tuple[str, ...] = ()
    """The `learning_examples`, the knowledge and the fixes among them."""
    known: tuple[str, ...] = ()
    """The knowledge and the fixes alone: what the search for this turn has brought."""
    score: float = 0.0
    """How near the nearest of them is."""
    held: tuple[str, ...] = ()
    """Lessons that this session goes without, so that their effect can be seen."""


KnowledgeKind: TypeAlias = Literal["fact", "pattern", "preference", "correction", "definition"]


@noun
class Knowledge(Lesson):
    """A piece of what was said or done in a conversation. Its versions are kept; the latest holds."""

    key: str
    """What it is about: the same subject again is a new version."""
    kind: KnowledgeKind
    version: int = 1
    is_confirmed: bool = False
    """A person said so, or it was seen again: an anecdote does not overwrite it."""
    is_lasting: bool = True
    """Not a state of the moment."""
    lang: str = "en"


@noun
class Triple:
    """An edge of the graph: subject, predicate, object, with how strong it is and where it comes from."""

    subject: str
    predicate: str
    object: str
    weight: float = 1.0
    times: int = 1
    origin: str = ""
    """The event or lesson that it was seen in."""
    at: datetime
