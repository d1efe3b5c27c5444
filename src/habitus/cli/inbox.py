"""`habitus inbox`: what waits for a yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from habitus.cli import show

if TYPE_CHECKING:
    from habitus.layer.inbox import Answer
    from habitus.types import Proposal

WAYS = {
    "conflict": "approve: the newer holds · keep-old: the older holds · reject: both stay",
    "refused": "never kept, whoever asks · reject: dismiss it",
    "rule": "approve: in force · reject: not learned",
    "promotion": "approve: block such calls · reject: leave it at a warning",
}


@click.group(invoke_without_command=True)
@click.option(
    "--state", type=click.Choice(["pending", "approved", "rejected"]), default="pending", show_default=True, help="Which of them."
)
@show.limit
@show.as_json
@click.pass_context
def inbox(ctx: click.Context, state: str, limit: int, json_: bool) -> None:
    """What waits for your yes or no: contradictions, refused rules with the reason, rules that no person said, checks that ask to block."""
    if ctx.invoked_subcommand:
        return
    with show.opened() as layer:
        found = layer.store.proposals(state, limit=limit)
        waiting = layer.store.approvals("pending", layer.clock(), limit) if state == "pending" else []
    if json_:
        show.out(found)
        return
    if not found:
        click.echo("Nothing waits for you." if state == "pending" else f"Nothing was {state}.")
    for one in found:
        _tell(one)
    if waiting:
        click.echo(f"{len(waiting)} calls of tools wait too: habitus approvals list")


def _tell(one: Proposal) -> None:
    click.echo(click.style(f"{one.id}  {one.kind}", bold=True) + f"  {show.when(one.created_at)}")
    if one.kind == "conflict":
        click.echo(show.safe(f"  - {one.body['old_text']}\n  + {one.body['new_text']}"))
    else:
        click.echo(show.safe(f"  {one.title}"))
    click.echo(f"  why: {one.reason}")
    if one.body.get("said"):
        click.echo(show.safe(f"  you said: {one.body['said']}"))
    click.echo(f"  {WAYS[one.kind]}" if one.state == "pending" else f"  {one.state} by {one.answered_by}, {show.when(one.answered_at)}")


@inbox.command()
@click.argument("id")
def approve(id: str) -> None:
    """Say yes."""
    _answer(id, "approve")


@inbox.command()
@click.argument("id")
def reject(id: str) -> None:
    """Say no."""
    _answer(id, "reject")


@inbox.command("keep-old")
@click.argument("id")
def keep_old(id: str) -> None:
    """Of two rules that contradict each other, keep the older one."""
    _answer(id, "keep_old")


def _answer(id: str, answer: Answer) -> None:
    from habitus.cli.rules.change import who

    with show.opened() as layer:
        given, done = layer.inbox.answer(id, answer, who=who())
        entry = next(iter(layer.store.entries(item=given.id, changes=True, limit=1)))
    click.echo(f"{done}\nTake it back with: habitus undo --since {entry.at.isoformat()}")
