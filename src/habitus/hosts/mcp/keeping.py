"""`skill_manage` over MCP, for an agent that may keep skills; for any other there is no such tool, in no list.

A skill is created only after the user said so in that session, and over MCP nobody hears the user: the host's hooks do. So the session is
the one in which a hook has just told of this very call. Without hooks it is that of the connection, in which no consent can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.hosts.mcp import fence
from habitus.hosts.mcp.declared import Answer, Tool
from habitus.types import Caller, ToolCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.mcp.declared import Place
    from habitus.layer import Layer

NAME = "skill_manage"
RECENT = 64
"""Judged calls among which the one that is being made is looked for."""

REFUSED = ("Error: ", "tool not allowed")
"""How the gateway's answers begin when nothing was done."""


def tools(layer: Layer, agent: str) -> list[Tool]:
    """What this agent is offered beside the rest: mostly nothing."""
    known = layer.agents.one(agent)
    if not known.skill_evolve:
        return []
    given = next(one for one in layer.keeping.tools(known) if one["name"] == NAME)
    schema = {**given["parameters"], "additionalProperties": False}
    return [Tool(NAME, "Keep a skill", given["description"], schema, manage, is_read_only=False)]


def manage(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    name = place.actor if place.by else place.agent  # on our own machine it is the agent that its hooks tell of, and keeps what is its own
    caller = Caller(name=name, role="agent", agent=place.agent, session=_told_in(layer, place, args) or place.session)
    said = fence.cut(layer.keeping.manage(args, caller))
    if said.startswith(REFUSED):
        raise Refused(said.removeprefix("Error: "))
    return Answer(said)


def _told_in(layer: Layer, place: Place, args: Mapping[str, Any]) -> str:
    """The session of the hook that told of this call: the same arguments, let through, and not come back yet."""
    for line in layer.store.entries(verb="judged", limit=RECENT):
        if layer.store.place(line.session, f"result:{line.item}") is not None:
            continue
        at = layer.store.place(line.session, f"call:{line.item}")
        told = next(layer.store.events(line.session, after=at - 1), None) if at is not None else None
        if told is None or told.blocked or not isinstance(told.event, ToolCall):
            continue
        call = told.event
        if call.agent == place.agent and call.tool.endswith(NAME) and {**call.args} == {**args}:
            return call.session
    return ""
