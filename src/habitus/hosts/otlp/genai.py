"""Spans and logs by the GenAI conventions → our events.

Every request of a conversation repeats what was said before it. So a message is known by its words and those before it, and what is
repeated is told once, as in message logs. A conversation is known by `gen_ai.conversation.id`, by `session.id`, or else by its trace.
Bias: an agent that drops old messages from its requests is told again from there on; what belongs to no trace is not told.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events as sizes
from habitus.hosts.otlp import messages
from habitus.hosts.otlp.values import text
from habitus.hosts.transcripts.messages import SHORT
from habitus.hosts.transcripts.parts import args, digest
from habitus.parse import text as texts
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from habitus.hosts.otlp.values import Record
    from habitus.hosts.transcripts.parts import Part
    from habitus.types import Event

SERVER = 2
NAMES = ("gen_ai.conversation.id", "session.id")
UNKNOWN = "unknown_service"


def told(records: Sequence[Record]) -> list[Event]:
    names = {one.trace: name for one in reversed(records) if one.trace and (name := sizes.name(one.attributes, *NAMES))}
    found: list[Event] = []
    requests: dict[tuple[str, str, str], list[Record]] = {}
    for one in records:
        session = sizes.name(one.attributes, *NAMES) or names.get(one.trace) or (one.trace and f"otlp-{one.trace}")
        if not session:
            continue
        if _runs_tool(one):
            found += _tool(one, session)
        elif one.name in messages.EVENTS:  # one message each: those of a request belong together
            requests.setdefault((session, one.trace, one.span), []).append(one)
        else:
            found += _request(one, session)
    for (session, _, _), each in requests.items():
        said = [message for one in each for message in messages.of_event(one.name, _fields(one))]
        found += _spoken(messages.parts(said), [], each[0], session)
    return found


def _fields(record: Record) -> Mapping[str, Any]:
    return {**record.attributes, **record.body} if isinstance(record.body, dict) else {**record.attributes, "content": record.body}


def _request(record: Record, session: str) -> list[Event]:
    """A request to a model, and its answer."""
    asked, answered = _messages(record.attributes)
    for name, fields in record.events:
        if name == messages.DETAILS:
            more = _messages(fields)
            asked, answered = asked or more[0], answered or more[1]
        else:
            said = messages.of_event(name, fields)
            (answered if name == "gen_ai.choice" else asked).extend(said)
    return _spoken(messages.parts(asked), messages.parts(answered), record, session)


def _messages(given: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    return messages.listed(given.get("gen_ai.input.messages")), messages.listed(given.get("gen_ai.output.messages"))


def _spoken(asked: Sequence[Part], answered: Sequence[Part], record: Record, session: str) -> list[Event]:
    chain, found = "", []
    batch = f"{record.span}" if sum(part.kind == "call" for part in answered) > 1 else ""
    for n, part in enumerate((*asked, *answered)):
        words = part.text or (json.dumps(part.args, sort_keys=True, default=str) if part.args else "")
        chain = digest(chain, part.kind, words, part.tool, part.id)
        is_answer = n >= len(asked)
        found.append(_event(part, chain, _moment(record, session, record.until if is_answer else record.at), batch if is_answer else ""))
    return found


def _event(part: Part, chain: str, moment: dict[str, Any], batch: str) -> Event:
    match part.kind:
        case "user":
            return UserMessage(**moment, key=f"user:{chain}", text=part.text)
        case "text":
            return AgentText(**moment, key=f"text:{chain}", text=part.text)
        case "call":
            id = sizes.name({"id": part.id}, "id") or chain
            return ToolCall(
                **moment, key=f"call:{_named(id, chain)}", id=id, tool=part.tool or "unknown", args=_strings(part.args), batch=batch
            )
    id = sizes.name({"id": part.id}, "id") or chain
    error, result = ((part.text or "failed")[: sizes.PART], None) if part.kind == "error" else (None, sizes.cut(part.text))
    return ToolResult(**moment, key=f"result:{_named(id, chain)}", id=id, result=result, error=error)


def _named(id: str, otherwise: str) -> str:
    """An id of few letters begins again with every answer: it names no moment."""
    return id if len(id) > SHORT else otherwise


def _runs_tool(record: Record) -> bool:
    """A tool that was run. A server's side of it tells the same call once more."""
    is_one = record.attributes.get("gen_ai.operation.name") == "execute_tool" or record.name.startswith("execute_tool ")
    return is_one and record.kind != SERVER


def _tool(record: Record, session: str) -> list[Event]:
    given = record.attributes
    tool = sizes.name(given, "gen_ai.tool.name") or record.name.removeprefix("execute_tool ")
    id = sizes.name(given, "gen_ai.tool.call.id") or record.span
    if not id or not tool:
        return []
    place = _named(id, f"{record.trace}:{record.span}")
    call = ToolCall(
        **_moment(record, session, record.at), key=f"call:{place}", id=id, tool=tool,
        args=_strings(args(given.get("gen_ai.tool.call.arguments"))),
    )  # fmt: skip
    error = record.error or text(given.get("error.type")) or None
    if error == "failed":
        error = text(given.get("error.type")) or error
    result = None if error else sizes.cut(given.get("gen_ai.tool.call.result"))
    done = _moment(record, session, record.until)
    return [call, ToolResult(**done, key=f"result:{place}", id=id, result=result, error=error and error[: sizes.PART])]


def _strings(given: Mapping[str, Any]) -> Mapping[str, Any]:
    return {str(name): sizes.cut(value) for name, value in given.items()}


def _moment(record: Record, session: str, at: datetime) -> dict[str, Any]:
    service = text(record.resource.get("service.name"))
    agent = sizes.name(record.attributes, "gen_ai.agent.name") or texts.name("" if service.startswith(UNKNOWN) else service)
    return {"session": session, "at": at, "agent": agent}
