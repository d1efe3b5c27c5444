"""`habitus worker`: the jobs, in a process of their own."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from habitus.cli import show
from habitus.config.account import account
from habitus.errors import StoreError

if TYPE_CHECKING:
    from habitus.worker import JobState

PATIENCE = 600.0
"""Seconds that `run` waits for a job that another process has taken."""


@click.group(invoke_without_command=True)
@click.option("--json-logs", is_flag=True, help="Log as JSON, one object per line.")
@click.pass_context
def worker(ctx: click.Context, json_logs: bool) -> None:
    """Run the jobs until Ctrl-C: learner, analysis, session ends, evolution, upkeep, notifications. As many of these processes as you like
    may share a store; each job runs in one of them at a time. `habitus serve` runs them too."""
    if json_logs:
        from habitus.server import logs

        logs.start()
    if ctx.invoked_subcommand is None:
        _until_told()


@worker.command()
@show.as_json
def jobs(json_: bool) -> None:
    """Every job: when it ran last, what came of it, when it is due."""
    from habitus import worker as work

    with show.opened() as layer, work.known(layer) as found:
        states = found.state()
    if json_:
        show.out(states)
        return
    columns = {
        "job": _name,
        "last run": lambda one: show.when(one.last),
        "outcome": _last,
        "now": _now,
        "next": lambda one: show.when(one.next),
    }
    show.listing(states, columns, empty="There are no jobs.")


@worker.command()
@click.argument("name")
def run(name: str) -> None:
    """Run one job now, here or wherever a worker takes it first, and say what came of it. Exit code 1: it failed."""
    from habitus import worker as work

    with show.opened() as layer, work.running(layer, ticks=False) as found:
        id = found.run(name, who=account())
        deadline = time.monotonic() + PATIENCE
        while (said := found.outcome(id)) is None:
            if time.monotonic() > deadline:
                raise StoreError(f"{name} has not ended within {PATIENCE:g} s: `habitus worker jobs` says where it runs")
            time.sleep(0.05)
    click.echo(_last(said))
    click.get_current_context().exit(0 if said.outcome == "done" else 1)


def _until_told() -> None:
    import signal

    from habitus import worker as work
    from habitus.server import ending

    told = ending.told_by(signal.SIGTERM)
    with show.opened() as layer, work.running(layer) as found:
        click.echo(f"Runs the jobs of {layer.store.where} as {found.me}. Ctrl-C stops it.")
        with suppress(KeyboardInterrupt):
            ending.wait(told)
    click.echo("Stopped.")


def _name(one: JobState) -> str:
    return one.name


def _now(one: JobState) -> str:
    return one.trouble or (
        f"running at {one.running}" if one.running else "waits for a worker" if one.waiting else f"every {one.every:g} s"
    )


def _last(one: JobState) -> str:
    by = f", asked for by {one.who}" if one.who else ""
    return f"{one.outcome or 'has not run yet'}{by}" + (f": {one.did}" if one.did else "")
