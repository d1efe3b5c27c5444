"""What fails, where, and what helps, as a graph."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from habitus.server.api.given import House, Limit, Shape, Text, noun

routes = noun("graph")

EXPORTED = 100_000
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


class Way(BaseModel):
    edges: list[Edge] | None


@routes.get("/graph")
def show_graph(
    house: House,
    node: Annotated[
        Text | None, Query(min_length=1, max_length=1000, description="Such as `tool:Bash`; without one, the latest edges.")
    ] = None,
    depth: Annotated[int, Query(ge=1, le=5)] = 1,
    limit: Limit = 200,
) -> Graph:
    """The edges around a node, or the latest of all."""
    from habitus.learn import graph

    found = graph.around(node, depth, house.store.triples_at, limit).triples if node else house.store.triples(limit=limit)
    return Graph(enabled=house.settings.graph.enabled, edges=[Edge.model_validate(one) for one in found])


@routes.get("/graph/path")
def find_path(house: House, start: Node, goal: Node) -> Way:
    """The shortest way from one node to another; null: none leads there."""
    from habitus.learn import graph

    found = graph.path(start, goal, house.store.triples_at)
    return Way(edges=None if found is None else [Edge.model_validate(one) for one in found])


@routes.get(
    "/graph/export",
    response_class=PlainTextResponse,
    responses={200: {"description": "The whole graph.", "content": {kind: {"schema": {}} for kind in KINDS.values()}}},
)
def export_graph(house: House, kind: Annotated[Literal["json", "graphml", "mermaid"], Query(alias="format")] = "json") -> PlainTextResponse:
    """The whole graph, for other programs."""
    from habitus.learn import graph

    write = {"json": graph.as_json, "graphml": graph.as_graphml, "mermaid": graph.as_mermaid}[kind]
    return PlainTextResponse(write(house.store.triples(limit=EXPORTED)), media_type=KINDS[kind])
