"""`Heard` → the layer → `Reply`: what happens at a hook, the same for every host.

start    guidance for whoever has heard nothing yet        after   settle; reminders and known fixes
prompt   observe, which hears corrections; guidance        stop    unverified changes, at most once; the skill loop's question
before   judge                                             end     observe; the learner follows
"""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError, HabitusError
from habitus.hosts.hooks import answers, encoder
from habitus.hosts.hooks.answers import NOTHING, Reply
from habitus.hosts.hooks.capabilities import HOSTS
from habitus.hosts.skillloop import SkillLoop
from habitus.hosts.transcripts.parts import digest, is_said
from habitus.layer.twice import exact
from habitus.types import AgentText, Note, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.capabilities import Host
    from habitus.hosts.hooks.events import Heard
    from habitus.layer import Layer
    from habitus.types import Decision, Session

log = logging.getLogger("habitus.hooks")

KEPT = 1000
"""Sessions of which we remember what they were told. One that is forgotten is told again."""

RECENT = 64
"""Judged calls among which one that has just run is looked for: more than any host runs at a time."""

SPOKEN = frozenset({"plan_before_execute"})
"""Rules that ask whether the agent has spoken: silent where we would hear of it too late."""

STOPS = "test_after_changes"
"""The rule that is asked once more when a turn ends."""

UNTESTED = "You have made {changes} changes since the last test run. Run the tests before you finish; if there are none, say so."


class Hooks:
    def __init__(self, layer: Layer, *, max_turns: int = 0) -> None:
        """`max_turns`: what one prompt may take, where whoever hears the hooks knows it; else it is the agent's setting."""
        self.layer = layer
        self._max_turns = max_turns
        self._told: OrderedDict[str, set[str]] = OrderedDict()
        self._loop = SkillLoop(layer)
        self._lock = threading.Lock()

    def respond(self, host: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """One hook of a host's: its JSON in, the answer's JSON out."""
        speaks = encoder(host)
        heard = speaks.hear(given)
        return speaks.tell(self.reply(HOSTS[host], heard), heard.event, heard.kind)

    def reply(self, host: Host, heard: Heard) -> Reply:
        match heard.kind:
            case "start":
                return self._start(host, heard)
            case "prompt":
                return self._prompt(host, heard)
            case "before":
                return self._before(host, heard)
            case "after":
                return self._after(host, heard)
            case "said":
                if heard.text.strip():
                    self.layer.observe(self._said(host, heard))
            case "stop":
                return self._stop(host, heard)
            case "end":
                self.layer.observe(SessionEnd(**self._moment(host, heard), key=self._nth(heard, "end"), reason=heard.reason[:100]))
        return NOTHING

    # ── before the model speaks ──

    def _start(self, host: Host, heard: Heard) -> Reply:
        if heard.is_new:
            with self._lock:
                self._told.pop(heard.session, None)
        if not self.layer.session(heard.session).seq:  # so that it is known where it is, and whose: project rules hold from here on
            self.layer.observe(TurnStart(**self._moment(host, heard), key="start"))
        return self._guided(heard) if host.says_at_start else NOTHING

    def _prompt(self, host: Host, heard: Heard) -> Reply:
        if not is_said(heard.text):
            return NOTHING
        key = f"prompt:{heard.key}:{digest(heard.text)}" if heard.key else self._nth(heard, "prompt")
        self.layer.observe(UserMessage(**self._moment(host, heard), key=key, text=heard.text))
        if not heard.is_helper:
            self._loop.opened(heard.session, host.name, self._max_turns)
        if not host.says_at_prompt:
            return NOTHING
        asked, guided = self._loop.answering(heard.session), self._guided(heard)
        return guided._replace(context=f"{asked}\n\n{guided.context}".strip()) if asked else guided

    def _guided(self, heard: Heard) -> Reply:
        from habitus.recall import spoken

        text = spoken(self.layer.guide(heard.session, heard.text))
        with self._lock:
            told = self._told.setdefault(heard.session, set())
            self._told.move_to_end(heard.session)
            if len(self._told) > KEPT:
                self._told.popitem(last=False)
            return Reply(context=answers.cut(answers.fresh(text, told)))

    # ── before and after a tool ──

    def _before(self, host: Host, heard: Heard) -> Reply:
        call = self._call(host, heard)
        return answers.judged(_fair(self.layer.judge(call), host), host)

    def _after(self, host: Host, heard: Heard) -> Reply:
        live = self.layer.session(heard.session)
        id = heard.id or _waiting(live, _unnamed(heard)) or f"{_unnamed(heard)}-{live.seq}"
        if any(one.startswith(f"{id}~") for one in live.waiting):  # two clients may share a session and its ids
            id = other if (other := f"{id}~{exact(self._call(host, heard))}") in live.waiting else id
        waiting = live.waiting.get(id)
        if waiting is None and self.layer.store.place(heard.session, f"call:{id}") is None:
            self.layer.observe(self._call(host, heard._replace(id=id)))  # nobody asked us before it ran: we were not there
        elif waiting is not None and waiting.blocked:
            id = self._ran_all_the_same(host, heard, id)
        held = "" if host.says_before else self._judged_before(heard.session, id)
        result = ToolResult(**self._moment(host, heard), key=f"result:{id}", id=id, result=heard.result, error=heard.error)
        said = answers.joined(_fair(self.layer.settle(result), host).verdicts)
        return Reply(context=answers.cut("\n".join(filter(None, (held, said, self._nudge(host, heard, live.calls_this_turn))))))

    def _nudge(self, host: Host, heard: Heard, calls: int) -> str:
        """Hooks hear of calls, not of requests to the model, so each counts as one. Bias: who makes several at a time is reminded early."""
        if heard.is_helper or not host.nudges:
            return ""
        self._loop.went_on(heard.session, host.name, self._max_turns)
        return self._loop.nudge(heard.session, host.name, calls)

    def _call(self, host: Host, heard: Heard) -> ToolCall:
        id = heard.id or f"{_unnamed(heard)}-{self.layer.session(heard.session).seq}"
        return ToolCall(**self._moment(host, heard), key=f"call:{id}", id=id, tool=heard.tool, args=heard.args)

    def _ran_all_the_same(self, host: Host, heard: Heard, id: str) -> str:
        """A call that we did not let through has run. Where we asked, a person has said yes in the host, and that is kept as such: given
        and used up in one, so that what anybody tells us afterwards never opens a way for what is still to come."""
        said, ran = self._judged(heard.session, id), f"{id}~ran"
        call = ToolCall(**self._moment(host, heard), key=f"call:{ran}", id=ran, tool=heard.tool, args=heard.args)
        try:
            if said.get("ruling") != "ask" or not host.asks:
                raise EventError("id", "names a call that was blocked")
            with self.layer.batch():
                self.layer.answer(said["approval"], approve=True, who=f"user:{host.name}")
                if self.layer.judge(call).approval != said["approval"]:
                    raise EventError("args", "are not those that were asked about")
        except HabitusError as error:  # or a person has said no elsewhere, or too late
            log.warning("%s ran %s %s all the same (%s): see `habitus doctor`", host.name, heard.tool, id, error)
            return id
        return ran

    def _judged_before(self, session: str, id: str) -> str:
        """What was said of a call before it ran, for a host that could not pass it on then."""
        return "\n".join(
            one["message"]
            for one in self._judged(session, id).get("verdicts", ())
            if one["action"] != "block" and one["rule"] not in SPOKEN
        )

    def _judged(self, session: str, id: str) -> dict[str, Any]:
        """What the ledger says of a call that has just run."""
        lines = self.layer.store.entries(session=session, verb="judged", limit=RECENT)
        line = next((one for one in lines if one.item == id), None)
        return self.layer.store.content(line.after) or {} if line else {}

    # ── what the agent says, and the end of its turn ──

    def _said(self, host: Host, heard: Heard) -> AgentText:
        return AgentText(**self._moment(host, heard), key=f"said:{heard.key}:{digest(heard.text)}", text=heard.text)

    def _stop(self, host: Host, heard: Heard) -> Reply:
        said = self.layer.settle(self._said(host, heard)) if heard.text.strip() else None
        held = "" if heard.is_again or not host.stops else self._held_back(heard.session, said)
        if held:
            return Reply(deny=held)
        if heard.is_helper or not host.postscript:
            return NOTHING
        return Reply(notice=self._loop.postscript(heard.session, host.name, heard.text, workspace=heard.workspace))

    def _held_back(self, session: str, said: Decision | None) -> str:
        """Why the turn is not to end yet; empty: it may."""
        live = self.layer.session(session)
        words = [verdict.message for verdict in said.verdicts] if said else []
        check = next((one for one in self.layer.gates.rules.checks if one.id == STOPS and not one.shadow), None)
        changes = live.counters.get("changes_since_test", 0)
        if check and changes >= max(1, check.limit):
            words.append(UNTESTED.format(changes=changes))
        return answers.cut("\n".join(words)) if words and self._is_first(live) else ""

    def _is_first(self, live: Session) -> bool:
        """Held back once for what was changed, and not again until more is; the ledger remembers it."""
        line = next(iter(self.layer.store.entries(session=live.key, verb="held back", limit=1)), None)
        if line and (self.layer.store.content(line.after) or {}).get("changed") == live.changed:
            return False
        note = Note(verb="held back", item=live.key, content={"changed": live.changed}, actor="habitus", session=live.key)
        self.layer.store.note(note, self.layer.clock())
        return True

    def _moment(self, host: Host, heard: Heard) -> dict[str, Any]:
        return {"session": heard.session, "at": self.layer.clock(), "agent": host.name, "workspace": heard.workspace}

    def _nth(self, heard: Heard, what: str) -> str:
        return f"{what}:{self.layer.session(heard.session).seq}"


def _unnamed(heard: Heard) -> str:
    """A name for a call that has none: what it is. Of two that are the same, either result may come first."""
    return digest(heard.tool, json.dumps(heard.args, sort_keys=True, default=str))


def _waiting(live: Session, name: str) -> str:
    """The oldest call of this name that has not come back; one that was blocked only where no other can have run."""
    found = [id for id in live.waiting if id.startswith(f"{name}-")]
    return next((id for id in found if not live.waiting[id].blocked), found[0] if found else "")


def _fair(decision: Decision, host: Host) -> Decision:
    """Without what is only true of an agent whose words we hear in time."""
    if host.words == "as it speaks" or not decision.verdicts:
        return decision
    return replace(decision, verdicts=tuple(one for one in decision.verdicts if one.rule not in SPOKEN or one.action == "block"))
