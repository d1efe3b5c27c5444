"""Message logs: what was sent to a model and what it answered, by OpenAI's or Anthropic's shapes.

A line, or a JSON file, holds a conversation (`{"messages": […]}`, a list), a request with its answer, or a single message. Every request
of a conversation repeats what was said before it. So a message without an id is known by its words and those before it, and a conversation
without an id by the file's name and how it opens: what is repeated is told once. Where two open alike, the one that was met first keeps the
name of their first words, and the other is named after the point where they part (`Talk._named`).
Bias: a log that drops old messages from its requests and names no conversation reads as several; two that are the same up to the user's
second message are one, for nobody says the same twice to the same answer: there, somebody has asked for another answer.
"""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError
from habitus.hosts.transcripts import anthropic, openai, times
from habitus.hosts.transcripts.parts import Part, digest, persons
from habitus.hosts.transcripts.values import Header
from habitus.types import AgentText, Event, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from habitus.hosts.transcripts.reading import Given

REQUESTS = ("request", "req", "body", "kwargs", "payload")
ANSWERS = ("response", "res", "completion", "output", "result")
WRAPPED = frozenset({*REQUESTS, *ANSWERS})
LISTS = ("messages", "chat_messages", "conversation", "input", "items", "history")
NAMES = ("session_id", "sessionId", "session", "conversation_id", "conversationId", "thread_id", "threadId", "chat_id", "prompt_cache_key")
TIMES = ("timestamp", "created_at", "at", "created", "time", "start_time", "date", "ts")
USER_ID = re.compile(r"session_([0-9a-f-]{36})\b")
"""Claude Code tells the API its session this way."""

SHORT = 12
"""An id of so few letters is the name of a function, or a number that begins again with every answer: it names no moment."""

ROLES = frozenset({"user", "assistant", "system", "developer", "tool", "function", "human", "model", "ai"})
SAYS = ("content", "tool_calls", "function_call", "text")
ITEM_SAYS = ("call_id", "role", "summary", "action", "arguments", "id", "content")

REMEMBERED = 50_000
"""Events of which we remember that they were told. Beyond that it is the store's to notice."""

HELD = 64
"""Parts kept back until the user has spoken a second time, which tells one conversation from another."""

ACTS = 8
"""Steps up to then that are compared: agents that go alike for longer are given the same and do the same. What tools answer is not among
them: some clients shorten it in later requests."""


def is_message(value: Any) -> bool:
    """By who speaks and how. A list of users with their roles is none."""
    if not isinstance(value, dict):
        return False
    role, kind = value.get("role", value.get("sender")), value.get("type")
    if isinstance(role, str) and role in ROLES:
        return any(name in value for name in SAYS)
    return isinstance(kind, str) and kind in openai.ITEMS and any(name in value for name in ITEM_SAYS)


def is_conversation(value: Any) -> bool:
    """Does this hold messages?"""
    if isinstance(value, list):
        return bool(value) and is_message(value[0])
    return isinstance(value, dict) and next(messages(value), None) is not None


def is_head(value: Any) -> bool:
    """How Codex began a session in its first year, and what it wrote between the messages."""
    return isinstance(value, dict) and ("record_type" in value or ("instructions" in value and "id" in value and "timestamp" in value))


def messages(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What was sent, then what came back."""
    if is_message(value):
        yield value
        return
    for request in (value, *_inside(value, REQUESTS)):
        if isinstance(asked := request.get("input"), str) and "model" in request:
            yield {"role": "user", "content": asked}
        for name in LISTS:
            yield from _listed(request.get(name))
    for answer in (value, *_inside(value, ANSWERS)):
        inner = _inside(answer, ("body",))
        for whole in (answer, *inner):
            yield from _answered(whole)


def _inside(value: Mapping[str, Any], names: tuple[str, ...]) -> list[Mapping[str, Any]]:
    return [found for name in names if isinstance(found := value.get(name), dict)]


def _opened(value: Any, depth: int = 2) -> Any:
    """A logger may have kept a request or an answer as the text that went over the wire."""
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return value
    if not isinstance(value, dict) or not depth:
        return value
    return {name: _opened(inner, depth - 1) if name in WRAPPED else inner for name, inner in value.items()}


def _listed(found: Any) -> Iterator[Mapping[str, Any]]:
    found = found.get("messages") if isinstance(found, dict) else found
    if isinstance(found, list):
        yield from (message for message in found if is_message(message))


def _answered(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    choices = answer.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict) and isinstance(choices[0].get("message"), dict):
        yield {"role": "assistant", **choices[0]["message"]}
    elif answer.get("type") == "message" and isinstance(answer.get("content"), list):
        yield {"role": "assistant", **answer}
    elif isinstance(answer.get("output"), list):
        yield from _listed(answer["output"])


class Reader:
    """Each value is a conversation, or the next message of the one that the file holds."""

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state
        self._talk = Talk(given, state)
        self._told: set[tuple[str, str]] = set()

    @property
    def holds(self) -> bool:
        return bool(self._talk.held)

    def feed(self, value: Any, line: int) -> list[Event]:
        if is_message(value):
            found = self._talk.hear(value)
            self.state = self._talk.state
            return found
        if is_head(value):
            if "id" in value:
                self._talk = Talk(self.given, {"session": str(value["id"]), "agent": "codex"})
                self.state = self._talk.state
            return []
        if isinstance(value, Header):
            self._talk = Talk(self.given, {"session": named(value), "agent": spoken_to(value, [])}, at=_time(value))
            self.state = self._talk.state
            return []
        value = _opened(value)
        if not is_conversation(value):
            raise EventError("line", UNKNOWN)
        header = value if isinstance(value, dict) else {}
        heard = list(messages(value)) if isinstance(value, dict) else value
        talk = Talk(self.given, {"session": named(header), "agent": spoken_to(header, heard)}, at=_time(header))
        return self._new([event for message in heard if isinstance(message, dict) for event in talk.hear(message)] + talk.end())

    def _new(self, told: list[Event]) -> list[Event]:
        """Without what an earlier request has told: a long conversation would be told as often as it has turns."""
        if len(self._told) > REMEMBERED:
            self._told.clear()
        new = [event for event in told if (event.session, event.key) not in self._told]
        self._told.update((event.session, event.key) for event in new)
        return new

    def end(self) -> list[Event]:
        return self._talk.end()


UNKNOWN = (
    "is of no format we know: Claude Code, Codex, Gemini, Cursor and OpenCode transcripts, OpenAI and Anthropic message logs, "
    "SpecStory Markdown and our own JSONL can be read"
)


def named(header: Mapping[str, Any]) -> str:
    """The conversation's own name. An `id` is none: most logs number their requests by it."""
    for place in (header, *_inside(header, (*REQUESTS, "metadata"))):
        for name in NAMES:
            if isinstance(found := place.get(name), str) and found:
                return found
        metadata = place.get("metadata")
        user = metadata.get("user_id") if isinstance(metadata, dict) else None
        if isinstance(user, str) and (match := USER_ID.search(user)):
            return match[1]
    return str(header["uuid"]) if isinstance(header.get("uuid"), str) and "chat_messages" in header else ""


def spoken_to(header: Mapping[str, Any], heard: list[Any]) -> str:
    """The agent, by the log's own word; else the provider, by the model's name and the shape of the messages."""
    for place in (header, *_inside(header, REQUESTS)):
        if isinstance(place.get("agent"), str) and place["agent"]:
            return str(place["agent"])
        if str(place.get("model") or "").startswith("claude") or "anthropic_version" in place:
            return "anthropic"
    return "anthropic" if any(isinstance(message, dict) and anthropic.is_one(message) for message in heard) else "openai"


def _time(value: Mapping[str, Any]) -> datetime | None:
    return next((at for place in (value, *_inside(value, (*REQUESTS, *ANSWERS))) if (at := _dated(place))), None)


def _dated(value: Mapping[str, Any]) -> datetime | None:
    for name in TIMES:
        if name in value and (at := times.moment(value[name])):
            return at
    return None


class Talk:
    """One conversation, message by message. Its state is its session, its agent, the time and the words that it has come to."""

    def __init__(self, given: Given, state: dict[str, Any], at: datetime | None = None) -> None:
        self.given = given
        self.state = state
        self.at = times.moment(state.get("at")) or at or given.at
        self.session = str(state.get("session") or "")
        self.agent = str(state.get("agent") or "")
        self.workspace = str(state.get("workspace") or "")
        self.before = str(state.get("before") or "")
        self.call = str(state.get("call") or "")
        """The last one made: a result without an id answers it."""
        self.held: list[tuple[Part, str, datetime]] = []
        self._asked = 0

    def hear(self, message: Mapping[str, Any]) -> list[Event]:
        is_theirs = anthropic.is_one(message)
        self.agent = self.agent or ("anthropic" if is_theirs else "openai")
        self.at = _dated(message) or self.at
        spoken = persons(anthropic.parts(message) if is_theirs else openai.parts(message))
        calls = [part.id for part in spoken if part.kind == "call"]
        batch = str(message.get("id") or calls[0]) if len(calls) > 1 else ""
        self.held += [(part, batch, self.at) for part in spoken]
        self._asked += sum(part.kind == "user" for part in spoken)
        return [] if not self.session and self._asked < 2 and len(self.held) < HELD else self._tell()

    def end(self) -> list[Event]:
        return self._tell()

    def _named(self) -> str:
        """By the user's first words, unless another conversation that begins with them went on differently. The log grows, so the name must
        not depend on how far it has come: who was met first at a fork keeps the name, and the other is called by where it turned off."""
        spoken = [part for part, _, _ in self.held]
        first = next((place for place, part in enumerate(spoken) if part.kind == "user"), 0)
        alike = found = f"{self.given.stem}-{digest(spoken[first].text)}"
        way, gone = _way(spoken[first + 1 :]), 0
        while gone < len(way):
            known = self.given.roots.setdefault(f"talk:{found}:{gone}", " ".join(way[gone:])).split() or way[gone:]
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(known, way[gone:], strict=False)))
            gone += same
            if gone < len(way) and same < len(known):
                found = f"{alike}-{way[gone]}"
        return found

    def _tell(self) -> list[Event]:
        if self.held and not self.session:
            self.session = self._named()
        told = [self._event(part, batch, at) for part, batch, at in self.held]
        self.held = []
        self.state = {"session": self.session, "agent": self.agent, "at": self.at, "before": self.before, "call": self.call}
        return told

    def _event(self, part: Part, batch: str, at: datetime) -> Event:
        has_name = len(part.id) > SHORT
        words = part.text or ("" if has_name or not part.args else json.dumps(part.args, sort_keys=True, default=str))
        self.before, before = digest(part.kind, words, part.tool, part.id), self.before
        key = digest(before, self.before)
        moment: dict[str, Any] = {"session": self.session, "at": at, "agent": self.agent, "workspace": self.workspace}
        match part.kind:
            case "user":
                return UserMessage(**moment, key=f"user:{key}", text=part.text)
            case "text":
                return AgentText(**moment, key=f"text:{key}", text=part.text)
            case "call":
                self.call = part.id or key
                moment["key"] = f"call:{part.id if has_name else key}"
                return ToolCall(**moment, id=self.call, tool=part.tool, args=part.args, batch=batch)
        error, result = (part.text or "failed", None) if part.kind == "error" else (None, part.text)
        moment["key"] = f"result:{part.id if has_name else key}"
        return ToolResult(**moment, id=part.id or self.call or key, result=result, error=error)


def _way(spoken: list[Part]) -> list[str]:
    """How a conversation goes on after its first words: a name for every step of it that is compared, and all before that step."""
    steps: list[str] = []
    for part in spoken:
        if part.kind in ("user", "text", "call"):
            said = digest(part.kind, " ".join(part.text.split()), part.tool, json.dumps(part.args, sort_keys=True, default=str))
            steps.append(digest(steps[-1] if steps else "", said))
        if part.kind == "user" or len(steps) == ACTS:
            break
    return steps
