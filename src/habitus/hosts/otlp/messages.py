"""Messages as the GenAI conventions write them: roles with `parts`, the providers' own shapes, and one event per message as it was before.

{"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "search", "arguments": {"q": "x"}}]}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.hosts.otlp.values import MANY, text
from habitus.hosts.transcripts import anthropic, openai
from habitus.hosts.transcripts.parts import Part, answered, args, persons
from habitus.hosts.transcripts.parts import text as words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROLES = {"user": "user", "human": "user", "assistant": "text", "model": "text", "ai": "text"}
EVENTS = {
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
DETAILS = "gen_ai.client.inference.operation.details"


def listed(given: Any) -> list[Mapping[str, Any]]:
    """A list of messages, itself or written as text."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return []
    if isinstance(given, dict):
        given = [given]
    return [one for one in given[:MANY] if isinstance(one, dict)] if isinstance(given, list) else []


def parts(messages: Iterable[Mapping[str, Any]]) -> list[Part]:
    """What they say, without what is the host's and not the person's."""
    return [part for message in messages for part in persons(_message(message))]


def of_event(name: str, fields: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The message that an event is, in the older convention; none for any other event."""
    role = EVENTS.get(name)
    if role is None:
        return []
    inner = listed(fields.get("gen_ai.event.content")) or listed(fields.get("message")) or [fields]
    return [{"role": role, **one, **({"tool_call_id": one.get("id")} if role == "tool" and "id" in one else {})} for one in inner]


def _message(given: Mapping[str, Any]) -> list[Part]:
    pieces = given.get("parts")
    if isinstance(pieces, list):
        return [part for one in pieces[:MANY] if isinstance(one, dict) for part in _part(one, text(given.get("role")))]
    try:
        return anthropic.parts(given) if anthropic.is_one(given) else openai.parts(given)
    except (TypeError, ValueError, AttributeError):  # shapes of somebody's own
        return []


def _part(given: Mapping[str, Any], role: str) -> list[Part]:
    id = text(given.get("id"))
    match given.get("type"):
        case "text":
            said, kind = text(given.get("content")) or text(given.get("text")), ROLES.get(role)
            return [Part("user" if kind == "user" else "text", said)] if kind and said.strip() else []
        case "tool_call":
            return [Part("call", id=id, tool=text(given.get("name")), args=args(given.get("arguments")))]
        case "tool_call_response":
            told = next((given[name] for name in ("response", "result", "content") if given.get(name) is not None), None)
            return [answered(id, words(told))]
    return []
