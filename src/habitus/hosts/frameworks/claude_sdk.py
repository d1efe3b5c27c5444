"""Claude Agent SDK: hooks for `ClaudeAgentOptions`. The SDK hands its callbacks the JSON that Claude Code hands its hooks.

    options = ClaudeAgentOptions(hooks=claude_sdk.hooks(layer))

Denials, questions (`ask`, which the SDK's `can_use_tool` answers), reminders and guidance are Claude Code's own: see
docs/hosts/claude-code.md. The SDK tells no start of a session, so guidance comes with the first prompt. A call that we fail to judge does
not run. The skill loop's question to the user is a `systemMessage`, which the SDK streams as a system message.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from habitus.hosts.frameworks.seat import UNNAMED
from habitus.hosts.hooks import claude_code
from habitus.hosts.hooks.capabilities import HOSTS
from habitus.hosts.hooks.flow import Hooks

if TYPE_CHECKING:
    from claude_agent_sdk import HookMatcher
    from claude_agent_sdk.types import HookEvent

    from habitus.layer import Layer

LOG = logging.getLogger(__name__)

EVENTS: tuple[HookEvent, ...] = (
    "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop", "Stop",
)  # fmt: skip
HOST = HOSTS["claude-code"]._replace(name="claude-agent-sdk", words="at the end of a turn")


def hooks(layer: Layer, *, session: str = "", timeout: float = 30, max_turns: int = 0) -> dict[HookEvent, list[HookMatcher]]:
    """`session`: the name to use instead of Claude's. `timeout`: seconds after which a call counts as not judged, and is blocked.

    `max_turns`: that of your options, which the program tells no hook; for reminders when it runs out.
    """
    from claude_agent_sdk import HookMatcher

    desk = Hooks(layer, max_turns=max_turns)

    async def hear(given: Any, _id: str | None, _context: Any) -> Any:
        return await asyncio.to_thread(_reply, desk, dict(given) | ({"session_id": session} if session else {}))

    closed = HookMatcher(hooks=[hear], timeout=timeout, on_failure="block")
    return {event: [closed if event == "PreToolUse" else HookMatcher(hooks=[hear], timeout=timeout)] for event in EVENTS}


def _reply(desk: Hooks, given: dict[str, Any]) -> dict[str, Any]:
    heard = claude_code.hear(given, host=HOST.name)
    heard = heard if heard.tool or heard.kind not in ("before", "after") else heard._replace(tool=UNNAMED)
    try:
        return claude_code.tell(desk.reply(HOST, heard), heard.event, heard.kind)
    except Exception:  # the SDK ends the run; a call that it was about to make is blocked
        if heard.kind == "before":
            raise
        LOG.exception("%s: a hook failed; the agent goes on without it", heard.event)
        return {}
