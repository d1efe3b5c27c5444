"""One recorded session through a real layer, event by event: what it tells in each turn, and what became of it.

The layer is the real one; only its ear and its eye remember what they heard and saw last. Deaf, they keep none of it: all that is known is
told, and nothing is learned.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from habitus.layer import Layer
from habitus.layer.heard import SILENT, Heard
from habitus.layer.later import Later
from habitus.layer.learning import Kept, Learning
from habitus.layer.live import FIX, LEARNED
from habitus.layer.mending import Mending
from habitus.layer.replaying.scoring import SHOWN, By, Call, Spoken, Turn, since
from habitus.observe.session import brief
from habitus.types import AgentText, Scope, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from habitus.types import Change, Correction, Decision, Ended, Event, Rule, Session, Verdict


NOTHING: tuple[str, str, By, bool] = ("", "", "", False)


class Ear(Learning):
    """Corrections: what the last message says of what is known."""

    def __init__(self, *, is_deaf: bool, **rest: Any) -> None:
        super().__init__(**rest)
        self._is_deaf = is_deaf
        self._forget()

    def _forget(self) -> None:
        self.correction: Correction | None = None
        self.is_minded = False
        self.again: Rule | None = None
        self.against: tuple[str, ...] = ()

    def heard(self, live: Session, message: UserMessage) -> Heard:
        self._forget()
        said = super().heard(live, message)
        self.correction, self.is_minded = said.correction, said.complains
        return SILENT if self._is_deaf else said

    def weigh(self) -> None:
        """What a learner would have made of the last message; one that is not deaf has made it."""
        if self._is_deaf and self.correction is not None:
            self.learn(self.correction, queued=False)

    def keep(self, rule: Rule, *, actor: str, heard_at: Correction | None = None) -> Kept:
        related = self.related(rule, heard_at.workspace if heard_at else "")
        self.against = tuple(other.id for other, relation in related if relation.kind == "conflict")
        if not self._is_deaf:
            kept = super().keep(rule, actor=actor, heard_at=heard_at)
        else:
            same = [(relation.score, other) for other, relation in related if relation.kind == "duplicate"]
            is_known = same and not self.against
            kept = Kept("reinforced", max(same, key=lambda pair: pair[0])[1]) if is_known else Kept("unclear", rule)
        self.again = kept.rule if kept.outcome == "reinforced" else None
        return kept


class Eye(Mending):
    """Failures: the last one, and whether it was known."""

    def __init__(self, *rest: Any, is_deaf: bool) -> None:
        super().__init__(*rest)
        self._is_deaf = is_deaf
        self.last: tuple[str, str, By, bool] | None = None

    def after(self, live: Session, ended: Ended) -> list[Change]:
        self.last = self._seen(live, ended)
        return [] if self._is_deaf else super().after(live, ended)

    def _seen(self, live: Session, ended: Ended) -> tuple[str, str, By, bool] | None:
        from habitus.detect import failures
        from habitus.learn import fixes

        waiting, result = ended.waiting, ended.result
        if result.error is None or failures.is_no(result.error):
            return None
        failure = failures.failed(
            call=result.id, tool=waiting.tool, action=waiting.action, target=waiting.target, args=waiting.args, error=result.error, nth=0
        )
        where = result.workspace or live.workspace
        id = fixes.identity(failure.tool, failure.pattern, Scope(level="project", name=where) if where else Scope())
        known = self._store.lessons().learning(id)
        return id, failure.pattern, since(known.origin.session, live.key) if known else "", failure.is_transient


class Nobody(Later):
    """There is no caller who must not wait, and what is rolled back must not be learned from a moment later."""

    def ask(self) -> None:
        pass


class Stage(Layer):
    """A layer for one session."""

    def __init__(self, *, is_deaf: bool, **rest: Any) -> None:
        super().__init__(**rest)
        self._is_deaf = is_deaf
        self._later = Nobody(self.caught_up)

    @cached_property
    def learning(self) -> Ear:
        given = {"store": self.store, "queue": self.queue, "outbox": self.outbox, "settings": self.settings, "clock": self.clock}
        return Ear(is_deaf=self._is_deaf, model=None, **given)

    @cached_property
    def mending(self) -> Eye:
        return Eye(self.store, self.settings, self.clock, is_deaf=self._is_deaf)

    def cleaned(self, event: Event) -> Event:
        return self._live.cleaned(event)

    def lesson(self, verdict: Verdict) -> str:
        return verdict.rule.removeprefix(FIX) if verdict.rule.startswith(FIX) else self._lessons.rule_of(verdict.rule)


class Play:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._place = 0
        self.turns = [Turn(is_asked=False)]

    def event(self, event: Event) -> None:
        self._place += 1
        if isinstance(event, UserMessage):
            self._asked(event)
        elif isinstance(event, ToolCall):
            said = self._stage.judge(event)
            self.turns[-1].calls[event.id] = Call(self._place, event.at, f"{event.tool}: {brief(event)}"[:SHOWN])
            self._spoken(said, event.id, self.turns[-1])
        elif isinstance(event, ToolResult):
            self._came_back(event)
        elif isinstance(event, AgentText):
            self._spoken(self._stage.settle(event), "", self.turns[-1])
        else:
            self._stage.observe(event)

    def _asked(self, message: UserMessage) -> None:
        self._stage.observe(message)
        ear, over = self._stage.learning, self.turns[-1]
        ear.weigh()
        over.at, over.said = message.at, message.text[:SHOWN]
        over.is_minded, over.is_corrected = ear.is_minded, ear.correction is not None
        over.again, over.against = ear.again, ear.against
        guidance = self._stage.guide(message.session, message.text)
        self.turns.append(Turn(prompt=frozenset(guidance.lessons + guidance.used), tokens=guidance.tokens))

    def _came_back(self, result: ToolResult) -> None:
        eye = self._stage.mending
        eye.last = None
        said = self._stage.settle(result)
        self._stage.caught_up()
        turn = next((turn for turn in reversed(self.turns) if result.id in turn.calls), self.turns[-1])
        call = turn.calls.get(result.id)
        if call is not None:
            call.is_known = result.error is None or eye.last is not None
            call.learning, call.error, call.since, call.is_passing = eye.last or NOTHING
        self._spoken(said, result.id, turn)

    def _spoken(self, said: Decision, call: str, turn: Turn) -> None:
        from habitus.recall import tokens

        for aloud, verdicts in ((True, said.verdicts), (False, said.shadows)):
            for one in verdicts:
                is_check, cost = one.rule.startswith(LEARNED), tokens(one.message)
                turn.spoken.append(Spoken(self._place, call, self._stage.lesson(one), one.message, cost, one.when, is_check, aloud))
