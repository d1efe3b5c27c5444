"""Cursor's agents: their transcripts (`~/.cursor/projects/<project>/agent-transcripts/`), and the conversations in its database.

A transcript has no times and no ids, and mostly no results: a thing said is known by its line, and happened when the file was written.
Around the user's words stand notes of Cursor's; only what is inside `<user_query>` was typed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts import parts, times
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.hosts.transcripts.reading import Given

AGENT = "cursor"
TYPED = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
USER, ASSISTANT = 1, 2
"""Who speaks in a bubble of the database."""


def is_one(value: Mapping[str, Any]) -> bool:
    if isinstance(value.get("bubble"), dict):
        return isinstance(value.get("composerId"), str)
    return isinstance(value.get("role"), str) and isinstance(value.get("message"), dict) and "type" not in value


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state

    def feed(self, value: Any, line: int) -> list[Event]:
        if isinstance(value.get("bubble"), dict):
            return list(self._bubble(str(value.get("composerId")), value["bubble"]))
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        found: list[Event] = []
        for nth, block in enumerate(blocks if isinstance(blocks, list) else ()):
            if isinstance(block, dict):
                found += self._block(block, str(value.get("role")), f"{line}:{nth}")
        return found

    def end(self) -> list[Event]:
        return []

    def _block(self, block: Mapping[str, Any], role: str, key: str) -> Iterator[Event]:
        moment: dict[str, Any] = {"session": self.given.stem, "at": self.given.at, "agent": AGENT}
        match block.get("type"):
            case "text" if role == "user":
                if said := typed(str(block.get("text") or "")):
                    yield UserMessage(**moment, key=key, text=said)
            case "text" if role == "assistant":
                if said := str(block.get("text") or "").strip():
                    yield AgentText(**moment, key=key, text=said)
            case "tool_use":
                id = str(block.get("id") or key)
                yield ToolCall(**moment, key=f"call:{id}", id=id, tool=str(block.get("name") or ""), args=parts.args(block.get("input")))
            case "tool_result":
                id, told = str(block.get("tool_use_id") or key), parts.text(block.get("content"))
                failed = bool(block.get("is_error"))
                yield ToolResult(**moment, key=f"result:{id}", id=id, result=None if failed else told, error=told if failed else None)

    def _bubble(self, session: str, bubble: Mapping[str, Any]) -> Iterator[Event]:
        at = times.moment(bubble.get("createdAt")) or self.given.at
        moment: dict[str, Any] = {"session": session, "at": at, "agent": AGENT}
        said = str(bubble.get("text") or "")
        name = str(bubble.get("bubbleId") or "") or parts.digest(at.isoformat(), said)
        if bubble.get("type") == USER:
            if told := typed(said):
                yield UserMessage(**moment, key=name, text=told)
            return
        if said.strip():
            yield AgentText(**moment, key=name, text=said)
        tool = bubble.get("toolFormerData")
        if isinstance(tool, dict) and tool.get("name"):
            yield from _called(tool, moment, str(tool.get("toolCallId") or name))


def typed(text: str) -> str:
    """What a person typed; empty where it was none."""
    found = TYPED.search(text)
    return found[1] if found else text if parts.is_said(text) else ""


def _called(tool: Mapping[str, Any], moment: dict[str, Any], id: str) -> Iterator[Event]:
    given = tool.get("rawArgs") or tool.get("params")
    yield ToolCall(**moment, key=f"call:{id}", id=id, tool=str(tool.get("name")), args=parts.args(given))
    status, result = tool.get("status"), tool.get("result")
    if result is None and status not in ("error", "cancelled"):
        return
    failed = status in ("error", "cancelled") or tool.get("userDecision") == "rejected"
    told = parts.text(result) or (str(status) if failed else "")
    yield ToolResult(**moment, key=f"result:{id}", id=id, result=None if failed else told, error=told if failed else None)
