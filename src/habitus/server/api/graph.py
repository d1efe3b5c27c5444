"""What fails, where, and what helps, as a graph."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, After, House, Limit, Shape, Text, noun
from habitus.store import lesson_rows
from habitus.types import Listed, Misplaced, Place, Triple

routes = noun("graph")

EACH = 10_000
"""Edges of a node that are walked along, the strongest in each direction: the rest are found from their other end."""
KINDS = {"json": "application/json", "graphml": "application/graphml+xml", "mermaid": "text/vnd.mermaid"}
Node = Annotated[Text, Query(min_length=1, max_length=1000)]


class Edge(Shape):
    subject: str
    predicate: str
    object: str
    weight: float
    times: int
    origin: str
    at: datetime


class Graph(BaseModel):
    enabled: bool
    edges: list[Edge]
    next: str | None = Field(description="Give this as `after` for the edges that follow; null: these were the last.")


class Way(BaseModel):
    edges: list[Edge] | None


@routes.get("/graph", responses=MISSING)
def show_graph(
    house: House,
    node: Annotated[
        Text | None, Query(min_length=1, max_length=1000, description="Such as `tool:Bash`; without one, the latest edges.")
    ] = None,
    depth: Annotated[int, Query(ge=1, le=5)] = 1,
    after: After = None,
    limit: Limit = 200,
) -> Graph:
    """The edges around a node, the nearest and strongest first, or the latest of all."""
    fetch = paging.along(partial(_around, house, node, depth), _place, ("",)) if node else partial(_latest, house)
    found = paging.page(fetch, after=after, limit=limit)
    return Graph(enabled=house.settings.graph.enabled, edges=[Edge.model_validate(one) for one in found.items], next=found.next)


def _latest(house: Layer, place: Place | None, n: int) -> Listed[Triple]:
    return house.store.many().triples(n, place)


def _around(house: Layer, node: str, depth: int, place: Place) -> Iterator[Triple]:
    from habitus.learn import graph

    walk = graph.reached(node, depth, lambda names: house.store.lessons().triples_at(names, EACH))
    if place != ("",) and not any(_place(one) == place for one in walk):
        raise Misplaced
    return walk


def _place(one: Triple) -> Place:
    return (lesson_rows.triple_id(one),)


@routes.get("/graph/path")
def find_path(house: House, start: Node, goal: Node) -> Way:
    """The shortest way from one node to another; null: none leads there."""
    from habitus.learn import graph

    found = graph.path(start, goal, house.store.lessons().triples_at)
    return Way(edges=None if found is None else [Edge.model_validate(one) for one in found])


@routes.get(
    "/graph/export",
    response_class=PlainTextResponse,
    responses={200: {"description": "The whole graph.", "content": {kind: {"schema": {}} for kind in KINDS.values()}}},
)
def export_graph(house: House, kind: Annotated[Literal["json", "graphml", "mermaid"], Query(alias="format")] = "json") -> PlainTextResponse:
    """The whole graph, for other programs; of a very large one the latest edges, and it says so."""
    from habitus.learn import graph

    return PlainTextResponse(graph.exported(kind, house.store.lessons().triples(limit=graph.MOST + 1)), media_type=KINDS[kind])
