"""What Claude Code logs, as seen in 2.1.325 with `OTEL_LOG_USER_PROMPTS=1`, `OTEL_LOG_TOOL_DETAILS=1` and `OTEL_LOG_ASSISTANT_RESPONSES=1`.

Keys are those of its hooks: who has both installed is told everything once. What a tool has answered is not in the logs, only how it went;
a failed command says no more than that. A decision tells a call again that its result tells whole, and a refused one never ran.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events
from habitus.hosts.otlp.values import text
from habitus.hosts.transcripts.parts import digest, is_said
from habitus.types import AgentText, ToolCall, ToolResult, TurnStart, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.otlp.values import Record
    from habitus.types import Event

HOST = "claude-code"
PREFIX = "claude_code."
REDACTED = "<REDACTED>"
OUR_NAMES = {"full_command": "command"}


def is_one(record: Record) -> bool:
    return record.resource.get("service.name") == HOST or record.name.startswith(PREFIX) or text(record.body).startswith(PREFIX)


def told(record: Record) -> list[Event]:
    given = record.attributes
    session = events.name(given, "session.id")
    if not session:
        return []
    moment: dict[str, Any] = {"session": session, "at": record.at, "agent": HOST}
    match record.name.removeprefix(PREFIX):
        case "user_prompt":
            return _prompt(given, moment)
        case "assistant_response":
            said = text(given.get("response"))
            key = f"said:{events.name(given, 'prompt.id')}:{digest(said)}"
            return [AgentText(**moment, key=key, text=said)] if said.strip() and said != REDACTED else []
        case "tool_result":
            return _result(given, moment)
    return []


def _prompt(given: Mapping[str, Any], moment: dict[str, Any]) -> list[Event]:
    said, id = text(given.get("prompt")), events.name(given, "prompt.id")
    if not said.strip() or said == REDACTED:  # that somebody spoke opens a turn, whatever they said
        return [TurnStart(**moment, key=f"prompt:{id}")] if id else []
    key = f"prompt:{id}:{digest(said)}" if id else f"prompt:{digest(said, moment['at'].isoformat())}"
    return [UserMessage(**moment, key=key, text=said)] if is_said(said) else []


def _result(given: Mapping[str, Any], moment: dict[str, Any]) -> list[Event]:
    id, tool = events.name(given, "tool_use_id"), events.name(given, "tool_name")
    if not id or not tool:
        return []
    call = ToolCall(**moment, key=f"call:{id}", id=id, tool=tool, args=_args(given))
    failed = given.get("success") in ("false", False)
    error = (text(given.get("error")) or text(given.get("error_type")) or "failed") if failed else None
    return [call, ToolResult(**moment, key=f"result:{id}", id=id, error=error and error[: events.PART])]


def _args(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The input as it was, where the details are logged; else what is always told of it."""
    whole = text(given.get("tool_input"))
    found = events.arguments(whole or given.get("tool_parameters"))
    return found if whole else {OUR_NAMES.get(name, name): value for name, value in found.items() if name != "bash_command"}
