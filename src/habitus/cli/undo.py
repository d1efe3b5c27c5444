"""`habitus undo`: take back an item, a session, or everything since a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.cli.ledger import what

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.layer import Layer
    from habitus.types import Entry


LONGEST = 18
"""Digits of a number that a store can be asked for."""


class Line(click.ParamType):  # type: ignore[type-arg]  # click 8.2 has no parameter there
    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not value.isdecimal() or len(value) > LONGEST:
            self.fail(f"{value!r} is no line's number: `habitus ledger --changes` lists what can be taken back, by number", param, ctx)
        return int(value)


@click.command()
@click.argument("id", type=Line(), required=False)
@click.option("--session", help="Everything that came of this session.")
@click.option("--since", type=show.Since(), help="Everything since then: a time, or 30m, 2h, 7d.")
@click.option("--dry-run", is_flag=True, help="Only show what would be taken back.")
@show.as_json
def undo(id: int | None, session: str | None, since: datetime | None, dry_run: bool, json_: bool) -> None:
    """Take back an entry of the ledger by its ID, all that came of a session, or everything since a time.

    What was observed stays observed; what was made of it is put back as it was. An undo is itself an entry, and can be undone.
    """
    from habitus.layer.undoing import bringing_back, left, stands_for, taken_back
    from habitus.store import ledger

    if sum(given is not None for given in (id, session, since)) != 1:
        raise click.UsageError("say what to take back: one of ID, --session or --since (`habitus ledger --changes` lists what can be)")
    with show.opened() as layer:
        if id is None:
            entries = left(layer, ledger.changes(layer.store, session=session, since=since))
        else:
            entry = layer.store.entry(id)
            if entry is None:
                raise click.UsageError(f"the ledger has no entry {id}: `habitus ledger --changes` lists what can be taken back")
            entries = stands_for(layer, entry)
            if not entries and entry.table == "suggestions":
                raise click.UsageError(f"no answer of a person is in this line: habitus evolution rollback {entry.item}, if it is applied")
            entries = entries or [entry]
        entries = _there(layer, entries)
        kept = ledger.shared(layer.store, entries, session) if session else []
        entries = [entry for entry in entries if entry not in kept]
        lines = [{"entry": e.id, "verb": e.verb, "table": e.table, "item": e.item, "what": what(layer, e)} for e in entries]
        undone = [] if dry_run else taken_back(layer, entries, who="operator")
        back = bringing_back(layer, id, [entry.id for entry in entries], undone, who="operator")
    if json_:
        show.out({"dry_run": dry_run, "undone": lines, "entries": undone, "kept": [entry.id for entry in kept]})
        return
    for entry in kept:
        click.echo(f"Left as it is, because another session has said so too: {entry.id} ({entry.verb}) of {entry.table} {entry.item}")
    if not lines and not kept:
        click.echo("Nothing changed there that still stands, so there is nothing to take back.")
    for line in lines:
        click.echo(show.safe(f"{'Would take' if dry_run else 'Took'} back {line['entry']} ({line['verb']}): {line['what']}"))
    if back:
        click.echo(f"To bring {'it' if len(undone) == 1 else 'them'} back: habitus undo {back}")


def _there(layer: Layer, entries: list[Entry]) -> list[Entry]:
    """Without what was purged: of those skills nothing is left to bring back."""
    gone = {entry.item for entry in entries if entry.table == "skills" and not layer.shelf.versions(entry.item)}
    for slug in sorted(gone):
        click.echo(f"The skill {slug} was purged: nothing of it is left to bring back.", err=True)
    return [entry for entry in entries if entry.table != "skills" or entry.item not in gone]
