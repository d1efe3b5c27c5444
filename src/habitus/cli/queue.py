"""`habitus queue`: corrections that wait for the learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from habitus.cli import show
from habitus.store.queue import colour

if TYPE_CHECKING:
    from habitus.types import Correction


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
    _listing(waiting, empty="Nothing waits.")
    if waiting:
        click.echo(click.style(f"{depth} of {cap}", fg=colour(depth)) + " waiting", err=True)


@queue.command()
@show.as_json
def run(json_: bool) -> None:
    """Run the learner now, instead of in two minutes."""
    with show.opened() as layer:
        done = layer.tend()
    if json_:
        show.out(done)
        return
    click.echo(
        f"{done.learned} learned, {done.reinforced} heard again, {done.unclear} unclear, {done.failed} failed (they will be tried again)."
    )
    if done.declined:
        click.echo(f"{done.declined} were no corrections, says the model: habitus ledger --verb declined")
    if done.refused:
        click.echo(f"{done.refused} were refused; the reasons: habitus inbox")


@queue.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def clear(yes: bool) -> None:
    """Take away everything that waits. The ledger keeps it: `habitus undo` brings it back."""
    with show.opened() as layer:
        depth = layer.queue.depth()
        if depth and not yes:
            click.confirm(f"Take away {show.many(depth, 'correction')}?", abort=True)
        now = layer.clock()
        gone = layer.queue.clear(now=now)
    click.echo(f"Took away {gone}. Bring them back with: habitus undo --since {now.isoformat()}" if gone else "Nothing waits.")


@queue.command()
@show.as_json
def dead(json_: bool) -> None:
    """List what was given up on after its tries were used up."""
    with show.opened() as layer:
        found = layer.queue.dead()
    if json_:
        show.out(found)
        return
    _listing(found, empty="No dead letters.")
    if found:
        click.echo("Try again with: habitus queue retry (all), or habitus queue retry ID", err=True)


@queue.command()
@click.argument("id", required=False)
def retry(id: str | None) -> None:
    """Put a dead letter back in the queue, or all of them, with all their tries."""
    with show.opened() as layer:
        found = [one for one in layer.queue.dead() if one.id.startswith(id or "")]
        if id and not found:
            raise click.UsageError(f"no dead letter begins with {id!r}: see `habitus queue dead`")
        for one in found:
            layer.queue.retry(one, now=layer.clock())
    again = f"{len(found)} {'waits' if len(found) == 1 else 'wait'} again; run the learner with: habitus queue run"
    click.echo(again if found else "No dead letters.")


def _listing(found: list[Correction], *, empty: str) -> None:
    show.listing(
        found,
        {
            "id": lambda item: item.id[:8],
            "when": lambda item: show.when(item.at),
            "type": lambda item: item.signal.rule_type,
            "said": lambda item: item.exchange.correction,
            "tries": lambda item: str(item.tries),
        },
        empty=empty,
    )
