"""Anthropic's messages: content blocks, of the Messages API and of exported conversations. One message in, parts out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts.parts import Part, answered, args, text

if TYPE_CHECKING:
    from collections.abc import Mapping

BLOCKS = frozenset({"tool_use", "tool_result", "server_tool_use", "mcp_tool_use", "mcp_tool_result", "thinking", "redacted_thinking"})
"""Blocks by which these messages are told from OpenAI's; a message of mere text reads the same in both."""

SPEAKERS = {"user": "user", "human": "user", "assistant": "assistant"}


def is_one(message: Mapping[str, Any]) -> bool:
    content = message.get("content")
    if "sender" in message:
        return True
    return isinstance(content, list) and any(isinstance(block, dict) and block.get("type") in BLOCKS for block in content)


def parts(message: Mapping[str, Any]) -> list[Part]:
    speaker = SPEAKERS.get(str(message.get("role") or message.get("sender")))
    content = message.get("content") or message.get("text")
    if speaker is None:  # `system` in the middle of a conversation is the host's
        return []
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content if isinstance(content, list) else []
    return [part for block in blocks if isinstance(block, dict) for part in _block(block, speaker)]


def _block(block: Mapping[str, Any], speaker: str) -> list[Part]:
    match block.get("type"):
        case "text":
            said = block.get("text")
            return [Part("user" if speaker == "user" else "text", said)] if isinstance(said, str) and said.strip() else []
        case "tool_use" | "server_tool_use" | "mcp_tool_use":
            return [Part("call", id=str(block.get("id") or ""), tool=str(block.get("name") or ""), args=args(block.get("input")))]
        case "tool_result" | "mcp_tool_result":
            return [answered(str(block.get("tool_use_id") or ""), text(block.get("content")), failed=bool(block.get("is_error")))]
    return []
