"""The rooms of the store: each has what one part of the house asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from habitus.types.events import Told
    from habitus.types.failures import Learning
    from habitus.types.kept import Entry, Row
    from habitus.types.lessons import Example, Knowledge, Origin, Proposal, Rule, Triple
    from habitus.types.measures import Counts, Metric, Occasions, Suggestion
    from habitus.types.ports import Listed, Place
    from habitus.types.skills import Bundle, PersonaVersion, Role, Skill, SkillVersion


class Lessons(Protocol):
    """Rules, fixes, knowledge and examples, what is proposed, and what follows from them in the graph."""

    # ── rules ──

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

    def superseded_by(self, id: str) -> list[Rule]:
        """Rules that this one has taken the place of."""
        ...

    def standing(self, scopes: Sequence[str], limit: int) -> list[Rule]:
        """The newest and the strongest active rules of each scope."""
        ...

    def stale_rules(self, before: datetime, limit: int) -> list[Rule]:
        """Active rules that nobody has needed since."""
        ...

    def contested_rules(self, limit: int) -> list[Rule]:
        """Active rules with more evidence against them than for them."""
        ...

    def firings(self, rule: str, limit: int = 1000) -> list[Row]:
        """Where a learned check spoke, or would have, newest first."""
        ...

    def rules_fired(self, since: datetime, limit: int) -> list[str]:
        """Rules whose check has spoken since, or would have."""
        ...

    def count_applied(self, upto: int) -> int:
        """Bring `times_applied` up to date with the injections in the ledger up to this line; answers how many there were."""
        ...

    # ── examples and proposals ──

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

    # ── fixes, knowledge, the graph ──

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

    def writers(self) -> frozenset[str]:
        """Whoever has written to the ledger or told of events, and not ended yet."""
        ...

    def position(self) -> int:
        """How far the ledger has been counted."""
        ...

    def move_to(self, position: int) -> None: ...

    def last_run(self, job: str) -> datetime | None: ...

    def claim_run(self, job: str, was: datetime | None, now: datetime) -> bool:
        """Of several that find it due, one gets True."""
        ...


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

    def failed(self, items: Iterable[str], sessions: Iterable[str]) -> dict[str, Entry]:
        """The last line that says why, of each of these items of these sessions that has failed."""
        ...

    def contents(self, references: Iterable[str | None]) -> dict[str | None, Any]: ...

    def events(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Told]:
        """What happened in a session at a number."""
        ...

    def furthest(self, session: str, seq: int) -> datetime:
        """The latest time of what had happened in a session up to a number that it has."""
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


class Past(Protocol):
    """Past sessions, and how far they, and the files that they were read from, have been looked through."""

    def recent(self, limit: int = 50, *, since: datetime | None = None) -> list[Row]:
        """Those in which something happened last."""
        ...

    def listed(self, limit: int = 50, *, since: datetime | None = None, after: Place | None = None) -> Listed[Row]:
        """As they began, newest first; `since`: only those in which something has happened since then."""
        ...

    def found(
        self, limit: int, *, word: str = "", agent: str = "", workspace: str = "", since: datetime | None = None, looked: int = 2000,
        after: Place | None = None,
    ) -> tuple[Listed[Row], Place | None]:  # fmt: skip
        """The same with what was asked `first`, among the next so many; and where to look on, if that was not the end. A word is looked for
        in the id, the folder and what was asked first."""
        ...

    def facts(self, ids: Sequence[str], most: int) -> dict[str, Row]:
        """Of each: `calls`, `verdicts` among its first so many events, and `lessons` among its last so many lines."""
        ...

    def reading(self, id: str) -> Row | None:
        """How far a file of past sessions has been read."""
        ...

    def keep_reading(self, row: Row) -> None: ...

    def last_event(self) -> int:
        """The number of the latest, over all sessions."""
        ...

    def wake(self, upto: int) -> None:
        """Sessions in which something has happened, up to this event, wait to be looked through."""
        ...

    def waiting(self, now: datetime, limit: int) -> list[Row]:
        """Those that wait to be looked through, whoever has waited longest first."""
        ...

    def looked_through(self, session: str, *, was: int, analysed: int, learned: int, waiting: bool, now: datetime) -> bool:
        """How far that got, from where it `was`. False: somebody else has looked meanwhile, and nothing was changed."""
        ...

    def missed(self, session: str, misses: int, look_at: datetime) -> None:
        """It could not be looked through, so often in a row; its next turn comes then."""
        ...
