"""`habitus graph`: what fails, where, and what helps, as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.learn.graph import Format
    from habitus.types import Triple


OFF = "The graph is off: set `graph.enabled: true`, and errors will be drawn as they come."


@click.group()
def graph() -> None:
    """The graph of errors, tools, sessions and fixes (`graph.enabled`)."""


@graph.command("show")
@click.argument("node", required=False)
@click.option("--depth", type=click.IntRange(1, 5), default=1, show_default=True, help="Steps from the node.")
@show.limit
@show.as_json
def show_(node: str | None, depth: int, limit: int, json_: bool) -> None:
    """Show the edges around NODE (such as `tool:Bash`), or the latest of all."""
    from habitus.learn import graph as graphs

    with show.opened() as layer:
        lessons = layer.store.lessons()
        found: Sequence[Triple] = (
            list(graphs.around(node, depth, lessons.triples_at, limit).triples)
            if node
            else show.within(lessons.triples(limit=limit + 1), limit)
        )
        is_on = layer.settings.graph.enabled
    if json_:
        show.out(found)
        return
    _listing(found, empty="Nothing is drawn there." if is_on else OFF)


@graph.command()
@click.argument("start")
@click.argument("goal")
@show.as_json
def path(start: str, goal: str, json_: bool) -> None:
    """Show the shortest way from START to GOAL."""
    from habitus.learn import graph as graphs

    with show.opened() as layer:
        found = graphs.path(start, goal, layer.store.lessons().triples_at)
        is_on = layer.settings.graph.enabled
    if json_:
        show.out(found)
        return
    _listing(found or [], empty=f"No way leads from {start} to {goal}." if is_on else OFF)


@graph.command()
@click.option("--format", "kind", type=click.Choice(["json", "graphml", "mermaid"]), default="json", show_default=True, help="As what.")
def export(kind: Format) -> None:
    """Write the whole graph to standard output."""
    from habitus.learn import graph as graphs

    with show.opened() as layer:
        found = layer.store.lessons().triples(limit=graphs.MOST + 1)
    click.echo(graphs.exported(kind, found))


def _listing(found: Sequence[Triple], *, empty: str) -> None:
    columns: dict[str, Any] = {
        "from": lambda one: one.subject,
        "": lambda one: one.predicate,
        "to": lambda one: one.object,
        "weight": lambda one: f"{one.weight:.2f}",
        "times": lambda one: str(one.times),
    }
    show.listing(found, columns, empty=empty)
