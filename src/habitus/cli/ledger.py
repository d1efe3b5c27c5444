"""`habitus ledger`: everything that happened, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from habitus.cli import show
from habitus.store import ledger as lines

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.layer import Layer
    from habitus.types import Entry

SHORT = 100


@click.command()
@click.option("--session", help="Only of this session.")
@click.option("--verb", help="Only these: observed, judged, settled, injected, queued, learned, undone, …")
@click.option("--item", help="Only about this item: what changed it or, with --session, every line.")
@click.option("--since", type=show.Since(), help="Only since then: a time, or 30m, 2h, 7d.")
@click.option("--changes", is_flag=True, help="Only what changed something, and can be undone.")
@show.limit
@show.as_json
def ledger(session: str | None, verb: str | None, item: str | None, since: datetime | None, changes: bool, limit: int, json_: bool) -> None:
    """Show everything that happened, newest first."""
    with show.opened() as layer:
        found = lines.listed(layer.store, session=session, verb=verb, item=item, since=since, changes=changes, limit=limit + 1)
        entries = show.within(found, limit)
        if json_:
            show.out([as_object(layer, entry) for entry in entries])
            return
        show.listing(
            entries,
            {
                "id": lambda entry: str(entry.id),
                "when": lambda entry: show.when(entry.at),
                "verb": lambda entry: entry.verb,
                "by": lambda entry: entry.actor,
                "session": lambda entry: entry.session,
                "what": lambda entry: what(layer, entry),
            },
            empty="Nothing has happened yet." if not (session or verb or item or since) else "Nothing matches.",
        )


def as_object(layer: Layer, entry: Entry) -> dict[str, object]:
    fields: dict[str, object] = {name: getattr(entry, name) for name in entry.__dataclass_fields__}
    return {**fields, "before": layer.store.content(entry.before), "after": layer.store.content(entry.after)}


def what(layer: Layer, entry: Entry) -> str:
    """One line of what an entry is about."""
    content = layer.store.content(entry.after) or layer.store.content(entry.before) or {}
    if "verdicts" in content:
        text = " ".join(filter(None, (content["tool"], content["ruling"], *(v["rule"] for v in content["verdicts"]))))
    elif "lessons" in content:
        text = f"{show.many(len(content['lessons']), 'lesson')}, {content['tokens']} tokens"
    else:  # what changed nothing is asked for by its item: `habitus blame SESSION:CALL`
        text = lines.named(content, entry.item) if entry.table else entry.item
    flat = " ".join(text.split())
    return (flat if len(flat) <= SHORT else flat[: SHORT - 1] + "…") + (f" (of {entry.cause})" if entry.cause else "")
