"""Corrections that wait for the learner, and what was given up on."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from habitus.layer import Layer, tending
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, Text, noun
from habitus.server.api.shapes import Exchanged
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.store import queue
from habitus.store.queue import Colour, colour, words
from habitus.types import Correction, Note

routes = noun("queue")


class Heard(BaseModel):
    id: str
    rule_type: str
    confidence: float
    exchange: Exchanged
    session: str
    at: datetime
    tries: int
    why: str = Field(description="Why it could not be learned from, the last time; empty: it was not tried yet.")


class Waiting(BaseModel):
    depth: int
    cap: int
    colour: Colour
    words: str
    waiting: list[Heard]
    dead: list[Heard]
    next: str | None = Field(description="Give this as `after` for the dead letters that follow; null: these were the last.")


class Ran(BaseModel):
    learned: int
    reinforced: int
    refused: int
    proposed: int
    unclear: int
    declined: int
    failed: int
    waiting: int = Field(description="Left because the model may not be asked now: it kept failing, or the day's tokens are spent.")


class Cleared(BaseModel):
    cleared: int
    since: datetime = Field(description="For `POST /v1/undo`, which brings them back.")


class Again(Given):
    id: Text = Field("", max_length=200, description="A dead letter, by the beginning of its id; empty: all of them.")


class Retried(BaseModel):
    retried: int


@routes.get("/queue", responses=MISSING)
def show_queue(house: House, after: After = None, limit: Limit = 50) -> Waiting:
    """What waits, newest first, and the dead letters, a page at a time: nothing caps them."""
    depth = house.queue.depth()
    found = paging.page(lambda place, n: queue.dead(house.store, n, place), after=after, limit=limit)
    waiting, dead = house.queue.waiting(), [one for one in found.items if one]
    failed = why(house, [*waiting, *dead])
    return Waiting(
        depth=depth, cap=house.settings.queue.cap, colour=colour(depth), words=words(depth),
        waiting=[_heard(one, failed) for one in waiting], dead=[_heard(one, failed) for one in dead], next=found.next,
    )  # fmt: skip


@routes.post("/queue/run", responses=REFUSED)
def run_learner(house: House, who: Who) -> Ran:
    """Run the learner now, instead of in two minutes. It claims what it works on, so a job that runs meanwhile learns nothing twice."""
    house.store.note(Note(verb="learner run", item="by hand", content={}, actor=who.name), house.clock())
    return Ran(**tending.learner(house))


@routes.delete("/queue", responses=REFUSED)
def clear_queue(house: House, who: Who) -> Cleared:
    """Take away everything that waits. The ledger keeps it."""
    now = house.clock()
    house.store.note(Note(verb="queue cleared", item="by hand", content={}, actor=who.name), now)
    return Cleared(cleared=house.queue.clear(now=now), since=now)


@routes.delete("/queue/{id}", responses=REFUSED)
def drop_correction(house: House, who: Who, id: Id) -> Cleared:
    """Take away one that waits, or a dead letter, by its whole id. The ledger keeps it."""
    now = house.clock()
    found = queue.one(house.store, id)
    if found is None:
        raise Problem(404, f"No correction {id!r} waits: `GET /v1/queue` lists them.")
    house.store.note(Note(verb="queue cleared", item=id, content={}, actor=who.name), now)
    return Cleared(cleared=int(house.queue.drop(found[0], now=now)), since=now)


@routes.post("/queue/retry", responses=REFUSED)
def retry_dead(house: House, who: Who, given: Again) -> Retried:
    """Put dead letters back in the queue, with all their tries."""
    whole = queue.one(house.store, given.id) if given.id else None
    found = [whole[0]] if whole and whole[1] == "dead" else [one for one in house.queue.dead() if one.id.startswith(given.id)]
    if given.id and not found:
        raise Problem(404, f"No dead letter begins with {given.id!r}: `GET /v1/queue` lists them.")
    now = house.clock()
    house.store.note(Note(verb="retried", item=given.id or "all", content={"letters": len(found)}, actor=who.name), now)
    for one in found:
        house.queue.retry(one, now=now)
    return Retried(retried=len(found))


def why(house: Layer, found: Sequence[Correction]) -> dict[str, str]:
    """They could not be learned from, the last time. Their sessions are where that is found without reading all of the ledger."""
    many = house.store.many()
    lines = many.failed([one.id for one in found], {one.origin.session for one in found} - {""})
    said = many.contents(line.after for line in lines.values())
    return {item: str(said[line.after].get("why", "")) for item, line in lines.items()}


def _heard(one: Correction, failed: Mapping[str, str]) -> Heard:
    return Heard(
        id=one.id, rule_type=one.signal.rule_type, confidence=one.signal.confidence, exchange=Exchanged.model_validate(one.exchange),
        session=one.origin.session, at=one.at, tries=one.tries, why=failed.get(one.id, ""),
    )  # fmt: skip
