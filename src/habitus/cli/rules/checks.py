"""`habitus rules backtest, promote, demote`: from words to a check, with the evidence first."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.cli.rules import rules
from habitus.config.account import operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from habitus.layer.rulebook import Firing

SHOWN = 20


@rules.command()
@click.argument("id")
@click.option("--since", type=show.Since(), help="Only sessions since then: a time, or 30m, 2h, 7d.")
@show.limit
@show.as_json
def backtest(id: str, since: datetime | None, limit: int, json_: bool) -> None:
    """Play recorded sessions again and show every call that the check of a rule would have spoken of."""
    with show.opened() as layer:
        rule = layer.rulebook.one(id)
        whole = len(layer.store.past().recent(100_000, since=since))
        with _progress(quiet=json_) as progress:
            fired = list(layer.rulebook.backtest(rule, since=since, progress=progress))
    sessions = len({firing.session for firing in fired})
    if json_:
        calls = [
            {"session": f.session, "at": f.call.at, "id": f.call.id, "tool": f.call.tool, "args": dict(f.call.args)} for f in fired[:limit]
        ]
        show.out({"rule": rule.id, "text": rule.text, "fired": len(fired), "sessions": sessions, "of_sessions": whole, "calls": calls})
        return
    click.echo(f"{rule.text}\nWould have fired {show.many(len(fired), 'time')}, in {sessions} of {whole} recorded sessions.")
    if not fired:
        return
    show.listing(
        fired[:limit],
        {"when": lambda f: show.when(f.call.at), "session": lambda f: f.session, "tool": lambda f: f.call.tool, "call": _call},
        empty="",
    )
    if len(fired) > limit:
        click.echo(f"… and {len(fired) - limit} more (--limit {len(fired)} shows all)")
    click.echo(f"If these are right: habitus rules promote {rule.id[:8]}")


@rules.command()
@click.argument("id")
@click.option("--to", type=click.Choice(["remind", "warn", "block"]), help="The stage (default: the next one).")
@click.option("--anyway", is_flag=True, help="Even though it has never fired on what was recorded.")
@click.option("--yes", is_flag=True, help="Do not ask before blocking.")
def promote(id: str, to: Any, anyway: bool, yes: bool) -> None:
    """Let the check of a rule speak louder: shadow, remind, warn, block.

    It must have fired on recorded sessions, so that you have seen what it does; only you can let it block.
    """
    from habitus.learn import ladder

    with show.opened() as layer:
        rule = layer.rulebook.one(id)
        stage = to or ladder.promoted(rule.stage)
        if stage is None or ladder.STAGES.index(stage) <= ladder.STAGES.index(rule.stage):
            click.echo(f"It is at {rule.stage} already: {rule.text}")
            return
        with _progress(quiet=False) as progress:
            fired = list(layer.rulebook.backtest(rule, progress=progress)) if rule.check is not None else []
        if rule.check is not None and not fired and not anyway:
            raise click.UsageError(
                f"the check of “{rule.text}” has not fired on anything recorded, so nobody has seen what it does: "
                "read past sessions with `habitus learn`, or say --anyway"
            )
        if stage == "block" and rule.check is not None:
            _sure(rule.text, fired, yes)
        after, entry = layer.rulebook.move(id, stage, who=operator())
    click.echo(f"{rule.stage} → {after.stage}: {after.text}\nTake it back with: habitus undo {entry}")


@rules.command()
@click.argument("id")
@click.option("--to", type=click.Choice(["shadow", "remind", "warn"]), help="The stage (default: the one below).")
def demote(id: str, to: Any) -> None:
    """Let the check of a rule speak less loudly."""
    from habitus.learn import ladder

    with show.opened() as layer:
        rule = layer.rulebook.one(id)
        stage = to or ladder.demoted(rule.stage)
        if stage is None or stage == rule.stage:
            click.echo(f"It is at {rule.stage} already: {rule.text}")
            return
        after, entry = layer.rulebook.move(id, stage, who=operator())
    click.echo(f"{rule.stage} → {after.stage}: {after.text}\nTake it back with: habitus undo {entry}")


def _sure(text: str, fired: list[Firing], yes: bool) -> None:
    click.echo(f"{text}\nWould have blocked {show.many(len(fired), 'recorded call')}{'; the latest:' if fired else '.'}")
    for firing in fired[-3:]:
        click.echo(show.safe(f"  {firing.call.tool}  {_call(firing)}"))
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("a check blocks only when a person says so: answer at a terminal, or say --yes")
        click.confirm("Block such calls from now on?", abort=True)


def _call(firing: Firing) -> str:
    args = firing.call.args
    text = str(args.get("command") or args.get("file_path") or args.get("path") or dict(args))
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:117] + "…"


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing sessions again", total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)
