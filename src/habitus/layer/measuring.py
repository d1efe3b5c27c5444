"""What happens is counted where it happens, in the transaction of its event: exact, whoever else writes.

Tool calls are counted when they come back, searches when they are made and again when the answer shows what was used of them, feedback
when it is heard or given. The occasions of lessons are read out of the ledger, every so often: it says what was told, what was held
back, and what came of it.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.layer.live import LEARNED, LIVE
from habitus.measure import windows
from habitus.types import Counts, Metric, Rating, SessionEnd, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.layer.gaps import Gaps
    from habitus.layer.heard import Heard
    from habitus.types import Clock, Counting, Event, Guidance, MetricType, Row, Rule, Session, Store

SEARCHED = "auto_inject"
"""The source of searches that nobody asked for: what guidance looks up."""

PAGE = 2000
"""Lines of the ledger in one transaction."""

STEP = 5
"""Calls in a row by which a row grows: the seed's five are the first."""


class Shown(NamedTuple):
    """What was put before the model in a turn, of what is known."""

    turn: int
    known: tuple[str, ...]
    at: datetime


class Measuring:
    def __init__(self, store: Store, clock: Clock, is_measured: Callable[[str], bool]) -> None:
        self._store = store
        self._clock = clock
        self._is_measured = is_measured
        self._gaps: Gaps | None = None
        self._shown: OrderedDict[str, Shown] = OrderedDict()

    # ── metrics ──

    def of(self, event: Event, live: Session, heard: Heard) -> list[Metric]:
        """What an event says of how it goes, told before the session has followed it. `heard`: what was heard in a user's message."""
        match event:
            case ToolResult():
                return self.of_result(live, event)
            case UserMessage():
                return self.of_message(live, heard, event.at)
            case SessionEnd():
                return self.of_end(live)
            case Rating():
                return self.of_rating(live, event)
        return []

    def of_result(self, live: Session, result: ToolResult) -> list[Metric]:
        """A call that has run. What was blocked, or never told of, did not."""
        waiting, agent = live.waiting.get(result.id), result.agent or live.agent
        if waiting is None or waiting.blocked or not self._is_measured(agent):
            return []
        seconds = result.at.timestamp() - waiting.at if waiting.at else -1.0
        counts = windows.tool_call(ok=result.error is None, seconds=seconds if seconds >= 0 else None)
        return [_metric(agent, "tool", waiting.tool, result.at, counts)]

    def of_message(self, live: Session, heard: Heard, at: datetime) -> list[Metric]:
        """What a person's message says of the answer before it: how content they are, and what of the guidance was used."""
        if not self._is_measured(live.agent):
            return []
        found = self._used(live)
        if heard.complains or heard.feedback is not None:
            found.append(_metric(live.agent, "feedback", "sentiment", at, windows.heard(praise=not heard.complains)))
        return found

    def of_end(self, live: Session) -> list[Metric]:
        """The last answer has nobody's message behind it: what it used is counted all the same."""
        return self._used(live) if self._is_measured(live.agent) else []

    def of_search(self, live: Session, guidance: Guidance, at: datetime) -> list[Metric]:
        """A search for knowledge; one that finds nothing counts too."""
        self._shown[live.key] = Shown(live.turn, guidance.known, at)
        self._shown.move_to_end(live.key)
        if len(self._shown) > LIVE:
            self._shown.popitem(last=False)
        if not self._is_measured(live.agent):
            return []
        counts = windows.search(shown=len(guidance.known), used=0, best=guidance.score if guidance.known else None)
        return [_metric(live.agent, "retrieval", SEARCHED, at, counts)]

    def of_rating(self, live: Session, event: Rating) -> list[Metric]:
        agent = event.agent or live.agent
        return [_metric(agent, "feedback", "rating", event.at, windows.rated(event.rating))] if self._is_measured(agent) else []

    def _used(self, live: Session) -> list[Metric]:
        """Of what was put before the model in the turn that is over, what its answer draws on. A session that has ended has been counted,
        whether it ends again or is taken up."""
        if not live.answer or live.ended:
            return []
        told = self._shown.get(live.key)
        if told is None or told.turn != live.turn:  # another process may have told it
            told = self._last_shown(live.key)
        if not told.known or told.turn != live.turn:
            return []
        from habitus.measure.used import used

        drawn = sum(used(text, live.answer, prompt=live.request) for text in self._texts(told.known))
        # In the hour of its search: no hour has more that was used than was searched for.
        return [_metric(live.agent, "retrieval", SEARCHED, told.at, Counts(0, 1, 0, drawn))] if drawn else []

    def _last_shown(self, session: str) -> Shown:
        entry = next(iter(self._store.entries(session=session, verb="injected", limit=1)), None)
        told = self._store.content(entry.after) if entry else {}
        return Shown(told.get("turn", -1), tuple(told.get("known") or ()), entry.at if entry else self._clock())

    def _texts(self, ids: Sequence[str]) -> list[str]:
        said = {one.id: one.text for one in self._store.lessons().knowledge_of(ids)}
        solved = {id: one.text for id in ids if id not in said and (one := self._store.lessons().learning(id))}
        return [*said.values(), *solved.values()]

    def streak(self, live: Session, at: datetime) -> None:
        """A row is kept in steps: a write of its own for every call would take longer than the call's own."""
        if live.streak % STEP == 0 and self._is_measured(live.agent):
            first = live.calls - live.streak + 1
            row = {"session": live.key, "first": first, "agent": live.agent, "tool": live.streak_tool, "length": live.streak}
            self._store.streak({**row, "at": at.astimezone(UTC).isoformat()})

    # ── out of the ledger ──

    def _whole(self) -> Gaps:
        if self._gaps is None:
            from habitus.layer.gaps import Gaps  # whoever only tells what happens counts nothing

            self._gaps = Gaps(self._store)
        return self._gaps

    def count_applied(self) -> int:
        """How often lessons were told is brought up to date; answers how many tellings that were."""
        return self._store.lessons().count_applied(self._whole().upto())

    def count_occasions(self) -> int:
        """Answers how many lines were read. One transaction a page: a process that is killed leaves the page to the next."""
        counting, gaps, done = self._store.counting(), self._whole(), 0
        while True:
            with self._store.batch():
                lines = gaps.lines(counting.position(), PAGE)
                if lines:
                    _Count(self._store, counting).read(lines)
                    counting.move_to(lines[-1]["id"])
            done += len(lines)
            if len(lines) < PAGE:
                return done


class _Count:
    """The occasions of the sessions of one page."""

    def __init__(self, store: Store, counting: Counting) -> None:
        self._store = store
        self._counting = counting
        self._sessions: dict[str, dict[str, Row]] = {}
        self._rules: dict[str, Rule | None] = {}
        self._changed: dict[tuple[str, str], Row] = {}

    def read(self, lines: Sequence[Row]) -> None:
        for line in lines:
            if not line["session"]:
                continue
            if line["verb"] == "injected":
                self._told(line, self._store.content(line["after"]))
            elif line["verb"] in ("judged", "settled"):
                self._judged(line, self._store.content(line["after"]))
            elif line["verb"] == "reinforced" and line["item_table"] == "behavioral_rules":
                self._erred(line["session"], line["item"])
            elif line["verb"] == "hint ended":
                self._hint(line, self._store.content(line["after"]))
        self._counting.put_occasions(list(self._changed.values()))

    def _told(self, line: Row, told: dict[str, Any]) -> None:
        """A turn begins with what was told and what was held back. A rule that only words can follow has its occasion at once."""
        turn = told["turn"] + 1 if "turn" in told else line["id"]  # however often it is told in one turn, that is one occasion
        for held, ids in ((False, told.get("lessons", ())), (True, told.get("held", ()))):
            for id in ids:
                row = self._row(line["session"], id, held=held, at=line["at"])
                # A session that changes sides (a share that was set anew, a first few tellings that are over) says nothing from then on.
                row["turn"] = turn if bool(row["held"]) == held else 0
                rule = self._rule(id)
                if row["turn"] and rule is not None and rule.check is None:
                    self._looked(row)

    def _judged(self, line: Row, said: dict[str, Any]) -> None:
        """A call that a rule's check looks at is its occasion; one that it speaks of is the mistake."""
        from habitus.enforce.learned import concerns

        known = self._known(line["session"])
        for id, row in known.items():
            rule = self._rule(id)
            if row["turn"] and rule is not None and rule.check is not None and concerns(rule, said.get("tool", "")):
                self._looked(row)
        for verdict in (*said.get("verdicts", ()), *said.get("shadows", ())):
            name = verdict["rule"]
            if name.startswith(LEARNED):
                for id in known:
                    if id.startswith(name.removeprefix(LEARNED)):
                        self._erred(line["session"], id)

    def _hint(self, line: Row, said: dict[str, Any]) -> None:
        """A fix was told before a call, or held back; the call came back."""
        row = self._row(line["session"], line["item"], held=bool(said["held"]), at=line["at"])
        if bool(row["held"]) == bool(said["held"]):
            row["n"] += 1
            row["k"] += 0 if said["worked"] else 1

    def _looked(self, row: Row) -> None:
        if row["looked"] != row["turn"]:
            row["looked"], row["n"] = row["turn"], row["n"] + 1
            self._changed[row["lesson"], row["session"]] = row

    def _erred(self, session: str, id: str) -> None:
        row = self._known(session).get(id)
        if row is None or not row["turn"] or row["erred"] == row["turn"]:
            return
        self._looked(row)
        row["erred"], row["k"] = row["turn"], row["k"] + 1
        self._changed[id, session] = row  # it may have been looked at on an earlier page

    def _row(self, session: str, id: str, *, held: bool, at: str) -> Row:
        fresh = {"lesson": id, "session": session, "held": held, "n": 0, "k": 0, "turn": 0, "looked": 0, "erred": 0, "since": at}
        row = self._known(session).setdefault(id, fresh)
        self._changed[id, session] = row
        return row

    def _known(self, session: str) -> dict[str, Row]:
        if session not in self._sessions:
            self._sessions[session] = {row["lesson"]: row for row in self._counting.occasions_in(session)}
        return self._sessions[session]

    def _rule(self, id: str) -> Rule | None:
        if id not in self._rules:
            self._rules[id] = self._store.lessons().rule(id)
        return self._rules[id]


def _metric(agent: str, type: MetricType, key: str, at: datetime, counts: Counts) -> Metric:
    return Metric(agent, type, key, windows.bucket(at), counts)
