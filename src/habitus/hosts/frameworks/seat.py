"""Where a framework's agent sits before the layer: what it is told, what it may do, and what stands under a tool's result.

heard    the user has spoken: observe, which hears corrections; guidance for the turn
said     the agent has spoken: rules about words; their reminders wait for the next request
before   a call is about to run: judge             asked   a person has answered in the framework: for this very call
after    it has run: settle; notes for the model   refused it has not: what the model was told is kept
asks     the final answer is there: what its user is asked about keeping a skill, where the agent's switch is on

Everything here is sync; an event loop calls it in a thread. When the store fails the agent carries on: it goes without guidance, nothing is
kept, and calls are judged by the declared rules alone. A call that cannot be judged at all is not let through.
"""

from __future__ import annotations

import json
import logging
import threading
import uuid
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from habitus.errors import HabitusError
from habitus.hosts.hooks import answers, events
from habitus.hosts.skillloop import SkillLoop
from habitus.hosts.transcripts.parts import digest, is_said
from habitus.types import AgentText, Decision, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from habitus.layer import Layer

T = TypeVar("T")

LOG = logging.getLogger("habitus.frameworks")

KEPT = 1000
"""Sessions whose guidance and notes are remembered. One that is forgotten is guided again."""

NOTE = "[Habitus]"
"""How what the rules say begins, under a result: the model can tell it from what the tool said."""

SPOKEN = frozenset({"plan_before_execute"})
"""Rules that ask whether the agent has spoken: silent where nobody tells us what it says."""

UNNAMED = "unnamed"
UNASKED = "A person has to be asked about this call, and nobody is here to ask."
DECLINED = "The user said no to this call."
UNJUDGED = "This call could not be judged, so it was not made. Try another way, or tell the user: Habitus has the reason in its log."


class Asked(NamedTuple):
    """A call that was judged."""

    call: ToolCall
    decision: Decision
    exact: str = ""
    """What it was asked as."""

    @property
    def is_allowed(self) -> bool:
        return self.decision.ruling == "allow"

    @property
    def asks(self) -> bool:
        """A person decides, and may decide now."""
        return self.decision.ruling == "ask" and bool(self.decision.approval)


class Seat:
    def __init__(self, layer: Layer, *, agent: str, workspace: str = "", hears: bool = True) -> None:
        """`hears`: the framework tells us what the agent says before it acts."""
        self.layer = layer
        self._agent = agent
        self._workspace = workspace
        self._hears = hears
        self._loop = SkillLoop(layer)
        self._guided: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._waiting: OrderedDict[str, list[str]] = OrderedDict()
        self._open: OrderedDict[str, Asked] = OrderedDict()
        """Calls that were judged and have not come back."""
        self._lock = threading.Lock()

    # ── before the model speaks ──

    def heard(self, session: str, text: str, key: str = "", budget: int = 0) -> str:
        """Guidance for this turn. `key`: the framework's name for the message, which is then heard once however often it is told.

        `budget`: requests to the model that the framework allows for it, where it says so.
        """
        key = f"user:{key}" if key else f"user:{self._seq(session)}:{digest(text)}"
        known = self._guided.get(session)
        if known and known[0] == key:
            return known[1]
        if is_said(text):
            self._kept("what the user says is not kept", lambda: self.layer.observe(UserMessage(**self._moment(session, key), text=text)))
        self._loop.opened(session, self._agent, budget)
        return self._remember(session, key, text)

    def guidance(self, session: str) -> str:
        """For the rest of the turn the same; for a model that is called before anybody has spoken, what holds in general."""
        known = self._guided.get(session)
        return known[1] if known else self._remember(session, "", "")

    def _remember(self, session: str, key: str, prompt: str) -> str:
        from habitus.recall import spoken

        guidance = self._kept("the agent goes on without guidance", lambda: self.layer.guide(session, prompt))
        text = answers.cut(spoken(guidance)) if guidance else ""
        with self._lock:
            _put(self._guided, session, (key, text))
        return text

    def reminders(self, session: str) -> str:
        """For the next request to the model, asked once for each: what came up since the last one, and how much of its budget is used."""
        with self._lock:
            waiting = [f"{NOTE} {message}" for message in self._waiting.pop(session, ())]
        return "\n".join(filter(None, (*waiting, self._loop.nudge(session, self._agent))))

    def said(self, session: str, text: str) -> None:
        if not text.strip():
            return
        key = f"said:{self._seq(session)}:{digest(text)}"
        event = AgentText(**self._moment(session, key), text=text)
        decision = self._kept("what the agent says is not kept", lambda: self.layer.settle(event))
        messages = [verdict.message for verdict in decision.verdicts] if decision else []
        if messages:
            with self._lock:
                _put(self._waiting, session, [*self._waiting.get(session, ()), *messages])

    def asks(self, session: str, final: str) -> str:
        """A question to the user, for under the final answer; mostly there is none."""
        return self._loop.postscript(session, self._agent, final, workspace=self._workspace)

    def answering(self, session: str) -> str:
        """What the user was asked, for a model that has not seen it; told once."""
        return self._loop.answering(session)

    # ── before and after a tool ──

    def before(self, session: str, id: str, tool: str, args: Mapping[str, Any], batch: str = "") -> Asked:
        """Judged once: whoever asks again before the call has run is told the same, also after a restart."""
        given, tool = {str(name): value for name, value in args.items()}, tool or UNNAMED
        exact = digest(session, id, tool, _exact(given))
        if (known := self._open.get(exact)) is not None:
            return known
        id = events.name({"id": id}, "id") or digest(tool, _exact(given))
        call = ToolCall(**self._moment(session, f"call:{id}"), id=id, tool=tool, args=given, batch=batch)
        decision = self._judged(call)
        asked = Asked(replace(call, id=decision.call, key=f"call:{decision.call}"), decision, exact)
        with self._lock:
            _put(self._open, exact, asked)
        return asked

    def answered(self, asked: Asked, *, approve: bool, why: str = "") -> Asked:
        """A person has said yes or no to this very call. After a yes it is judged once more, with it; another call needs another yes."""
        problem = ""
        try:
            self.layer.answer(asked.decision.approval, approve=approve, who=f"user:{self._agent}")
        except HabitusError as error:  # answered elsewhere, or too late: what was said there holds
            problem = str(error)
        if not approve:
            reason = " ".join(filter(None, (asked.decision.reason, DECLINED, why)))
            return asked._replace(decision=replace(asked.decision, ruling="block", reason=reason, approval=""))
        id = f"{asked.call.id}~yes"
        call = replace(asked.call, id=id, key=f"call:{id}", at=self.layer.clock())
        decision = self._judged(call)
        if decision.ruling != "allow" and problem:
            decision = replace(decision, reason=f"{decision.reason} {problem}")
        return Asked(call, decision, asked.exact)

    def after(self, asked: Asked, *, result: Any = None, error: str | None = None) -> str:
        """What the model is told under the result: of the call and of how it went, each sentence once."""
        call = asked.call
        told = None if error is None else (error or "failed")
        event = ToolResult(**self._moment(call.session, f"result:{call.id}"), id=call.id, result=events.cut(_plain(result)), error=told)
        after = self._kept("what a tool returned is not kept", lambda: self._fair(self.layer.settle(event)))
        self._over(asked)
        verdicts = (*asked.decision.verdicts, *(after.verdicts if after else ()))
        return notes(verdict.message for verdict in verdicts if verdict.action != "block")

    def refused(self, asked: Asked) -> str:
        """What the model is told of a call that was not let through. Its result moves nothing, but who reads the session sees it."""
        decision, call = asked.decision, asked.call
        reason = answers.joined(one for one in decision.verdicts if one.action == "block") or decision.reason or answers.WORDLESS
        asks = UNASKED if decision.ruling == "ask" else ""
        no = decision.reason if decision.reason not in reason else ""
        waits = answers.APPROVAL if decision.approval else ""
        rest = notes(one.message for one in decision.verdicts if one.action != "block")
        text = "\n".join(filter(None, (answers.cut(reason), no, asks, waits, rest)))
        event = ToolResult(**self._moment(call.session, f"result:{call.id}"), id=call.id, error=text)
        self._kept("that a call was refused is not kept", lambda: self.layer.observe(event))
        self._over(asked)
        return text

    def _judged(self, call: ToolCall) -> Decision:
        try:
            return self._fair(self.layer.judge(call))
        except HabitusError as error:
            LOG.warning("a call is judged by the declared rules alone: %s", error)
        except Exception:  # rules of other people's run in there
            LOG.exception("a call could not be judged: it is not let through")
            return Decision(call=call.id, ruling="block", reason=UNJUDGED)
        try:
            return self._fair(self._alone().judge(call))
        except Exception:
            LOG.exception("a call could not be judged: it is not let through")
            return Decision(call=call.id, ruling="block", reason=UNJUDGED)

    def _alone(self) -> Layer:
        """The same rules, with a memory of this one call."""
        from habitus.layer import Layer
        from habitus.store import memory

        store = memory()
        gates, settings, clock = self.layer.gates, self.layer.settings, self.layer.clock
        return Layer(store=store, queue=self.layer.queue, gates=gates, settings=settings, clock=clock, redaction_key=bytes(32))

    def _kept(self, otherwise: str, tell: Callable[[], T]) -> T | None:
        try:
            return tell()
        except HabitusError as error:
            LOG.warning("%s: %s", otherwise, error)
            return None

    def _seq(self, session: str) -> str:
        live = self._kept("a session cannot be looked up", lambda: self.layer.session(session))
        return str(live.seq) if live else uuid.uuid4().hex[:12]

    def _over(self, asked: Asked) -> None:
        with self._lock:
            self._open.pop(asked.exact, None)

    def _fair(self, decision: Decision) -> Decision:
        """Without what is only true of an agent whose words we hear in time."""
        if self._hears or not decision.verdicts:
            return decision
        return replace(decision, verdicts=tuple(one for one in decision.verdicts if one.rule not in SPOKEN or one.action == "block"))

    def _moment(self, session: str, key: str) -> dict[str, Any]:
        return {"session": session, "agent": self._agent, "workspace": self._workspace, "at": self.layer.clock(), "key": key}


def notes(messages: Iterable[str]) -> str:
    return "\n".join(f"{NOTE} {message}" for message in dict.fromkeys(messages) if message)


def under(text: str, noted: str) -> str:
    """Under what was said, so that everything before it stays as it was."""
    return f"{text}\n\n{noted}" if noted else text


def offered(text: str, asked: str) -> str:
    """A final answer with the question under it."""
    return f"{text}\n\n---\n_{asked}_"


def _put(shelf: OrderedDict[str, T], session: str, value: T) -> None:
    shelf[session] = value
    shelf.move_to_end(session)
    if len(shelf) > KEPT:
        shelf.popitem(last=False)


def _exact(args: Mapping[str, Any]) -> str:
    """One text for the same arguments. What has no text of its own is known by its kind."""
    try:
        return json.dumps(args, sort_keys=True, default=str)
    except Exception:  # the arguments of a function may be anything, and their `__str__` anybody's
        LOG.exception("arguments without a text of their own: they are told apart by their kinds")
        return repr(sorted((name, type(value).__name__) for name, value in args.items()))


def _plain(value: Any) -> Any:
    """A result as the store can keep it."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    try:
        return json.loads(json.dumps(value, default=str))
    except Exception:  # as above
        LOG.exception("a result without a text of its own: only its kind is kept")
        return type(value).__name__
