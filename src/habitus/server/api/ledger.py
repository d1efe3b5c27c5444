"""Everything that happened, and taking it back. An undo is an entry itself, and can be undone."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.layer.undoing import left, stands_for, taken_back
from habitus.server.api.given import MISSING, REFUSED, WHOLE, Given, House, Limit, Moment, Said, Since, Text, noun
from habitus.server.door import Who
from habitus.server.passes import Visitor
from habitus.server.problems import Problem, declared
from habitus.store import ledger as lines
from habitus.types import Entry

routes = noun("ledger")

LAST = 2**53 - 1
"""The last whole number that every reader of JSON has."""

MOST = 2000
"""Changes that one request takes back: more would keep everybody else waiting."""
LOOKED = 5 * MOST
"""Lines that are looked through for them: what was taken back before is among them, and does not count."""
Place = Annotated[int, Query(ge=1, le=LAST)]
Named = Annotated[Text | None, Query(min_length=1, max_length=500)]
Item = Annotated[
    Text | None,
    Query(min_length=1, max_length=500, description="With `session`, every line about it; otherwise what changed it. 409: nothing did."),
]


class Noted(BaseModel):
    id: int
    at: datetime
    verb: str
    actor: str
    session: str
    table: str = Field(description="The table of the row that changed; empty: none did.")
    item: str
    before: Said
    after: Said
    cause: int | None


class Ledger(BaseModel):
    items: list[Noted]
    next: int | None = Field(description="Give this as `before` for what happened before; null: this is the beginning.")


class Undo(Given):
    """One of these: an entry, all that came of a session, or everything since a time."""

    entry: Annotated[int, Field(ge=1, le=LAST), WHOLE] | None = None
    session: Text | None = Field(None, min_length=1, max_length=500)
    since: Moment | None = None
    dry_run: bool = False


class Undone(BaseModel):
    dry_run: bool
    entries: list[int] = Field(description="What is taken back.")
    undone: list[int] = Field(description="The entries that did it.")
    kept: list[int] = Field(description="Left as it is, because another session has said so too, or it was purged.")


@routes.get("/ledger", responses=declared(409))
def list_entries(
    house: House, session: Named = None, verb: Named = None, item: Item = None, since: Since = None, before: Place | None = None,
    changes: Annotated[bool, Query(description="Only what changed something, and can be undone.")] = False, limit: Limit = 50,
) -> Ledger:  # fmt: skip
    """What happened, newest first."""
    found = lines.listed(
        house.store, session=session, verb=verb, item=item, since=since, before_id=before or LAST, changes=changes, limit=limit + 1
    )
    return Ledger(items=noted(house, found[:limit]), next=found[limit - 1].id if len(found) > limit else None)


@routes.get("/ledger/{entry}", responses=MISSING)
def show_entry(house: House, entry: int) -> Noted:
    """One line, with what was there before and after."""
    return noted(house, [_one(house, entry)])[0]


@routes.post("/undo", responses=REFUSED)
def undo(house: House, who: Who, given: Undo) -> Undone:
    """Put back what was changed. What was observed stays observed."""
    entries = _asked(house, given)
    skills = house.shelf.all_versions() if any(one.table == "skills" for one in entries) else {}
    there = [one for one in entries if one.table != "skills" or one.item in skills]
    shared = lines.shared(house.store, there, given.session) if given.session else []
    others = {one.id for one in shared}
    taken = [one for one in there if one.id not in others]
    if not given.dry_run:
        _may(house, who, given, taken)
    undone = [] if given.dry_run else taken_back(house, taken, who=who.name)
    ids = [one.id for one in taken]
    return Undone(dry_run=given.dry_run, entries=ids, undone=undone, kept=sorted({one.id for one in entries} - set(ids)))


def _may(house: Layer, who: Visitor, given: Undo, taken: list[Entry]) -> None:
    """What only an admin sets, only an admin takes back; but whoever may say yes to a suggestion may take back their yes."""
    agents = [one for one in taken if one.table == "agents"]
    is_an_answer = given.entry is not None and any(one.table == "suggestions" for one in taken)
    if agents and not who.may("admin") and not (is_an_answer and all(_is_tuned(house, one) for one in agents)):
        raise Problem(403, f"Among these are settings of agents, which need the role admin, and you are {who.role}: ask an admin.")


def _is_tuned(house: Layer, one: Entry) -> bool:
    """Was it evolution that set it, or an undo that took that back?"""
    while one.verb == "undone" and one.cause and (before := house.store.entry(one.cause)):
        one = before
    return one.verb == "tuned"


def _asked(house: Layer, given: Undo) -> list[Entry]:
    if sum(one is not None for one in (given.entry, given.session, given.since)) != 1:
        raise Problem(409, "Say what to take back: one of `entry`, `session` and `since`.")
    if given.entry is None:
        looked = list(islice(lines.changes(house.store, session=given.session, since=given.since), LOOKED + 1))
        found = left(house, looked)
        if len(found) > MOST or len(looked) > LOOKED:
            raise Problem(409, f"More than {MOST} changes would be taken back: name a later time, or use `habitus undo` on the server.")
        return found
    entry = _one(house, given.entry)
    found = stands_for(house, entry)
    if not found and entry.table == "suggestions":
        raise Problem(409, "No answer of a person is in this line: set the suggestion's status to `rolled_back`, if it is applied.")
    if not found:
        raise Problem(409, f"Entry {entry.id} ({entry.verb}) records what happened and changed nothing: there is nothing to take back.")
    return found


def _one(house: Layer, id: int) -> Entry:
    found = house.store.entry(id) if 0 < id <= LAST else None
    if found is None:
        raise Problem(404, f"The ledger has no entry {id}: `GET /v1/ledger?changes=true` lists what can be taken back.")
    return found


def noted(house: Layer, entries: Sequence[Entry]) -> list[Noted]:
    """Lines with what was there before and after."""
    known = house.store.many().contents(side for one in entries for side in (one.before, one.after))
    return [
        Noted(
            id=one.id, at=one.at, verb=one.verb, actor=one.actor, session=one.session, table=one.table, item=one.item,
            before=known[one.before], after=known[one.after], cause=one.cause,
        )
        for one in entries
    ]  # fmt: skip
