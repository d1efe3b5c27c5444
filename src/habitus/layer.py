"""The whole flow, once: four entrances.

observe   everything that happens    fold into the session, redact, store, detect, queue or learn
guide     before the model speaks    lessons for this turn, within the budget; what was said is recorded
judge     before a tool runs         the gates, and what follows; settle: after it has run, or the agent has spoken
tend      every so often             the learner over what waits, counts brought up to date

The stages are pure; what they decide becomes durable here, in one transaction per event with its line in the ledger.
Stages that a tool call does not pass (detect, learn, recall) are imported where they are used: a hook process judges one call and ends.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from habitus.enforce import NOTHING, gates
from habitus.enforce.check import Call
from habitus.errors import ModelError, StoreError
from habitus.observe import redact, session
from habitus.parse import actions, paths
from habitus.parse.text import storable
from habitus.parse.tracking import DEFAULT, Tracker, Tracking
from habitus.types import AgentText, Approval, Behind, Change, Decision, Note, Session, Told, ToolCall, ToolResult, UserMessage, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from habitus.config import Settings
    from habitus.enforce.classifier import Options
    from habitus.enforce.gates import Gates
    from habitus.types import Clock, Correction, Event, Guidance, Model, Queue, Rule, Store, When

Happened = TypeVar("Happened", bound="Event")

Answered = TypeVar("Answered")

PAGE = 10_000
"""Judged calls that are looked through for one that was told twice."""

RECENT = 40
"""Events that the classifier may look back on."""

LIVE = 1000
"""Sessions kept in memory; an older one is taken up again from its snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tended:
    """What one round of upkeep did."""

    learned: int = 0
    unclear: int = 0
    failed: int = 0
    injections: int = 0


class Turns(NamedTuple):
    """The classifier of turns: what it may say, and whom it asks."""

    options: Options
    model: Model
    max_tokens: int = 500


class Layer:
    def __init__(
        self,
        *,
        store: Store,
        queue: Queue,
        gates: Gates,
        settings: Settings,
        clock: Clock,
        redaction_key: bytes,
        model: Model | None = None,
        turns: Turns | None = None,
        tracking: Tracking = DEFAULT,
        resolve: Callable[[str], str] = os.path.realpath,
        exists: Callable[[str], bool] = os.path.exists,
    ) -> None:
        self.store = store
        self.queue = queue
        self.gates = gates
        self.settings = settings
        self.clock = clock
        self.model = model
        self.turns = turns
        self._key = redaction_key
        self._workspaces: OrderedDict[str, str] = OrderedDict()
        self._directives: OrderedDict[str, tuple[int, str]] = OrderedDict()
        self._tracker = Tracker(tracking)
        self._resolve = resolve
        self._exists = exists
        self._approval_time = timedelta(seconds=settings.security.approval_seconds)
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
        directive = self.classify(key, prompt)
        with self._lock:
            live = self.session(key)
            limits = self.settings.guidance
            said = corrections.language(prompt or live.request)
            guidance = recall.guide(self._active(), live, lang=said, token_budget=limits.token_budget, max_rules=limits.max_rules)
            if directive:
                whole = "\n\n".join(filter(None, (directive, guidance.text)))
                guidance = replace(guidance, text=whole, tokens=guidance.tokens + recall.tokens(directive))
            if guidance.text:
                content = {"lessons": list(guidance.lessons), "text": guidance.text, "tokens": guidance.tokens}
                self.store.note(Note(verb="injected", item=key, content=content, actor="habitus", session=key), self.clock())
            return guidance

    def classify(self, key: str, message: str, *, manual: bool = False) -> str:
        """How to go about this turn, by the classifier's word; empty where it is not asked, or has nothing to say. Asked once a turn."""
        if self.turns is None:
            return ""
        from habitus.enforce import classifier

        live = self.session(storable(key))
        known = self._directives.get(live.key)
        if known and known[0] == live.turn and not manual:
            return known[1]
        if not classifier.is_due(self.turns.options, turn=max(0, live.turn - 1), message=message, manual=manual):
            return ""
        text = redact.text(storable(message), key=self._key)
        recent = [told.event for told in self.store.events(live.key, after=max(0, live.seq - RECENT))]
        asked = classifier.classify(
            self.turns.model, self.turns.options, message=text, session=live, checks=self.gates.rules.checks, history=recent,
            max_tokens=self.turns.max_tokens,
        )  # fmt: skip
        said = _waited(asked)
        self._directives[live.key] = (live.turn, said)
        if len(self._directives) > LIVE:
            self._directives.popitem(last=False)
        return said

    def rule_list(self) -> str:
        """The rules that hold here, for the system prompt of an agent that can take them."""
        from habitus.enforce import notes

        return notes.listed(self.gates.rules.checks)

    def judge(self, call: ToolCall) -> Decision:
        """What follows for a call that is about to run."""
        call = self._placed(self._redacted(call))
        with self._lock:
            while True:
                live = self.session(call.session)
                decision, said = self.gates.judge(call.id, live, self._seen(call, live), call.at.timestamp())
                decision, changes = self._approved(call, decision) if gates.is_approvable(decision) else (decision, [])
                told = Told(live.seq + 1, call, decision.ruling != "allow", said.fired)
                new = self._append(live, told, _judged(call.session, decision, call.tool), changes)
                if new is not None:
                    return decision if new else self._said_before(call) or decision

    def settle(self, event: ToolResult | AgentText) -> Decision:
        """What the rules say about a call that has run, or about what the agent has said. A blocked or unknown call draws nothing."""
        event = self._redacted(event)
        with self._lock:
            while True:
                live = self.session(event.session)
                call, when = self._spoken(event) if isinstance(event, AgentText) else self._returned(event, live)
                said = self.gates.rules.judge(when, live, call, event.at.timestamp()) if call else NOTHING
                id = event.key if isinstance(event, AgentText) else event.id
                decision = Decision(call=id, ruling="allow", verdicts=said.verdicts, shadows=said.shadows, gate=7 if said.verdicts else 0)
                note = _judged(event.session, decision, call.tool if call else "", verb="settled")
                if self._append(live, Told(live.seq + 1, event, fired=said.fired), note) is not None:
                    return decision

    def answer(self, id: str, *, approve: bool, who: str) -> Approval:
        """A person's answer to a call that waits. No tool and no model can give one."""
        now = self.clock()
        waiting = self.store.approval(id)
        with self.store.batch():
            if waiting is None or not self.store.claim_approval(id, now):
                waiting = self.store.approval(id)
                state = "is not known" if waiting is None else "has expired" if waiting.state == "pending" else f"was {waiting.state}"
                raise StoreError(f"approval {id} {state}: `habitus approvals list` shows the calls that wait")
            lasts = now + self._approval_time
            given = replace(waiting, state="approved" if approve else "denied", answered_at=now, answered_by=who, expires_at=lasts)
            self.store.apply([_answered(given)], now)
        return given

    def approve(self, call: ToolCall, *, who: str) -> Approval:
        """A person approves exactly this call, once, before it is made."""
        asked = replace(self._question(self._redacted(call), "approved in advance"), state="approved", answered_by=who)
        given = replace(asked, answered_at=asked.asked_at)
        self.store.apply([_answered(given)], given.asked_at)
        return given

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
            session.follow(live, told.event, blocked=told.blocked, fired=told.fired, tracker=self._tracker)

    def _workspace(self, folder: str) -> str:
        """A folder and the links to it are one workspace."""
        known = self._workspaces.get(folder)
        if known is None:
            known = self._workspaces[folder] = self._on_disk(folder) if folder.startswith("/") else folder
            if len(self._workspaces) > LIVE:
                self._workspaces.popitem(last=False)
        return folder if known == folder else known

    def _placed(self, call: ToolCall) -> ToolCall:
        """The file as the disk knows it: links followed here, once, so that replaying the events gives the same state."""
        given = actions.target(actions.name(call.tool), call.args)
        if not given or call.target:
            return call
        return replace(call, target=self._on_disk(paths.normal(given, call.workspace or self.session(call.session).workspace)))

    def _on_disk(self, path: str) -> str:
        try:
            return self._resolve(path)
        except (OSError, ValueError):
            return path  # a name that no disk can have

    def _seen(self, call: ToolCall, live: Session) -> Call:
        action, workspace = actions.name(call.tool), call.workspace or live.workspace
        return Call(tool=call.tool, action=action, target=call.target, args=call.args, workspace=workspace, exists=self._exists)

    def _returned(self, result: ToolResult, live: Session) -> tuple[Call | None, When]:
        waiting = live.waiting.get(result.id)
        if waiting is None or waiting.blocked:
            return None, "post_tool"
        call = Call(
            tool=waiting.tool, action=waiting.action, target=waiting.target, args=waiting.args, workspace=live.workspace,
            nth=waiting.nth, result=result.result, error=result.error, exists=self._exists,
        )  # fmt: skip
        return call, "post_tool"

    def _spoken(self, text: AgentText) -> tuple[Call | None, When]:
        return Call(tool="", action="", args={}, text=text.text), "on_text"

    def _approved(self, call: ToolCall, decision: Decision) -> tuple[Decision, list[Change]]:
        """Use up a person's approval of this very call, or leave a question for one."""
        known = self.store.approval_of(self._exact(call), self.clock())
        if known and known.state == "approved":
            return gates.approved(decision, known.id), [_answered(replace(known, state="used"), verb="used")]
        if known:
            reason = f"{decision.reason} A person has denied this call." if known.state == "denied" else decision.reason
            return replace(decision, approval=known.id, reason=reason), []
        asked = self._question(call, decision.reason)
        return replace(decision, approval=asked.id), [_answered(asked, verb="asked")]

    def _said_before(self, call: ToolCall) -> Decision | None:
        """A call told twice gets the answer it got: another would use another approval, or lose the one it had."""
        for entry in self.store.entries(session=call.session, verb="judged", limit=PAGE):
            if entry.item == call.id:
                said = self.store.content(entry.after)
                verdicts = tuple(Verdict(**verdict) for verdict in said["verdicts"])
                rest = {name: said[name] for name in ("ruling", "gate", "reason", "approval") if name in said}
                return Decision(call=call.id, verdicts=verdicts, **rest)
        return None

    def _exact(self, call: ToolCall) -> str:
        return gates.call_hash(call.session, call.workspace or self.session(call.session).workspace, call.tool, call.args)

    def _question(self, call: ToolCall, reason: str) -> Approval:
        now = self.clock()
        exact = self._exact(call)
        return Approval(
            id=f"{exact[:12]}-{int(now.timestamp() * 1e6):x}", session=call.session, call_hash=exact, tool=call.tool, args=call.args,
            reason=reason, state="pending", asked_at=now, expires_at=now + self._approval_time,
        )  # fmt: skip

    def _append(self, live: Session, told: Told, note: Note, changes: list[Change] | None = None) -> bool | None:
        """Keep the event, then fold it. None: another process was first; the session has caught up, so weigh again."""
        due = live.seq and live.seq % _interval(live.seq, self.settings.store.snapshot_every) == 0
        try:
            new = self.store.append(told, now=self.clock(), note=note, changes=changes or [], snapshot=session.dump(live) if due else None)
        except Behind:
            self._catch_up(live)
            return None
        if new:
            session.follow(live, told.event, blocked=told.blocked, fired=told.fired, tracker=self._tracker)
        return new

    def _redacted(self, event: Happened) -> Happened:
        """Secrets go before anything else sees the event: what is judged, folded and stored is the same text."""
        names = {name: getattr(event, name) for name in ("session", "key", "agent", "workspace")}
        changed: dict[str, Any] = {name: text for name, was in names.items() if (text := storable(was)) is not was}
        if event.workspace:
            changed["workspace"] = self._workspace(storable(event.workspace))
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
        from habitus.learn import asked

        answer, _ = _waited(model.ask(asked.question(correction), asked.Draft))
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


def _waited(asked: Coroutine[Any, Any, Answered]) -> Answered:
    """A model's answer, for callers that are not async; in a thread of its own where one is running already."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asked)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, asked).result()


def _interval(seq: int, every: int) -> int:
    """Events between two snapshots: a tenth of the session, by doublings, so that their cost per event does not grow with its length."""
    while every * 20 <= seq:
        every *= 2
    return every


def _queued(correction: Correction) -> Change:
    return Change(verb="queued", table="pending", item=correction.id, after=correction, actor="detector", session=correction.origin.session)


def _answered(approval: Approval, verb: str = "") -> Change:
    who = approval.answered_by or "rules"
    return Change(verb=verb or approval.state, table="approvals", item=approval.id, after=approval, actor=who, session=approval.session)


def _judged(key: str, decision: Decision, tool: str, verb: str = "judged") -> Note:
    verdicts = [{"rule": v.rule, "action": v.action, "when": v.when, "message": v.message} for v in decision.verdicts]
    content: dict[str, Any] = {
        "tool": tool,
        "ruling": decision.ruling,
        "gate": decision.gate,
        "reason": decision.reason,
        "verdicts": verdicts,
    }
    if decision.shadows:
        content["shadows"] = [{"rule": v.rule, "action": v.action, "when": v.when, "message": v.message} for v in decision.shadows]
    if decision.approval:
        content["approval"] = decision.approval
    return Note(verb=verb, item=decision.call, content=content, actor="rules", session=key)
