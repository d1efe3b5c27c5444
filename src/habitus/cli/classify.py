"""`habitus classify`: ask the classifier of turns, by hand."""

from __future__ import annotations

import click

from habitus.cli import show
from habitus.errors import ConfigError


@click.command()
@click.argument("message")
@click.option("--session", default="by-hand", show_default=True, help="The session it is said in.")
@show.as_json
def classify(message: str, session: str, json_: bool) -> None:
    """Ask the classifier how an agent should go about MESSAGE. It must be configured: `security.behavior.classify_turns`."""
    with show.opened() as layer:
        if layer.turns is None:
            raise ConfigError("no classifier is configured: set `security.behavior.classify_turns: true` and a model")
        said = layer.classify(session, message, manual=True)
    if json_:
        show.out({"directive": said})
    else:
        click.echo(said or "It has nothing to say about this.")
