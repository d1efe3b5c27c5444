"""The ports: what the edges implement and are handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from habitus.types.calls import Approval
    from habitus.types.events import Told
    from habitus.types.kept import Change, Entry, Note, Row, Versions
    from habitus.types.lessons import Correction, Notice, Rule
    from habitus.types.measures import Metric
    from habitus.types.rooms import Counting, Doors, Lessons, Many, Past, Shelf

Clock: TypeAlias = Callable[[], datetime]
"""Where the time comes from. Aware, in UTC."""

Place: TypeAlias = tuple[str | float, ...]
"""Where a row stands in a long list: what that is ordered by, and the row's id. Given as `after`, the list goes on behind it, whatever was
added or taken away meanwhile; a place that is none in this list is a `Misplaced`."""

Item = TypeVar("Item")


class Listed(list[Item]):
    """Rows of a long list, in its order."""

    places: list[Place]
    """Where each of them stands."""


class Misplaced(ValueError):
    """This is no place in that list."""


Kind: TypeAlias = Literal["rule", "check", "positive", "negative", "learning", "knowledge"]
"""What lessons are looked up as: a rule also by the tool that its check looks at, an example by how it went."""


class Store(Protocol):
    """Keeps it all. Writes are atomic, durable when they return, and noted in the ledger."""

    where: str

    is_far: bool
    """Is it across a network? Then asking takes time, it can be away, and others write to it too."""

    def snapshot(self, session: str) -> tuple[int, str] | None:
        """The last saved fold of a session: its position, and the text of it."""
        ...

    def events(self, session: str, after: int = 0) -> Iterator[Told]: ...

    def place(self, session: str, key: str) -> int | None:
        """Where in its session a moment stands."""
        ...

    def last_asked(self, session: str) -> int:
        """Where the user last spoke."""
        ...

    def opened(self, session: str) -> Row | None: ...

    def results_before(self, session: str, seq: int, within: int) -> list[Any]:
        """What tools returned in the last `within` events before that place."""
        ...

    def again(self, table: str, before: Row) -> Row:
        """A row about to be put back: where versions are counted, as the next one."""
        ...

    def lessons(self) -> Lessons: ...

    def shelf(self) -> Shelf: ...

    def counting(self) -> Counting: ...

    def doors(self) -> Doors: ...

    def many(self) -> Many: ...

    def past(self) -> Past: ...

    def about(self, kind: Kind, terms: Sequence[str], scopes: Sequence[str], each: int = 0) -> dict[str, list[str]]:
        """Lessons of these scopes that have any of the terms, each with those it has. Of each term at most `each`, newest first."""
        ...

    def all_about(self, wanted: Mapping[Kind, int], terms: Sequence[str], scopes: Sequence[str]) -> dict[Kind, dict[str, list[str]]]:
        """The same for several kinds in one look; `wanted`: how many of each."""
        ...

    def strategies(self, agent: str, limit: int = 500, after: Place | None = None, *, word: str = "") -> Listed[Row]:
        """What worked for which kind of task, newest first; of every agent where none is named."""
        ...

    def streak(self, row: Row) -> None:
        """The same tool again and again: how often by now."""
        ...

    def append(
        self, told: Told, *, now: datetime, note: Note, changes: Sequence[Change] = (), snapshot: str | None = None, teaches: bool = False,
        metrics: Sequence[Metric] = (),
    ) -> bool:  # fmt: skip
        """Keep an event at its place. False: this moment was told before. Raises `Behind` when the place is taken.

        `snapshot` is the session as it was before this event; `teaches`: there is something to learn from it, which is claimed later.
        """
        ...

    def claim_teaching(self, session: str, seq: int) -> bool:
        """Whoever gets True learns from this event; nobody does twice. Inside a batch, so that a crash gives it back."""
        ...

    def untaught(self, limit: int) -> list[Row]:
        """Sessions with events that nobody has learned from."""
        ...

    def last(self, session: str) -> int:
        """How many events of a session are kept."""
        ...

    def known(self, session: str, keys: Sequence[str]) -> set[str]:
        """Which of these moments were told before."""
        ...

    def extend(self, told: Sequence[Told], notes: Sequence[Note], now: datetime) -> None:
        """Keep many new events, each at its place. Raises `Behind` when a place is taken or a moment was told before."""
        ...

    def note(self, note: Note, at: datetime) -> int: ...

    def apply(self, changes: Sequence[Change], at: datetime) -> list[int]:
        """Write rows, all or none; answers their ledger ids."""
        ...

    def batch(self) -> AbstractContextManager[list[int]]:
        """Everything inside becomes durable at once, at the end. Gives a list that fills with the ledger ids of what is changed inside."""
        ...

    def aside(self) -> AbstractContextManager[None]:
        """Whoever only reads inside holds up nobody who writes, however long it takes."""
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """Whoever is inside waits for nobody who writes, in this process or another: raises `Busy` instead. For a store on this machine."""
        ...

    def hold(self, name: str) -> None:
        """Whoever holds the same name waits until this transaction has ended, and then reads what it has written."""
        ...

    def get(self, table: str, item: str) -> Row | None: ...

    def notices(self, state: str, limit: int = 50) -> list[Row]: ...

    def notices_due(self, now: datetime, limit: int) -> list[Row]: ...

    def lease_notice(self, row: Row, until: datetime) -> bool:
        """Whoever hears yes sends it; nobody else does until then."""
        ...

    def overflow(self, table: Literal["notices", "learning_examples"], cap: int) -> list[str]:
        """Ids beyond the cap: the oldest notices that wait, the examples that were used least."""
        ...

    def versions(self) -> Versions:
        """They rise with every change, by whatever hand: what was cached before is stale."""
        ...

    def approval(self, id: str) -> Approval | None: ...

    def approval_of(self, call_digest: str, now: datetime) -> Approval | None:
        """The answer to one exact call, or the question that still waits; none that has expired."""
        ...

    def claim_approval(self, id: str, now: datetime) -> bool:
        """Inside a batch: is this question still open? Whoever hears yes may answer; everybody else waits, and hears no."""
        ...

    def approvals(self, state: str, now: datetime, limit: int = 50, *, after: Place | None = None) -> Listed[Approval]:
        """Newest first; of those that wait, none that has expired."""
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
        after_id: int = -1,
        changes: bool = False,
        limit: int = 50,
    ) -> list[Entry]:
        """The ledger, newest first; `changes` leaves out what changed no row."""
        ...

    def story(self, session: str, after_id: int = 0) -> Iterator[Entry]:
        """The ledger of a session, as it was written."""
        ...

    def said(self, session: str, items: Sequence[str], between: tuple[datetime, datetime] | None = None) -> list[Entry]:
        """What was observed, judged and settled of these items of a session, and what was put before the model from one time until
        another, as it was written. The contents are in it: asking for them costs nothing."""
        ...

    def content(self, reference: str | None) -> Any:
        """What a ledger entry's `before` or `after` stands for."""
        ...

    def waiting(self, now: datetime, since: datetime, most: int) -> dict[str, int]:
        """What waits for a person in the `inbox`, and among the `approvals` asked for since then; counted up to `most` or a little more."""
        ...

    def counts(self) -> dict[str, int]: ...

    def meter(self, call: ModelCall) -> None: ...

    def spent(self, since: datetime, *, only: str = "", but: str = "") -> tuple[int, float]:
        """Tokens and known dollars spent on models since then: for one purpose alone, for all but one, or for all."""
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

    def claim(self, correction: Correction) -> bool:
        """Is there still something to learn from it? Until the transaction ends, nobody else gets an answer about it."""
        ...

    def done(self, correction: Correction, *, verb: str, now: datetime) -> None:
        """In the transaction of what was learned; `forget` comes when that is durable."""
        ...

    def forget(self, correction: Correction) -> None: ...

    def again(self, correction: Correction, *, why: str, now: datetime, counts: bool = True) -> None:
        """It failed: back to the queue after a pause, or to the dead letters when its tries are used up. `counts=False`: it could not even
        be tried."""
        ...

    def waiting(self) -> list[Correction]: ...

    def dead(self) -> list[Correction]:
        """What was given up on, newest first."""
        ...

    def retry(self, correction: Correction, *, now: datetime) -> None:
        """A dead letter waits again, with all its tries."""
        ...

    def clear(self, *, now: datetime) -> int:
        """Take away everything that waits; the ledger can bring it back. Answers how many there were."""
        ...

    def drop(self, correction: Correction, *, now: datetime) -> bool:
        """Take away one that waits, or a dead letter; the ledger can bring it back. False: it was not there any more."""
        ...

    def depth(self) -> int: ...


class Notifier(Protocol):
    """Tells a person what was learned."""

    def notices(self, rule: Rule, at: datetime) -> list[Notice]:
        """What has to go out about a new rule: one for every channel that is set up."""
        ...

    def send(self, notice: Notice, now: datetime) -> None:
        """Raises `NotifyError`, which says whether a later try may help."""
        ...


class ToolResultObserver(Protocol):
    """Is told what a tool was given and what came back. The layer is one."""

    def on_tool_result(
        self, session: str, tool: str, params: Mapping[str, Any], result: Any = None, error: str | None = None
    ) -> object: ...


Shape = TypeVar("Shape")


@noun
class Question:
    """What we ask a model: instructions from us, material from outside, and why we ask."""

    instructions: str
    material: str
    purpose: str
    item: str = ""
    max_tokens: int = 1000


@noun
class Usage:
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


@noun
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


class Model(Protocol):
    """Answers a question in a given shape (a dataclass), or raises `ModelError`."""

    name: str

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]: ...
