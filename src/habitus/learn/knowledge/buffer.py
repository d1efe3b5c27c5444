"""When a conversation is due to be looked at, what of it, and how far that got: events in, messages out. No I/O, no clock.

The position is a number that the store keeps: events up to `Batch.upto` have been seen. A batch ends between two turns where it can, so
that a call and its result stay together; whoever stops before the position is stored sees the same batch again, and nothing is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from habitus.learn.knowledge.items import Said
from habitus.learn.knowledge.workflows import step
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from habitus.types import Event, Told

T = TypeVar("T")

FEWEST, ALL = 4, 20
"""Messages: a session with fewer teaches nothing; one with more is sampled."""
FIRST, EVERY, LAST = 3, 5, 5
"""The context, a sample, the conclusions."""
SPOKEN, ANSWERED, RETURNED, CALLED = 4000, 2000, 500, 300
"""Characters of a person's message, of an agent's, of a tool's output, of a call's arguments."""
BATCH = 8000
"""Tokens of one batch: a question that any model can read, and leaves it room to answer."""
EACH = 4
"""Tokens that a message costs besides its text."""
_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode
DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")


class Batch(NamedTuple):
    said: list[Said]
    upto: int
    """The last event that was read; where none was, as far as before."""
    turns: int
    """A person's messages."""
    tokens: int
    is_whole: bool
    """Nothing is left beyond it."""


def due(turns: int, tokens: int, *, turn_threshold: int, token_threshold: int) -> bool:
    """When a threshold is reached."""
    return turns >= turn_threshold or tokens >= token_threshold


def tokens(text: str) -> int:
    """About as many as a model counts: a Chinese character is half a token or more, four letters are one."""
    dense = 0 if text.isascii() else len(DENSE.findall(text))
    return (len(text) - dense) // 4 + dense // 2


def sample(messages: Sequence[T]) -> list[T]:
    """What of a session the learner looks at, in order: the first 3, every 5th from there, the last 5."""
    count = len(messages)
    if count < FEWEST:
        return []
    if count <= ALL:
        return list(messages)
    places = [*range(FIRST), *range(FIRST, count - LAST, EVERY), *range(count - LAST, count)]
    return [messages[place] for place in places]


def batch(events: Iterable[Told], *, since: int = 0, limit: int = BATCH) -> Batch:
    """The next stretch of a session, from the events after `since`, as messages."""
    said: list[Said] = []
    tools: dict[str, str] = {}
    upto, used, turns = since, 0, 0
    turn: tuple[int, int, int, int] | None = None
    """Where the last turn began: messages, position, tokens and turns before it."""
    for told in events:
        if told.seq <= since:
            continue
        one = None if told.blocked else _said(told.event, tools, told.seq)
        cost = tokens(one.text) + EACH if one else 0
        if said and used + cost > limit:
            if turn and turn[0]:
                said, upto, used, turns = said[: turn[0]], turn[1], turn[2], turn[3]
            return Batch(said, upto, turns, used, False)
        if one:
            if isinstance(told.event, UserMessage):
                turn = (len(said), upto, used, turns)
                turns += 1
            said.append(one)
            used += cost
        upto = told.seq
    return Batch(said, upto, turns, used, True)


def _said(event: Event, tools: dict[str, str], seq: int) -> Said | None:
    if isinstance(event, UserMessage):
        return Said("user", _cut(event.text, SPOKEN), seq=seq) if event.text.strip() else None
    if isinstance(event, AgentText):
        return Said("agent", _cut(event.text, ANSWERED), seq=seq) if event.text.strip() else None
    if isinstance(event, ToolCall):
        tools[event.id] = event.tool
        text = f"[{event.tool}] {_cut(_flat(event.args), CALLED)}"
        return Said("agent", text, tool=event.tool, is_call=True, step=step(event.tool, event.args), seq=seq)
    if isinstance(event, ToolResult):
        text = _cut(event.error if event.error is not None else _flat(event.result), RETURNED)
        return Said("tool", text, tool=tools.get(event.id, ""), seq=seq) if text.strip() else None
    return None


def _flat(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, Mapping) and len(value) == 1:
        return _flat(next(iter(value.values())))
    return _encode(value)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
