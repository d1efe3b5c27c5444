"""`habitus approvals`: calls that wait for a person."""

from __future__ import annotations

import json

import click

from habitus.cli import show
from habitus.config.account import operator


@click.group()
def approvals() -> None:
    """Calls that wait for a person. An approval holds for one exact call in one session, once."""


@approvals.command("list")
@click.option("--state", type=click.Choice(["pending", "approved", "denied", "used"]), default="pending", show_default=True)
@show.limit
@show.as_json
def list_(state: str, limit: int, json_: bool) -> None:
    """List the calls that wait, newest first."""
    with show.opened() as layer:
        found = show.within(layer.store.approvals(state, layer.clock(), limit + 1), limit)
    if json_:
        show.out(found)
        return
    show.listing(
        found,
        {
            "id": lambda one: one.id,
            "when": lambda one: show.when(one.asked_at),
            "tool": lambda one: one.tool,
            "call": lambda one: json.dumps(one.args, ensure_ascii=False),
            "why": lambda one: one.reason,
        },
        empty="No call waits for you." if state == "pending" else f"None is {state}.",
    )


@approvals.command()
@click.argument("id")
def approve(id: str) -> None:
    """Let exactly this call through, once."""
    _answer(id, approve=True)


@approvals.command()
@click.argument("id")
def deny(id: str) -> None:
    """Keep this call from running."""
    _answer(id, approve=False)


def _answer(id: str, *, approve: bool) -> None:
    with show.opened() as layer:
        given = layer.answer(id, approve=approve, who=operator())
    call = f"{given.tool} {json.dumps(given.args, ensure_ascii=False)}"
    click.echo(f"Approved once, until {show.when(given.expires_at)}: {call}" if approve else f"Denied: {call}")
