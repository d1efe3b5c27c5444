"""Agents and their switches."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from habitus.evolve.agents import SWITCHES, meant
from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Anything, Given, House, Id, Limit, Shape, Text, noun
from habitus.server.api.shapes import Listed
from habitus.server.api.slashed import Slashed
from habitus.server.door import ADMIN, Who
from habitus.types import Agent

routes = noun("agents")
routes.route_class = Slashed

SKILLS = 1000
"""Skills that are named of one agent."""
NAMELESS = "-"
"""In a path, the agent of sessions that name none."""


class AgentShown(Shape):
    id: str
    kind: Literal["predefined", "open"]
    self_evolve: bool
    skill_evolve: bool
    skill_nudge_interval: int
    other_config: dict[str, Any] = Field(description="All that was stored for it.")
    skills: list[str] = Field(description="The skills that it sees.")
    persona: dict[str, int] = Field(description="Its files, and the version of each.")


class AgentSet(AgentShown):
    notes: list[str] = Field(description="What whoever set this would want to know: it was done, and has no effect.")


class NewAgent(Given):
    id: Text = Field(min_length=1, max_length=128)
    kind: Literal["predefined", "open"] = "predefined"


class Setting(Given):
    """One of an agent's settings; null takes it away, so that the default holds."""

    key: Text = Field(min_length=1, max_length=200)
    value: Anything


@routes.get("/agents", responses=MISSING)
def list_agents(house: House, after: After = None, limit: Limit = 50) -> Listed[AgentShown]:
    """List the agents that were described, and those that were only met, by name."""
    found = paging.page(lambda place, n: house.agents.listed(n, after=place), after=after, limit=limit)
    return Listed(items=_shown(house, found.items), next=found.next)


@routes.post("/agents", status_code=201, responses=REFUSED, dependencies=[ADMIN])
def add_agent(house: House, who: Who, given: NewAgent) -> AgentShown:
    """Describe an agent. Every switch of it is off. Needs an admin."""
    return _shown(house, [house.agents.add(given.id, given.kind, who=who.name)])[0]


@routes.get("/agents/{id}", responses=REFUSED)
def show_agent(house: House, id: Id) -> AgentShown:
    """Show one agent: what is in force, what was stored, its persona and the skills it sees. One nobody has met has the defaults."""
    return _shown(house, [house.agents.one(named(id))])[0]


@routes.patch("/agents/{id}", responses=REFUSED, dependencies=[ADMIN])
def set_agent(house: House, who: Who, id: Id, given: Setting) -> AgentSet:
    """Set one of its settings: `self_evolve`, `skill_evolve`, `evolution_guardrails`, … Needs an admin."""
    after = house.agents.set(named(id), given.key, given.value, who=who.name)
    return AgentSet(**_shown(house, [after])[0].model_dump(), notes=_notes(after, given))


def _notes(agent: Agent, given: Setting) -> list[str]:
    notes = []
    if given.value is not None and (near := meant(given.key)):
        notes.append(f"It is kept, but nothing goes by {given.key!r}: did you mean `{near}`?")
    if agent.kind == "open" and given.key in SWITCHES and given.value is True:
        notes.append("An open agent evolves nothing, so it stays off until its `kind` is `predefined`.")
    return notes


def named(id: str) -> str:
    return "" if id == NAMELESS else id


def _shown(house: Layer, agents: Sequence[Agent]) -> list[AgentShown]:
    """All that is told of each, in as many questions for a page as for one."""
    ids = [agent.id for agent in agents]
    skills, personas = house.shelf.visible_to(ids, SKILLS), house.shelf.personas_of(ids)
    return [
        AgentShown(
            id=agent.id, kind=agent.kind, self_evolve=agent.self_evolve, skill_evolve=agent.skill_evolve,
            skill_nudge_interval=agent.skill_nudge_interval, other_config=dict(agent.other_config), skills=skills[agent.id],
            persona=personas[agent.id],
        )
        for agent in agents
    ]  # fmt: skip
