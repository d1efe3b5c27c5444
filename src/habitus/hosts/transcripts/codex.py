"""Codex's rollouts (`~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`), line by line. As 0.166 writes them, and its forebears.

Events are told from `response_item` lines, which are the items of the Responses API; `event_msg` lines say the same again for the screen.
A resumed session goes on in its own file. A sub-agent's file begins with a copy of what its parent had heard: that is not told again.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts import openai, times
from habitus.hosts.transcripts.parts import Part, digest, persons
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.hosts.transcripts.reading import Given

AGENT = "codex"
SHELL = re.compile(
    r"(?:Chunk ID: [^\n]*\n)?(?:(?:Wall time|Exit code|Process exited with code|Process running|Original token count|Total output lines)"
    r"[^\n]*\n)+(?:Output:\n|\Z)"
)
EXIT = re.compile(r"(?:Exit code:|exited with code) (-?\d+)")


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state

    def feed(self, value: Any, line: int) -> list[Event]:
        kind, payload = value.get("type"), value.get("payload")
        if not isinstance(payload, dict):
            return []
        if kind in ("session_meta", "turn_context"):
            self._settle(payload, is_head=kind == "session_meta")
        if kind != "response_item" or _before(value.get("ordinal"), self.state.get("from")):
            return []
        at = times.moment(value.get("timestamp")) or self.given.at
        name = str(payload.get("id") or "") or f"{at.isoformat()}:{digest(str(payload.get('content'))[:2000])}"
        found = persons(openai.parts(payload))
        return [self._event(part, at, f"{name}:{number}") for number, part in enumerate(found)]

    def end(self) -> list[Event]:
        return []

    def _settle(self, payload: Mapping[str, Any], *, is_head: bool) -> None:
        """The first head is the session's own; another is a copy of its parent's."""
        state = dict(self.state)
        if is_head and "session" not in state:
            state["session"] = str(payload.get("id") or payload.get("session_id") or self.given.stem)
            state["from"] = payload.get("subagent_history_start_ordinal")
        if isinstance(cwd := payload.get("cwd"), str):
            state["cwd"] = cwd
        self.state = state

    def _event(self, part: Part, at: datetime, name: str) -> Event:
        moment: dict[str, Any] = {"session": self.state.get("session") or self.given.stem, "at": at, "agent": AGENT}
        moment["workspace"] = self.state.get("cwd", "")
        match part.kind:
            case "user":
                return UserMessage(**moment, key=name, text=part.text)
            case "text":
                return AgentText(**moment, key=name, text=part.text)
            case "call":
                id = part.id or name
                return ToolCall(**moment, key=f"call:{id}", id=id, tool=part.tool, args=part.args)
        id = part.id or name
        text, failed = ran(part)
        return ToolResult(**moment, key=f"result:{id}", id=id, result=None if failed else text, error=text if failed else None)


def ran(part: Part) -> tuple[str, bool]:
    """What a command printed, without the program's own heading, and whether it failed."""
    text, failed = part.text, part.kind == "error"
    if text.startswith('{"output"'):
        try:
            told = json.loads(text)
            text, failed = str(told["output"]), bool(told["metadata"]["exit_code"])
        except (ValueError, RecursionError, KeyError, TypeError):
            pass
    elif heading := SHELL.match(text):
        text, code = text[heading.end() :], EXIT.search(heading[0])
        failed = bool(code) and code[1] != "0" if code else failed
        text = text or (f"exit code {code[1]}" if failed and code else "")
    return (text or "failed" if failed else text), failed


def _before(ordinal: Any, start: Any) -> bool:
    return isinstance(ordinal, int) and isinstance(start, int) and ordinal < start
