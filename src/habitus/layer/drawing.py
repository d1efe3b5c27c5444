"""Edges of the graph as changes: what is drawn again is the same edge, a little stronger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Store, Triple


def drawn(store: Store, triples: Iterable[Triple]) -> list[Change]:
    from habitus.learn import graph
    from habitus.store.lesson_rows import triple, triple_id

    changes = []
    for edge in triples:
        id = triple_id(edge)
        row = store.get("triples", id)
        joined = graph.again(triple(row) if row else None, edge)
        changes.append(Change(verb="drawn", table="triples", item=id, after=joined, actor="learner"))
    return changes
