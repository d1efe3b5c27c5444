"""What keeps failing and what helped, what is known, and tasks that went well."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, Shape, Table, Text, Word, noun, one, searchable
from habitus.server.api.shapes import Done, From, Listed, Place
from habitus.server.door import Who
from habitus.server.passes import Visitor
from habitus.types import Change, Learning

routes = noun("learnings")


class Fixed(Shape):
    """A failure that keeps coming, and what helps against it."""

    id: str
    tool: str
    pattern: str
    category: str
    text: str = Field(description="What helps; empty while nothing is known.")
    diagnosis: str
    scope: Place
    origin: From
    confidence: float
    state: str
    occurrences: int
    used: int
    worked: int
    failed: int
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None


class Known(Shape):
    """A piece of what was said or done in a conversation."""

    id: str
    key: str
    kind: str
    text: str
    scope: Place
    origin: From
    confidence: float
    state: str
    version: int
    is_confirmed: bool
    created_at: datetime


class Shown(Shape):
    """A task that went well, or did not."""

    id: str
    request: str
    calls: str
    outcome: Literal["positive", "negative"]
    scope: Place
    use_count: int


class Helped(Given):
    """What a person says helps against an error of a tool."""

    text: Text = Field(min_length=1, max_length=2000)
    tool: Text = Field(min_length=1, max_length=200)
    error: Text = Field("", max_length=20_000)
    workspace: Text = Field("", max_length=1000)


class Forgotten(Done):
    learning: Fixed


class KnowledgeForgotten(Done):
    knowledge: Known


class ExampleForgotten(Done):
    example: Shown


class LearningStatus(BaseModel):
    knowledge: bool
    error_correction: bool
    auto_apply_threshold: float
    graph: bool
    propagation_rate: float
    analysis_turns: int
    analysis_tokens: int
    learnings: int
    fixes: int
    pieces_of_knowledge: int
    triples: int


class Failed(Given):
    tool: Text = Field(min_length=1, max_length=200)
    error: Text = Field(min_length=1, max_length=40_000)
    args: Table | None = None
    workspace: Text = Field("", max_length=1000)


class Fix(BaseModel):
    fix: str | None
    confidence: float | None = None
    auto_apply: bool | None = None
    learning_id: str | None = None


@routes.get("/learnings", responses=MISSING)
def list_learnings(
    house: House,
    order: Literal["common", "newest"] = "common",
    fixed: Annotated[bool, Query(description="Only those with a known fix.")] = False,
    is_all: Annotated[bool, Query(alias="all", description="Also those that are retired.")] = False,
    word: Annotated[Text, Query(max_length=200, description="In the tool's name, the error or what helps.")] = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[Fixed]:
    """List what keeps failing, and what helped."""
    house.caught_up()
    found = paging.page(
        lambda place, n: house.store.lessons().learnings(
            active=not is_all, fixed=fixed, common=order == "common", word=word, limit=n, after=place
        ),
        after=after,
        limit=limit,
    )
    return Listed(items=[Fixed.model_validate(one) for one in found.items], next=found.next)


@routes.post("/learnings", status_code=201, responses=REFUSED)
def record_correction(house: House, who: Who, given: Helped) -> Fixed:
    """Say what helps against an error; it outranks what was found out."""
    kept = house.record_user_correction(given.text, tool=given.tool, error=given.error, workspace=given.workspace, who=who.name)
    return Fixed.model_validate(kept)


@routes.get("/learning")
def learning_status(house: House) -> LearningStatus:
    """How learning is set up, and how much is known."""
    asked, counts = house.settings, house.store.counts()
    return LearningStatus(
        knowledge=asked.knowledge.enabled, error_correction=asked.agent.error_correction_enabled,
        auto_apply_threshold=asked.learning.auto_apply_threshold, graph=asked.graph.enabled, propagation_rate=asked.graph.propagation_rate,
        analysis_turns=asked.knowledge.analysis_turn_threshold, analysis_tokens=asked.knowledge.analysis_token_threshold,
        learnings=counts["learnings"], fixes=counts["fixes"], pieces_of_knowledge=counts["knowledge"], triples=counts["triples"],
    )  # fmt: skip


@routes.get("/learnings/{id}", responses=REFUSED)
def show_learning(house: House, id: Id) -> Fixed:
    """Show one failure: its pattern, what helped, and how sure that is."""
    return Fixed.model_validate(_one(house, id))


@routes.delete("/learnings/{id}", responses=REFUSED)
def forget_learning(house: House, who: Who, id: Id) -> Forgotten:
    """Forget a failure and its fix. The ledger keeps it, so it can be brought back."""
    found = _one(house, id)
    return Forgotten(learning=Fixed.model_validate(found), entry=_gone(house, who, "learnings", found.id))


@routes.post("/fix")
def known_fix(house: House, given: Failed) -> Fix:
    """What is known to help against an error of a tool. Changes nothing."""
    found = house.mending.known(given.tool, given.error, given.args, given.workspace)
    if found is None:
        return Fix(fix=None)
    known, may_apply = found
    return Fix(fix=known.text, confidence=known.confidence, auto_apply=may_apply, learning_id=known.id)


@routes.get("/knowledge", responses=MISSING)
def list_knowledge(house: House, word: Word = "", after: After = None, limit: Limit = 50) -> Listed[Known]:
    """List what was learned from conversations, newest first."""
    found = paging.page(lambda place, n: house.store.lessons().knowledge(n, word=word, after=place), after=after, limit=limit)
    return Listed(items=[Known.model_validate(one) for one in found.items], next=found.next)


@routes.delete("/knowledge/{id}", responses=REFUSED)
def forget_knowledge(house: House, who: Who, id: Id) -> KnowledgeForgotten:
    """Forget a piece of it. The ledger keeps it, so it can be brought back."""
    found = one(house.store.lessons().knowledge_of([id]), id, "piece of knowledge", lambda each: each.id)
    return KnowledgeForgotten(knowledge=Known.model_validate(found), entry=_gone(house, who, "knowledge", id))


@routes.get("/examples", responses=MISSING)
def list_examples(
    house: House,
    outcome: Literal["", "positive", "negative"] = "",
    word: Word = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[Shown]:
    """List tasks that went well or badly, by the user's word, the most used first."""
    found = paging.page(
        lambda place, n: house.store.lessons().examples(outcome=outcome, word=word, limit=n, after=place), after=after, limit=limit
    )
    return Listed(items=[Shown.model_validate(one) for one in found.items], next=found.next)


@routes.delete("/examples/{id}", responses=REFUSED)
def forget_example(house: House, who: Who, id: Id) -> ExampleForgotten:
    """Forget one. The ledger keeps it, so it can be brought back."""
    found = one(house.store.lessons().examples_of([id]), id, "example", lambda each: each.id)
    return ExampleForgotten(example=Shown.model_validate(found), entry=_gone(house, who, "learning_examples", id))


def _gone(house: Layer, who: Visitor, table: str, id: str) -> int:
    return house.store.apply([Change(verb="forgotten", table=table, item=id, after=None, actor=who.name)], house.clock())[0]


def _one(house: Layer, id: str) -> Learning:
    return one(house.store.lessons().learnings_begun(id) if searchable(id) else [], id, "learning", lambda each: each.id)
