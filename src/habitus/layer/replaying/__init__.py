"""Recorded sessions, played again as if Habitus had been there: which repeated mistakes had something told before them, which reminders
were for nothing, and what all of it would have cost.

Each session is played twice, through the real entrances, in a store of its own that is thrown away. First deaf: with what had been learned
when it began, and nothing of it is learned, so nothing can leak. Then as its user would have had it, learning as it goes. What both tell is
`earlier`; what only the second tells, the session has taught itself, and is counted apart. What is learned is in force for sessions that
begin after this one has ended: of two at the same time neither knows of the other.

    repeated mistake   a correction that says again what a rule says; a call that fails as one did before; a call that a learned check
                       speaks of (in shadow too) and that failed, or that the user's next message is unhappy with
    met                something was told before it: at that call, in that turn's prompt, or with an earlier error of that turn
    false alarm        a reminder at a call that went well as it was, and nobody was unhappy with; where somebody was, it is `unclear`

A recording cannot show what the agent would have done: met is not prevented.

    playing.py   a session through a layer → its turns        scoring.py   turns → what was met, and what was for nothing
"""

from __future__ import annotations

import heapq
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from habitus.enforce import Rules
from habitus.enforce.gates import Gates
from habitus.errors import EventError
from habitus.layer.replaying.playing import Play, Stage
from habitus.layer.replaying.scoring import Alarm, By, Mistake, Report, Scoring, since
from habitus.parse.tracking import DEFAULT
from habitus.types import Change, Scope, SessionEnd, Told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from habitus.config import Settings
    from habitus.parse.tracking import Tracking
    from habitus.store.sql import SqlStore
    from habitus.types import Event, Rule

__all__ = ["Alarm", "Mistake", "Replay", "Report", "Taped"]

KEY = b"replay"
"""Of redaction: the store does not outlive the run, so equal secrets need be equal in it alone."""


class Taped(NamedTuple):
    """A recorded session. They sort by when they began, and then as they were read."""

    began: datetime
    nth: int
    session: str
    ended: datetime
    events: int = 0


class Over(Exception):
    """Not an error: it takes back what a played session has written."""


class Replay:
    """`take` what was recorded, then `play` it; `report` grows with every session. Everything lies in a folder that `close` removes."""

    def __init__(self, settings: Settings, *, tracking: Tracking = DEFAULT, since: datetime | None = None) -> None:
        """`since`: sessions that began before are learned from and not scored."""
        from habitus.store.sql import SqlStore
        from habitus.store.sqlite import Sqlite

        self.report = Report()
        self._settings = replace(settings, measure=replace(settings.measure, holdout=0.0))
        self._tracking = tracking
        self._from = since
        self._folder = tempfile.TemporaryDirectory(prefix="habitus-replay-")
        here = Path(self._folder.name)
        self._tape, self._store = SqlStore(Sqlite(here / "tape.db")), SqlStore(Sqlite(here / "habitus.db"))
        self._cleans = self._stage(self._tape, is_deaf=True)
        self._sessions: dict[str, Taped] = {}
        self._now: datetime | None = None
        self._given: list[Rule] | None = None

    def __enter__(self) -> Replay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._tape.close()
        self._store.close()
        self._folder.cleanup()

    @property
    def sessions(self) -> list[Taped]:
        """In the order in which they are played."""
        return sorted(self._sessions.values())

    # ── reading ──

    def take(self, events: Sequence[Event], fault: Callable[[str, str], None] = lambda where, problem: None) -> int:
        """Put events on the tape, without their secrets; those told before are passed over. Answers how many are new."""
        clean = [self._cleans.cleaned(event) for event in events]
        known = {
            session: self._tape.known(session, [event.key for event in clean if event.session == session])
            for session in dict.fromkeys(event.session for event in clean)
        }
        with self._tape.batch():
            return sum(self._taped(event, known[event.session], fault) for event in clean)

    def _taped(self, event: Event, known: set[str], fault: Callable[[str, str], None]) -> bool:
        if event.key and event.key in known:
            return False
        known.add(event.key)
        was = self._sessions.get(event.session) or Taped(event.at, len(self._sessions), event.session, event.at)
        try:
            self._tape.extend([Told(was.events + 1, event)], [], event.at)
        except EventError as error:
            fault(f"{event.session}:{event.key}", str(error))
            return False
        began, ended = min(was.began, event.at), max(was.ended, event.at)
        self._sessions[event.session] = was._replace(began=began, ended=ended, events=was.events + 1)
        return True

    # ── rules that are in force from the start ──

    def give(self, rules: Iterable[str | Rule]) -> list[Rule]:
        """Play with these rules alone: nothing is learned. Texts hold everywhere, rules where they held; neither in the session that a rule
        was learned from. One that must not be a rule is refused."""
        self._now = min((taped.began for taped in self._sessions.values()), default=None)
        stage = self._stage(self._store, is_deaf=False)
        self._given = [self._in_force(stage, one) for one in rules]
        return self._given

    def _in_force(self, stage: Stage, one: str | Rule) -> Rule:
        if isinstance(one, str):
            from habitus.detect.corrections import language

            one = stage.rulebook.add(one, rule_type="preference", scope=Scope(), who="replay", lang=language(one)).rule
        # Nothing is held back: it has happened.
        rule = replace(one, state="active", superseded_by=None, stage="warn" if one.stage in ("warn", "block") else "remind")
        self._put("given", rule)
        return rule

    def _put(self, verb: str, rule: Rule) -> None:
        self._store.apply([Change(verb=verb, table="behavioral_rules", item=rule.id, after=rule, actor="replay")], self._clock())

    # ── playing ──

    def play(self) -> Iterator[Taped]:
        """Session by session, in the order in which they began; each is yielded when it has been played."""
        order = self.sessions
        running: list[tuple[datetime, int, Taped]] = []
        for nth, taped in enumerate(order):
            while running and running[0][0] <= taped.began:
                self._lived(heapq.heappop(running)[2])
            is_alone = not running and (nth + 1 == len(order) or order[nth + 1].began >= taped.ended)
            if self._from is None or taped.began >= self._from:
                self._scored(taped, is_alone=is_alone)
            elif self._given is None and is_alone:
                self._lived(taped)
            if self._given is None and not is_alone:
                heapq.heappush(running, (taped.ended, taped.nth, taped))
            yield taped

    def _scored(self, taped: Taped, *, is_alone: bool) -> None:
        deaf = self._played(taped, is_deaf=True)
        live = deaf if self._given is not None else self._lived(taped) if is_alone else self._played(taped, is_deaf=False)
        scoring = Scoring(self.report, taped.session, lambda rule: self._said(rule, taped.session))
        self.report.counts.update(sessions=1, events=taped.events)
        for one, other in zip(deaf.turns, live.turns, strict=True):
            scoring.turn(one, other)

    def _said(self, rule: str, session: str) -> tuple[str, By]:
        known = self._store.lessons().rule(rule)
        return (known.text, since(known.origin.session, session)) if known else ("", "session")

    def _lived(self, taped: Taped) -> Play:
        """Learn from a session as its user would have, and from its end."""
        play = self._played(taped, is_deaf=False, keeps=True)
        stage = self._stage(self._store, is_deaf=False)
        self._now = taped.ended
        with stage.batch():
            stage.observe(SessionEnd(session=taped.session, at=taped.ended, key="replay:end"))
            stage.tend()
        return play

    def _played(self, taped: Taped, *, is_deaf: bool, keeps: bool = False) -> Play:
        stage = self._stage(self._store, is_deaf=is_deaf)
        play = Play(stage)
        try:
            with stage.batch():
                for rule in self._given or ():
                    if rule.origin.session == taped.session:
                        self._put("not here", replace(rule, state="retired"))
                for told in self._tape.events(taped.session):
                    self._now = told.event.at
                    play.event(told.event)
                stage.caught_up()
                if not keeps:
                    raise Over
        except Over:
            pass
        return play

    def _stage(self, store: SqlStore, *, is_deaf: bool) -> Stage:
        """Afresh for every session: what a layer keeps in mind goes by versions, and those are taken back too."""
        from habitus.store.queue import TableQueue

        return Stage(
            is_deaf=is_deaf, store=store, queue=TableQueue(store), gates=Gates(rules=Rules(())), settings=self._settings,
            clock=self._clock, redaction_key=KEY, tracking=self._tracking,
        )  # fmt: skip

    def _clock(self) -> datetime:
        return self._now or datetime.now(UTC)

    def is_worth_it(self) -> bool:
        """By the gate, session by session: no worse than without, and better by more than chance. At best: met is not prevented."""
        from habitus.evolve.gate import adopts

        scores = list(self.report.scores.values())
        return adopts({"sessions": scores}, {"sessions": [0] * len(scores)})

    def text(self, lesson: str) -> str:
        """A lesson's words, as far as they are known when all is played."""
        lessons = self._store.lessons()
        rule, learning = lessons.rule(lesson), lessons.learning(lesson)
        if rule is not None:
            return rule.text
        if learning is not None:
            return f"{learning.tool}: {learning.pattern}" + (f" → {learning.text}" if learning.text else "")
        others = [one.text for one in lessons.knowledge_of([lesson])] + [one.request for one in lessons.examples_of([lesson])]
        return others[0] if others else ""
