"""GitHub Copilot CLI: its own camelCase moments, or Claude Code's names with snake_case fields; both are understood. A hook that fails
denies the call, so by default ours never fails: it says nothing instead. A call has no name of its own, and the agent's words are not told.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import events
from habitus.hosts.hooks.events import Heard, Kind
from habitus.hosts.hooks.install import Plan, Way, command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply

HOST = "copilot"
KINDS: dict[str, Kind] = {
    "sessionStart": "start", "userPromptSubmitted": "prompt", "preToolUse": "before", "postToolUse": "after", "postToolUseFailure": "after",
    "agentStop": "stop", "sessionEnd": "end",
}  # fmt: skip
CLAUDES = {
    "SessionStart": "sessionStart", "UserPromptSubmit": "userPromptSubmitted", "PreToolUse": "preToolUse", "PostToolUse": "postToolUse",
    "PostToolUseFailure": "postToolUseFailure", "Stop": "agentStop", "SessionEnd": "sessionEnd",
}  # fmt: skip
SECONDS = {"sessionStart": 30, "sessionEnd": 3}
TOOLS = {"create": "Write", "str_replace_editor": "Edit"}
SHELLS = frozenset({"bash", "powershell"})
EXIT = re.compile(r"<(?:shellId: [^\n>]{0,40} )?(?:completed|exited) with exit code (?:[1-9]\d*|-\d+)>\s*$")
TAIL = 200
FAILURES = frozenset({"failure", "denied", "rejected", "error"})


def hear(given: Mapping[str, Any]) -> Heard:
    """The moment is not always named: then what it carries tells."""
    named = events.text(given, "hook_event_name", "hookEventName")
    event = CLAUDES.get(named, named) or _told_by(given)
    result = given.get("toolResult", given.get("tool_result", given.get("tool_response")))
    error = given.get("error")
    if error is None and isinstance(result, dict) and result.get("resultType") in FAILURES:
        error = result.get("textResultForLlm") or result.get("resultType")
    tool = events.name(given, "toolName", "tool_name")
    if error is None and tool.lower() in SHELLS:
        error = _exit(result)
    return Heard(
        event=named or event,
        kind=KINDS.get(event, "other"),
        session=events.session(given, HOST, "sessionId", "session_id"),
        workspace=events.text(given, "workingDirectory", "cwd"),
        id=events.name(given, "toolCallId", "tool_use_id"),
        tool=TOOLS.get(tool, tool),
        args=events.arguments(given.get("toolArgs", given.get("tool_input"))),
        result=None if error else events.cut(result),
        error=(events.words(error) or "failed") if error else None,
        text=events.text(given, "prompt"),
        is_again=given.get("stopHookActive", given.get("stop_hook_active")) is True,
        reason=events.text(given, "reason", "stopReason"),
    )


def _exit(result: Any) -> str | None:
    """A command that failed comes as a success, with its exit code in the last line."""
    text = events.text(result, "textResultForLlm", "text_result_for_llm") if isinstance(result, dict) else events.words(result)
    return text if EXIT.search(text[-TAIL:]) else None


def _told_by(given: Mapping[str, Any]) -> str:
    if "toolName" in given:
        return "postToolUse" if "toolResult" in given else "postToolUseFailure" if "error" in given else "preToolUse"
    if "prompt" in given:
        return "userPromptSubmitted"
    return "sessionStart" if "source" in given else "agentStop" if "stopReason" in given else "sessionEnd" if "reason" in given else ""


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    if kind == "stop":
        return {"decision": "block", "reason": reply.deny} if reply.deny else {}
    said: dict[str, Any] = {}
    if kind == "before" and (reply.deny or reply.ask):
        said = {"permissionDecision": "deny" if reply.deny else "ask", "permissionDecisionReason": reply.deny or reply.ask}
    if reply.context and kind in ("start", "prompt", "before", "after"):
        said["additionalContext"] = reply.context
    return said


def plan(way: Way) -> Plan:
    """A file of our own: this host reads all that lie in a folder."""
    folder = f"{os.environ.get('COPILOT_HOME') or f'{way.user}/.copilot'}/hooks" if way.scope == "user" else f"{way.project}/.github/hooks"
    whole = {"version": 1, "hooks": {event: [_handler(way, event)] for event in KINDS}}
    return Plan(file=f"{folder}/habitus.json", whole=json.dumps(whole, indent=2) + "\n")


def _handler(way: Way, event: str) -> dict[str, Any]:
    line = command(way, HOST, closed=way.is_closed and event == "preToolUse", failing=0)
    return {"type": "command", "bash": line, "timeoutSec": SECONDS.get(event, 10)}
