"""`habitus rules add, edit, on, off, delete`: what a person does with a rule. Each says how to take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click

from habitus.cli import show
from habitus.cli.rules import rules
from habitus.config.account import operator

if TYPE_CHECKING:
    from habitus.types import RuleType

    Level: TypeAlias = Literal["project", "agent", "user"]

TYPES = ("preference", "wrong_skill", "hallucination", "missing_context", "refusal")


@rules.command()
@click.argument("text")
@click.option(
    "--type", "rule_type", type=click.Choice(TYPES), default="preference", show_default=True, help="What kind of mistake it prevents."
)
@click.option("--project", type=click.Path(file_okay=False), help="Only in this folder.")
@click.option("--agent", help="Only for this agent.")
@click.option("--user", help="Only for this person: the name of their account, or of the key by which their sessions come in.")
@show.as_json
def add(text: str, rule_type: RuleType, project: str | None, agent: str | None, user: str | None, json_: bool) -> None:
    """Add a rule in your own words: `habitus rules add "Use pnpm instead of npm." --project .`"""
    from pathlib import Path

    from habitus.detect.corrections import language
    from habitus.types import Scope

    given: tuple[tuple[Level, str | None], ...] = (("project", project), ("agent", agent), ("user", user))
    named = {level: name for level, name in given if name is not None}
    if not all(named.values()):
        raise click.UsageError("--project, --agent and --user need a name: an empty one would make the rule hold everywhere")
    if len(named) > 1:
        raise click.UsageError("a rule holds for a project, an agent or a user: give one of --project, --agent and --user")
    scope = Scope()
    for level, name in named.items():
        scope = Scope(level=level, name=str(Path(name).resolve()) if level == "project" else name)
    with show.opened() as layer:
        kept = layer.rulebook.add(text, rule_type=rule_type, scope=scope, who=operator(), lang=language(text))
    if json_:
        show.out({"outcome": kept.outcome, "rule": kept.rule, "conflicts": kept.conflicts, "superseded": kept.superseded})
        return
    click.echo(
        f"{'Heard again' if kept.outcome == 'reinforced' else 'In force'}: {kept.rule.text}  ({kept.rule.id[:8]}, {kept.rule.scope})"
    )
    for other in kept.superseded:
        click.echo(f"It takes the place of: {other}")
    for other in kept.conflicts:
        click.echo(f"It contradicts: {other}\nBoth stand until you decide: habitus inbox")
    if kept.rule.check is not None and kept.outcome == "learned":
        click.echo(f"Calls are checked against it in shadow; see what it would have said: habitus rules backtest {kept.rule.id[:8]}")
    _undo(kept.entry)


@rules.command()
@click.argument("id")
@click.argument("text")
def edit(id: str, text: str) -> None:
    """Put a rule in other words."""
    with show.opened() as layer:
        before = layer.rulebook.one(id)
        after, entry = layer.rulebook.edit(id, text, who=operator())
    click.echo(f"It says that already: {after.text}" if entry is None else f"- {before.text}\n+ {after.text}")
    _undo(entry)


@rules.command()
@click.argument("id")
def on(id: str) -> None:
    """Switch a rule on."""
    _switch(id, on=True)


@rules.command()
@click.argument("id")
def off(id: str) -> None:
    """Switch a rule off; `habitus undo` or `habitus rules on` brings it back."""
    _switch(id, on=False)


def _switch(id: str, *, on: bool) -> None:
    word = "on" if on else "off"
    with show.opened() as layer:
        rule, entry = layer.rulebook.switch(id, on=on, who=operator())
    click.echo(f"It is {word} already: {rule.text}" if entry is None else f"Switched {word}: {rule.text}")
    _undo(entry)


@rules.command()
@click.argument("id")
def delete(id: str) -> None:
    """Delete a rule. The ledger keeps it, so `habitus undo` brings it back."""
    with show.opened() as layer:
        rule, entry = layer.rulebook.delete(id, who=operator())
    click.echo(f"Deleted: {rule.text}")
    _undo(entry)


@rules.command()
@show.limit
@show.as_json
def conflicts(limit: int, json_: bool) -> None:
    """List the rules that contradict each other and wait for you to decide."""
    with show.opened() as layer:
        found = show.within(layer.store.lessons().proposals(kind="conflict", limit=limit + 1), limit)
    if json_:
        show.out(found)
        return
    columns: dict[str, Any] = {
        "id": lambda one: one.id,
        "newer": lambda one: one.body["new_text"],
        "older": lambda one: one.body["old_text"],
        "why": lambda one: one.reason,
    }
    show.listing(found, columns, empty="No two rules contradict each other, as far as we can tell.")
    if found:
        click.echo("Decide: habitus inbox approve ID (the newer holds), keep-old ID, reject ID (both stay)", err=True)


def _undo(entry: int | None) -> None:
    if entry is not None:
        click.echo(f"Take it back with: habitus undo {entry}")
