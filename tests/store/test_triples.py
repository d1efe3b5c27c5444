"""Edges of a node: the strongest of each direction, and of nobody else's. The same on every database."""

from habitus.store.sql import SqlStore
from habitus.types import Change, Triple
from nouns import START


def draw(store: SqlStore, *edges: tuple[str, str, float]) -> None:
    made = [Triple(subject=subject, predicate="similarTo", object=other, weight=weight, at=START) for subject, other, weight in edges]
    store.apply([Change(verb="drawn", table="triples", item=f"t{n}", after=one, actor="me") for n, one in enumerate(made)], START)


def at(store: SqlStore, *nodes: str, each: int = 200) -> set[tuple[str, str]]:
    return {(one.subject, one.object) for one in store.lessons().triples_at(nodes, each)}


def test_of_a_node_with_many_edges_the_strongest_of_each_direction_are_found(store: SqlStore) -> None:
    draw(store, ("hub", "a", 0.1), ("hub", "b", 0.9), ("hub", "c", 0.5), ("d", "hub", 0.2), ("e", "hub", 0.8), ("f", "hub", 1.0))

    assert at(store, "hub", each=2) == {("hub", "b"), ("hub", "c"), ("e", "hub"), ("f", "hub")}


def test_a_node_has_no_edges_of_one_whose_name_begins_alike(store: SqlStore) -> None:
    draw(store, ("fix", "a", 0.5), ("fix:1", "b", 0.5), ("fiw", "c", 0.5), ("d", "fix", 0.0), ("e", "fix:1", 1.0))

    assert at(store, "fix") == {("fix", "a"), ("d", "fix")}


def test_several_nodes_are_asked_about_at_once_and_an_unknown_one_has_none(store: SqlStore) -> None:
    draw(store, ("a", "b", 0.5), ("c", "d", 0.5), ("e", "f", 0.5))

    assert at(store, "a", "d", "nobody") == {("a", "b"), ("c", "d")}
    assert at(store) == set()
