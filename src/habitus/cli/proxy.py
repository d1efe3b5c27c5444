"""`habitus proxy`: a provider's API on loopback, with Habitus in between."""

from __future__ import annotations

import signal

import click

from habitus.cli import show
from habitus.errors import ConfigError


@click.command()
@click.option("--upstream", required=True, help="The provider's address, such as https://api.openai.com or https://api.anthropic.com.")
@click.option("--port", type=click.IntRange(0, 65535), default=8788, show_default=True, help="Port to listen on; 0 takes a free one.")
def proxy(upstream: str, port: int) -> None:
    """Stand between an agent and its provider: calls are judged before the agent sees them, guidance goes with what it asks.

    Ctrl-C stops it, and so does SIGTERM.
    """
    from habitus import assemble

    try:
        from habitus.server import proxy as served
        from habitus.server.proxy import run
    except ImportError as error:
        raise ConfigError("the server's parts are not installed: pip install 'habitus[server]'") from error
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # systemd's way to say Ctrl-C
    with show.opened() as layer:
        token = served.token_of(assemble.token())
        app = served.create(layer, upstream, token=token)

        def say(address: str) -> None:
            click.echo(
                f"Habitus stands in front of {upstream.rstrip('/')}\n"
                f"  OpenAI:    export OPENAI_BASE_URL={address}/{token}/v1\n"
                f"  Anthropic: export ANTHROPIC_BASE_URL={address}/{token}\n"
                "Ctrl-C stops it."
            )

        run.serve(app, port=port, say=say)
        click.echo("Stopped.")
