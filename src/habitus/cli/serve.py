"""`habitus serve`: the HTTP API, the WebSocket, the dashboard, hooks, and the learner."""

from __future__ import annotations

import signal

import click

from habitus.cli import show
from habitus.config.account import operator
from habitus.errors import ConfigError


@click.command()
@click.option("--host", help="Address to listen on (default: `server.host`, 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one (default: `server.port`, 8787).")
@click.option("--url", help="What browsers call this server, such as https://habitus.example (default: `server.url`, its address).")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name that others reach this server by, beside `server.allowed_hosts`; may be repeated.",
)
@click.option("--json-logs", is_flag=True, help="Log as JSON, one object per line, with session and rule ids.")
def serve(host: str | None, port: int | None, url: str | None, hosts: tuple[str, ...], json_logs: bool) -> None:
    """Serve the API and the dashboard, answer hooks, and run the learner every two minutes. Ctrl-C stops it, and so does SIGTERM.

    On loopback unless you say otherwise; other addresses need --url or --allow-host, and TLS in front of them.
    """
    from habitus import assemble

    try:
        from habitus.server import logs, policy, run
    except ImportError as error:
        raise ConfigError("the server's parts are not installed: pip install 'habitus[server]'") from error
    if json_logs:
        logs.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # systemd's way to say Ctrl-C
    with show.opened() as layer:
        chosen = layer.settings.server
        run.serve(
            layer, assemble.token(), host=host or chosen.host, port=chosen.port if port is None else port, say=click.echo,
            hosts=(*chosen.allowed_hosts, *hosts), origins=chosen.allowed_origins, url=chosen.url if url is None else url, who=operator(),
            policy=policy.Policy(layer, click.get_current_context().find_root().obj),
        )  # fmt: skip
