"""Claude Code's transcripts (`~/.claude/projects/<project>/<session>.jsonl`), line by line.

What the program writes for itself (meta lines, slash commands, interruptions, summaries) is not something the user said.
Side chains are a sub-agent's own session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from habitus.hosts import trace
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from habitus.hosts.trace import Missing

AGENT = "claude-code"
NOT_SAID = re.compile(r"\s*(?:<(?:command-|local-command|system-reminder|bash-)|\[Request interrupted|Caveat: The messages below)")


def events(line: Mapping[str, Any], missing: Missing) -> Iterator[Event]:
    message = line.get("message")
    if line.get("type") not in ("user", "assistant") or line.get("isMeta") or not isinstance(message, Mapping):
        return
    moment = _moment(line, missing)
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content if isinstance(content, list) else []
    for number, block in enumerate(blocks):
        if isinstance(block, Mapping):
            key = f"{line.get('uuid') or moment['at'].isoformat()}:{number}"
            yield from _block(block, {**moment, "key": key}, is_user=line["type"] == "user", batch=str(message.get("id") or ""))


def _moment(line: Mapping[str, Any], missing: Missing) -> dict[str, Any]:
    session = str(line.get("sessionId") or missing.session)
    if line.get("isSidechain"):
        session += f":{line.get('agentId') or 'side'}"
    return {
        "session": session,
        "at": trace.time({"at": line.get("timestamp")}, missing.at),
        "agent": AGENT,
        "workspace": str(line.get("cwd") or ""),
    }


def _block(block: Mapping[str, Any], moment: dict[str, Any], *, is_user: bool, batch: str) -> Iterator[Event]:
    match block.get("type"):
        case "text" if is_user:
            text = str(block.get("text") or "")
            if text.strip() and not NOT_SAID.match(text):
                yield UserMessage(**moment, text=text)
        case "text":
            yield AgentText(**moment, text=str(block.get("text") or ""))
        case "tool_use":
            id, args = str(block.get("id") or moment["key"]), block.get("input")
            args = args if isinstance(args, Mapping) else {"input": args}
            yield ToolCall(**{**moment, "key": f"call:{id}"}, id=id, tool=str(block.get("name") or ""), args=args, batch=batch)
        case "tool_result":
            id, text = str(block.get("tool_use_id") or moment["key"]), _text(block.get("content"))
            failed = bool(block.get("is_error"))
            yield ToolResult(**{**moment, "key": f"result:{id}"}, id=id, result=None if failed else text, error=text if failed else None)


def _text(content: Any) -> str:
    """A result is text, or blocks of which only the text matters here."""
    if isinstance(content, list):
        return "\n".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return "" if content is None else str(content)
