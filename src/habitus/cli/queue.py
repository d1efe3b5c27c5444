"""`habitus queue`: corrections that wait for the learner."""

from __future__ import annotations

import click

from habitus.cli import show
from habitus.cli.status import colour


@click.group()
def queue() -> None:
    """Corrections that wait for the learner."""


@queue.command("list")
@show.as_json
def list_(json_: bool) -> None:
    """List what waits, newest first."""
    with show.opened() as layer:
        waiting, depth, cap = layer.queue.waiting(), layer.queue.depth(), layer.settings.queue.cap
    if json_:
        show.out({"depth": depth, "cap": cap, "colour": colour(depth), "waiting": waiting})
        return
    show.listing(
        waiting,
        {
            "id": lambda item: item.id[:8],
            "when": lambda item: show.when(item.at),
            "type": lambda item: item.signal.rule_type,
            "said": lambda item: item.exchange.correction,
            "tries": lambda item: str(item.tries),
        },
        empty="Nothing waits.",
    )


@queue.command()
@show.as_json
def run(json_: bool) -> None:
    """Run the learner now, instead of in two minutes."""
    with show.opened() as layer:
        done = layer.tend()
    if json_:
        show.out(done)
    else:
        click.echo(f"{done.learned} learned, {done.unclear} unclear, {done.failed} failed (they will be tried again).")
