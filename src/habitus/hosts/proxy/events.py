"""What a request tells that was not told before, as events.

Each has a name that follows from what was said before it: told twice, it is one.

Bias: of a history that we meet for the first time, calls and results are told, because they move the session's state. What the user said in
it is not: examples in a prompt look the same as a conversation that began without us, and nobody was corrected there.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.hosts.proxy.conversation import Heard, Talk, digest, is_theirs
from habitus.types import AgentText, ToolCall, ToolResult, TurnStart, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from habitus.hosts.transcripts.parts import Part
    from habitus.types import Event

HISTORY = 1000
"""Of an unknown history, so many of its latest parts are told: what an agent read long before is seldom what it edits now."""

CHOSEN = re.compile(r"[A-Za-z0-9_-]{20,}")
VARIED = 10
"""Different characters in an id that is drawn by lot."""


class Moment(NamedTuple):
    session: str
    at: datetime
    agent: str
    workspace: str


def told(said: Sequence[Heard], new: int, talk: Talk, moment: Moment, *, is_new: bool) -> list[Event]:
    """Of a known conversation, everything from `new` on; of one that is met first, its history as far as it moves state."""
    last = max((n for n, one in enumerate(said) if not is_theirs(one.part)), default=-1)
    start = max(new, len(said) - HISTORY) if is_new else new
    found = []
    for n in range(start, len(said)):
        one = said[n]
        event = _turn(one, moment) if is_new and n < last and one.part.kind == "user" else _event(one, talk, moment, is_new=is_new)
        if event:
            found.append(event)
    return found


def _turn(one: Heard, moment: Moment) -> Event:
    return TurnStart(**moment._asdict(), key=f"user:{one.chain}")


def _event(one: Heard, talk: Talk, moment: Moment, *, is_new: bool) -> Event | None:
    part, common = one.part, moment._asdict()
    match part.kind:
        case "user":
            return UserMessage(**common, key=f"user:{one.chain}", text=part.text)
        case "text":
            return spoken(part.text, one.chain, moment) if is_new else None  # we have told it when it was said
        case "call" if part.id and part.id in talk.calls:
            return None
        case "call":
            call = made(part, one.chain, moment)
            talk.made(part.id, call.id)
            return call
    id = talk.calls.pop(part.id, part.id) or one.chain
    error, result = (part.text or "failed", None) if part.kind == "error" else (None, part.text)
    return ToolResult(**common, key=f"result:{id}", id=id, result=result, error=error)


def spoken(text: str, chain: str, moment: Moment) -> AgentText:
    return AgentText(**moment._asdict(), key=f"text:{digest(chain, text)}", text=text)


def made(part: Part, chain: str, moment: Moment, batch: str = "") -> ToolCall:
    """A call under a name of its own: where ids begin again with every answer, or are missing, two calls must not be taken for one."""
    id = part.id
    if not is_drawn(id):
        id = f"{id}.{digest(chain, part.tool, json.dumps(part.args, sort_keys=True, default=str))[:12]}"
    return ToolCall(**moment._asdict(), key=f"call:{id}", id=id, tool=part.tool, args=part.args, batch=batch)


def is_drawn(id: str) -> bool:
    """Is this id one that its provider has drawn by lot?"""
    return bool(CHOSEN.fullmatch(id)) and len(set(id)) >= VARIED


def prompt(said: Sequence[Heard], new: int) -> str:
    """What the user has just asked; empty where a tool has answered, or nothing is new."""
    theirs = [one.part for one in said[new:] if is_theirs(one.part)]
    return theirs[-1].text if theirs and theirs[-1].kind == "user" else ""


SESSION = re.compile(r"session(?:_id)?\W*[:_]\W*([0-9a-f]{8}-[0-9a-f-]{27})\b", re.IGNORECASE)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
NAMES = ("session_id", "session-id", "conversation_id", "x-claude-code-session-id")


def named(headers: Iterable[tuple[str, str]], fields: dict[str, Any]) -> str:
    """The host's own name for its session: Claude Code and Codex send one. Only what looks like nobody else's is taken for one."""
    found = dict(headers)
    metadata = fields.get("metadata")
    user = metadata.get("user_id") if isinstance(metadata, dict) else None
    if isinstance(user, str) and (match := SESSION.search(user)):
        return match[1]
    given = [*(found.get(name) for name in NAMES), fields.get("prompt_cache_key")]
    return next((one for one in given if isinstance(one, str) and UUID.fullmatch(one)), "")
