"""`habitus install`: put it in front of an agent that people already use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

import click

from habitus.errors import ConfigError
from habitus.hosts.hooks.capabilities import HOSTS

if TYPE_CHECKING:
    from habitus.hosts.hooks.install import Change, Way

Scope = Literal["user", "project"]

scope = click.option(
    "--scope", type=click.Choice(["user", "project"]), default="user", show_default=True, help="All your projects, or the one you stand in."
)
dry_run = click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
host = click.argument("host", type=click.Choice(list(HOSTS)))


@click.command()
@host
@scope
@click.option(
    "--transport", type=click.Choice(["http", "command"]), help="How hooks reach us (default: http where the host can, or command)."
)
@click.option(
    "--on-failure", type=click.Choice(["continue", "block"]), default="continue", show_default=True,
    help="What becomes of a tool call whose hook fails.",
)  # fmt: skip
@dry_run
def install(host: str, scope: Scope, transport: str | None, on_failure: str, dry_run: bool) -> None:
    """Put habitus in front of HOST: its hooks go into the host's own settings file, and nothing else there changes."""
    from habitus.hosts.hooks import install as hooks

    chosen = HOSTS[host]
    can_call = "http" in chosen.transport
    if transport == "http" and not can_call:
        raise ConfigError(f"{chosen.title} calls no address: leave out --transport")
    way = prepared(scope, is_closed=on_failure == "block", calls=can_call and transport != "command", dry=dry_run)
    change = hooks.install(host, way, dry=dry_run)
    if dry_run:
        shown(change, f"{chosen.title} is installed already: {change.file} stays as it is.")
        return
    if way.url:
        _ready(way.home)
    click.echo(f"{chosen.title} is installed already: {change.file}" if change.is_none else f"Installed in {change.file}")
    if chosen.trust:
        click.echo(f"Before it works: {chosen.trust}.")
    click.echo(
        f"Take it out again with: habitus uninstall {host}{' --scope project' if scope == 'project' else ''}\nProve it with: habitus doctor"
    )


def prepared(scope: Scope, *, is_closed: bool = False, calls: bool = False, dry: bool = False) -> Way:
    """How a host is to reach us."""
    from habitus import config
    from habitus.hosts.hooks.install import here

    way = here(config.home(), scope)._replace(is_closed=is_closed)
    if not calls:
        return way
    from habitus.server import warm

    if dry and not (warm.known_port(way.home) and os.path.exists(f"{way.home}/{warm.TOKEN}")):  # noqa: PTH110
        return way._replace(url="http://127.0.0.1:PORT", token="TOKEN")  # noqa: S106 - chosen when it is meant
    return way._replace(url=f"http://127.0.0.1:{warm.port(way.home)}", token=warm.token(way.home))


def _ready(home: str) -> None:
    """A daemon that started before there was a port does not listen on it."""
    from habitus.server import warm

    found = warm.running(home)
    if found and found.get("by") == "daemon":
        warm.stopped(home)
        warm.started(home)
    elif found:
        click.echo("If `habitus serve` was started before this port was chosen, start it again: it listens there from then on.")


def left_alone() -> None:
    """Where no host is left, nobody needs the daemon."""
    from habitus.hosts.hooks.install import installed
    from habitus.server import warm

    home = prepared("user").home
    found = warm.running(home)
    if found and found.get("by") == "daemon" and not installed(home):
        warm.stopped(home)


def shown(change: Change, unchanged: str) -> None:
    click.echo(unchanged if change.is_none else change.diff(), nl=change.is_none)
