"""Sessions: what happened in each, what was said about it, and why."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Query
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, WHOLE, After, Given, House, Id, Limit, SaidTable, Since, Text, noun
from habitus.server.api.shapes import Listed
from habitus.server.api.slashed import Slashed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import (
    AgentText,
    Entry,
    Event,
    Note,
    Place,
    Rating,
    Row,
    SessionEnd,
    Told,
    ToolCall,
    ToolResult,
    TurnStart,
    UserMessage,
)
from habitus.types import Listed as Rows

routes = noun("sessions")
routes.route_class = Slashed

KINDS: dict[type[Event], str] = {
    UserMessage: "user", AgentText: "text", ToolCall: "call", ToolResult: "result", TurnStart: "turn", Rating: "feedback",
    SessionEnd: "end",
}  # fmt: skip
LOOKED = 2000
"""Sessions that are looked through for one page of a search: then whoever searches asks again."""
BEGINNING, END = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class SessionLine(BaseModel):
    id: str
    agent: str
    workspace: str
    started_at: datetime
    ended_at: datetime | None
    events: int
    last_at: datetime


class SessionShown(BaseModel):
    """A session as far as it has come."""

    id: str
    agent: str
    workspace: str
    events: int
    turn: int
    calls: int
    request: str
    ended: bool


class Happened(BaseModel):
    """An event, or what was put before the model (`injected`), with what was said about it."""

    seq: int = Field(description="Its place in the session; of an injection, that of the event before it.")
    at: datetime
    event: Literal["user", "text", "call", "result", "turn", "feedback", "end", "injected"]
    about: SaidTable
    blocked: bool
    fired: list[str]
    said: SaidTable | None = Field(
        description="The decision, as the ledger has it; `shadows` in it: what checks that only watch would have said."
    )


class Timeline(BaseModel):
    items: list[Happened]
    next: int | None = Field(description="Give this as `after` for what happened next; null: this is the end so far.")


class Why(BaseModel):
    """What was in force when the agent did something."""

    entry: int
    at: datetime
    did: SaidTable
    guidance: SaidTable | None
    lessons: list[SaidTable]


class Rated(Given):
    rating: Annotated[int, Field(ge=1, le=5), WHOLE]


@routes.get("/sessions", responses=MISSING)
def list_sessions(
    house: House,
    word: Annotated[Text, Query(max_length=200, description="In its id, its folder, or what was asked first.")] = "",
    agent: Annotated[Text, Query(max_length=200)] = "",
    folder: Annotated[Text, Query(max_length=1000)] = "",
    since: Since = None,
    after: After = None,
    limit: Limit = 50,
) -> Listed[SessionLine]:
    """List the sessions as they began, the newest first; `since`: those in which something has happened since then. A search looks at a
    few thousand at a time: a page may have fewer rows than you asked for, or none, and go on at `next`."""
    if word or agent or folder:
        found = searched(house, word=word, agent=agent, folder=folder, since=since, after=after, limit=limit).page
    else:
        found = paging.page(lambda place, n: house.store.past().listed(n, since=since, after=place), after=after, limit=limit)
    return Listed(items=[SessionLine(**{name: row[name] for name in SessionLine.model_fields}) for row in found.items], next=found.next)


class Searched(NamedTuple):
    page: paging.Page[Row]
    is_cut: bool
    """It goes on because enough was looked at, not because enough was found."""


def searched(
    house: Layer, *, word: str, agent: str, folder: str, since: datetime | None, after: str | None, limit: int, looked: int = LOOKED
) -> Searched:
    further: list[Place | None] = []

    def fetch(place: Place | None, n: int) -> Rows[Row]:
        found, more = house.store.past().found(n, word=word, agent=agent, workspace=folder, since=since, looked=looked, after=place)
        further.append(more)
        return found

    found = paging.page(fetch, after=after, limit=limit)
    on = paging.written(further[-1]) if not found.next and further and further[-1] else None
    return Searched(paging.Page(found.items, found.next or on), bool(on))


@routes.get("/sessions/{id}", responses=MISSING)
def show_session(house: House, id: Id) -> SessionShown:
    """How far a session has come."""
    _there(house, id)
    live = house.session(id)
    return SessionShown(
        id=id, agent=live.agent, workspace=live.workspace, events=live.seq, turn=live.turn, calls=live.calls, request=live.request,
        ended=live.ended,
    )  # fmt: skip


@routes.get("/sessions/{id}/events", responses=MISSING)
def session_events(house: House, id: Id, after: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0, limit: Limit = 200) -> Timeline:
    """What happened, in order, with every verdict and injection."""
    _there(house, id)
    told = _first(house, id, after, limit + 1)
    shown = told[:limit]
    judged = [place(one) for one in shown if isinstance(one.event, ToolCall | ToolResult | AgentText)]
    lines = house.store.said(id, judged, _between(house, id, told, limit, after))
    said = {(entry.verb, entry.item): house.store.content(entry.after) for entry in lines}
    items = [_happened(one, said) for one in shown]
    items += [_injected(house, entry, shown) for entry in lines if entry.verb == "injected"]
    items.sort(key=lambda one: (one.seq, one.event == "injected", one.at))
    return Timeline(items=items, next=shown[-1].seq if len(told) > limit else None)


@routes.get("/sessions/{id}/why", responses=MISSING)
def why(house: House, id: Id, call: Annotated[Text, Query(max_length=500)] = "", after: After = None, limit: Limit = 50) -> Listed[Why]:
    """List what was in force when the agent did something, in order: what it had been told, what the rules said, where each lesson came
    from."""
    from habitus.store.ledger import blame

    _there(house, id)
    judged = paging.along(lambda place: blame(house.store, id, call, int(place[0])), lambda one: (one.entry.id,), (0,))
    found = paging.page(judged, after=after, limit=limit)
    items = [Why(entry=one.entry.id, at=one.entry.at, did=one.did, guidance=one.guidance, lessons=one.lessons) for one in found.items]
    return Listed(items=items, next=found.next)


@routes.post("/sessions/{id}/rating", responses=REFUSED)
def rate_session(house: House, who: Who, id: Id, given: Rated) -> SessionShown:
    """Rate the answer before it, 1 to 5."""
    _there(house, id)
    house.rate(id, given.rating)
    house.store.note(Note(verb="rated", item=id, content={"rating": given.rating}, actor=who.name, session=id), house.clock())
    return show_session(house, id)


def _there(house: Layer, id: str) -> None:
    if house.store.opened(id) is None:
        raise Problem(404, f"There is no session {id!r}: `GET /v1/sessions` lists them.")


def _first(house: Layer, id: str, after: int, count: int) -> list[Told]:
    found = []
    for told in house.store.events(id, after=after):
        found.append(told)
        if len(found) == count:
            break
    return found


def _between(house: Layer, id: str, told: list[Told], limit: int, after: int) -> tuple[datetime, datetime]:
    """The time that a page covers: from its first event until the first of the next. A clock that was set back comes to the same time on
    several pages: what belongs there is on the first of them."""
    if after and not told:
        return END, END
    since = house.store.many().furthest(id, told[0].seq) if after else BEGINNING
    return since, house.store.many().furthest(id, told[limit].seq) if len(told) > limit else END


def place(told: Told) -> str:
    """What the ledger calls it where something is said about it: a call and its result by their id."""
    event = told.event
    return event.id if isinstance(event, ToolCall | ToolResult) else f"{event.session}:{told.seq}"


def _happened(told: Told, decisions: dict[tuple[str, str], Any]) -> Happened:
    one = told.event
    passed = {"session", "at", "agent", "workspace", "key"}
    about = {name: getattr(one, name) for name in one.__dataclass_fields__ if name not in passed}
    verb = "judged" if isinstance(one, ToolCall) else "settled"
    said = decisions.get((verb, place(told)))
    kind: Any = KINDS[type(one)]
    return Happened(seq=told.seq, at=one.at, event=kind, about=about, blocked=told.blocked, fired=list(told.fired), said=said)


def _injected(house: Layer, entry: Entry, shown: list[Told]) -> Happened:
    """Injections have no place of their own: each belongs after the last event before it."""
    seq = max((one.seq for one in shown if one.event.at <= entry.at), default=0)
    return Happened(seq=seq, at=entry.at, event="injected", about=house.store.content(entry.after), blocked=False, fired=[], said=None)
