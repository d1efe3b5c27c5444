"""Claude Code's transcripts (`~/.claude/projects/<project>/<session>.jsonl`), line by line; also what `--output-format stream-json` prints.

What the program writes for itself (meta lines, slash commands, interruptions, summaries, notices of background tasks) is not something the
user said. Side chains are a sub-agent's own session. A fork or a resumed session repeats the lines it came from: they are told under the
session that they were first written in, and so only once.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts import parts, times
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.hosts.transcripts.reading import Given

AGENT = "claude-code"
SPEAKERS = ("user", "assistant")


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state

    def feed(self, value: Any, line: int) -> list[Event]:
        kind = value.get("type")
        if kind == "attachment":
            return self._queued(value)
        message = value.get("message")
        if kind not in SPEAKERS or value.get("isMeta") or not isinstance(message, dict):
            return []
        content = message.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if not isinstance(content, list):
            return []
        session, at, name, place = self._moment(value)
        found: list[Event] = []
        for number, block in enumerate(content):
            event = _event(block, value, session, at, name, number, place) if isinstance(block, dict) else None
            if event is not None:
                found.append(event)
        return found

    def end(self) -> list[Event]:
        return []

    def _queued(self, value: Mapping[str, Any]) -> list[Event]:
        """What the user typed while the agent was at work."""
        note = value.get("attachment")
        if not isinstance(note, dict) or note.get("type") != "queued_command" or note.get("commandMode", "prompt") != "prompt":
            return []
        text = parts.text(note.get("prompt"))
        if _is_of_a_program(note) or not parts.is_said(text):
            return []
        session, at, name, place = self._moment(value)
        return [UserMessage(session=session, at=at, key=f"{name}:0", agent=AGENT, workspace=place, text=text)]

    def _moment(self, value: Mapping[str, Any]) -> tuple[str, datetime, str, str]:
        """Its session, its time, the program's name for it, and the folder."""
        told = times.moment(value.get("timestamp"))
        session = str(value.get("sessionId") or value.get("session_id") or self.given.stem)
        name = str(value.get("uuid") or (told.isoformat() if told else self._nameless(session, value)))
        fork = value.get("forkedFrom")
        if isinstance(fork, dict) and fork.get("sessionId") and fork.get("messageUuid"):
            session, name = str(fork["sessionId"]), str(fork["messageUuid"])
        else:
            session = self._first(session, name)
        if value.get("isSidechain"):
            session = f"{session}:{value.get('agentId') or 'side'}"
        return session, told or self.given.at, name, str(value.get("cwd") or "")

    def _nameless(self, session: str, value: Mapping[str, Any]) -> str:
        """What older versions print has neither name nor time: it is known by its words and all those before them."""
        said = json.dumps(value.get("message") or value.get("attachment"), sort_keys=True, default=str)
        self.state = {**self.state, "before": parts.digest(session, str(self.state.get("before", "")), said)}
        return str(self.state["before"])

    def _first(self, session: str, name: str) -> str:
        """The session under which this conversation was first met: the file's first line tells."""
        if "session" not in self.state:
            self.state = {**self.state, "session": session, "first": self.given.roots.setdefault(name, session)}
        return str(self.state["first"]) if session == self.state["session"] else session


def _branch(line: Mapping[str, Any]) -> str:
    """`HEAD`: on none."""
    branch = line.get("gitBranch")
    return branch if isinstance(branch, str) and branch != "HEAD" else ""


def _is_of_a_program(value: Mapping[str, Any]) -> bool:
    origin = value.get("origin")
    return isinstance(origin, dict) and origin.get("kind", "human") != "human"


def _event(
    block: Mapping[str, Any], line: Mapping[str, Any], session: str, at: datetime, name: str, number: int, place: str
) -> Event | None:
    """`promptId` is the program's name for what the user said, which its hooks tell too: what was heard live is not heard again."""
    match block.get("type"):
        case "tool_use":
            id = str(block.get("id") or f"{name}:{number}")
            return ToolCall(
                session=session, at=at, key=f"call:{id}", agent=AGENT, workspace=place, id=id, tool=str(block.get("name") or ""),
                args=parts.args(block.get("input")), batch=str(line["message"].get("id") or ""), branch=_branch(line),
            )  # fmt: skip
        case "tool_result":
            id, text = str(block.get("tool_use_id") or f"{name}:{number}"), parts.text(block.get("content"))
            failed = bool(block.get("is_error"))
            return ToolResult(
                session=session, at=at, key=f"result:{id}", agent=AGENT, workspace=place,
                id=id, result=None if failed else text, error=text if failed else None,
            )  # fmt: skip
        case "text":
            text, key = str(block.get("text") or ""), f"{name}:{number}"
            if line["type"] == "assistant":
                return AgentText(session=session, at=at, key=key, agent=AGENT, workspace=place, text=text)
            if not line.get("isCompactSummary") and not _is_of_a_program(line) and parts.is_said(text):
                prompt = line.get("promptId")
                key = f"prompt:{prompt}:{parts.digest(text)}" if prompt else key
                return UserMessage(session=session, at=at, key=key, agent=AGENT, workspace=place, text=text)
    return None
