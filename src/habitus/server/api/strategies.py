"""What worked for which kind of task, and what to avoid: the built-in agent plans by it."""

from datetime import datetime
from typing import Annotated

from fastapi import Query
from pydantic import Field

from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, House, Id, Limit, Shape, Text, Word, noun
from habitus.server.api.shapes import Done, Listed
from habitus.server.door import Who
from habitus.server.problems import Problem

routes = noun("strategies")


class StrategyShown(Shape):
    """One way to go about a kind of task."""

    id: str
    agent: str
    pattern: str = Field(description="The kind of task.")
    successful_action: str
    success_rate: float
    tried: float = Field(description="Times, of which older ones count less.")
    lesson: str
    last_updated: datetime


class StrategyForgotten(Done):
    strategy: StrategyShown


@routes.get("/strategies", responses=MISSING)
def list_strategies(
    house: House,
    agent: Annotated[Text, Query(max_length=200, description="Of this agent alone.")] = "",
    word: Word = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[StrategyShown]:
    """List what worked for which kind of task, the latest first."""
    found = paging.page(lambda place, n: house.store.strategies(agent, n, place, word=word), after=after, limit=limit)
    return Listed(items=[StrategyShown.model_validate(row) for row in found.items], next=found.next)


@routes.delete("/strategies/{id}", responses=REFUSED)
def forget_strategy(house: House, who: Who, id: Id) -> StrategyForgotten:
    """Forget one. The ledger keeps it, so it can be brought back."""
    row = house.store.get("strategies", id)
    entry = house.strategies.drop(id, who=who.name)
    if row is None or entry is None:
        raise Problem(404, f"There is no strategy {id!r:.200}: `GET /v1/strategies` lists them.")
    return StrategyForgotten(strategy=StrategyShown.model_validate(row), entry=entry)
