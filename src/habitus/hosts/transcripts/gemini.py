"""Gemini CLI's chats (`~/.gemini/tmp/<project>/chats/session-*`): one JSON object, or as 0.61 writes them a log of lines.

In the log a message is written anew, under its own id, whenever something of it changes, and `$set` may repeat all of them: each thing
that it says is told once. `$rewindTo` takes nothing back: what was said was said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts import parts, times
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.hosts.transcripts.reading import Given

AGENT = "gemini"
REMEMBERED = 50_000
"""Events of which we remember that they were told. Beyond that it is the store's to notice."""
LAST = 8
"""And of how many the next run is told: what one message says."""


def is_one(value: Mapping[str, Any]) -> bool:
    """The head of a chat, or a change to it. Its messages are known by what comes before them."""
    if "type" in value:
        return False
    return "$set" in value or "$rewindTo" in value or ("sessionId" in value and ("projectHash" in value or "startTime" in value))


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state
        self._told: set[str] = set()

    def feed(self, value: Any, line: int) -> list[Event]:
        head = value.get("$set") if isinstance(value.get("$set"), dict) else value
        if head.get("type") is None:
            self._settle(head)
        said = [value, *(head["messages"] if isinstance(head.get("messages"), list) else ())]
        found = [event for message in said if isinstance(message, dict) for event in self._events(message)]
        return self._new(found)

    def _new(self, found: list[Event]) -> list[Event]:
        """Also after a break: the message that was told last is the one that is written anew."""
        if len(self._told) > REMEMBERED:
            self._told.clear()
        last = self.state.get("told") or ()
        once = {event.key: event for event in found if event.key not in self._told and event.key not in last}
        if found:
            self._told.update(event.key for event in found)
            self.state = {**self.state, "told": [event.key for event in found[-LAST:]]}
        return list(once.values())

    def end(self) -> list[Event]:
        return []

    def _settle(self, head: Mapping[str, Any]) -> None:
        state = dict(self.state)
        if isinstance(head.get("sessionId"), str) and "session" not in state:
            state["session"] = head["sessionId"]
        folders = head.get("directories")
        if isinstance(folders, list) and folders and isinstance(folders[0], str):
            state["cwd"] = folders[0]
        self.state = state

    def _events(self, message: Mapping[str, Any]) -> Iterator[Event]:
        at = times.moment(message.get("timestamp")) or self.given.at
        moment: dict[str, Any] = {"session": self.state.get("session") or self.given.stem, "at": at, "agent": AGENT}
        moment["workspace"] = self.state.get("cwd", "")
        said = parts.text(message.get("content")) if message.get("type") in ("user", "gemini") else ""
        name = str(message.get("id") or "") or f"{at.isoformat()}:{parts.digest(said)}"
        if message.get("type") == "user" and parts.is_said(said):
            yield UserMessage(**moment, key=name, text=said)
        elif message.get("type") == "gemini" and said.strip():
            yield AgentText(**moment, key=name, text=said)
        calls = message.get("toolCalls")
        for nth, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, dict):
                yield from _called(call, moment, str(call.get("id") or f"{name}:{nth}"), name)


def _called(call: Mapping[str, Any], moment: dict[str, Any], id: str, batch: str) -> Iterator[Event]:
    moment = moment | {"at": times.moment(call.get("timestamp")) or moment["at"]}
    yield ToolCall(**moment, key=f"call:{id}", id=id, tool=str(call.get("name") or ""), args=parts.args(call.get("args")), batch=batch)
    status, result = call.get("status"), call.get("result")
    if result is None and status not in ("error", "cancelled"):
        return
    told, failed = _result(result)
    failed = failed or status in ("error", "cancelled")
    told = told or (str(status) if failed else "")
    yield ToolResult(**moment, key=f"result:{id}", id=id, result=None if failed else told, error=told if failed else None)


def _result(result: Any) -> tuple[str, bool]:
    """What the model was sent, and whether it says that it failed."""
    if not isinstance(result, list):
        return parts.text(result), False
    said, failed = [], False
    for part in result:
        answer = part.get("functionResponse") if isinstance(part, dict) else None
        response = answer.get("response") if isinstance(answer, dict) else part
        if isinstance(response, dict):
            failed = failed or response.get("error") is not None
            response = next((response[name] for name in ("error", "output", "text") if response.get(name) is not None), response)
        said.append(parts.text(response))
    return "\n".join(said), failed
