"""A week of figures, what it suggests, and a person's answer: the seed's three paths, and what lessons are worth."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from habitus.errors import Refused
from habitus.layer import Layer
from habitus.layer.effects import Worth
from habitus.layer.undoing import answering
from habitus.server import paging
from habitus.server.api.agents import named
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, Shape, Table, Text, noun
from habitus.server.api.shapes import Listed
from habitus.server.api.slashed import Slashed
from habitus.server.door import ADMIN, Who
from habitus.server.problems import Problem
from habitus.types import Counts, MetricType, Note, Suggestion

routes = noun("evolution")
routes.route_class = Slashed

Days = Annotated[float, Query(gt=0, le=90)]
Agent = Annotated[
    Text | None, Query(min_length=1, max_length=200, description="Only this agent's; `-` stands for sessions that name no agent.")
]
Status = Literal["pending", "approved", "applied", "rejected", "rolled_back"]
Answer = Literal["approved", "rejected", "rolled_back"]


class Metrics(BaseModel):
    agent: str
    days: float
    metrics: list[dict[str, Any]] = Field(description="By type and key, with the seed's names for the figures.")


class Suggested(Shape):
    id: str
    agent: str
    kind: str
    subject: str
    sentence: str
    evidence: dict[str, Any]
    parameters: dict[str, Any]
    status: Status
    note: str
    created_at: datetime | None
    reviewed_by: str
    reviewed_at: datetime | None
    applied_at: datetime | None


class Became(Suggested):
    entry: int | None = Field(
        description="For `POST /v1/undo`, which takes the answer back with all that came of it; null: nothing changed."
    )


class Verdict(Given):
    status: Answer
    now_anyway: bool = Field(False, description="Apply it before there is enough data. Needs an admin.")
    why: Text = Field("", max_length=2000)


class Day(BaseModel):
    type: str
    key: str
    days: list[dict[str, int]] = Field(description="Oldest first, today last.")


class Daily(BaseModel):
    agent: str
    series: list[Day]


class Looked(BaseModel):
    suggestions: list[Suggested]


class Side(BaseModel):
    occasions: int
    mistakes: int
    sessions: int


class Effect(BaseModel):
    """How often the mistake comes with the lesson and without it, and between what limits the difference lies."""

    id: str
    kind: str
    text: str
    decision: str
    told: Side
    untold: Side
    effect: dict[str, float | None]
    tokens: dict[str, float | None]


@routes.get("/evolution/metrics", responses=MISSING)
def list_metrics(
    house: House, type: Literal["", MetricType] = "", days: Days = 7.0, after: After = None, limit: Limit = 50
) -> Listed[Metrics]:
    """What was counted lately, of every agent that has figures, by name; the empty name stands for sessions that name no agent."""
    found = paging.page(paging.among(house.figures.agents(days=days), lambda name: (name,)), after=after, limit=limit)
    items = [Metrics(agent=one, days=days, metrics=house.figures.metrics(one, type, days=days)) for one in found.items]
    return Listed(items=items, next=found.next)


@routes.get("/evolution/suggestions", responses=MISSING)
def list_all_suggestions(
    house: House, agent: Agent = None, status: Literal["", Status] = "", after: After = None, limit: Limit = 50,
) -> Listed[Suggested]:  # fmt: skip
    """List what is suggested for any agent, newest first, whatever became of it."""
    return suggested(house, None if agent is None else named(agent), status, after=after, limit=limit)


@routes.get("/agents/{id}/evolution/metrics")
def evolution_metrics(house: House, id: Id, type: Literal["", MetricType] = "", days: Days = 7.0) -> Metrics:
    """What was counted lately: tools, searches, feedback. `-` stands for sessions that name no agent."""
    return Metrics(agent=named(id), days=days, metrics=house.figures.metrics(named(id), type, days=days))


@routes.get("/agents/{id}/evolution/daily")
def evolution_daily(house: House, id: Id, days: Annotated[int, Query(ge=1, le=90)] = 7) -> Daily:
    """The counts of each day."""
    found = house.figures.daily(named(id), days=days)
    return Daily(agent=named(id), series=[Day(type=kind, key=key, days=[_day(one) for one in line]) for (kind, key), line in found.items()])


@routes.get("/agents/{id}/evolution/suggestions", responses=MISSING)
def list_suggestions(
    house: House, id: Id, status: Literal["", Status] = "", after: After = None,
    limit: Limit = 50,
) -> Listed[Suggested]:  # fmt: skip
    """List what is suggested for an agent, newest first."""
    return suggested(house, named(id), status, after=after, limit=limit)


def suggested(house: Layer, agent: str | None, status: str, *, after: str | None, limit: int) -> Listed[Suggested]:
    """The same over HTTP and WebSocket."""
    found = paging.page(lambda place, n: house.evolution.all(agent, status, n, place), after=after, limit=limit)
    return Listed(items=[Suggested.model_validate(one) for one in found.items], next=found.next)


@routes.patch("/agents/{id}/evolution/suggestions/{sid}", responses=REFUSED)
def answer_suggestion(house: House, who: Who, id: Id, sid: Id, given: Verdict) -> Became:
    """Approve, reject, or roll back what was applied. Another agent's suggestion is not there."""
    return answered(house, who, named(id), sid, given.status, now_anyway=given.now_anyway, why=given.why)


def answered(
    house: Layer, who: Who, agent: str, sid: str, status: Answer, *,
    now_anyway: bool = False, why: str = "",
) -> Became:  # fmt: skip
    """The same over HTTP and WebSocket, and on the page."""
    found = [one for one in house.store.counting().suggestions_begun(sid) if one.agent == agent] if sid.isascii() and sid.isalnum() else []
    if len(found) != 1:
        raise Problem(404, f"There is no suggestion {sid!r:.80} for this agent: `GET /v1/agents/{{id}}/evolution/suggestions` lists them.")
    one, caller = found[0], who.caller()

    def do() -> Suggestion:
        match status:
            case "approved":
                return house.evolution.approve(one.id, caller, now_anyway=now_anyway)
            case "rejected":
                return house.evolution.reject(one.id, caller)
            case "rolled_back":
                return house.evolution.roll_back(one.id, caller, why=why)

    done, entry = answering(house, one.id, do, who=who.name)
    return Became(**Suggested.model_validate(done).model_dump(), entry=entry)


@routes.post("/agents/{id}/evolution/run", responses=REFUSED)
def run_evolution(house: House, who: Who, id: Id) -> Looked:
    """Look at the week now: apply what waits, take back what does harm, suggest what is new."""
    house.store.note(Note(verb="evolution run", item=id, content={}, actor=who.name), house.clock())
    house.measuring.count_occasions()
    return Looked(suggestions=[Suggested.model_validate(one) for one in house.evolution.run(named(id))])


@routes.put("/agents/{id}/evolution/guardrails", responses=REFUSED, dependencies=[ADMIN])
def set_guardrails(house: House, who: Who, id: Id, given: Table) -> Table:
    """Set how far evolution may go by itself. Needs an admin."""
    from habitus.evolve import guardrails

    try:
        guardrails.read(given)
    except (ValueError, TypeError) as error:
        raise Refused(f"these are no guardrails: {error}") from error
    house.agents.set(named(id), guardrails.KEY, given, who=who.name)
    return given


@routes.get("/effects", responses=MISSING)
def list_effects(
    house: House,
    agent: Annotated[Text | None, Query(min_length=1, max_length=200, description="Only lessons that hold for this agent.")] = None,
    after: After = None,
    limit: Limit = 50,
) -> Listed[Effect]:
    """What each lesson is worth, the surest help first."""
    house.measuring.count_occasions()
    effects = house.effects.all(None if agent is None else named(agent))
    found = paging.page(paging.among(effects, _rank), after=after, limit=limit)
    return Listed(items=[_effect(one) for one in found.items], next=found.next)


@routes.get("/effects/{id}", responses=REFUSED)
def show_effect(house: House, id: Id) -> Effect:
    """What one lesson is worth."""
    house.measuring.count_occasions()
    known = next((one for one in house.store.counting().lessons() if one == id), None)
    worth = house.effects.worth(known) if known else None
    if worth is None:
        raise Problem(404, f"Nothing was counted for a lesson {id!r}: `GET /v1/effects` lists those with occasions.")
    return _effect(worth)


def _rank(one: Worth) -> tuple[int, float, str]:
    return (int(one.decision == "not enough data"), -one.found.low, one.id)


def _effect(one: Worth) -> Effect:
    told, untold = (Side(occasions=side.n, mistakes=side.k, sessions=side.sessions) for side in (one.told, one.untold))
    return Effect(
        id=one.id, kind=one.kind, text=one.text, decision=one.decision, told=told, untold=untold, effect=one.found._asdict(),
        tokens=one.tokens._asdict(),
    )  # fmt: skip


def _day(counts: Counts) -> dict[str, int]:
    return counts._asdict()
