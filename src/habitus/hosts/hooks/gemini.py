"""Gemini CLI: other names for the same moments, no `ask`, and no word to the model before a call: what is to be said then is said with the
result. A call has no name of its own. A denied answer of the agent makes it try again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events
from habitus.hosts.hooks.events import Heard, Kind
from habitus.hosts.hooks.install import Plan, Way, command, grouped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply

HOST = "gemini"
KINDS: dict[str, Kind] = {
    "SessionStart": "start", "BeforeAgent": "prompt", "BeforeTool": "before", "AfterTool": "after", "AfterAgent": "stop",
    "SessionEnd": "end",
}  # fmt: skip
SHELL = "run_shell_command"
EXIT = re.compile(r"^Exit Code: (?:[1-9]\d*|-\d+)$", re.MULTILINE)
TAIL = 400
"""Characters at the end of a result among which the exit code stands; what a command has printed comes before it."""
MILLISECONDS = {"SessionStart": 30_000, "SessionEnd": 3_000}


def hear(given: Mapping[str, Any]) -> Heard:
    event = events.text(given, "hook_event_name")
    answer = given.get("tool_response")
    response: Mapping[str, Any] = answer if isinstance(answer, dict) else {"llmContent": answer}
    error = response.get("error") or (_exit(response.get("llmContent")) if given.get("tool_name") == SHELL else "")
    kind = KINDS.get(event, "other")
    return Heard(
        event=event,
        kind=kind,
        session=events.session(given, HOST, "session_id"),
        workspace=events.text(given, "cwd"),
        tool=_tool(given),
        args=events.arguments(given.get("tool_input")),
        result=None if error else events.cut(response.get("llmContent")),
        error=events.words(error) if error else None,
        text=events.text(given, "prompt_response" if kind == "stop" else "prompt"),
        is_again=given.get("stop_hook_active") is True,
        reason=events.text(given, "reason"),
    )


def _exit(content: Any) -> str:
    """A command that failed comes as a result like any other, with its exit code in a line."""
    return events.words(content) if isinstance(content, str) and EXIT.search(content[-TAIL:]) else ""


def _tool(given: Mapping[str, Any]) -> str:
    """An MCP tool under the name that it has at the other hosts."""
    context = given.get("mcp_context")
    if isinstance(context, dict) and (server := events.name(context, "server_name")) and (tool := events.name(context, "tool_name")):
        return f"mcp__{server}__{tool}"
    return events.name(given, "tool_name")


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    if kind in ("before", "stop") and reply.deny:
        return {"decision": "deny", "reason": reply.deny}
    if kind == "stop" and reply.notice:
        return {"systemMessage": reply.notice}
    if kind in ("start", "prompt", "after") and reply.context:
        return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": reply.context}}
    return {}


def plan(way: Way) -> Plan:
    folder = f"{way.user}/.gemini" if way.scope == "user" else f"{way.project}/.gemini"
    return Plan(file=f"{folder}/settings.json", entries=[(("hooks", event), grouped(_handler(way, event))) for event in KINDS])


def _handler(way: Way, event: str) -> dict[str, Any]:
    line = command(way, HOST, closed=way.is_closed and event == "BeforeTool")
    return {"type": "command", "name": "habitus", "command": line, "timeout": MILLISECONDS.get(event, 10_000)}
