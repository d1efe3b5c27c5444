"""API keys: who may come in, and as what. Kept as hashes; a key is shown once. Everything here needs an admin, but a link of one's own."""

from datetime import datetime

from fastapi import Request
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, Text, noun
from habitus.server.api.shapes import Listed
from habitus.server.door import ADMIN, Who
from habitus.server.passes import Passes, Role, new_key, new_link
from habitus.server.problems import Problem
from habitus.types import Note, Row

routes = noun("keys")


class Key(BaseModel):
    id: str
    name: str
    role: Role
    created_at: datetime
    revoked_at: datetime | None


class NewKey(Given):
    name: Text = Field(min_length=1, max_length=100, description="Every write names who did it: this is the name.")
    role: Role = "viewer"


class Made(BaseModel):
    id: str
    name: str
    role: Role
    key: str = Field(description="Shown this once.")


class Link(BaseModel):
    path: str = Field(description="Opens the dashboard once, within a quarter of an hour, as whoever asked for it.")


@routes.get("/keys", responses=MISSING, dependencies=[ADMIN])
def list_keys(house: House, after: After = None, limit: Limit = 50) -> Listed[Key]:
    """List the keys, revoked ones too, in the order in which they were made."""
    found = paging.page(paging.among(_all(house), lambda row: (row["created_at"], row["id"])), after=after, limit=limit)
    return Listed(items=[Key(**row) for row in found.items], next=found.next)


@routes.post("/keys", status_code=201, responses=REFUSED, dependencies=[ADMIN])
def add_key(house: House, who: Who, given: NewKey) -> Made:
    """Make a key."""
    id, key = new_key(house, given.name, given.role, who=who.name)
    kept = _one(house, id)
    return Made(id=id, name=kept.name, role=kept.role, key=key)


@routes.delete("/keys/{id}", responses=REFUSED, dependencies=[ADMIN])
def revoke_key(house: House, who: Who, id: Id) -> Key:
    """Revoke a key. Whoever comes with it is turned away within a second, on every replica."""
    now, doors = house.clock(), house.store.doors()
    with house.store.batch():
        if not doors.key_revoke(id, now):
            raise Problem(404, f"There is no key {id!r} that could be revoked: `GET /v1/keys` lists them.")
        house.store.note(Note(verb="key revoked", item=id, content={}, actor=who.name), now)
    return _one(house, id)


@routes.post("/links", status_code=201)
def make_link(request: Request, house: House, who: Who) -> Link:
    """Make a link that opens the dashboard for yourself on another device. A viewer may, too."""
    passes: Passes = request.app.state.passes
    return Link(path=new_link(house, passes, who, who=who.name))


def _one(house: Layer, id: str) -> Key:
    return Key(**next(row for row in _all(house) if row["id"] == id))


def _all(house: Layer) -> list[Row]:
    doors = house.store.doors()
    return doors.keys()
