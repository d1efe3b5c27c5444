"""OpenCode's sessions: what `opencode export` prints, and its messages as they lie in its database or its folders.

A session with a parent is a sub-agent's: what it was asked, no person typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts import parts, times
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.hosts.transcripts.reading import Given

AGENT = "opencode"


def is_one(value: Mapping[str, Any]) -> bool:
    info = value.get("info")
    return isinstance(info, dict) and (isinstance(value.get("parts"), list) or (isinstance(value.get("messages"), list) and "id" in info))


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state

    def feed(self, value: Any, line: int) -> list[Event]:
        if isinstance(value.get("parts"), list):
            return list(self._message(value))
        info = value["info"]
        found: list[Event] = []
        for message in value["messages"]:
            if isinstance(message, dict) and isinstance(message.get("parts"), list):
                found += self._message({"session": info, **message})
        return found

    def end(self) -> list[Event]:
        return []

    def _message(self, message: Mapping[str, Any]) -> Iterator[Event]:
        info, session = _object(message.get("info")), _object(message.get("session"))
        id, name = str(info.get("sessionID") or session.get("id") or self.given.stem), str(info.get("id") or "")
        at = _at(info.get("time"), "created") or _at(session.get("time"), "created") or self.given.at
        moment: dict[str, Any] = {"session": id, "at": at, "agent": AGENT, "workspace": str(session.get("directory") or "")}
        is_person = info.get("role") == "user" and not session.get("parentID")
        for nth, part in enumerate(message["parts"]):
            if isinstance(part, dict):
                yield from _part(part, moment, str(part.get("id") or f"{name}:{nth}"), role=str(info.get("role")), is_person=is_person)


def _part(part: Mapping[str, Any], moment: dict[str, Any], key: str, *, role: str, is_person: bool) -> Iterator[Event]:
    if part.get("type") == "text" and not part.get("synthetic") and not part.get("ignored"):
        said = str(part.get("text") or "")
        if role == "assistant" and said.strip():
            yield AgentText(**moment, key=key, text=said)
        elif is_person and parts.is_said(said):
            yield UserMessage(**moment, key=key, text=said)
    state = part.get("state")
    if part.get("type") != "tool" or not isinstance(state, dict):
        return
    id = str(part.get("callID") or key)
    began = {"at": _at(state.get("time"), "start") or moment["at"]}
    yield ToolCall(**moment | began, key=f"call:{id}", id=id, tool=str(part.get("tool") or ""), args=parts.args(state.get("input")))
    if state.get("status") not in ("completed", "error"):
        return
    failed = state["status"] == "error"
    told = parts.text(state.get("error") if failed else state.get("output")) or ("failed" if failed else "")
    ended = {"at": _at(state.get("time"), "end") or began["at"]}
    yield ToolResult(**moment | ended, key=f"result:{id}", id=id, result=None if failed else told, error=told if failed else None)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _at(time: Any, which: str) -> Any:
    return times.moment(time.get(which)) if isinstance(time, dict) else None
