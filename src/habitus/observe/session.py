"""Follow a session: events in, `Session` out. No I/O, no clock, and the same work for the first event as for the millionth.

Counters and streaks move when a call is judged, so that a batch of calls cannot slip past them; `read_files` and its like
know a file only when its result has come back, and only if it came back without an error.
"""

from __future__ import annotations

import json
from typing import assert_never

from habitus.observe import actions
from habitus.parse import paths
from habitus.types import AgentText, Event, Session, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage, Waiting

KEPT = 2000
"""Characters of the last request and answer that a session carries: enough to explain a correction, too little to grow."""

WAITING = 1000
"""Calls without a result that a session remembers. A host that never reports results must not make it grow."""

FILE_SETS = {"read": "read_files", "edit": "edited_files", "write": "written_files"}


def follow(session: Session, event: Event, *, blocked: bool = False) -> Session:
    """Move the session one event on, in place. `blocked` says that a call was not let through."""
    session.seq += 1
    session.agent = event.agent or session.agent
    session.workspace = event.workspace or session.workspace
    match event:
        case UserMessage():
            _open_turn(session)
            session.request, session.answer = event.text[:KEPT], ""
        case TurnStart():
            _open_turn(session)
        case AgentText():
            _say(session, event.text)
        case ToolCall():
            _call(session, event, blocked=blocked)
        case ToolResult():
            _result(session, event)
        case SessionEnd():
            session.ended = True
            session.waiting.clear()
        case _:
            assert_never(event)
    return session


def _open_turn(session: Session) -> None:
    session.turn += 1
    session.calls_this_turn = 0
    session.ended = False


def _say(session: Session, text: str) -> None:
    """The latest words explain a correction best, so it is the beginning that goes."""
    session.answer = f"{session.answer}\n{text}".strip()[-KEPT:]


def _call(session: Session, call: ToolCall, *, blocked: bool) -> None:
    session.calls += 1
    session.calls_this_turn += 1
    session.streak = session.streak + 1 if call.tool == session.streak_tool else 1
    session.streak_tool = call.tool
    action = actions.name(call.tool)
    target = paths.normal(actions.target(action, call.args), session.workspace)
    session.waiting[call.id] = Waiting(call.tool, action, target, blocked)
    if len(session.waiting) > WAITING:
        session.waiting.pop(next(iter(session.waiting)))
    _say(session, f"[{call.tool}] {_brief(call)}")


def _brief(call: ToolCall) -> str:
    return ", ".join(f"{name}={str(value)[:120]}" for name, value in list(call.args.items())[:4])


def _result(session: Session, result: ToolResult) -> None:
    waiting = session.waiting.pop(result.id, None)
    if waiting is None or waiting.blocked or result.error is not None:
        return
    files = FILE_SETS.get(waiting.action)
    if files and waiting.target:
        session.sets.setdefault(files, set()).add(waiting.target)


def dump(session: Session) -> str:
    """A session as text, to be taken up again by `load`."""
    fields = {name: getattr(session, name) for name in Session.__slots__}
    fields["waiting"] = {id: [w.tool, w.action, w.target, w.blocked] for id, w in session.waiting.items()}
    fields["sets"] = {name: sorted(members) for name, members in session.sets.items()}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Session:
    fields = json.loads(text)
    fields["waiting"] = {id: Waiting(*parts) for id, parts in fields["waiting"].items()}
    fields["sets"] = {name: set(members) for name, members in fields["sets"].items()}
    return Session(**fields)
