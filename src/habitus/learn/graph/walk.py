"""Ways through the graph: from one node to another, and around one. Over `neighbours`, whoever answers it. No I/O.

Edges are walked both ways. Both ends of a path are searched from, always from the smaller side: of a hundred thousand triples a few
hundred are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from habitus.types import Triple

Neighbours: TypeAlias = Callable[["Sequence[str]"], "Iterable[Triple]"]
"""Nodes in; every triple that begins or ends at one of them out. Asked once a step, not once a node."""

FARTHEST = 10_000
"""Nodes that a search looks at before it gives up."""


class Around(NamedTuple):
    triples: list[Triple]
    """In the order in which they were reached, each once."""
    is_cut: bool
    """There was more."""


def path(start: str, goal: str, neighbours: Neighbours, limit: int = FARTHEST) -> list[Triple] | None:
    """The edges of a shortest way, in order. Empty: start and goal are one; None: there is no way, or none within `limit` nodes."""
    if start == goal:
        return []
    sides: tuple[Reached, Reached] = ({start: None}, {goal: None})
    fronts = [[start], [goal]]
    while fronts[0] and fronts[1]:
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        fronts[side], meeting = _step(fronts[side], sides[side], sides[1 - side], neighbours)
        if meeting is not None:
            return [*reversed(_back(meeting, sides[0])), *_back(meeting, sides[1])]
        if len(sides[0]) + len(sides[1]) > limit:
            return None
    return None


def around(start: str, depth: int, neighbours: Neighbours, limit: int = 200) -> Around:
    """Every edge within `depth` steps of a node, the nearest first, at most `limit` of them."""
    found = list(islice(reached(start, depth, neighbours), limit + 1))
    return Around(found[:limit], len(found) > limit)


def reached(start: str, depth: int, neighbours: Neighbours) -> Iterator[Triple]:
    """The same without an end: a step is asked for when somebody has come that far."""
    found: set[tuple[str, str, str]] = set()
    seen, front = {start}, [start]
    for _ in range(depth):
        ahead: list[str] = []
        for _name, one, other in _edges(front, neighbours):
            if other not in seen:
                seen.add(other)
                ahead.append(other)
            edge = (one.subject, one.predicate, one.object)
            if edge not in found:
                found.add(edge)
                yield one
        front = ahead


Reached: TypeAlias = "dict[str, tuple[str, Triple] | None]"
"""Node → the node it was reached from, and by which edge."""


def _step(front: list[str], mine: Reached, theirs: Reached, neighbours: Neighbours) -> tuple[list[str], str | None]:
    ahead: list[str] = []
    for name, one, other in _edges(front, neighbours):
        if other in mine:
            continue
        mine[other] = (name, one)
        if other in theirs:
            return [], other
        ahead.append(other)
    return ahead, None


def _back(name: str, reached: Reached) -> list[Triple]:
    edges: list[Triple] = []
    while (step := reached[name]) is not None:
        name, edge = step
        edges.append(edge)
    return edges


def _edges(front: Sequence[str], neighbours: Neighbours) -> Iterator[tuple[str, Triple, str]]:
    """Each node, its edges, and where they lead: node by node, the strongest edge first, always in the same order."""
    found: dict[str, list[tuple[Triple, str]]] = {name: [] for name in front}
    for one in neighbours(front):
        for name, other in {one.subject: one.object, one.object: one.subject}.items():
            if name in found:
                found[name].append((one, other))
    for name, edges in found.items():
        for one, other in sorted(edges, key=lambda edge: (-edge[0].weight, edge[1], edge[0].predicate)):
            yield name, one, other
