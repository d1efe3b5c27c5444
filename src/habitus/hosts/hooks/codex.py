"""Codex: Claude Code's contract with other edges. `ask` and a bare `allow` make the hook fail and the call run, so neither is ever said;
a denial needs its reason; a call that failed comes as PostToolUse; unknown fields in an answer are refused. The host runs no hook that
its user has not trusted, and says nothing about it: `habitus doctor` does.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import claude_code
from habitus.hosts.hooks.events import Heard, Kind, words
from habitus.hosts.hooks.install import Plan, Way, command, grouped
from habitus.hosts.transcripts.codex import ran
from habitus.hosts.transcripts.parts import FAILED, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply

HOST = "codex"
KINDS: dict[str, Kind] = {
    "SessionStart": "start", "SubagentStart": "start", "UserPromptSubmit": "prompt", "PreToolUse": "before", "PostToolUse": "after",
    "Stop": "stop", "SubagentStop": "stop", "SessionEnd": "end",
}  # fmt: skip
SECONDS = {"SessionStart": 30, "SessionEnd": 3}
HEAD = 300
COMPLAINS = re.compile(
    r"(?:[\w./-]{1,60}: ){1,3}(?:line \d+: )?[^\n]{0,200}(?:not found|no such file or directory|permission denied|cannot \w)"
    r"|(?:error|fatal|npm error|npm ERR!)[ :\[]",
    re.IGNORECASE,
)


def hear(given: Mapping[str, Any]) -> Heard:
    heard = claude_code.hear(given, HOST, KINDS)
    if heard.kind != "after":
        return heard
    text, failed = ran(Part("result", words(given.get("tool_response"))))
    return heard._replace(result=None, error=text) if failed or _complains(text) else heard


def _complains(text: str) -> bool:
    """No exit code is told, so the first words have to. Bias: what is not sure went well, or a file that was read would count as unread."""
    first = text.lstrip()[:HEAD]
    return bool(FAILED.match(first) or COMPLAINS.match(first))


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    return claude_code.tell(reply, event, kind)


def plan(way: Way) -> Plan:
    folder = os.environ.get("CODEX_HOME") or f"{way.user}/.codex"
    file = f"{folder}/hooks.json" if way.scope == "user" else f"{way.project}/.codex/hooks.json"
    return Plan(file=file, entries=[(("hooks", event), grouped(_handler(way, event))) for event in KINDS])


def _handler(way: Way, event: str) -> dict[str, Any]:
    closed = way.is_closed and event == "PreToolUse"
    return {"type": "command", "command": command(way, HOST, closed=closed), "timeout": SECONDS.get(event, 10)}
