"""The nouns that cross a boundary, and the ports that the edges implement. Values without behaviour.

Standard library only: a hook process loads this file before every tool call of someone's agent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

Clock: TypeAlias = Callable[[], datetime]
"""Where the time comes from. Aware, in UTC."""

# ── what happens ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When and where something happened."""

    session: str
    at: datetime
    key: str = ""
    """The host's own name for this moment, unique in its session. The same key twice is the same moment, told twice."""
    agent: str = ""
    workspace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage(Moment):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentText(Moment):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Moment):
    id: str
    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    batch: str = ""
    """Calls of one model response share a batch; empty where the host does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult(Moment):
    id: str
    """The id of the call that this answers."""
    result: Any = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart(Moment):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnd(Moment):
    reason: str = ""


Event: TypeAlias = UserMessage | AgentText | ToolCall | ToolResult | TurnStart | SessionEnd


@dataclass(frozen=True, slots=True)
class Told:
    """An event at its place in the session, and whether it was a call that was not let through."""

    seq: int
    event: Event
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that was judged and whose result has not come back."""

    tool: str
    action: str
    target: str
    blocked: bool


@dataclass(slots=True, kw_only=True)
class Session:
    """What a session's events add up to. `observe.session.follow` moves it, event by event, and nothing else does."""

    key: str
    agent: str = ""
    workspace: str = ""
    seq: int = 0
    """How many events it has folded; the next one is stored under `seq + 1`."""
    turn: int = 0
    calls: int = 0
    calls_this_turn: int = 0
    streak_tool: str = ""
    streak: int = 0
    request: str = ""
    """What the user asked for last, before the message at hand."""
    answer: str = ""
    """What the agent said and did since then, cut to a size that explains a correction."""
    waiting: dict[str, Waiting] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)
    ended: bool = False


# ── what is learned from it ──────────────────────────────────────────────────────────────────────

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


# ── what is said about a call ────────────────────────────────────────────────────────────────────

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


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────

Row: TypeAlias = dict[str, Any]
"""A row as the database has it: plain values, JSON as text, times as ISO 8601 in UTC."""

Kept: TypeAlias = "Rule | Correction | Row"
"""What a changed row may be given as: the noun, or the row itself where the past is restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A row about to be written or taken away (`after` is None), and why. The store notes what stood there before."""

    verb: str
    table: str
    item: str
    after: Kept | None
    actor: str
    session: str = ""
    cause: int | None = None
    """The ledger entry that this answers: an undo names what it takes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that happened and changed no row: an observation, a verdict, an injection."""

    verb: str
    item: str
    content: Mapping[str, Any]
    actor: str
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the ledger."""

    id: int
    at: datetime
    verb: str
    actor: str
    session: str
    table: str
    """The table of the row that changed; empty where none did."""
    item: str
    before: str | None
    after: str | None
    """Contents as JSON, or the `sha256:` name of the blob that holds them."""
    cause: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One question to a model: what it cost and for which item."""

    at: datetime
    model: str
    purpose: str
    item: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """US dollars, where the price is known."""
    seconds: float = 0.0
    outcome: Literal["ok", "failed", "refused"] = "ok"
    """Refused: we did not ask, because of the daily cap or the open circuit."""


# ── ports ────────────────────────────────────────────────────────────────────────────────────────


class Behind(Exception):
    """Another process has told the store of events that this session has not folded yet: catch up, then try again."""


class Store(Protocol):
    """Keeps it all. Writes are atomic, durable when they return, and noted in the ledger."""

    where: str

    def snapshot(self, session: str) -> tuple[int, str] | None:
        """The last saved fold of a session: its position, and the text of it."""
        ...

    def events(self, session: str, after: int = 0) -> Iterator[Told]: ...

    def append(self, told: Told, *, now: datetime, note: Note, changes: Sequence[Change] = (), snapshot: str | None = None) -> bool:
        """Keep an event at its place. False: this moment was told before. Raises `Behind` when the place is taken.

        `snapshot` is the session as it was before this event.
        """
        ...

    def sessions(self, limit: int = 50) -> list[Row]: ...

    def note(self, note: Note, at: datetime) -> int: ...

    def apply(self, changes: Sequence[Change], at: datetime) -> list[int]:
        """Write rows, all or none; answers their ledger ids."""
        ...

    def batch(self) -> AbstractContextManager[None]:
        """Everything inside becomes durable at once, at the end: for reading long histories."""
        ...

    def get(self, table: str, item: str) -> Row | None: ...

    def rules(self, *, active: bool = True) -> list[Rule]: ...

    def rule(self, id: str) -> Rule | None: ...

    def version(self) -> int:
        """Rises with every change to a lesson, by whatever hand: what was cached before is stale."""
        ...

    def count_applied(self) -> int:
        """Bring `times_applied` up to date with the injections in the ledger; answers how many there were."""
        ...

    def entry(self, id: int) -> Entry | None: ...

    def entries(
        self,
        *,
        session: str | None = None,
        verb: str | None = None,
        item: str | None = None,
        since: datetime | None = None,
        before_id: int | None = None,
        changes: bool = False,
        limit: int = 50,
    ) -> list[Entry]:
        """The ledger, newest first; `changes` leaves out what changed no row."""
        ...

    def content(self, reference: str | None) -> Any:
        """What a ledger entry's `before` or `after` stands for."""
        ...

    def counts(self) -> dict[str, int]: ...

    def meter(self, call: ModelCall) -> None: ...

    def spent(self, since: datetime) -> tuple[int, float]:
        """Tokens and known dollars spent on models since then."""
        ...

    def close(self) -> None: ...


class Queue(Protocol):
    """`behavioral:pending`: corrections that wait for the learner. Newest first, capped; the cap counts what it drops.

    A correction enters with its event, as a change to `pending` in the same transaction: a crash cannot part them.
    """

    def tidy(self, now: datetime) -> list[Correction]:
        """Move on what has entered and hold the cap; answers what the cap pushed out."""
        ...

    def take(self, now: datetime) -> Correction | None:
        """The newest. It is leased, not gone: unless it is `done` or `again` in time, it comes back."""
        ...

    def done(self, correction: Correction, *, verb: str, now: datetime) -> None: ...

    def again(self, correction: Correction, *, why: str, now: datetime) -> None:
        """It failed: back to the queue after a pause, or to the dead letters when its tries are used up."""
        ...

    def waiting(self) -> list[Correction]: ...

    def depth(self) -> int: ...


Shape = TypeVar("Shape")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What we ask a model: instructions from us, material from outside, and why we ask."""

    instructions: str
    material: str
    purpose: str
    item: str = ""
    max_tokens: int = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


class Model(Protocol):
    """Answers a question in a given shape (a dataclass), or raises `ModelError`."""

    name: str

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]: ...
