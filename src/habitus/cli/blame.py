"""`habitus blame`: what was in force when the agent did something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from habitus.cli import show

if TYPE_CHECKING:
    from habitus.store.ledger import Blame


@click.command()
@click.argument("session_call", metavar="SESSION[:CALL]")
@show.as_json
def blame(session_call: str, json_: bool) -> None:
    """Show what was in force when the agent did something: what it had been told, what the rules said, where each lesson came from."""
    from habitus.store.ledger import blame as look

    with show.opened() as layer:
        found = [*look(layer.store, session_call)]
        if not found:
            session, _, call = session_call.rpartition(":")
            found = [*look(layer.store, session, call)] if session else []
    if not found:
        raise click.UsageError(f"no judged call is known as {session_call!r}: `habitus ledger --verb judged` lists them")
    if json_:
        show.out(found)
        return
    for one in found:
        _tell(one)


def _tell(one: Blame) -> None:
    head = f"{one.entry.verb} {one.did.get('tool', '')} {one.entry.item}: {one.did.get('ruling', '')}"
    click.echo(click.style(head, bold=True) + f"  ({show.when(one.entry.at)}, ledger {one.entry.id})")
    for verdict in one.did.get("verdicts", ()):
        click.echo(f"  {verdict['action']:6} {verdict['rule']}: {verdict['message']}")
    if one.guidance_entry is None:
        click.echo("  The model had been told nothing by us.")
    for lesson in one.lessons:
        origin = lesson["origin"]
        click.echo(f"  told   {lesson['text']}  ({lesson['id'][:8]}, from {origin.get('speaker', '?')} in {origin.get('session', '?')})")
        if lesson["said"]:
            click.echo(f"         because: “{' '.join(lesson['said'].split())[:160]}”")
