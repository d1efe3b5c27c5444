"""`habitus daemon`: the process that answers hooks."""

from __future__ import annotations

import os

import click

from habitus.cli import show


@click.group()
def daemon() -> None:
    """The process that answers hooks. Hooks start it by themselves; `habitus serve` answers them too."""


@daemon.command()
@click.option("--idle", type=click.FloatRange(min=0), default=0.0, help="Stop after so many seconds without a hook; 0: never.")
def start(idle: float) -> None:
    """Start it, unless it runs."""
    from habitus.server import warm

    found = warm.started(_home(), idle=idle)
    click.echo(f"Answers hooks: process {found['pid']}.")


@daemon.command()
def stop() -> None:
    """Stop it. The next hook starts another. Exit code 1: it does not answer, and must be ended by hand."""
    from habitus.server import warm

    home = _home()
    _, stuck = warm.looked(home)
    if stuck:
        click.echo(f"Not stopped: {stuck}.")
        click.get_current_context().exit(1)
    click.echo("Stopped." if warm.stopped(home) else "It was not running.")


@daemon.command()
@show.as_json
def status(json_: bool) -> None:
    """Say whether it runs. Exit code 1: it does not, or does not answer."""
    from habitus.server import warm

    home = _home()
    found, stuck = warm.looked(home)
    if json_:
        show.out({"running": found is not None, "home": home, "port": warm.known_port(home), "stuck": stuck, **(found or {})})
    elif found:
        where = f"{home}/{warm.SOCKET}" + (f" and 127.0.0.1:{port}" if (port := warm.known_port(home)) else "")
        click.echo(f"Answers hooks: process {found['pid']} ({found['by']}, habitus {found['version']}), on {where}.")
    elif stuck:
        click.echo(f"Nobody answers hooks: {stuck}.")
    else:
        click.echo("It does not run. The next hook starts it, or: habitus daemon start")
    click.get_current_context().exit(0 if found else 1)


def _home() -> str:
    from habitus import config

    return os.path.abspath(config.home())  # noqa: PTH100
