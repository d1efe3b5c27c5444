"""Who an agent says it is, and how that came to be."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.layer.agents import checked
from habitus.layer.persona import FILES
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Back, Given, House, Id, Limit, Shape, Text, noun
from habitus.server.api.shapes import From, Listed
from habitus.server.api.slashed import Slashed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import PersonaVersion, Place

routes = noun("persona")
routes.route_class = Slashed

File = Literal["SOUL.md", "CAPABILITIES.md", "IDENTITY.md", "AGENTS.md"]
Number = Annotated[int, Query(ge=0, le=1_000_000)]


class Version(Shape):
    agent: str
    file: File
    version: int
    text: str
    origin: From
    why: str
    at: datetime


class Written(Given):
    text: Text = Field(max_length=260_000)
    why: Text = Field("", max_length=500)


class Diff(BaseModel):
    text: str


@routes.get("/persona", responses=MISSING)
def list_personas(house: House, after: After = None, limit: Limit = 50) -> Listed[Version]:
    """List the persona files of all agents, by name: the version in force, who wrote it, and why."""
    found = paging.page(paging.along(partial(_behind, house), _place, ("", 0)), after=after, limit=limit)
    return Listed(items=[Version.model_validate(one) for one in found.items], next=found.next)


def _behind(house: Layer, place: Place) -> Iterator[PersonaVersion]:
    """Files are looked at only where they are shown."""
    names = (name for name in house.persona.agents() if name >= str(place[0]))
    return (one for name in names for one in house.persona.current(name).values() if _place(one) > place)


def _place(one: PersonaVersion) -> Place:
    return (one.agent, FILES.index(one.file))


@routes.get("/persona/{agent}", responses=REFUSED)
def show_persona(house: House, agent: Id) -> Listed[Version]:
    """The files of one agent."""
    return Listed(items=[Version.model_validate(one) for one in house.persona.current(checked(agent)).values()], next=None)


@routes.get("/persona/{agent}/{file}", responses=REFUSED)
def show_file(house: House, agent: Id, file: File, version: Number = 0) -> Version:
    """One file; an older version where one is asked for."""
    return Version.model_validate(_version(house, agent, file, version))


@routes.put("/persona/{agent}/{file}", responses=REFUSED)
def write_file(house: House, who: Who, agent: Id, file: File, given: Written) -> Version:
    """Write a file whole. The old version stays."""
    checked(agent)
    house.persona.write(agent, file, given.text, who=who.name, why=given.why)
    return Version.model_validate(_version(house, agent, file, 0))


@routes.get("/persona/{agent}/{file}/versions", responses=REFUSED)
def file_versions(house: House, agent: Id, file: File, after: After = None, limit: Limit = 50) -> Listed[Version]:
    """List its versions, newest first."""
    house.persona.caught_up(checked(agent))
    found = paging.page(paging.among(house.persona.versions(agent, file), lambda one: (-one.version,)), after=after, limit=limit)
    return Listed(items=[Version.model_validate(one) for one in found.items], next=found.next)


@routes.get("/persona/{agent}/{file}/diff", responses=REFUSED)
def diff_file(house: House, agent: Id, file: File, old: Number = 0, new: Number = 0) -> Diff:
    """What changed between two versions; by default the last two."""
    from habitus.evolve.persona import diff

    after = _version(house, agent, file, new)
    before = _version(house, agent, file, old or after.version - 1).text if old or after.version > 1 else ""
    return Diff(text=diff(before, after.text, file))


@routes.post("/persona/{agent}/{file}/rollback", responses=REFUSED)
def roll_back_file(house: House, who: Who, agent: Id, file: File, given: Back) -> Version:
    """Make an older version the newest. The ones between stay where they are."""
    _version(house, agent, file, given.version)
    house.persona.roll_back(agent, file, given.version, who=who.name)
    return Version.model_validate(_version(house, agent, file, 0))


def _version(house: Layer, agent: str, file: str, version: int) -> PersonaVersion:
    current = house.persona.current(checked(agent)).get(file)
    found = current if not version else next((one for one in house.persona.versions(agent, file) if one.version == version), None)
    if found is None:
        raise Problem(404, f"{agent!r} has no {file}{f' of version {version}' if version else ''}: `GET /v1/persona` lists what there is.")
    return found
