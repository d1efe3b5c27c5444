"""OpenCode: a small plugin in its own process (opencode.js) that starts our client for every moment and speaks Claude Code's JSON with it.

Blocking is throwing; there is no `ask` for a hook, and no word before a call. What is to be said is put under the tool's result. No hook is
called for a tool that raises: its failure is heard among the events of the session.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.hosts.hooks import claude_code
from habitus.hosts.hooks.install import Plan, Way, line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply
    from habitus.hosts.hooks.events import Heard, Kind

HOST = "opencode"
KINDS: dict[str, Kind] = {
    "SessionStart": "start", "UserPromptSubmit": "prompt", "PreToolUse": "before", "PostToolUse": "after",
    "PostToolUseFailure": "after", "SessionEnd": "end",
}  # fmt: skip
ARGUMENTS = {"filePath": "file_path", "oldString": "old_string", "newString": "new_string"}


def hear(given: Mapping[str, Any]) -> Heard:
    heard = claude_code.hear(given, HOST, KINDS)
    heard = heard._replace(text=_unquoted(heard.text)) if heard.kind == "prompt" else heard
    return heard._replace(args={ARGUMENTS.get(name, name): value for name, value in heard.args.items()})


def _unquoted(text: str) -> str:
    """`opencode run "two words"` puts the quotation marks into the prompt, as nobody has typed them."""
    inner = text[1:-1]
    is_one = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in inner.replace('\\"', "") and " " in inner
    return inner.replace('\\"', '"') if is_one else text


def tell(reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
    return claude_code.tell(reply, event, kind)


def plan(way: Way) -> Plan:
    above = os.environ.get("XDG_CONFIG_HOME") or f"{way.user}/.config"
    folder = f"{above}/opencode/plugins" if way.scope == "user" else f"{way.project}/.opencode/plugins"
    shim = Path(__file__).with_name("opencode.js").read_text(encoding="utf-8")
    words = json.dumps(line(way, HOST, closed=way.is_closed))
    return Plan(file=f"{folder}/habitus.js", whole=shim.replace("[/* COMMAND */]", words))
