"""Nouns to rows and back: what every event needs. Lessons have `lesson_rows`; nothing else in the house knows how a noun is stored."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import lru_cache
from json.encoder import c_make_encoder  # type: ignore[attr-defined]
from json.encoder import encode_basestring as _text
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError, StoreError
from habitus.types import AgentText, Approval, Entry, Rating, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import Event, ModelCall, Row

KIND: dict[Any, str] = {
    UserMessage: "user",
    AgentText: "text",
    ToolCall: "call",
    ToolResult: "result",
    TurnStart: "turn",
    Rating: "rating",
    SessionEnd: "end",
}
SPOKEN = (UserMessage, AgentText)
CLASS = {kind: noun for noun, kind in KIND.items()}
APART = ("session", "at", "key")
"""What has a column of its own; the rest of an event is its body."""

NAMES = {noun: [(name, f'"{name}":') for name in sorted({*noun.__dataclass_fields__} - {*APART})] for noun in KIND}
"""What is in a body, in its order, and how it begins."""

EMPTY = {"user": {"text": ""}, "text": {"text": ""}, "call": {"tool": "", "id": ""}, "result": {"id": ""}}
"""What is empty is not written down, and is there again when it is read."""

ADDED: dict[str, Row] = {"behavioral_rules": {"check": None, "stage": "shadow"}}
"""Columns that a row from an older ledger does not have yet."""

TWO = [f"{number:02}" for number in range(60)]

_pieces: Any = c_make_encoder(None, str, _text, None, ":", ",", True, False, True)
"""Without a look for circles, by `str` where JSON knows no better, compact, sorted. `JSONEncoder` would make one for every value."""
_decode = json.JSONDecoder().raw_decode
_escape = json.JSONEncoder(separators=(",", ":")).encode


def _encode(value: Any) -> str:
    return "".join(_pieces(value, 0))


def dump(value: Mapping[str, Any]) -> str:
    """JSON with one spelling per value, so that equal contents have equal hashes."""
    return _whole(_encode(value))


def _whole(text: str) -> str:
    """Half characters, which no database takes, are escaped."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _escape(json.loads(text))
    return text


def place(seq: int) -> str:
    """The key of an event that has none: no host's key looks so."""
    return f"#{seq}"


def when(at: datetime) -> str:
    """As `isoformat` has it, in a third of the time where it is UTC: nearly always it is."""
    if at.tzinfo is not UTC:
        return at.isoformat()
    behind = f".{at.microsecond:06}+00:00" if at.microsecond else "+00:00"
    return f"{_day(at.toordinal())}T{TWO[at.hour]}:{TWO[at.minute]}:{TWO[at.second]}{behind}"


@lru_cache(maxsize=64)
def _day(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


def body(event: Event) -> str:
    """What is particular to an event, as `dump` would write it, and sooner: most of it is plain text. Empty fields are left out."""
    try:
        return _whole(_usual(event) or _any(event))
    except (RecursionError, TypeError, ValueError) as error:
        raise EventError("args" if isinstance(event, ToolCall) else "result", f"cannot be kept as JSON: {error}") from None


def _any(event: Event) -> str:
    parts = []
    for name, begin in NAMES[type(event)]:
        value = getattr(event, name)
        if value is not None and value != "":
            parts.append(begin + (_text(value) if type(value) is str else _encode(value)))
    return "{" + ",".join(parts) + "}"


def _usual(event: Event) -> str:
    """Of what sessions are full of: texts, calls and results with all that they mostly have. Empty for any other."""
    if not (event.agent and event.workspace):
        return ""
    if isinstance(event, ToolResult):
        if not event.result or type(event.result) is not str or event.error is not None or not event.id:
            return ""
        inner = f'"id":{_text(event.id)},"result":{_text(event.result)}'
    elif isinstance(event, ToolCall):
        if not (event.batch and event.id and event.tool) or event.target or event.branch:
            return ""
        inner = f'"args":{_encode(event.args)},"batch":{_text(event.batch)},"id":{_text(event.id)},"tool":{_text(event.tool)}'
    elif isinstance(event, SPOKEN) and event.text:
        inner = f'"text":{_text(event.text)}'
    else:
        return ""
    return f'{{"agent":{_text(event.agent)},{inner},"workspace":{_text(event.workspace)}}}'


def event(session: str, row: Row, body: str) -> Event:
    noun = CLASS.get(row["kind"])
    if noun is None:
        raise StoreError(f"event {session}:{row['seq']} is of the unknown kind {row['kind']!r}: it was written by a newer Habitus, upgrade")
    said = EMPTY.get(row["kind"], {})
    found: Event = noun(session=session, at=datetime.fromisoformat(row["at"]), key=row["key"], **{**said, **_decode(body)[0]})
    return found


def entry(row: Row) -> Entry:
    at = datetime.fromisoformat(row["at"])
    return Entry(
        id=row["id"], at=at, verb=row["verb"], actor=row["actor"], session=row["session"], table=row["item_table"],
        item=row["item"], before=row["before"], after=row["after"], cause=row["cause"],
    )  # fmt: skip


def model_call(call: ModelCall) -> Row:
    row = {name: getattr(call, name) for name in call.__dataclass_fields__}
    return {**row, "at": call.at.isoformat()}


def approval_row(approval: Approval) -> Row:
    row = {name: getattr(approval, name) for name in approval.__dataclass_fields__}
    times = {name: row[name] and row[name].isoformat() for name in ("asked_at", "expires_at", "answered_at")}
    return {**row, **times, "args": dump(approval.args)}


def approval(row: Row) -> Approval:
    times = {name: row[name] and datetime.fromisoformat(row[name]) for name in ("asked_at", "expires_at", "answered_at")}
    return Approval(**{**row, **times, "args": json.loads(row["args"])})
