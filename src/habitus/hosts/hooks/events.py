"""A host's hook JSON, in our words. What comes from outside is cut to size and made text here; nothing in it can raise."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.hosts.transcripts.parts import args as given_args
from habitus.parse import text as texts

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind: TypeAlias = Literal["start", "prompt", "before", "after", "said", "stop", "end", "other"]

PART, WHOLE = 20_000, 200
"""Characters of one text in a result, and entries of one list: what failed is said in the first and the last of them."""

DEEP = 6
"""Levels of a result that are looked into."""


class Heard(NamedTuple):
    """What a host's hook told us."""

    event: str
    """The host's own name for it."""
    kind: Kind
    session: str = ""
    workspace: str = ""
    id: str = ""
    """The host's name for the call; empty where it has none."""
    tool: str = ""
    args: Mapping[str, Any] = {}
    result: Any = None
    error: str | None = None
    text: str = ""
    """What the user asked for, or the agent said."""
    key: str = ""
    """What tells this moment from others, where a host has a name for it."""
    is_new: bool = True
    """Of a start: the model knows nothing of what it was told before."""
    is_again: bool = False
    """Of a stop: it was held back already."""
    is_helper: bool = False
    """It is a sub-agent's: no person speaks to it, or reads what it says."""
    reason: str = ""


def text(given: Mapping[str, Any], *fields: str) -> str:
    """The first of these fields that is text."""
    return next((value for field in fields if isinstance(value := given.get(field), str) and value), "")


def name(given: Mapping[str, Any], *fields: str) -> str:
    """The same for an id: short, and as different from others as it was."""
    found = next((str(value) for field in fields if isinstance(value := given.get(field), str | int) and value), "")
    return texts.name(found)


def session(given: Mapping[str, Any], host: str, *fields: str) -> str:
    """Whose moment this is. A sub-agent's session is its own, named as `habitus learn` names it; what has no name shares one."""
    main = name(given, *fields) or f"{host}:unnamed"
    helper = name(given, "agent_id", "agentId")
    return texts.name(f"{main}:{helper}") if helper else main


def is_helper(given: Mapping[str, Any]) -> bool:
    return bool(name(given, "agent_id", "agentId"))


def arguments(value: Any) -> Mapping[str, Any]:
    return {str(field): part for field, part in given_args(value).items()}


def cut(value: Any, depth: int = DEEP) -> Any:
    """A result without what nobody will read: a file of a megabyte is kept by its first and last pages."""
    if isinstance(value, str):
        return value if len(value) <= PART else f"{value[: PART // 2]}\n…\n{value[-PART // 2 :]}"
    if depth and isinstance(value, dict):
        return {str(field): cut(part, depth - 1) for field, part in list(value.items())[:WHOLE]}
    if depth and isinstance(value, list):
        return [cut(part, depth - 1) for part in value[:WHOLE]]
    return cut(json.dumps(value, default=str)) if isinstance(value, dict | list) else value


def words(value: Any) -> str:
    """A result or an error as text."""
    if isinstance(value, str):
        return value[:PART]
    if isinstance(value, dict):
        said = [
            part for field in ("stderr", "stdout", "error", "message", "output", "content") if isinstance(part := value.get(field), str)
        ]
        return "\n".join(part for part in said if part)[:PART] or json.dumps(value, default=str)[:PART]
    return "" if value is None else json.dumps(value, default=str)[:PART]
