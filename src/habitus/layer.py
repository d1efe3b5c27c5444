"""The whole flow, once: four entrances.

observe   everything that happens    fold into the session, redact, store, detect, queue or learn
guide     before the model speaks    lessons for this turn, within the budget; what was said is recorded
judge     before a tool runs         what the rules say; settle: after it
tend      every so often             the learner over what waits, counts brought up to date

The stages are pure; what they decide becomes durable here, in one transaction per event with its line in the ledger.
Stages that a tool call does not pass (detect, learn, recall) are imported where they are used: a hook process judges one call and ends.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from habitus.enforce.check import Call
from habitus.errors import ModelError
from habitus.observe import actions, redact, session
from habitus.parse import paths
from habitus.parse.text import storable
from habitus.types import AgentText, Behind, Change, Decision, Note, Session, Told, ToolCall, ToolResult, UserMessage, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.config import Settings
    from habitus.enforce import Rules
    from habitus.types import Clock, Correction, Event, Guidance, Model, Queue, Rule, Store

Happened = TypeVar("Happened", bound="Event")

LIVE = 1000
"""Sessions kept in memory; an older one is taken up again from its snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tended:
    """What one round of upkeep did."""

    learned: int = 0
    unclear: int = 0
    failed: int = 0
    injections: int = 0


class Layer:
    def __init__(
        self,
        *,
        store: Store,
        queue: Queue,
        rules: Rules,
        settings: Settings,
        clock: Clock,
        redaction_key: bytes,
        model: Model | None = None,
    ) -> None:
        self.store = store
        self.queue = queue
        self.rules = rules
        self.settings = settings
        self.clock = clock
        self.model = model
        self._key = redaction_key
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lessons: tuple[int, list[Rule]] = (-1, [])
        self._lock = threading.RLock()

    # ── the entrances ──

    def observe(self, event: Event) -> bool:
        """Take in something that happened. False: it was told before, and nothing moved."""
        event = self._redacted(event)
        with self._lock:
            while True:
                live = self.session(event.session)
                correction = self._correction(live, event) if isinstance(event, UserMessage) else None
                changes = [_queued(correction)] if correction else []
                note = Note(verb="observed", item=f"{event.session}:{live.seq + 1}", content={}, actor="host", session=event.session)
                new = self._append(live, Told(live.seq + 1, event), note, changes)
                if new is None:
                    continue
                if correction and new:
                    self._learn_now(correction)
                return new

    def guide(self, key: str, prompt: str = "") -> Guidance:
        """What the model should know before it speaks."""
        from habitus import recall
        from habitus.detect import corrections

        key = storable(key)
        with self._lock:
            live = self.session(key)
            limits = self.settings.guidance
            said = corrections.language(prompt or live.request)
            guidance = recall.guide(self._active(), live, lang=said, token_budget=limits.token_budget, max_rules=limits.max_rules)
            if guidance.lessons:
                content = {"lessons": list(guidance.lessons), "text": guidance.text, "tokens": guidance.tokens}
                self.store.note(Note(verb="injected", item=key, content=content, actor="habitus", session=key), self.clock())
            return guidance

    def judge(self, call: ToolCall) -> Decision:
        """What the rules say about a call that is about to run."""
        call = self._redacted(call)
        with self._lock:
            while True:
                live = self.session(call.session)
                action = actions.name(call.tool)
                workspace = call.workspace or live.workspace
                seen = Call(
                    tool=call.tool, action=action, target=paths.normal(actions.target(action, call.args), workspace), args=call.args
                )
                verdicts = self.rules.judge("pre_tool", live, seen)
                blocked = any(verdict.action == "block" for verdict in verdicts)
                decision = Decision(call=call.id, ruling="block" if blocked else "allow", verdicts=verdicts)
                if self._append(live, Told(live.seq + 1, call, blocked), _judged(call.session, decision, call.tool)) is not None:
                    return decision

    def settle(self, result: ToolResult) -> Decision:
        """What the rules say about a call that has run. A result for a blocked or an unknown call draws nothing."""
        result = self._redacted(result)
        with self._lock:
            while True:
                live = self.session(result.session)
                verdicts: tuple[Verdict, ...] = ()
                waiting = live.waiting.get(result.id)
                if waiting and not waiting.blocked:
                    seen = Call(tool=waiting.tool, action=waiting.action, target=waiting.target, args={}, error=result.error)
                    verdicts = self.rules.judge("post_tool", live, seen)
                decision = Decision(call=result.id, ruling="allow", verdicts=verdicts)
                note = _judged(result.session, decision, waiting.tool if waiting else "", verb="settled")
                if self._append(live, Told(live.seq + 1, result), note) is not None:
                    return decision

    def tend(self) -> Tended:
        """Learn from what waits, and bring counts up to date."""
        self.queue.tidy(self.clock())
        tally = {"learned": 0, "unclear": 0, "failed": 0}
        while correction := self.queue.take(self.clock()):
            tally[self._learn(correction)] += 1
        return Tended(**tally, injections=self.store.count_applied())

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Everything inside becomes durable together: for reading long histories."""
        with self._lock:
            try:
                with self.store.batch():
                    yield
            except BaseException:
                self._sessions.clear()  # they have folded events that the store has not kept
                raise

    def close(self) -> None:
        self.store.close()

    # ── sessions ──

    def session(self, key: str) -> Session:
        """A session as far as this process has followed it."""
        live = self._sessions.get(key)
        if live is None:
            saved = self.store.snapshot(key)
            live = session.load(saved[1]) if saved else Session(key=key)
            self._catch_up(live)
            self._sessions[key] = live
            if len(self._sessions) > LIVE:
                self._sessions.popitem(last=False)
        else:
            self._sessions.move_to_end(key)
        return live

    def _catch_up(self, live: Session) -> None:
        for told in self.store.events(live.key, after=live.seq):
            session.follow(live, told.event, blocked=told.blocked)

    def _append(self, live: Session, told: Told, note: Note, changes: list[Change] | None = None) -> bool | None:
        """Keep the event, then fold it. None: another process was first; the session has caught up, so weigh again."""
        due = live.seq and live.seq % self.settings.store.snapshot_every == 0
        try:
            new = self.store.append(told, now=self.clock(), note=note, changes=changes or [], snapshot=session.dump(live) if due else None)
        except Behind:
            self._catch_up(live)
            return None
        if new:
            session.follow(live, told.event, blocked=told.blocked)
        return new

    def _redacted(self, event: Happened) -> Happened:
        """Secrets go before anything else sees the event: what is judged, folded and stored is the same text."""
        names = {name: getattr(event, name) for name in ("session", "key", "agent", "workspace")}
        changed: dict[str, Any] = {name: text for name, was in names.items() if (text := storable(was)) is not was}
        match event:
            case UserMessage() | AgentText():
                changed["text"] = redact.text(storable(event.text), key=self._key)
            case ToolCall():
                changed |= {"id": storable(event.id), "tool": storable(event.tool), "args": redact.value(event.args, key=self._key)}
            case ToolResult():
                changed |= {"id": storable(event.id), "result": redact.value(event.result, key=self._key)}
                changed["error"] = event.error and redact.text(storable(event.error), key=self._key)
        changed = {name: value for name, value in changed.items() if value is not getattr(event, name)}
        return replace(event, **changed) if changed else event

    # ── learning ──

    def _correction(self, live: Session, message: UserMessage) -> Correction | None:
        from habitus.detect import corrections
        from habitus.learn import rules
        from habitus.types import Correction, Exchange, Origin

        signal = corrections.find(message.text, live.answer)
        if signal is None or signal.confidence < self.settings.learning.min_confidence:
            return None
        exchange = Exchange(request=live.request, answer=storable(live.answer), correction=message.text[: session.KEPT])
        event = message.key or str(live.seq + 1)
        origin = Origin(speaker="user", channel=message.agent or live.agent, session=message.session, event=event)
        return Correction(
            id=rules.identity(origin, message.text), signal=signal, exchange=exchange, origin=origin,
            workspace=message.workspace or live.workspace, at=message.at,
        )  # fmt: skip

    def _learn_now(self, correction: Correction) -> None:
        """A correction that says what to do is in force at once; the learner gets what only a model could make clear."""
        from habitus.learn import rules

        rule = rules.draft(correction)
        if rule:
            self._keep(rule, correction)
        elif self.model is None:
            self.queue.done(correction, verb="unclear", now=self.clock())
        else:
            self.queue.tidy(self.clock())

    def _learn(self, correction: Correction) -> str:
        from habitus.learn import rules

        rule = rules.draft(correction)
        if rule is None and self.model is not None:
            try:
                rule = self._asked(self.model, correction)
            except ModelError as error:
                self.queue.again(correction, why=str(error), now=self.clock())
                return "failed"
        if rule is None:
            self.queue.done(correction, verb="unclear", now=self.clock())
            return "unclear"
        self._keep(rule, correction)
        return "learned"

    def _asked(self, model: Model, correction: Correction) -> Rule | None:
        import asyncio

        from habitus.learn import asked

        answer, _ = asyncio.run(model.ask(asked.question(correction), asked.Draft))
        return asked.believed(answer, correction)

    def _keep(self, rule: Rule, correction: Correction) -> None:
        """A new rule, or more evidence for the one that says the same."""
        from habitus.learn import rules

        with self.store.batch():
            if self.store.get("behavioral_rules", rule.id) is None:
                known = rules.same(rule, self._active(), overlap=self.settings.learning.duplicate_overlap)
                kept = rules.reinforced(known) if known else rule
                change = Change(
                    verb="reinforced" if known else "learned",
                    table="behavioral_rules",
                    item=kept.id,
                    after=kept,
                    actor=correction.origin.speaker,
                    session=correction.origin.session,
                )
                self.store.apply([change], self.clock())
            self.queue.done(correction, verb="learned from", now=self.clock())

    def _active(self) -> list[Rule]:
        version = self.store.version()
        if version != self._lessons[0]:
            self._lessons = (version, self.store.rules())
        return self._lessons[1]


def _queued(correction: Correction) -> Change:
    return Change(verb="queued", table="pending", item=correction.id, after=correction, actor="detector", session=correction.origin.session)


def _judged(key: str, decision: Decision, tool: str, verb: str = "judged") -> Note:
    verdicts = [{"rule": v.rule, "action": v.action, "when": v.when, "message": v.message} for v in decision.verdicts]
    content = {"tool": tool, "ruling": decision.ruling, "verdicts": verdicts}
    return Note(verb=verb, item=decision.call, content=content, actor="rules", session=key)
