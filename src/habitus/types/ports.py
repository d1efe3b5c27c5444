"""The ports: what the edges implement and are handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from habitus.types.calls import Approval
    from habitus.types.events import Told
    from habitus.types.failures import Learning
    from habitus.types.kept import Change, Entry, Note, Row, Versions
    from habitus.types.lessons import Correction, Example, Knowledge, Notice, Origin, Proposal, Rule, Triple
    from habitus.types.measures import Counts, Metric, Occasions, Suggestion
    from habitus.types.skills import Bundle, PersonaVersion, Role, Skill, SkillVersion

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

    def shelf(self) -> Shelf: ...

    def counting(self) -> Counting: ...

    def doors(self) -> Doors: ...

    def many(self) -> Many: ...

    def strategies(self, agent: str, limit: int = 500, after: Place | None = None, *, word: str = "") -> Listed[Row]:
        """What worked for which kind of task, newest first; of every agent where none is named."""
        ...

    def streak(self, row: Row) -> None:
        """The same tool again and again: how often by now."""
        ...

    def superseded_by(self, id: str) -> list[Rule]:
        """Rules that this one has taken the place of."""
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

    def sessions(self, limit: int = 50, *, since: datetime | None = None) -> list[Row]:
        """Those in which something happened last."""
        ...

    def sessions_listed(self, limit: int = 50, *, since: datetime | None = None, after: Place | None = None) -> Listed[Row]:
        """As they began, newest first; `since`: only those in which something has happened since then."""
        ...

    def sessions_found(
        self, limit: int, *, word: str = "", agent: str = "", workspace: str = "", since: datetime | None = None, looked: int = 2000,
        after: Place | None = None,
    ) -> tuple[Listed[Row], Place | None]:  # fmt: skip
        """The same with what was asked `first`, among the next so many; and where to look on, if that was not the end. A word is looked for
        in the id, the folder and what was asked first."""
        ...

    def sessions_facts(self, ids: Sequence[str], most: int) -> dict[str, Row]:
        """Of each: `calls`, `verdicts` among its first so many events, and `lessons` among its last so many lines."""
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

    def rule(self, id: str) -> Rule | None: ...

    def rules_of(self, ids: Sequence[str]) -> list[Rule]: ...

    def rules(
        self, *, active: bool = True, word: str = "", rule_type: str = "", scope: str = "", state: str = "", limit: int = ...,
        after: Place | None = None,
    ) -> Listed[Rule]:  # fmt: skip
        """Newest first; `word`: only those whose text has it; an empty type, scope or state means any."""
        ...

    def rules_counted(
        self, *, active: bool = True, word: str = "", rule_type: str = "", scope: str = "", state: str = "", most: int = ...
    ) -> int:
        """How many of them there are, up to `most`."""
        ...

    def rules_begun(self, prefix: str) -> list[Rule]:
        """Rules whose id begins so: at most a few."""
        ...

    def standing(self, scopes: Sequence[str], limit: int) -> list[Rule]:
        """The newest and the strongest active rules of each scope."""
        ...

    def about(self, kind: Kind, terms: Sequence[str], scopes: Sequence[str], each: int = 0) -> dict[str, list[str]]:
        """Lessons of these scopes that have any of the terms, each with those it has. Of each term at most `each`, newest first."""
        ...

    def all_about(self, wanted: Mapping[Kind, int], terms: Sequence[str], scopes: Sequence[str]) -> dict[Kind, dict[str, list[str]]]:
        """The same for several kinds in one look; `wanted`: how many of each."""
        ...

    def examples(self, *, outcome: str = "", word: str = "", limit: int = 50, after: Place | None = None) -> Listed[Example]:
        """Most used first."""
        ...

    def examples_of(self, ids: Sequence[str]) -> list[Example]: ...

    def proposal(self, id: str) -> Proposal | None: ...

    def proposals(self, state: str = "pending", *, kind: str = "", limit: int = 50, after: Place | None = None) -> Listed[Proposal]:
        """The inbox, newest first."""
        ...

    def proposals_begun(self, prefix: str) -> list[Proposal]: ...

    def claim_proposal(self, id: str) -> bool:
        """Inside a batch: does it still wait? One answer counts."""
        ...

    def notices(self, state: str, limit: int = 50) -> list[Row]: ...

    def notices_due(self, now: datetime, limit: int) -> list[Row]: ...

    def lease_notice(self, row: Row, until: datetime) -> bool:
        """Whoever hears yes sends it; nobody else does until then."""
        ...

    def overflow(self, table: Literal["notices", "learning_examples"], cap: int) -> list[str]:
        """Ids beyond the cap: the oldest notices that wait, the examples that were used least."""
        ...

    def stale_rules(self, before: datetime, limit: int) -> list[Rule]:
        """Active rules that nobody has needed since."""
        ...

    def contested_rules(self, limit: int) -> list[Rule]:
        """Active rules with more evidence against them than for them."""
        ...

    def rules_fired(self, since: datetime, limit: int) -> list[str]:
        """Rules whose check has spoken since, or would have."""
        ...

    def reading(self, id: str) -> Row | None:
        """How far a file of past sessions has been read."""
        ...

    def keep_reading(self, row: Row) -> None: ...

    def firings(self, rule: str, limit: int = 1000) -> list[Row]:
        """Where a learned check spoke, or would have, newest first."""
        ...

    def learning(self, id: str) -> Learning | None: ...

    def learnings_of(self, tool: str, scope: str, limit: int = 200, *, anywhere: bool = False) -> list[Learning]:
        """What is known to go wrong with a tool in this scope and in general; `anywhere`: in every scope."""
        ...

    def learnings(
        self, *, active: bool = True, fixed: bool = False, common: bool = False, word: str = "", limit: int = 50, after: Place | None = None
    ) -> Listed[Learning]:
        """Newest first, or the most common first. `word`: in the tool's name, the error or the fix, in whatever case."""
        ...

    def learnings_begun(self, prefix: str) -> list[Learning]: ...

    def stale_learnings(self, before: datetime, now: datetime, limit: int) -> list[Learning]:
        """Not touched since, or past their time."""
        ...

    def knowledge_of(self, ids: Sequence[str]) -> list[Knowledge]: ...

    def knowledge_about(self, scope: str, key: str) -> Knowledge | None:
        """The latest version of what is known about a subject."""
        ...

    def knowledge(self, limit: int = 50, *, word: str = "", after: Place | None = None) -> Listed[Knowledge]:
        """What holds, newest first."""
        ...

    def triples(self, limit: int = 200) -> list[Triple]:
        """The latest edges."""
        ...

    def triples_at(self, nodes: Sequence[str], each: int = 200) -> list[Triple]:
        """The edges of nodes, of each the strongest."""
        ...

    def waiting_sessions(self, limit: int) -> list[Row]:
        """Sessions in which something has happened that was not looked through for knowledge."""
        ...

    def looked_through(self, session: str, *, analysed: int, learned: int, waiting: bool) -> None: ...

    def versions(self) -> Versions:
        """They rise with every change, by whatever hand: what was cached before is stale."""
        ...

    def count_applied(self) -> int:
        """Bring `times_applied` up to date with the injections in the ledger; answers how many there were."""
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

    def spent(self, since: datetime) -> tuple[int, float]:
        """Tokens and known dollars spent on models since then."""
        ...

    def close(self) -> None: ...


class Shelf(Protocol):
    """Agents, skills and personas. What is in force is changed with `Store.apply`; versions are only ever added."""

    def locked(self, key: int) -> AbstractContextManager[None]:
        """One writer at a time, over all processes; everything inside is one transaction."""
        ...

    def agent(self, id: str) -> Row | None: ...

    def agents(self) -> list[Row]:
        """Those that were described."""
        ...

    def agents_listed(self, limit: int | None = None, *, after: Place | None = None) -> Listed[Row]:
        """And those that were heard of in a session, which have no `kind`; by their names."""
        ...

    def is_met(self, agent: str) -> bool:
        """Was it heard of in a session?"""
        ...

    def skill(self, slug: str) -> Skill | None: ...

    def skills(self, status: str = "active", *, word: str = "", limit: int | None = None, after: Place | None = None) -> Listed[Skill]:
        """By their names. An empty status means any."""
        ...

    def visible(self, agent: str, limit: int) -> list[Skill]: ...

    def visible_to(self, agents: Sequence[str], limit: int) -> dict[str, list[str]]:
        """The same by name, for several of them at once."""
        ...

    def used(self, slug: str, *, uses: int = 0, helped: int = 0, at: datetime | None = None) -> None: ...

    def add_version(self, slug: str, bundle: Bundle, *, digest: str, origin: Origin, why: str, at: datetime) -> int: ...

    def bundle(self, slug: str, version: int) -> Bundle: ...

    def versions(self, slug: str) -> list[SkillVersion]:
        """Newest first."""
        ...

    def all_versions(self) -> dict[str, dict[int, str]]:
        """Of every skill: the number of each version, and its digest."""
        ...

    def forget(self, slug: str) -> None:
        """All versions, and the contents that no other skill has."""
        ...

    def grants(self, slug: str) -> list[Row]: ...

    def persona(self, agent: str, file: str) -> PersonaVersion | None:
        """The version in force."""
        ...

    def personas(self, agent: str = "") -> list[Row]: ...

    def personas_of(self, agents: Sequence[str]) -> dict[str, dict[str, int]]:
        """Of each: its files, and the version in force."""
        ...

    def persona_versions(self, agent: str, file: str) -> list[PersonaVersion]:
        """Newest first."""
        ...

    def add_persona(self, agent: str, file: str, text: str, *, origin: Origin, why: str, at: datetime) -> int: ...


class Many(Protocol):
    """Of the store, what pages and long lists ask: as many questions for fifty rows as for one."""

    def entries(self, ids: Iterable[int]) -> dict[int, Entry]: ...

    def behind(self, ids: Iterable[int], verb: str, within: int) -> list[Entry]:
        """Lines of the ledger with that verb that stand close behind one of these, in order."""
        ...

    def undone(self, items: Iterable[str], after: int) -> list[Entry]:
        """What was taken back of these since a line, in order."""
        ...

    def latest(self, items: Iterable[str]) -> dict[str, Entry]:
        """The last change of each."""
        ...

    def contents(self, references: Iterable[str | None]) -> dict[str | None, Any]: ...

    def events(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Told]:
        """What happened in a session at a number."""
        ...

    def sessions(self, ids: Iterable[str]) -> dict[str, Row]:
        """Whose they are, and where."""
        ...

    def there(self, items: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Tables and items in; of those that are there, the state, where the table has one that matters."""
        ...

    def triples(self, limit: int, after: Place | None) -> Listed[Triple]:
        """The edges of the graph, the latest first."""
        ...

    def pending(self, state: str, limit: int, after: Place | None) -> Listed[Row]:
        """Corrections that wait, or were given up on, the newest first."""
        ...

    def waiting(self) -> dict[str, int]:
        """What a person has to do something about: dead letters, the inbox, news that was not delivered."""
        ...


class Counting(Protocol):
    """Metrics, suggestions, and the occasions of lessons."""

    def add(self, metrics: Iterable[Metric]) -> None: ...

    def window(self, agent: str, first: int, last: int, type: str = "") -> dict[tuple[str, str], Counts]:
        """By type and key; hours, both ends included."""
        ...

    def series(self, agent: str, first: int, last: int, type: str = "") -> list[Metric]: ...

    def agents(self, first: int) -> list[str]:
        """Those that were counted since that hour."""
        ...

    def forget_before(self, hour: int) -> int: ...

    def streaks(self, agent: str, since: datetime, limit: int) -> list[Row]: ...

    def suggestion(self, id: str) -> Suggestion | None: ...

    def suggestions(
        self, agent: str = "", status: str = "", limit: int = 500, *, nameless: bool = False, after: Place | None = None
    ) -> Listed[Suggestion]:
        """Newest first; empty means any, unless `nameless`: then no agent is the one without a name."""
        ...

    def suggestions_begun(self, prefix: str) -> list[Suggestion]: ...

    def claim(self, id: str, status: str) -> bool:
        """Inside a batch: nobody else moves it from here until that is over."""
        ...

    def occasions(self, lesson: str, since: datetime) -> list[Occasions]: ...

    def lessons(self) -> list[str]:
        """Those with occasions."""
        ...

    def occasions_in(self, session: str) -> list[Row]: ...

    def put_occasions(self, rows: Sequence[Row]) -> None: ...

    def ledger_after(self, after: int, limit: int) -> list[Row]:
        """Its lines as they can be seen now; one with a smaller number may still appear (`layer/gaps.py`)."""
        ...

    def ledger_writers(self) -> frozenset[str]:
        """The transactions under way that have a line in the ledger, or are about to; by names that are not used again soon."""
        ...

    def position(self) -> int:
        """How far the ledger has been counted."""
        ...

    def move_to(self, position: int) -> None: ...

    def last_run(self, job: str) -> datetime | None: ...

    def claim_run(self, job: str, was: datetime | None, now: datetime) -> bool:
        """Of several that find it due, one gets True."""
        ...


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


class Doors(Protocol):
    """Who may come in over HTTP, and what was answered to a write that may be sent again."""

    def key_add(self, id: str, name: str, role: Role, digest: str, now: datetime) -> None: ...

    def keys(self) -> list[Row]:
        """Oldest first, revoked ones too; never the hash."""
        ...

    def key_by_hash(self, digest: str) -> Row | None:
        """None: there is no such key, or it was revoked."""
        ...

    def key_revoke(self, id: str, now: datetime) -> bool: ...

    def answer(self, key: str, who: str) -> Row | None:
        """`request` (its hash), `status` (0: it is being done), `body`, `at`."""
        ...

    def answer_claim(self, key: str, who: str, request: str, now: datetime) -> bool:
        """Before the write is done. False: another was first."""
        ...

    def answer_take(self, key: str, who: str, request: str, before: datetime, now: datetime) -> bool:
        """Claim what was claimed before that time and never answered. False: it was, or another was first."""
        ...

    def answer_keep(self, key: str, who: str, request: str, status: int, body: str, now: datetime) -> None: ...

    def answer_drop(self, key: str, who: str) -> None:
        """The write failed and may be tried again."""
        ...

    def answers_prune(self, before: datetime) -> int: ...
