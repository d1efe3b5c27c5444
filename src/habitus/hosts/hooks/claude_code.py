"""Claude Code: http hooks where they work, a command where they do not (its SessionStart never calls an address, and starts the daemon).

`systemMessage` never reaches the model: only what is for the user alone is said through it. We never answer `allow`: that would pass over
the permissions that its user has set.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events
from habitus.hosts.hooks.events import Heard, Kind
from habitus.hosts.hooks.install import Plan, Way, command, grouped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply

HOST = "claude-code"
KINDS: dict[str, Kind] = {
    "SessionStart": "start", "SubagentStart": "start", "UserPromptSubmit": "prompt", "PreToolUse": "before", "PostToolUse": "after",
    "PostToolUseFailure": "after", "MessageDisplay": "said", "Stop": "stop", "SubagentStop": "stop", "SessionEnd": "end",
}  # fmt: skip
SECONDS = {"SessionStart": 30, "UserPromptSubmit": 30, "MessageDisplay": 5, "SessionEnd": 3}
"""Seconds that a hook may take; 10 for the rest. Ours takes milliseconds: past that something is wrong."""

UNSAID = frozenset({"system", "loop_wakeup", "schedule_wakeup", "poll_event"})
"""Prompts that no person has typed."""


def hear(given: Mapping[str, Any], host: str = HOST, kinds: Mapping[str, Kind] = KINDS) -> Heard:
    event = events.text(given, "hook_event_name")
    kind = kinds.get(event, "other")
    if kind == "prompt" and events.text(given, "source") in UNSAID:
        kind = "other"
    if kind == "said" and given.get("index"):
        kind = "other"  # the rest of a long message, which Stop tells in one piece
    failed = event == "PostToolUseFailure"
    return Heard(
        event=event,
        kind=kind,
        session=events.session(given, host, "session_id"),
        workspace=events.text(given, "cwd"),
        id=events.name(given, "tool_use_id"),
        tool=events.name(given, "tool_name"),
        args=events.arguments(given.get("tool_input")),
        result=None if failed else events.cut(given.get("tool_response")),
        error=(events.words(given.get("error")) or "failed") if failed else None,
        text=events.text(given, "prompt", "delta", "last_assistant_message"),
        key=events.name(given, "prompt_id", "turn_id"),
        is_new=given.get("source") != "resume",  # which brings back all that was said
        is_again=given.get("stop_hook_active") is True,
        is_helper=events.is_helper(given),
        reason=events.text(given, "reason"),
    )


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    if kind == "stop":
        return {"decision": "block", "reason": reply.deny} if reply.deny else {"systemMessage": reply.notice} if reply.notice else {}
    said: dict[str, str] = {}
    if kind == "before" and reply.deny:
        said = {"permissionDecision": "deny", "permissionDecisionReason": reply.deny}
    elif kind == "before" and reply.ask:
        said = {"permissionDecision": "ask", "permissionDecisionReason": reply.ask}
    if reply.context and kind in ("start", "prompt", "before", "after"):
        said["additionalContext"] = reply.context
    return {"hookSpecificOutput": {"hookEventName": event, **said}} if said else {}


def plan(way: Way) -> Plan:
    folder = os.environ.get("CLAUDE_CONFIG_DIR") or f"{way.user}/.claude"
    file = f"{folder}/settings.json" if way.scope == "user" else f"{way.project}/.claude/settings.local.json"
    return Plan(file=file, entries=[(("hooks", event), grouped(_handler(way, event))) for event in KINDS])


def _handler(way: Way, event: str) -> dict[str, Any]:
    closed = way.is_closed and event == "PreToolUse"
    more: dict[str, Any] = {"timeout": SECONDS.get(event, 10)} | ({"onFailure": "block"} if closed else {})
    if way.url and event != "SessionStart":
        return {"type": "http", "url": f"{way.url}/v1/hooks/{HOST}", "headers": {"Authorization": f"Bearer {way.token}"}, **more}
    return {"type": "command", "command": command(way, HOST, closed=closed), **more}
