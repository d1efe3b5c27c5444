"""`habitus keys`: who may come in to `habitus serve`, and as what."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from habitus.cli import show
from habitus.config.account import operator

ROLES = ("agent", "viewer", "operator", "admin")
EMPTY = "No keys yet: the server's own token opens everything. Make one for somebody else: habitus keys add NAME --role viewer"


@click.group()
def keys() -> None:
    """API keys for `habitus serve`: an agent tells what happens and asks what follows, a viewer reads, an operator changes lessons and
    answers, an admin changes agents and keys."""


@keys.command()
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default="viewer", show_default=True, help="What it may do.")
@show.as_json
def add(name: str, role: Any, json_: bool) -> None:
    """Make a key for NAME: every write done with it names them. It is shown once, and kept as a hash."""
    from habitus.server.passes import new_key

    if len(name) > 100:
        raise click.UsageError("a name has 100 characters at most: a person, or the program that will use the key")
    with show.opened() as layer:
        id, key = new_key(layer, name, role, who=operator())
        listed = layer.store.doors().keys()
        name = next(row["name"] for row in listed if row["id"] == id)
    if json_:
        show.out({"id": id, "name": name, "role": role, "key": key})
        return
    click.echo(key)
    click.echo(f"For {show.safe(name)}, as {role}. It is not shown again; take it back with: habitus keys revoke {id}", err=True)


@keys.command("list")
@show.as_json
def list_(json_: bool) -> None:
    """List the keys, revoked ones too."""
    with show.opened() as layer:
        found = layer.store.doors().keys()
    if json_:
        show.out(found)
        return
    columns: dict[str, Any] = {
        "id": lambda row: row["id"],
        "name": lambda row: row["name"],
        "role": lambda row: row["role"],
        "made": lambda row: show.when(datetime.fromisoformat(row["created_at"])),
        "revoked": lambda row: show.when(datetime.fromisoformat(row["revoked_at"])) if row["revoked_at"] else "",
    }
    show.listing(found, columns, empty=EMPTY)


@keys.command()
@click.argument("id")
def revoke(id: str) -> None:
    """Revoke a key. Whoever comes with it is turned away within a second."""
    from habitus.types import Note

    with show.opened() as layer, layer.store.batch():
        if not layer.store.doors().key_revoke(id, layer.clock()):
            raise click.UsageError(f"there is no key {id!r} that could be revoked: habitus keys list")
        layer.store.note(Note(verb="key revoked", item=id, content={}, actor=operator()), layer.clock())
    click.echo(f"Revoked {id}. Make another with: habitus keys add NAME")


@keys.command()
@click.option("--address", help="Where the server is (default: where it runs; if it does not, as `server.host` and `server.port` say).")
def link(address: str | None) -> None:
    """Print a link that opens the dashboard once, within a quarter of an hour."""
    from habitus import assemble
    from habitus.server import whereabouts
    from habitus.server.passes import Passes, new_link

    with show.opened() as layer:
        asked = layer.settings.server
        where = (address or whereabouts.known(layer.home) or f"http://{asked.host}:{asked.port}").rstrip("/")
        passes = Passes(assemble.token(), layer.store.doors(), layer.clock, asked)
        click.echo(f"{where}{new_link(layer, passes, passes.owner, who=operator())}")
