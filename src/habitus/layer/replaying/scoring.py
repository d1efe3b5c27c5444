"""What was told in a session against what went wrong in it. Values in, values out: no layer, no store, no clock.

Bias: where in doubt, against us. A check counts for us only where somebody minded the call, so that one which speaks of everything has
many false alarms and not many mistakes met; a fix counts only before the call that it would have helped.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from habitus.types import Rule

SHOWN = 300
"""Characters of a call, a message or a lesson in the report: enough to know it again."""

Kind: TypeAlias = Literal["correction", "failure", "check"]
By: TypeAlias = Literal["", "earlier", "session"]
"""Earlier sessions, or the same session before; empty: neither."""
Way: TypeAlias = Literal["", "call", "prompt", "error"]


class Mistake(NamedTuple):
    """One that was made before, and whether anything was told before it was made again."""

    kind: Kind
    session: str
    at: datetime
    what: str
    """The call, or the user's words."""
    lesson: str
    says: str
    """What was known: the rule, or the error."""
    since: By
    """Where it was made before."""
    met: By
    """Whose lesson was told before it."""
    way: Way


class Alarm(NamedTuple):
    """A reminder at a call that went well."""

    session: str
    at: datetime
    what: str
    lesson: str
    told: str
    by: By
    outcome: Literal["false", "unclear"]


@dataclass(slots=True)
class Report:
    counts: Counter[str] = field(default_factory=Counter)
    mistakes: list[Mistake] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)
    """Lesson → turns that it was told in, and calls that it spoke at."""
    scores: dict[str, int] = field(default_factory=dict)
    """Session → mistakes met, less false alarms and corrections against what was told. Without Habitus all of them are 0."""


class Spoken(NamedTuple):
    """A lesson's word at one event."""

    place: int
    call: str
    lesson: str
    message: str
    tokens: int
    when: str
    is_check: bool
    aloud: bool


@dataclass(slots=True)
class Call:
    place: int
    at: datetime
    what: str
    is_known: bool = False
    """How it went: not where its result was not recorded, or somebody refused it."""
    learning: str = ""
    """The failure that it came back with; empty: it went well, or nobody knows."""
    error: str = ""
    since: By = ""
    is_passing: bool = False
    """It may pass by itself."""

    @property
    def is_repeated(self) -> bool:
        return bool(self.since) and not self.is_passing


@dataclass(slots=True)
class Turn:
    """From one message of the user to the next, whose words on it are kept here."""

    is_asked: bool = True
    """The user opened it; what comes before their first words is a turn without them."""
    prompt: frozenset[str] = frozenset()
    tokens: int = 0
    calls: dict[str, Call] = field(default_factory=dict)
    spoken: list[Spoken] = field(default_factory=list)
    at: datetime | None = None
    said: str = ""
    is_minded: bool = False
    is_corrected: bool = False
    again: Rule | None = None
    """The known rule that the correction says again."""
    against: tuple[str, ...] = ()
    """Known rules that it contradicts."""

    def of_rule(self, rule: str) -> Way:
        if any(one.lesson == rule and one.aloud for one in self.spoken):
            return "call"
        return "prompt" if rule in self.prompt else ""

    def of_failure(self, id: str, call: Call) -> Way:
        if any(one.call == id and one.aloud and one.when == "pre_tool" for one in self.spoken):
            return "call"
        if call.learning in self.prompt:
            return "prompt"
        after = (one for one in self.spoken if one.aloud and one.when == "post_tool" and one.place < call.place)
        return "error" if any(one.lesson == call.learning for one in after) else ""

    def of_check(self, fired: Spoken) -> Way:
        if any(one.place == fired.place and one.lesson == fired.lesson and one.aloud for one in self.spoken):
            return "call"
        return "prompt" if fired.lesson in self.prompt else ""


class Scoring:
    """Turns of a session in, as it went with earlier lessons alone and as its user would have had it; the report grows."""

    def __init__(self, report: Report, session: str, says: Callable[[str], tuple[str, By]]) -> None:
        """`says`: a rule's id → its text, and where it was said."""
        self._report = report
        self._report.scores[session] = 0
        self._session = session
        self._says = says

    def turn(self, deaf: Turn, live: Turn) -> None:
        self._count(live)
        if live.again is not None and live.at is not None:
            rule = live.again
            told = live.of_rule(rule.id), deaf.of_rule(rule.id)
            self._mistake("correction", live.at, live.said, rule.id, rule.text, since(rule.origin.session, self._session), *told)
        for id, call in live.calls.items():
            if call.is_repeated:
                told = live.of_failure(id, call), deaf.of_failure(id, call)
                self._mistake("failure", call.at, call.what, call.learning, call.error, call.since, *told)
        for one in live.spoken:
            if one.is_check:
                self._fired(one, deaf, live)
            if one.aloud and (one.is_check or one.when != "post_tool"):
                self._reminded(one, deaf, live)

    def _count(self, live: Turn) -> None:
        failed = [call for call in live.calls.values() if call.learning]
        aloud = [one for one in live.spoken if one.aloud]
        self._report.counts.update(
            turns=live.is_asked, calls=len(live.calls), failures=len(failed), passing=sum(call.is_passing for call in failed),
            corrections=live.is_corrected, guided=live.tokens > 0, guidance_tokens=live.tokens,
            reminder_tokens=sum(one.tokens for one in aloud),
            after_errors=sum(one.when == "post_tool" and not one.is_check for one in aloud),
            opposed=not live.prompt.isdisjoint(live.against),
        )  # fmt: skip
        self._report.scores[self._session] -= not live.prompt.isdisjoint(live.against)
        self._report.told.update([*live.prompt, *(one.lesson for one in aloud)])

    def _mistake(self, kind: Kind, at: datetime, what: str, lesson: str, says: str, since: By, way: Way, before: Way) -> None:
        met: By = "" if not way else "earlier" if before else "session"
        self._report.scores[self._session] += bool(met)
        self._report.mistakes.append(Mistake(kind, self._session, at, what, lesson, says[:SHOWN], since, met, way))

    def _fired(self, one: Spoken, deaf: Turn, live: Turn) -> None:
        """A check spoke, or would have. A slip that was counted as a failure or a correction is one slip."""
        call, (text, where) = live.calls.get(one.call), self._says(one.lesson)
        is_said = live.again is not None and (live.again.id == one.lesson or live.again.text == text)
        if is_said or (call and call.is_repeated):
            return
        at = call.at if call else live.at
        if at is None or not (live.is_minded or (call and call.learning)):
            self._report.counts.update(unminded=1, unminded_silent=not one.aloud)
            return
        self._mistake("check", at, call.what if call else SAID, one.lesson, text, where, live.of_check(one), deaf.of_check(one))

    def _reminded(self, one: Spoken, deaf: Turn, live: Turn) -> None:
        call = live.calls.get(one.call)
        is_right = bool(call and call.learning) or bool(live.again and live.again.id == one.lesson)
        self._report.counts.update(reminders=1, right=is_right)
        at = call.at if call else live.at
        if is_right or at is None:
            return
        outcome: Literal["false", "unclear"] = "unclear" if live.is_minded or (call and not call.is_known) else "false"
        by: By = "earlier" if deaf.of_check(one) == "call" else "session"
        self._report.counts.update({outcome: 1, f"{outcome}_checks": int(one.is_check)})
        self._report.scores[self._session] -= outcome == "false"
        what = call.what if call else SAID
        self._report.alarms.append(Alarm(self._session, at, what, one.lesson, one.message[:SHOWN], by, outcome))


SAID = "what the agent said"


def since(origin: str, session: str) -> By:
    return "session" if origin == session else "earlier"
