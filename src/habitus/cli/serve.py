"""`habitus serve`: the HTTP API, a page, and the learner, on loopback."""

from __future__ import annotations

import click

from habitus.cli import show
from habitus.errors import ConfigError


@click.command()
@click.option("--host", help="Address to listen on (default: `server.host`, 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one (default: `server.port`, 8787).")
def serve(host: str | None, port: int | None) -> None:
    """Serve the API and the page on loopback, and run the learner every two minutes. Ctrl-C stops it."""
    from habitus import assemble

    try:
        from habitus.server import run
    except ImportError as error:
        raise ConfigError("the server's parts are not installed: pip install 'habitus[server]'") from error
    with show.opened() as layer:
        chosen = layer.settings.server
        run.serve(layer, assemble.token(), host=host or chosen.host, port=chosen.port if port is None else port, say=click.echo)
