"""Follow a session: events in, `Session` out. No I/O, no clock, and the same work for the first event as for the millionth.

Counters and streaks move when a call is judged, so that a batch of calls cannot slip past them; sets and flags know of it only when its
result has come back, and only if it came back without an error.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any, assert_never

from habitus.parse import actions, paths
from habitus.parse.tracking import Tracker
from habitus.types import AgentText, Event, Fired, Rating, Session, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage, Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT = 2000
"""Characters of the last request and answer that a session carries: enough to explain a correction, too little to grow."""

WAITING = 256
"""Calls without a result that a session remembers. A host that never reports results must not make it grow."""

SHOWN = 2000
"""Characters of an argument that are kept for the rules that look at a call when it is over."""

ARGS, TOLD = 64, 12_000
"""Arguments of one call that are kept for them, and the characters of all, names too. No tool's schema names as many, and what is compared
of a call that failed fits in; a call of a megabyte in small pieces would be kept whole otherwise, for every call that waits."""

STEPS, STEP = 40, 300
"""Commands that a session remembers, and the characters of one."""

BEFORE_TIMES = 6
"""Parts of a call in a snapshot from before its time was kept."""

SKILLS = 20
"""Skills of one turn that a session remembers."""

USUAL = Tracker()


def follow(session: Session, event: Event, *, blocked: bool = False, fired: tuple[str, ...] = (), tracker: Tracker = USUAL) -> Session:
    """Move the session one event on, in place. `blocked` says that a call was not let through, `fired` which rules spoke of it."""
    session.seq += 1
    session.agent = event.agent or session.agent
    session.workspace = event.workspace or session.workspace
    match event:
        case UserMessage():
            _open_turn(session)
            session.request, session.answer = event.text[:KEPT], ""
            session.skills = []
        case TurnStart():
            _open_turn(session)
        case AgentText():
            session.spoke = True
            _say(session, event.text)
        case ToolCall():
            _call(session, event, blocked=blocked, tracker=tracker)
        case ToolResult():
            _result(session, event)
        case Rating():
            pass
        case SessionEnd():
            session.ended = True
            session.waiting.clear()
        case _:
            assert_never(event)
    for rule in fired:
        before = session.fired.get(rule)
        session.fired[rule] = Fired(before.times + 1 if before else 1, session.calls, session.turn, event.at.timestamp())
    return session


def target(call: ToolCall, action: str, workspace: str) -> str:
    """The file a call is about, in one spelling."""
    return call.target or paths.normal(actions.target(action, call.args), workspace)


def _open_turn(session: Session) -> None:
    session.turn += 1
    session.calls_this_turn = 0
    session.spoke = False
    session.ended = False


def _say(session: Session, text: str) -> None:
    """The latest words explain a correction best, so it is the beginning that goes."""
    session.answer = f"{session.answer}\n{text}".strip()[-KEPT:]


def _call(session: Session, call: ToolCall, *, blocked: bool, tracker: Tracker) -> None:
    session.calls += 1
    session.calls_this_turn += 1
    action = actions.name(call.tool)
    session.streak = session.streak + 1 if action == session.streak_tool else 1
    session.streak_tool = action
    file = target(call, action, session.workspace)
    if blocked:
        waiting = Waiting(call.tool, action, file, blocked, session.calls_this_turn)
    else:
        moves = tracker.moves(call.tool, action, call.args, session, file)
        counted = tuple((name, _count(session, name, by)) for name, by in moves.counts)
        args = _kept(call.args)
        waiting = Waiting(
            call.tool, action, file, blocked, session.calls_this_turn, args, call.at.timestamp(), moves.adds, moves.flags, counted
        )
    session.waiting[call.id] = waiting
    if len(session.waiting) > WAITING:
        session.waiting.pop(next(iter(session.waiting)))
    _say(session, f"[{call.tool}] {brief(call)}")
    slug = actions.skill(call.tool, call.args, call.target)
    if slug and slug not in session.skills and len(session.skills) < SKILLS:
        session.skills.append(slug)


def _count(session: Session, name: str, by: int | None) -> int:
    """Move a counter; answers by how much."""
    before = session.counters.get(name, 0)
    after = 0 if by is None else before + by
    session.counters[name] = after
    return after - before


def _kept(args: Mapping[str, Any]) -> dict[str, Any]:
    """The first, as many as there is room for. What has no room for its name is left out: cut, it would be another's."""
    kept: dict[str, Any] = {}
    left = TOLD
    for name, value in islice(args.items(), ARGS):
        if len(name) < left:
            kept[name] = shown = _cut(value, min(SHOWN, left - len(name)))
            left -= len(name) + (len(shown) if isinstance(shown, str) else 0)
    return kept


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return value[:most]
    return value if value is None or isinstance(value, int | float | bool) else json.dumps(value, default=str)[:most]


def brief(call: ToolCall) -> str:
    return ", ".join([f"{name}={str(value)[:120]}" for name, value in list(call.args.items())[:4]])


def _result(session: Session, result: ToolResult) -> None:
    waiting = session.waiting.pop(result.id, None)
    if waiting is None or waiting.blocked:
        return
    if result.error is not None:
        for name, moved in waiting.counted:
            # A failed test run has still run: what it set back stays back.
            if moved > 0:
                session.counters[name] = max(0, session.counters.get(name, 0) - moved)
        return
    if waiting.action == "bash":
        _ran(session, actions.command(waiting.args))
    elif waiting.action in ("edit", "write"):
        session.changed = session.calls
    for name, value in waiting.adds:
        session.sets.setdefault(name, set()).add(value)
    for name, on in waiting.flags:
        session.flags[name] = on


def _ran(session: Session, command: str) -> None:
    """What is longer carries a text with it, and is no step that a rule would name."""
    if 0 < len(command) <= STEP:
        session.ran = [*(one for one in session.ran if one[0] != command), (command, session.calls)][-STEPS:]


def dump(session: Session) -> str:
    """A session as text, to be taken up again by `load`."""
    fields = {name: getattr(session, name) for name in Session.__dataclass_fields__}
    fields["waiting"] = {id: [getattr(one, name) for name in Waiting.__dataclass_fields__] for id, one in session.waiting.items()}
    fields["fired"] = {rule: [one.times, one.call, one.turn, one.at] for rule, one in session.fired.items()}
    fields["sets"] = {name: sorted(members) for name, members in session.sets.items()}
    del fields["unread"]  # a snapshot is taken when there is none
    fields["failures"] = [{name: getattr(one, name) for name in one.__dataclass_fields__} for one in session.failures]
    return json.dumps(fields, separators=(",", ":"), default=str)


def load(text: str) -> Session:
    fields = json.loads(text)
    fields["waiting"] = {id: _waiting(*parts) for id, parts in fields["waiting"].items()}
    fields["fired"] = {rule: Fired(*parts) for rule, parts in fields["fired"].items()}
    fields["sets"] = {name: set(members) for name, members in fields["sets"].items()}
    if fields.get("failures"):
        from habitus.types import Failure

        fields["failures"] = [Failure(**one) for one in fields["failures"]]
    fields["ran"] = [(command, calls) for command, calls in fields.get("ran", ())]
    for told in ("hints", "unhinted"):
        fields[told] = [(name, worked) for name, worked in fields.get(told) or ()]
    return Session(**fields)


def _waiting(*parts: Any) -> Waiting:
    *plain, adds, flags, counted = parts
    if len(plain) == BEFORE_TIMES:
        plain.append(0.0)
    return Waiting(*plain, *(tuple((name, value) for name, value in pairs) for pairs in (adds, flags, counted)))
