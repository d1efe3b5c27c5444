"""What is offered over MCP, as values; and a tool's arguments, checked by its schema before it sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.layer import Layer

LONGEST = 100_000
"""Characters of one argument, where its schema names no other limit."""


class Place(NamedTuple):
    """Who asks, and where."""

    session: str
    agent: str = ""
    """What the client calls itself, which is all that is known of it."""
    workspace: str = ""
    by: str = ""
    """Whose key or token let it in. Empty: it has started us itself."""
    reads: bool = True
    """May it see what others do? A key of the role agent may not: it gets the lessons that are for it, and no more."""

    @property
    def actor(self) -> str:
        """As the ledger names it: a client's own word never stands there alone, for it may be the name of a person."""
        return f"{self.by or 'mcp'} via {self.agent or 'a client without a name'}"


class Answer(NamedTuple):
    text: str
    fields: Mapping[str, Any] | None = None
    """The same for a program."""


class Tool(NamedTuple):
    name: str
    title: str
    description: str
    schema: Mapping[str, Any]
    run: Callable[[Layer, Place, Mapping[str, Any]], Answer]
    is_read_only: bool = True


class Page(NamedTuple):
    """A resource, or a template of some (`{name}` in its address)."""

    uri: str
    name: str
    title: str
    description: str
    kind: str
    read: Callable[[Layer, Place, str], str]


class Prompt(NamedTuple):
    name: str
    title: str
    description: str
    argument: tuple[str, str] | None
    """Its one argument and what it is."""
    say: Callable[[str], str]


def schema(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required), "additionalProperties": False}


def checked(tool: Tool, given: Any) -> dict[str, Any]:
    """The arguments, without those that are null; `Refused` names what is wrong with them."""
    if not isinstance(given, dict):
        raise Refused(f"the arguments of {tool.name} must be an object")
    known = tool.schema["properties"]
    for name in given:
        if name not in known:
            raise Refused(f"{tool.name} has no argument {str(name)[:60]!r}: it has {', '.join(known)}")
    found = {name: value for name, value in given.items() if value is not None}
    for name in tool.schema["required"]:
        if name not in found:
            raise Refused(f"{tool.name} needs `{name}`: {known[name].get('description', 'it is missing')}")
    for name, value in found.items():
        if problem := _problem(known[name], value):
            raise Refused(f"`{name}` {problem}")
    return found


def _problem(wanted: Mapping[str, Any], value: Any) -> str:
    match wanted["type"]:
        case "string":
            most = wanted.get("maxLength", LONGEST)
            if not isinstance(value, str):
                return "must be text"
            if len(value) > most:
                return f"has at most {most:,} characters, this has {len(value):,}"
            options = wanted.get("enum")
            return f"must be one of {', '.join(options)}" if options and value not in options else ""
        case "integer":
            low, high = wanted["minimum"], wanted["maximum"]
            is_one = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            return "" if is_one else f"must be a whole number from {low} to {high}"
    return "" if isinstance(value, dict) else "must be an object"
