"""Our own trace: one JSON object per line, as the filters, the HTTP API and our transcripts speak it.

    {"event": "call", "id": "c1", "tool": "Edit", "args": {"file_path": "app.py"}, "session": "s", "at": "2026-10-01T09:00:00Z"}

Outside data becomes a noun here, or is refused with the field named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from habitus.errors import EventError
from habitus.types import AgentText, Event, Rating, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage

KINDS = ("user", "text", "call", "result", "turn", "feedback", "end")


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What an event is given where it does not say."""

    session: str = ""
    agent: str = ""
    workspace: str = ""
    at: datetime | None = None


def event(line: Any, missing: Missing) -> Event:
    if not _is_object(line):
        raise EventError("event", f"must be an object, got {_named(line)}")
    moment = _moment(line, missing)
    match line.get("event"):
        case "user":
            return UserMessage(**moment, text=_needed(line, "text"))
        case "text":
            return AgentText(**moment, text=_needed(line, "text"))
        case "call":
            return _call(line, moment)
        case "result":
            id = _needed(line, "id")
            moment["key"] = moment["key"] or f"result:{id}"
            return ToolResult(**moment, id=id, result=line.get("result"), error=_text(line, "error") or None)
        case other:
            return _short(other, line, moment)


def call(line: Mapping[str, Any], missing: Missing) -> ToolCall:
    """A line that can only be a call: it need not say so."""
    return _call(line, _moment(line, missing))


def _moment(line: Mapping[str, Any], missing: Missing) -> dict[str, Any]:
    moment: dict[str, Any] = {"session": missing.session, "key": "", "agent": missing.agent, "workspace": missing.workspace}
    for field in moment:
        value = line.get(field)
        if isinstance(value, str):
            moment[field] = value
        elif value is not None:
            raise EventError(field, f"must be text, got {_named(value)}")
    if not moment["session"]:
        raise EventError("session", "is missing: say which session this belongs to")
    moment["at"] = time(line, missing.at)
    return moment


def _call(line: Mapping[str, Any], moment: dict[str, Any]) -> ToolCall:
    id = _needed(line, "id")
    moment["key"] = moment["key"] or f"call:{id}"
    return ToolCall(
        **moment, id=id, tool=_needed(line, "tool"), args=_args(line), batch=_loose(line, "batch"), branch=_text(line, "branch")
    )


def _short(kind: Any, line: Mapping[str, Any], moment: dict[str, Any]) -> Event:
    """What has hardly more to it than its moment."""
    if kind == "turn":
        return TurnStart(**moment)
    if kind == "feedback":
        return Rating(**moment, rating=_rating(line))
    if kind == "end":
        return SessionEnd(**moment, reason=_text(line, "reason"))
    raise EventError("event", f"must be one of {', '.join(KINDS)}, got {kind!r}")


def _text(line: Mapping[str, Any], field: str) -> str:
    value = line.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise EventError(field, f"must be text, got {_named(value)}")
    return value


def _needed(line: Mapping[str, Any], field: str) -> str:
    value = _loose(line, field)
    if not value:
        raise EventError(field, "is missing")
    return value


def _loose(line: Mapping[str, Any], field: str) -> str:
    """An id may be a number in somebody's log."""
    value = line.get(field)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(line, field)


def _rating(line: Mapping[str, Any]) -> int:
    value = line.get("rating")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 5:
        raise EventError("rating", f"must be a whole number from 1 to 5, got {value!r:.40}")
    return value


def _is_object(value: Any) -> bool:
    return type(value) is dict or isinstance(value, Mapping)  # nearly always the first, which takes a tenth of the time


def _args(line: Mapping[str, Any]) -> Mapping[str, Any]:
    args: Any = line.get("args")
    if args is None:
        return {}
    if not _is_object(args):
        raise EventError("args", f"must be an object, got {_named(args)}")
    found: Mapping[str, Any] = args
    return found


def time(line: Mapping[str, Any], missing: datetime | None) -> datetime:
    value = line.get("at")
    if value is None:
        if missing is None:
            raise EventError("at", "is missing: give the time, such as 2026-10-01T09:00:00Z")
        return missing
    try:
        at = datetime.fromisoformat(value)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):  # the first and the last year have hours that UTC has not
        raise EventError("at", f"must be a time such as 2026-10-01T09:00:00Z, got {value!r:.60}") from None


def _named(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number", bool: "true or false"}
    return names.get(type(value), "nothing" if value is None else type(value).__name__)
