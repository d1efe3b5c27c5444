"""`habitus uninstall`: take it out again."""

from __future__ import annotations

import click

from habitus.cli.install import Scope, dry_run, host, left_alone, prepared, scope, shown
from habitus.hosts.hooks.capabilities import HOSTS


@click.command()
@host
@scope
@dry_run
def uninstall(host: str, scope: Scope, dry_run: bool) -> None:
    """Take habitus out of HOST: its settings file is left as it was, to the byte where nobody else touched it. What was learned stays."""
    from habitus.hosts.hooks import install as hooks

    change = hooks.uninstall(host, prepared(scope), dry=dry_run)
    title = HOSTS[host].title
    nothing = f"{title} has no hooks of ours in {change.file}"
    if dry_run:
        shown(change, nothing)
        return
    left_alone()
    if change.is_none:
        click.echo(nothing)
    else:
        click.echo(f"{change.file} is gone again." if change.after is None else f"{change.file} is as it was.")
