"""The gateway: what one side says in, what the other side and the sender get out. No transport, no thread of its own.

Messages pass as they are, whatever protocol they are of; only `tools/call` is looked at. It is judged before the server behind us hears of
it and settled when that has answered. What is not let through is answered as a tool that failed, because the model reads that; what was
said beside the decision stands behind the tool's own content.

What we judge is what is sent on: a client's message is read once and written anew, so that no two readers can find two calls in it. What
cannot be judged is not let through: a call without an id, several in one message, an id that is still in use, one nested too deeply.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import HabitusError
from habitus.hosts.hooks.events import cut
from habitus.hosts.hooks.flow import SPOKEN
from habitus.hosts.mcp import frames
from habitus.hosts.proxy import placing
from habitus.hosts.transcripts.parts import digest
from habitus.types import SessionEnd, ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.hosts.mcp.frames import Frame
    from habitus.layer import Layer
    from habitus.types import Decision

log = logging.getLogger("habitus.mcp")

OPEN = 10_000
"""Requests that may wait for the server; the next one is refused."""

KEPT = 1000
"""Calls that wait for an answer of the user's, or run as a task: older ones are judged anew, or not settled."""

CALL, TASK = "tools/call", "tasks/result"
NO_NAME = "A tool is called by a name and an object of arguments."


@dataclass(slots=True)
class Waiting:
    """A request that the server has not answered."""

    id: Any
    method: str
    since: float
    token: Any = None
    """By which the server tells how far it is."""
    call: str = ""
    """Our name for it, if it is a tool's call."""
    exact: str = ""
    """The call, to the letter."""
    said: list[str] = field(default_factory=list)


class Follows(NamedTuple):
    """What goes on to the server, and what goes to the client."""

    on: tuple[Frame, ...] = ()
    back: tuple[Frame, ...] = ()


class Gate:
    def __init__(
        self,
        layer: Layer,
        *,
        session: str,
        workspace: str = "",
        name: str = "",
        standby: Callable[[], Layer] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name`: the server's, where rules are to know its tools as `mcp__name__tool`. `standby`: who judges when the store does not
        answer."""
        self.session, self.agent = session, ""
        self._layer, self._workspace, self._prefix = layer, workspace, f"mcp__{name}__" if name else ""
        self._standby = standby
        self._second: Layer | None = None
        self._clock = clock
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Waiting] = OrderedDict()
        self._later: OrderedDict[str, str] = OrderedDict()
        self._calls = 0

    # ── from the client ──

    def asked(self, frame: Any) -> Follows:
        if said := _unfit(frame):
            return Follows(back=(said,))
        method, id = frame.get("method"), frame.get("id")
        self.agent = self.agent or frames.client(frame)
        if method is None or ("id" not in frame and method != CALL):
            if method == "notifications/cancelled":
                self._cancelled(frame)
            return Follows(on=(frame,))
        if not frames.is_id(id):
            log.warning("a request of %a without an id is not sent on", method[:80])
            return Follows(back=(frames.failed(None, frames.INVALID, "A request needs an id: text or a whole number."),))
        waiting = Waiting(id, method, self._clock(), _token(frame))
        if problem := self._admit(waiting):
            return Follows(back=(frames.failed(id, frames.INVALID, problem),))
        if method == TASK:
            self._resumed(frame, waiting)
        return self._call(frame, waiting) if method == CALL else Follows(on=(frame,))

    def _admit(self, waiting: Waiting) -> str:
        with self._lock:
            if frames.key(waiting.id) in self._open:
                return "This id is in use by a request that has not been answered."
            if len(self._open) >= OPEN:
                return f"{OPEN} requests wait for an answer already."
            self._open[frames.key(waiting.id)] = waiting
            return ""

    def _call(self, frame: Frame, waiting: Waiting) -> Follows:
        params = frame.get("params")
        name, args = (params.get("name"), params.get("arguments")) if isinstance(params, dict) else (None, None)
        if not isinstance(name, str) or not name or not isinstance(args, dict | None):
            self._take(waiting.id)
            return Follows(back=(frames.failed(waiting.id, frames.WRONG_ARGUMENTS, NO_NAME),))
        waiting.exact = digest(name, json.dumps(args or {}, sort_keys=True))
        waiting.call = self._continued(params, waiting.exact)
        if waiting.call:
            return Follows(on=(frame,))
        refusal = self._judged(name, args or {}, waiting)
        if refusal is None:
            return Follows(on=(frame,))
        self._take(waiting.id)
        return Follows(back=(frames.refused(waiting.id, refusal),))

    def _judged(self, name: str, args: dict[str, Any], waiting: Waiting) -> str | None:
        """Why it is not let through. None: it is."""
        with self._lock:
            self._calls += 1
            waiting.call = f"m{self._calls}"
        call = ToolCall(**self._moment(), key=f"call:{waiting.call}", id=waiting.call, tool=f"{self._prefix}{name}", args=args)
        try:
            decision = self._ruled(call)
        except Exception:  # rules of other people's run in there
            log.exception("a call could not be judged: it is not let through")
            return placing.UNJUDGED.format(tool=name[:80])
        if decision.ruling != "allow":
            return placing.refusal(decision, name)
        waiting.call = decision.call
        waiting.said = placing.remarks(_fair(decision))
        return None

    def _ruled(self, call: ToolCall) -> Decision:
        try:
            decision = self._layer.judge(call)
            self._second = None
            return decision
        except HabitusError as error:
            if self._standby is None:
                raise
            log.warning("calls are judged by the declared rules alone: %s", error)
            self._second = self._second or self._standby()
            return self._second.judge(call)

    def _cancelled(self, frame: Frame) -> None:
        params = frame.get("params")
        waiting = self._take(params.get("requestId")) if isinstance(params, dict) else None
        if waiting:
            self._settled(waiting, None, "The call was cancelled.")

    # ── from the server ──

    def answered(self, given: Any) -> Frame | None:
        """As the client gets it; None: it gets nothing."""
        if not isinstance(given, dict):
            log.warning("the server sent no message of JSON-RPC: it is not passed on")
            return None
        frame: Frame = given
        if "method" in frame:
            if frame["method"] == "notifications/progress":
                self._moved(frame)
            return frame
        waiting = self._take(frame.get("id"))
        if waiting is None:
            return frame if frame.get("id") is None else None  # answered before, or cancelled: a request gets one answer
        frame = {**frame, "id": waiting.id}
        result = frame.get("result")
        if not waiting.call or not isinstance(result, dict):
            if waiting.call:
                self._settled(waiting, None, _error(frame))
            return frame
        if self._goes_on(waiting, result):
            return frame
        error, text = result.get("isError") is True, _text(result)
        said = waiting.said + self._settled(waiting, None if error else cut(text), (text or "failed") if error else None)
        return {**frame, "result": _appended(result, said)} if said else frame

    def _goes_on(self, waiting: Waiting, result: dict[str, Any]) -> bool:
        """The call is not over: the server wants to know something first, or does it in the background."""
        if result.get("resultType") == "input_required":
            self._keep(f"{waiting.exact}:{result.get('requestState') or ''}", waiting.call)
            return True
        task = result.get("task")
        if waiting.method == CALL and isinstance(task, dict) and isinstance(task.get("taskId"), str):
            self._keep(f"task:{task['taskId']}", waiting.call)
            return True
        return False

    def _settled(self, waiting: Waiting, result: Any, error: str | None) -> list[str]:
        if not waiting.call:
            return []
        event = ToolResult(**self._moment(), key=f"result:{waiting.call}", id=waiting.call, result=result, error=error and error[:20_000])
        try:
            return placing.remarks(_fair((self._second or self._layer).settle(event)))
        except Exception:  # the tool has run: what it answered is the client's, whatever becomes of our own books
            log.exception("what a tool answered could not be settled; it is passed on")
            return []

    def _moved(self, frame: Frame) -> None:
        params = frame.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        with self._lock:
            for waiting in self._open.values():
                if token is not None and waiting.token == token:
                    waiting.since = self._clock()

    # ── when it does not answer ──

    def overdue(self, seconds: float) -> Follows:
        """Calls that nothing was heard of for so long: answered for the server, and taken back from it. What else waits is the client's."""
        now = self._clock()
        with self._lock:
            late = [one for one in self._open.values() if one.method == CALL and now - one.since > seconds]
        why = f"The server did not answer within {seconds:g} seconds."
        back = self._ended(late, why)
        on = [{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": one.id, "reason": why}} for one in late]
        return Follows(tuple(on), tuple(back))

    def gone(self, why: str) -> list[Frame]:
        """The server has ended: everything that waits is answered, in the order in which it was asked."""
        with self._lock:
            left = list(self._open.values())
        return self._ended(left, why)

    def _ended(self, left: Sequence[Waiting], why: str) -> list[Frame]:
        found = []
        for waiting in left:
            if self._take(waiting.id):
                self._settled(waiting, None, why)
                found.append(frames.refused(waiting.id, why) if waiting.method == CALL else frames.failed(waiting.id, frames.GONE, why))
        return found

    def close(self) -> None:
        """The client has gone."""
        if self._calls:
            try:
                self._layer.observe(SessionEnd(**self._moment(), key="end"))
            except HabitusError as error:
                log.warning("the end of the session is not kept: %s", error)

    # ── what is remembered ──

    def _take(self, id: Any) -> Waiting | None:
        """Some servers give a number back as text."""
        with self._lock:
            found = self._open.pop(frames.key(id), None) if frames.is_id(id) else None
            if found is None and isinstance(id, str) and id.lstrip("-").isdecimal() and len(id) < 20:
                found = self._open.pop(frames.key(int(id)), None)
            return found

    def _keep(self, name: str, call: str) -> None:
        with self._lock:
            self._later[name] = call
            if len(self._later) > KEPT:
                self._later.popitem(last=False)

    def _known(self, name: str) -> str:
        with self._lock:
            return self._later.pop(name, "")

    def _continued(self, params: Any, exact: str) -> str:
        """The name of a call whose server wanted to know something first, and is told now: judged already, and good for once."""
        is_one = "requestState" in params or "inputResponses" in params
        return self._known(f"{exact}:{params.get('requestState') or ''}") if is_one else ""

    def _resumed(self, frame: Frame, waiting: Waiting) -> None:
        params = frame.get("params")
        task = params.get("taskId") if isinstance(params, dict) else None
        waiting.call = self._known(f"task:{task}") if isinstance(task, str) else ""

    def _moment(self) -> dict[str, Any]:
        return {"session": self.session, "at": self._layer.clock(), "agent": self.agent, "workspace": self._workspace}


def _token(frame: Frame) -> Any:
    params = frame.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta.get("progressToken") if isinstance(meta, dict) else None


def _unfit(frame: Any) -> Frame | None:
    """The answer to what is not looked at any further."""
    if not isinstance(frame, dict):
        return frames.failed(None, frames.INVALID, "One message at a time: an object, no list.")
    if problem := frames.ambiguous(frame):
        return frames.failed(None, frames.INVALID, problem)
    if not frames.is_deep(frame):
        return None
    id, why = frame.get("id"), f"This was not let through: it is nested more than {frames.DEEP} deep, which cannot be judged."
    is_call = frames.is_id(id) and frame.get("method") == CALL
    return frames.refused(id, why) if is_call else frames.failed(id if frames.is_id(id) else None, frames.INVALID, why)


def _fair(decision: Decision) -> Decision:
    """Without what asks whether the agent has spoken: its words do not come through here."""
    return replace(decision, verdicts=tuple(one for one in decision.verdicts if one.rule not in SPOKEN or one.action == "block"))


def _text(result: dict[str, Any]) -> str:
    content = result.get("content")
    said = (
        [one["text"] for one in content if isinstance(one, dict) and isinstance(one.get("text"), str)] if isinstance(content, list) else []
    )
    if said or result.get("structuredContent") is None:
        return "\n".join(said)
    return json.dumps(result["structuredContent"], ensure_ascii=False, default=str)


def _error(frame: Frame) -> str:
    error = frame.get("error")
    return str(error.get("message") or "failed") if isinstance(error, dict) else "failed"


def _appended(result: dict[str, Any], said: Sequence[str]) -> dict[str, Any]:
    content = result.get("content")
    note = {"type": "text", "text": placing.notes(list(dict.fromkeys(said)))}
    return {**result, "content": [*content, note] if isinstance(content, list) else [note]}
