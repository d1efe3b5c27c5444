"""`habitus rules`: what was learned from corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from habitus.cli import show
from habitus.types import Change

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Rule


@click.group()
def rules() -> None:
    """List, show and switch what was learned from corrections."""


@rules.command("list")
@click.option("--all", "all_", is_flag=True, help="Also those that are switched off.")
@show.limit
@show.as_json
def list_(all_: bool, limit: int, json_: bool) -> None:
    """List the rules in force, newest first."""
    with show.opened() as layer:
        layer.store.count_applied()
        found = sorted(layer.store.rules(active=not all_), key=lambda rule: rule.created_at, reverse=True)[:limit]
    if json_:
        show.out(found)
        return
    show.listing(
        found,
        {
            "id": lambda rule: rule.id[:8],
            "type": lambda rule: rule.rule_type,
            "rule": lambda rule: rule.text,
            "scope": lambda rule: ":".join(filter(None, (rule.scope.level, rule.scope.name))),
            "sure": lambda rule: f"{rule.confidence:.2f}",
            "used": lambda rule: str(rule.times_applied),
            "state": lambda rule: rule.state,
        },
        empty="No rules yet: run `habitus learn PATH` on past sessions, or correct your agent once.",
    )


@rules.command("show")
@click.argument("id")
@show.as_json
def show_(id: str, json_: bool) -> None:
    """Show one rule: its text, where it came from, how often it was used."""
    with show.opened() as layer:
        layer.store.count_applied()
        rule = one(layer, id)
    if json_:
        show.out(rule)
        return
    click.echo(f"{rule.text}\n")
    click.echo(f"id          {rule.id}\ntype        {rule.rule_type}\nstate       {rule.state}")
    click.echo(f"scope       {':'.join(filter(None, (rule.scope.level, rule.scope.name)))}")
    click.echo(f"confidence  {rule.confidence:.2f}, said {rule.evidence_for}×")
    click.echo(f"used        {rule.times_applied}×, last {show.when(rule.last_used)}")
    click.echo(f"from        {rule.origin.speaker} in {rule.origin.session or 'no session'}, {show.when(rule.created_at)}")
    if rule.source:
        click.echo(f"\nasked       {rule.source.request}\ndone        {rule.source.answer}\ncorrected   {rule.source.correction}")


@rules.command()
@click.argument("id")
def on(id: str) -> None:
    """Switch a rule on."""
    switch(id, on=True)


@rules.command()
@click.argument("id")
def off(id: str) -> None:
    """Switch a rule off; `habitus undo` or `habitus rules on` brings it back."""
    switch(id, on=False)


def switch(id: str, *, on: bool) -> None:
    word = "on" if on else "off"
    with show.opened() as layer:
        rule = one(layer, id)
        if (rule.state == "active") == on:
            click.echo(f"It is {word} already: {rule.text}")
            return
        after = replace(rule, state="active" if on else "retired")
        change = Change(verb=f"switched {word}", table="behavioral_rules", item=rule.id, after=after, actor="operator")
        entry = layer.store.apply([change], layer.clock())[0]
    click.echo(f"Switched {word}: {rule.text}\nTake it back with: habitus undo {entry}")


def one(layer: Layer, id: str) -> Rule:
    """A rule by its id or the beginning of it."""
    found = [rule for rule in layer.store.rules(active=False) if rule.id.startswith(id)]
    if len(found) == 1:
        return found[0]
    problem = (
        f"{len(found)} rules begin with {id!r}: give more of the id"
        if found
        else f"no rule begins with {id!r}: see `habitus rules list --all`"
    )
    raise click.UsageError(problem)
