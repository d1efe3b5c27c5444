"""Cursor: its own steps and field names, `ask` included. Output that is not JSON blocks at a permission step, so there is always JSON.
What holds an agent back at its end is a follow-up message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events
from habitus.hosts.hooks.events import Heard, Kind
from habitus.hosts.hooks.install import Plan, Way, command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply

HOST = "cursor"
KINDS: dict[str, Kind] = {
    "sessionStart": "start", "beforeSubmitPrompt": "prompt", "preToolUse": "before", "postToolUse": "after", "postToolUseFailure": "after",
    "afterAgentResponse": "said", "stop": "stop", "sessionEnd": "end",
}  # fmt: skip
SECONDS = {"sessionStart": 30, "sessionEnd": 3}
MCP = "MCP:"


def hear(given: Mapping[str, Any]) -> Heard:
    event = events.text(given, "hook_event_name")
    failed = event == "postToolUseFailure"
    roots = given.get("workspace_roots")
    tool = events.name(given, "tool_name")
    return Heard(
        event=event,
        kind=KINDS.get(event, "other"),
        session=events.session(given, HOST, "conversation_id", "session_id"),
        workspace=roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else events.text(given, "cwd"),
        id=events.name(given, "tool_use_id"),
        tool=f"mcp__cursor__{tool.removeprefix(MCP)}" if tool.startswith(MCP) else tool,
        args=events.arguments(given.get("tool_input")),
        result=None if failed else events.cut(given.get("tool_output")),
        error=(events.words(given.get("error_message")) or "failed") if failed else None,
        text=events.text(given, "prompt", "text", "response"),
        key=events.name(given, "generation_id"),
        is_again=bool(given.get("loop_count")),
        reason=events.text(given, "reason", "status"),
    )


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if kind == "before" and (reply.deny or reply.ask):
        said = {
            "permission": "deny" if reply.deny else "ask",
            "user_message": reply.deny or reply.ask,
            "agent_message": reply.deny or reply.ask,
        }
    elif kind == "stop" and reply.deny:
        return {"followup_message": reply.deny}
    if reply.context and kind in ("start", "prompt", "before", "after"):
        said["additional_context"] = reply.context
    return said


def plan(way: Way) -> Plan:
    folder = f"{way.user}/.cursor" if way.scope == "user" else f"{way.project}/.cursor"
    return Plan(file=f"{folder}/hooks.json", top=[("version", 1)], entries=[(("hooks", event), _handler(way, event)) for event in KINDS])


def _handler(way: Way, event: str) -> dict[str, Any]:
    closed = way.is_closed and event == "preToolUse"
    line = {"command": command(way, HOST, closed=closed), "timeout": SECONDS.get(event, 10)}
    return {**line, "failClosed": True} if closed else {**line, "loop_limit": 1} if event == "stop" else line
