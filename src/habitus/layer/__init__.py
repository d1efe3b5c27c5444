"""The whole flow, once: four entrances.

observe   everything that happens    fold into the session, redact, store, detect, queue or learn
guide     before the model speaks    lessons for this turn, within the budget; what was said is recorded
judge     before a tool runs         the gates, and what follows; settle: after it has run, or the agent has spoken
tend      every so often             the learner over what waits, news sent, evidence weighed, counts brought up to date

The stages are pure; what they decide becomes durable here, in one transaction per event with its line in the ledger.
Stages that a tool call does not pass (detect, learn, recall) are imported where they are used: a hook process judges one call and ends.

    rooms.py      all of these, made when they are asked for   growing.py    what depends on the agent
    live.py       sessions as this process follows them        learning.py   corrections become rules
    twice.py      what is told twice, ids used again           upkeep.py     what evidence does to them
    lessons.py    the lessons that hold for a session          shelving.py   skills as folders
    approvals.py  a person's yes to one exact call             inbox.py      what waits for a person
    rulebook.py   what a person does with rules                outbox.py     news for a person
    history.py    past events, many at once                    mending.py    errors become fixes
    knowing.py    conversations become knowledge               skills.py     the one gateway to skills
    agents.py     agents and their switches                    measuring.py  what happens, counted
    persona.py    who an agent says it is                      evolution.py  figures become suggestions, and a yes a change
    figures.py    what was counted of an agent                 effects.py    what each lesson is worth, and its next step
    heard.py      what a message says of what was done         strategies.py what worked for which kind of task
    outage.py     the store is away, and shelter.py meanwhile  undoing.py    changes taken back
    tending.py    what is done every so often                  later.py      what is done when the caller has gone
    replaying/    recorded sessions, played again              bringing.py   skills from outside
    drawing.py    edges of the graph                           disk.py       files as the disk knows them
    waited.py     a model's answer, for those who are not async spool.py      what happened meanwhile, on the disk
    keeping.py    an agent's tools that keep skills           consents.py   what a session has earned
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from habitus.enforce import NOTHING, gates
from habitus.errors import EventError
from habitus.layer import outage
from habitus.layer.approvals import Approvals
from habitus.layer.disk import DISK
from habitus.layer.heard import SILENT
from habitus.layer.later import Later
from habitus.layer.lessons import Lessons
from habitus.layer.live import LEARNED, LIVE, Live, ended, may_teach
from habitus.layer.outage import sheltered, silent
from habitus.layer.rooms import Rooms
from habitus.layer.twice import answering
from habitus.parse.text import name
from habitus.parse.tracking import DEFAULT, Tracking
from habitus.types import AgentText, Change, Decision, Note, Rating, Told, ToolCall, ToolResult, UserMessage
from habitus.types.noun import noun

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from habitus.config import Settings
    from habitus.enforce import Said
    from habitus.enforce.check import Call
    from habitus.enforce.classifier import Options
    from habitus.enforce.gates import Gates
    from habitus.layer.disk import Disk
    from habitus.layer.shelter import Shelter
    from habitus.types import Approval, Clock, Event, Guidance, Learning, Model, Notifier, Queue, Session, Store

    Watch: TypeAlias = Callable[[ToolCall | ToolResult | AgentText, str, Decision, float], None]
    """What happened, its tool, what was said about it, and the seconds until that was durable."""

Answer = TypeVar("Answer")
Happened = TypeVar("Happened", bound="Event")

REFUSED = (1, 2)
"""Gates at which a call is refused for what it is: what it would have done is of no interest."""

UNREAD = 256
"""Calls of a session that have ended and wait to be learned from; the next one waits with them."""

UNTAUGHT = 100
"""Sessions that are caught up with in one round."""

APPROVED = 5
"""The gate at which a person's approval lets a call through."""

RECENT = 40
"""Events that the classifier may look back on."""


@noun
class Tended:
    """What one round of upkeep did."""

    learned: int = 0
    reinforced: int = 0
    refused: int = 0
    proposed: int = 0
    unclear: int = 0
    declined: int = 0
    failed: int = 0
    knowledge: int = 0
    injections: int = 0
    moved: int = 0
    notified: int = 0


class Turns(NamedTuple):
    """The classifier of turns: what it may say, and whom it asks."""

    options: Options
    model: Model
    max_tokens: int = 500


class Layer(Rooms):
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
        notifier: Notifier | None = None,
        tracking: Tracking = DEFAULT,
        home: str = "",
        disk: Disk = DISK,
        login: str = "",
    ) -> None:
        """`login`: who runs this process, where its sessions are theirs."""
        self.store = store
        self.home = home
        self.queue = queue
        self.gates = gates
        self.settings = settings
        self.clock = clock
        self.model = model
        self.turns = turns
        self._notifier = notifier
        self.disk = disk
        every = settings.store.snapshot_every
        self._live = Live(store, clock, key=redaction_key, tracking=tracking, snapshot_every=every, disk=self.disk)
        self._login = login
        self._lessons = Lessons(store, settings, clock, tracking, self.user)
        self._approvals = Approvals(store, clock, settings.security.approval_seconds)
        self._later = Later(self.caught_up)
        self.shelter: Shelter | None = None
        self.watch: Watch | None = None
        """Told of every decision, whoever asked for it."""
        self.speaker: Callable[[], str] = str
        """The name of whoever tells us what happens, where more is known of them than that they may; otherwise it is empty."""
        self._directives: OrderedDict[str, tuple[int, str]] = OrderedDict()

    @property
    def lock(self) -> threading.RLock:
        """Whoever holds it is alone with the sessions: for those who must not wait for it."""
        return self._live.lock

    def user(self) -> str:
        """Whose sessions are told of now: of whoever's key lets them in, or of whoever runs this process."""
        return self.speaker() or self._login

    def session(self, key: str) -> Session:
        """A session as far as this process has followed it."""
        return self._live.session(name(key))

    def batch(self) -> AbstractContextManager[None]:
        """Everything inside becomes durable together: for reading long histories."""
        return self._live.batch()

    def named(self, event: Happened) -> Happened:
        """An event as it may be told more than once."""
        return self._live.named(event)

    def together(self, tell: Callable[[], Answer]) -> Answer:
        """The same for what agents tell: while the store is away it waits, event by event, on the disk."""
        return outage.together(self, tell)

    def adopt(self, settings: Settings, gates: Gates, tracking: Tracking) -> bool:
        """Declared rules, what they count, and capabilities as these settings have them: in force from here on, in running sessions too.
        False: they are the same. The ledger says when, because a verdict is only understood by the rules of its time."""
        wanted = replace(self.settings, security=settings.security, capabilities=settings.capabilities)
        with self._live.lock:
            if wanted == self.settings:
                return False
            self.policy_changed(self.gates, gates)
            self.gates, self.settings = gates, wanted
            self._live.track(tracking)
            self._lessons.track(tracking)
            return True

    def policy_changed(self, before: Gates, after: Gates) -> None:
        old, new = (sorted(check.id for check in one.rules.checks) for one in (before, after))
        content = {"added": sorted(set(new) - set(old)), "removed": sorted(set(old) - set(new)), "rules": new}
        self.store.note(Note(verb="policy changed", item="settings", content=content, actor="operator"), self.clock())

    # ── the entrances ──

    @sheltered
    def observe(self, event: Event) -> bool:
        """Take in something that happened. False: it was told before, and nothing moved."""
        event = self._live.cleaned(event)
        with self._live.lock:
            event = answering(event, self.session(event.session))
            while True:
                live = self.session(event.session)
                taken_up = live.skills
                heard = self.learning.heard(live, event) if isinstance(event, UserMessage) else SILENT
                correction, changes = heard.correction, list(heard.changes)
                teaches = self.settings.knowledge.enabled and may_teach(live, event)
                teller = self.speaker() or "host"
                note = Note(verb="observed", item=f"{event.session}:{live.seq + 1}", content={}, actor=teller, session=event.session)
                metrics = self.measuring.of(event, live, heard)
                new = self._live.append(live, Told(live.seq + 1, event), note, changes, teaches, metrics)
                if new is None:
                    continue
                if live.unread:
                    self._later.ask() if len(live.unread) < UNREAD else self.caught_up()
                if correction and new:
                    self.learning.at_once(correction)
                if new and isinstance(event, ToolCall):
                    self.growing.took_up(event, live)
                if new and taken_up and isinstance(event, UserMessage) and not heard.complains:
                    for slug in taken_up:
                        self.shelf.used(slug, helped=1)
                return new

    @silent
    def guide(self, key: str, prompt: str = "") -> Guidance:
        """What the model should know before it speaks."""
        key = name(key)
        directive = self.classify(key, prompt)
        with self._live.lock:
            self.caught_up()
            live, versions = self.session(key), self._lessons.renewed()
            guidance = self._lessons.guidance(live, prompt, self.growing.threshold(live, versions))
            growing, skills = self.growing.told(live, prompt, versions)
            if directive or growing:
                from habitus.recall import tokens

                whole = "\n\n".join(filter(None, (directive, growing, guidance.text)))
                guidance = replace(guidance, text=whole, tokens=guidance.tokens + tokens(f"{directive}{growing}"))
            content: dict[str, Any] = {"lessons": list(guidance.lessons), "text": guidance.text, "tokens": guidance.tokens}
            more = {"examples": guidance.examples, "used": guidance.used, "known": guidance.known, "held": guidance.held, "skills": skills}
            content |= {name: value for name, value in more.items() if value} | {"turn": live.turn}
            now = self.clock()
            with self.store.batch():
                if guidance.text or guidance.examples or guidance.held:
                    self.store.note(Note(verb="injected", item=key, content=content, actor="habitus", session=key), now)
                if self.settings.knowledge.enabled and (searched := self.measuring.of_search(live, guidance, now)):
                    self.store.counting().add(searched)
            return guidance

    def classify(self, key: str, message: str, *, manual: bool = False) -> str:
        """How to go about this turn, by the classifier's word; empty where it is not asked, or has nothing to say. Asked once a turn."""
        if self.turns is None:
            return ""
        from habitus.enforce import classifier
        from habitus.layer.waited import waited

        live = self.session(key)
        known = self._directives.get(live.key)
        if known and known[0] == live.turn and not manual:
            return known[1]
        if not classifier.is_due(self.turns.options, turn=max(0, live.turn - 1), message=message, manual=manual):
            return ""
        recent = [told.event for told in self.store.events(live.key, after=max(0, live.seq - RECENT))]
        asked = classifier.classify(
            self.turns.model, self.turns.options, message=self._live.secretless(message), session=live, checks=self.gates.rules.checks,
            history=recent, max_tokens=self.turns.max_tokens,
        )  # fmt: skip
        said = waited(asked)
        self._directives[live.key] = (live.turn, said)
        if len(self._directives) > LIVE:
            self._directives.popitem(last=False)
        return said

    def rule_list(self) -> str:
        """The rules that hold here, for the system prompt of an agent that can take them."""
        from habitus.enforce import notes

        return notes.listed(self.gates.rules.checks)

    @sheltered
    def judge(self, call: ToolCall) -> Decision:
        """What follows for a call that is about to run. `Decision.call` is the name that it waits under: its own, unless that was taken."""
        began, given, call = time.perf_counter(), call, self._live.placed(self._live.cleaned(call))
        with self._live.lock:
            while True:
                live = self.session(call.session)
                seen = self._live.seen(call, live)
                decision, said = self._weighed(call, live, seen)
                hint = self._hint(live, seen) if decision.gate not in REFUSED else NOTHING
                if hint is not NOTHING:
                    verdicts, shadows = decision.verdicts + hint.verdicts, decision.shadows + hint.shadows
                    decision, said = replace(decision, verdicts=verdicts, shadows=shadows), said.plus(hint)
                weighed = decision
                changes: list[Change] = []
                if gates.is_approvable(decision):
                    decision, changes = self._approvals.used(call, call.workspace or live.workspace, decision)
                changes += self._fired(weighed, call, live.seq + 1, overridden=decision.gate == APPROVED)
                told = Told(live.seq + 1, call, decision.ruling != "allow", said.fired)
                new = self._live.append(live, told, _judged(call.session, decision, call.tool, by=self.speaker()), changes)
                if new is not None:
                    if not new:
                        return self._again(given, call, live, decision)
                    if decision.ruling == "allow":
                        self.growing.took_up(call, live)
                    self.tell(call, call.tool, decision, began)
                    return decision

    def _again(self, given: ToolCall, call: ToolCall, live: Session, decision: Decision) -> Decision:
        """A call whose key the store knows: the same, which gets the answer it got, or another, which gets a name of its own."""
        from habitus.layer import twice

        self._live.catch_up(live)
        return twice.said(self.store, call, live, decision) or self.judge(twice.apart(self.store, given, live))

    def weigh(self, call: ToolCall) -> Decision:
        """What the rules would say of a call that is not made: nothing is kept, counted, asked or used up."""
        call = self._live.placed(self._live.cleaned(call))
        with self._live.lock:
            live = self.session(call.session)
            return self._weighed(call, live, self._live.seen(call, live))[0]

    def _weighed(self, call: ToolCall, live: Session, seen: Call) -> tuple[Decision, Said]:
        self.caught_up()
        learned = self._lessons.checks(live, call.tool, call.workspace)
        decision, said = self.gates.judge(call.id, live, seen, call.at.timestamp(), learned)
        return self.growing.at_the_door(call, live, self._held_back(live, decision), self._lessons.versions), said

    @sheltered
    def settle(self, event: ToolResult | AgentText) -> Decision:
        """What the rules say about a call that has run, or about what the agent has said. A blocked or unknown call draws nothing."""
        began, event = time.perf_counter(), self._live.cleaned(event)
        with self._live.lock:
            event = answering(event, self.session(event.session))
            while True:
                live = self.session(event.session)
                call, when = self._live.over(event, live)
                said = self.gates.rules.judge(when, live, call, event.at.timestamp()) if call else NOTHING
                if call:
                    said = said.plus(self._lessons.checks(live, call.tool, call.workspace).judge(when, live, call, event.at.timestamp()))
                teaches = isinstance(event, ToolResult) and self.settings.knowledge.enabled and may_teach(live, event)
                if isinstance(event, ToolResult) and event.error is not None and teaches:
                    said = said.plus(self._helps(live, event))
                id = event.key if isinstance(event, AgentText) else event.id
                decision = Decision(call=id, ruling="allow", verdicts=said.verdicts, shadows=said.shadows, gate=7 if said.verdicts else 0)
                decision = self._held_back(live, decision)
                note = _judged(event.session, decision, call.tool if call else "", by=self.speaker(), verb="settled")
                if isinstance(event, AgentText):  # a text need not have a key, and its place is its own
                    note = replace(note, item=f"{event.session}:{live.seq + 1}")
                changes = self._fired(decision, event, live.seq + 1)
                counted = self.measuring.of_result(live, event) if isinstance(event, ToolResult) else []
                told = Told(live.seq + 1, event, fired=said.fired)
                new = self._live.append(live, told, note, changes, teaches, counted)
                if new is not None:
                    if new:
                        self.tell(event, call.tool if call else "", decision, began)
                    if live.unread:
                        self._later.ask()
                    went_well = isinstance(event, ToolResult) and event.error is None
                    if call and call.target and went_well and self.growing.guards(self._lessons.versions):
                        self.persona.settled(call.target, event.session, event.agent or live.agent)
                    return decision

    def tell(self, event: ToolCall | ToolResult | AgentText, tool: str, decision: Decision, began: float) -> None:
        """Those who watch, of a decision that is durable: in a batch, when that is, and still in the context of whoever asked."""
        if self.watch is None:
            return
        if self._live.is_together:
            from contextvars import copy_context  # a hook process has no batch, and starts without it

            self._live.after.append(partial(copy_context().run, self.tell, event, tool, decision, began))
        else:
            self.watch(event, tool, decision, time.perf_counter() - began)

    def on_tool_result(self, session: str, tool: str, params: Mapping[str, Any], result: Any = None, error: str | None = None) -> Decision:
        """A tool has run, told in one go: the seed's `ToolResultObserver`. Says what is known about its error."""
        now, n = self.clock(), self.session(session).seq + 1
        moment: dict[str, Any] = {"session": session, "at": now}
        self.observe(ToolCall(**moment, key=f"call:{n}", id=f"o{n}", tool=tool, args=params))
        return self.settle(ToolResult(**moment, key=f"result:{n}", id=f"o{n}", result=result, error=error))

    def record_user_correction(self, text: str, *, tool: str, error: str = "", workspace: str = "", who: str = "user") -> Learning:
        """What a person says helps against an error of a tool; it outranks what was found out."""
        said, failed = self._live.secretless(text), self._live.secretless(error)
        return self.mending.record_user_correction(said, tool=tool, error=failed, workspace=workspace, who=who)

    def rate(self, session: str, rating: int, *, agent: str = "") -> None:
        """A person's rating of the answer before it, 1 to 5."""
        if not isinstance(rating, int) or isinstance(rating, bool) or not 1 <= rating <= 5:
            raise EventError("rating", f"must be a whole number from 1 to 5, got {rating!r:.40}")
        self.observe(Rating(session=session, at=self.clock(), agent=agent, rating=rating))

    def answer(self, id: str, *, approve: bool, who: str) -> Approval:
        """A person's answer to a call that waits. No tool and no model can give one."""
        return self._approvals.answer(id, approve=approve, who=who)

    def approve(self, call: ToolCall, *, who: str) -> Approval:
        """A person approves exactly this call, once, before it is made."""
        call = self._live.cleaned(call)
        return self._approvals.in_advance(call, call.workspace or self.session(call.session).workspace, who=who)

    def tend(self) -> Tended:
        """Learn from what waits, weigh the evidence, send the news, and bring counts up to date."""
        from habitus.layer import tending

        done = tending.round_of_all(self)
        return Tended(**{name: count for name, count in done.items() if name in Tended.__annotations__})

    def close(self) -> None:
        self._later.close()
        if self.shelter is not None:
            self.shelter.stop()
        try:
            self.caught_up()
        finally:
            self.store.close()

    # ── learned checks and known fixes ──

    def _hint(self, live: Session, call: Call) -> Said:
        """A known fix, where there may be one: most stores know of none, and then nothing is loaded."""
        known = self._lessons.versions
        if not live.failures and not known.has_learnings:
            return NOTHING
        return self.mending.before(live, call, known.learnings)

    def _fired(self, said: Decision, event: ToolCall | ToolResult | AgentText, seq: int, *, overridden: bool = False) -> list[Change]:
        """A line for every learned check that spoke, or would have: what its promotion goes by. `overridden`: a person let the call
        through all the same, so what would have stopped it steps back."""
        changes = []
        for verdict in said.verdicts + said.shadows:
            if not verdict.rule.startswith(LEARNED):
                continue
            rule, stopped = self._lessons.rule_of(verdict.rule), overridden and verdict.action == "block"
            row = {
                "id": f"{verdict.rule}:{event.session}:{seq}", "rule": rule, "session": event.session, "call": said.call,
                "stage": "shadow" if verdict in said.shadows else verdict.action, "outcome": "overridden" if stopped else "",
                "at": event.at.isoformat(),
            }  # fmt: skip
            changes.append(Change(verb="fired", table="firings", item=row["id"], after=row, actor="rules", session=event.session))
            changes += self.upkeep.overridden(rule) if stopped else []
        return changes

    # ── learning from what has ended ──

    def caught_up(self) -> None:
        """Learn from all that this process was told. Whoever asks something asks this first; mostly there is nothing left to do."""
        for live in self._live.unread():
            with self._live.lock:
                self.mending.learn(live)
                self._live.learned(live)

    def catch_up_with_others(self) -> int:
        """And from what others were told who did not live to learn from it. Answers from how many sessions."""
        self.caught_up()
        waiting = self.store.untaught(UNTAUGHT)
        for row in waiting:
            with self._live.lock:
                live = self.session(row["id"])
                self._live.catch_up(live)  # others may have gone on with a session that this process knows
                self.mending.learn(live)
                self._live.learned(live)
                self.store.claim_teaching(row["id"], row["teaching"])
        return len(waiting)

    def _helps(self, live: Session, event: ToolResult) -> Said:
        """What is known to help against an error that has just come back."""
        self.caught_up()
        one = ended(live, event, live.seq + 1)
        return NOTHING if one is None else self.mending.said(live, one)

    def _held_back(self, live: Session, decision: Decision) -> Decision:
        """What a session goes without is said to nobody, and noted as what would have been said."""
        held = tuple(
            one
            for one in decision.verdicts
            if one.action != "block" and one.rule.startswith(LEARNED) and self._lessons.is_check_held(one.rule, live.key)
        )
        if not held:
            return decision
        said = tuple(one for one in decision.verdicts if one not in held)
        return replace(decision, verdicts=said, shadows=decision.shadows + held)


def _judged(key: str, decision: Decision, tool: str, *, by: str, verb: str = "judged") -> Note:
    """`by`: whoever asked, where they have a name."""
    content: dict[str, Any] = {
        "tool": tool,
        "ruling": decision.ruling,
        "gate": decision.gate,
        "reason": decision.reason,
        "verdicts": [verdict._asdict() for verdict in decision.verdicts],
    }
    if decision.shadows:
        content["shadows"] = [verdict._asdict() for verdict in decision.shadows]
    if decision.approval:
        content["approval"] = decision.approval
    if by:
        content["by"] = by
    return Note(verb=verb, item=decision.call, content=content, actor="rules", session=key)
