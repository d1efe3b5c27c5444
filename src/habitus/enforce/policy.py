"""Gate 2, the capability policy: which tools may be called at all, and which only when a person says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.parse import actions

if TYPE_CHECKING:
    from habitus.enforce.conditions import Faults, Place

Grant: TypeAlias = Literal["allow", "ask", "deny"]
WORDS: dict[str, Grant] = {"auto": "allow", "allow": "allow", "grant": "allow", "ask": "ask", "approve": "ask", "deny": "deny"}
LISTS: tuple[Grant, ...] = ("deny", "ask", "allow")
"""Strictest first: a tool in two lists gets the stricter one."""


class Policy(NamedTuple):
    default: Grant = "allow"
    tools: Mapping[Grant, tuple[str, ...]] = {}

    def grant(self, tool: str) -> Grant:
        for grant in LISTS:
            for name in self.tools.get(grant, ()):
                if actions.is_named(tool, name):
                    return grant
        return self.default


EVERYTHING = Policy()


def read(given: Any, place: Place, faults: Faults) -> Policy:
    """`{default_policy: ask, allow: [Read], deny: [web.fetch]}`"""
    if given is None:
        return EVERYTHING
    if not isinstance(given, Mapping):
        faults.add(place, "must be a mapping with `default_policy` and lists of tools under allow, ask and deny")
        return EVERYTHING
    tools: dict[Grant, tuple[str, ...]] = {}
    for name, value in given.items():
        if name == "default_policy":
            if not isinstance(value, str) or value not in WORDS:
                faults.add((*place, "default_policy"), f"must be one of {', '.join(WORDS)}, got {value!r:.40}")
        elif name not in WORDS or name == "auto":
            faults.add((*place, str(name)), "is not a policy: known are default_policy, allow, ask and deny")
        elif not isinstance(value, list) or not all(isinstance(tool, str) for tool in value):
            faults.add((*place, str(name)), "must be a list of tools")
        else:
            tools[WORDS[name]] = (*tools.get(WORDS[name], ()), *value)
    return Policy(default=WORDS.get(str(given.get("default_policy", "allow")), "allow"), tools=tools)


class Tool(NamedTuple):
    """Gate 1: a tool that is known, and what it must be given. Without a list of tools, every tool passes."""

    name: str
    needs: tuple[str, ...] = ()


def unknown(tools: Iterable[Tool] | None, name: str, args: Mapping[str, Any]) -> str:
    """Why a call cannot be made at all; empty where it can."""
    if tools is None:
        return ""
    tool = next((tool for tool in tools if actions.is_named(name, tool.name)), None)
    if tool is None:
        return f"There is no tool called {name}."
    missing = [need for need in tool.needs if need not in args]
    return f"{name} needs {', '.join(missing)}." if missing else ""
