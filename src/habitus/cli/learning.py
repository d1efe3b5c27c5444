"""`habitus learning`: fixes and knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import operator

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Learning


@click.group()
def learning() -> None:
    """What was learned from errors and conversations, beside rules."""


@learning.command()
@show.as_json
def status(json_: bool) -> None:
    """Show how learning is set up, and how much is known."""
    with show.opened() as layer:
        asked, counts = layer.settings, layer.store.counts()
        found: dict[str, Any] = {
            "knowledge": asked.knowledge.enabled,
            "error_correction": asked.agent.error_correction_enabled,
            "auto_apply_threshold": asked.learning.auto_apply_threshold,
            "graph": asked.graph.enabled,
            "propagation_rate": asked.graph.propagation_rate,
            "analysis": {"turns": asked.knowledge.analysis_turn_threshold, "tokens": asked.knowledge.analysis_token_threshold},
            "learnings": counts["learnings"],
            "fixes": counts["fixes"],
            "pieces_of_knowledge": counts["knowledge"],
            "triples": counts["triples"],
        }
    if json_:
        show.out(found)
        return
    click.echo(f"knowledge         {_on(found['knowledge'])}, {show.many(found['pieces_of_knowledge'], 'piece')}")
    failures = show.many(found["learnings"], "failure")
    click.echo(f"error correction  {_on(found['error_correction'])}, {failures} known, {found['fixes']} with a fix")
    click.echo(f"                  a fix is offered from confidence {found['auto_apply_threshold']}")
    turns, tokens = found["analysis"]["turns"], found["analysis"]["tokens"]
    click.echo(f"analysis          after {show.many(turns, 'turn')} or {show.many(tokens, 'token')}")
    click.echo(f"graph             {_on(found['graph'])}, {show.many(found['triples'], 'edge')}")


@learning.command()
@show.limit
@show.as_json
def history(limit: int, json_: bool) -> None:
    """List what was learned lately: fixes and knowledge, newest first."""
    with show.opened() as layer:
        rows = [_row(one) for one in layer.store.lessons().learnings(active=False, limit=limit + 1)]
        rows += [
            {"id": one.id[:8], "when": one.created_at, "kind": one.kind, "what": one.text, "confidence": one.confidence, "uuid": one.id}
            for one in layer.store.lessons().knowledge(limit + 1)
        ]
    rows = [*show.within(sorted(rows, key=lambda row: row["when"], reverse=True), limit)]
    if json_:
        show.out(rows)
        return
    columns: dict[str, Any] = {
        "id": lambda row: row["id"],
        "when": lambda row: show.when(row["when"]),
        "kind": lambda row: row["kind"],
        "what": lambda row: row["what"],
        "confidence": lambda row: f"{row['confidence']:.2f}",
    }
    show.listing(rows, columns, empty="Nothing yet: errors and conversations teach by themselves, or run `habitus learn PATH`.")


@learning.command("show")
@click.argument("id")
@show.as_json
def show_(id: str, json_: bool) -> None:
    """Show one failure: its pattern, what helped, and how sure that is."""
    with show.opened() as layer:
        found = one(layer, id)
    if json_:
        show.out(found)
        return
    click.echo(f"{found.tool}: {found.pattern or '(any error)'}\n")
    click.echo(f"helps       {found.text or 'nothing is known yet'}")
    click.echo(f"confidence  {found.confidence:.2f}, used {found.used}×, worked {found.worked}×, failed {found.failed}×")
    click.echo(f"seen        {found.occurrences}×, last {show.when(found.updated_at)}, for {found.scope}")
    click.echo(f"error       {found.diagnosis}\nid          {found.id}")


@learning.command()
@click.argument("id")
def forget(id: str) -> None:
    """Forget a failure and its fix. The ledger keeps it, so `habitus undo` brings it back."""
    from habitus.types import Change

    with show.opened() as layer:
        found = one(layer, id)
        change = Change(verb="forgotten", table="learnings", item=found.id, after=None, actor=operator())
        entry = layer.store.apply([change], layer.clock())[0]
    click.echo(f"Forgotten: {found.tool}: {found.pattern}\nTake it back with: habitus undo {entry}")


@learning.command()
@click.option("--agent", default="", help="Of this agent alone.")
@click.option("--forget", "gone", metavar="ID", help="Forget one; `habitus undo` brings it back.")
@show.as_json
def strategies(agent: str, gone: str | None, json_: bool) -> None:
    """List what worked for which kind of task, and what to avoid: the built-in agent plans by it."""
    with show.opened() as layer:
        if gone:
            entry = layer.strategies.drop(gone, who=operator())
            if entry is None:
                raise click.UsageError(f"there is no strategy {gone!r}: see `habitus learning strategies`")
            click.echo(f"Forgotten.\nTake it back with: habitus undo {entry}")
            return
        rows = layer.store.strategies(agent)
    if json_:
        show.out(
            [{"id": row["id"], "agent": row["agent"], "pattern": row["pattern"], "successfulAction": row["successful_action"],
              "successRate": row["success_rate"], "lastUpdated": row["last_updated"], "tried": row["tried"], "lesson": row["lesson"]}
             for row in rows]
        )  # fmt: skip
        return
    columns: dict[str, Any] = {
        "id": lambda row: row["id"],
        "agent": lambda row: row["agent"],
        "kind": lambda row: row["pattern"],
        "way": lambda row: row["successful_action"],
        "worked": lambda row: f"{row['success_rate']:.0%} of about {row['tried']:.0f}",
        "lesson": lambda row: row["lesson"],
    }
    show.listing(rows, columns, empty="Nothing yet: `habitus run` and `habitus chat` learn from answers that can be checked.")


def one(layer: Layer, id: str) -> Learning:
    found = layer.store.lessons().learnings_begun(id) if id.replace("-", "").isalnum() else []
    if len(found) != 1:
        many = f"{len(found)} begin with {id!r}: give more of the id"
        raise click.UsageError(
            many if found else f"nothing learned begins with {id!r}: see `habitus errors` and `habitus learning history`"
        )
    return found[0]


def _row(one: Learning) -> dict[str, Any]:
    what = f"{one.tool}: {one.text or one.pattern}"
    return {"id": one.id[:8], "when": one.updated_at, "kind": one.category, "what": what, "confidence": one.confidence, "uuid": one.id}


def _on(value: object) -> str:
    return "on" if value else "off"
