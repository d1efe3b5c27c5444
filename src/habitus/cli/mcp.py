"""`habitus mcp`: an MCP server on standard input and output, or a gateway in front of another one."""

from __future__ import annotations

import os
import sys

import click

from habitus.cli import show
from habitus.errors import ConfigError

SECONDS = 600.0
"""A tool that has said nothing for ten minutes, not even how far it is, has hung; hosts give up sooner or never."""


@click.command()
@click.option("--gateway", is_flag=True, help="Put the gates in front of another MCP server: an address, or a command after --.")
@click.option("--name", default="", help="With --gateway: rules know its tools as mcp__NAME__tool; left out: by their own names.")
@click.option("--header", "headers", multiple=True, metavar="'NAME: VALUE'", help="With an address: sent along; ${VARIABLE} is filled in.")
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=SECONDS, show_default=True,
    help="With --gateway: seconds without a word after which a call is over; 0 waits as long as the client does.",
)  # fmt: skip
@click.argument("server", nargs=-1, metavar="[URL | -- COMMAND...]")
def mcp(gateway: bool, name: str, headers: tuple[str, ...], timeout: float, server: tuple[str, ...]) -> None:
    """Serve rules, lessons, skills and the inbox over MCP on standard input and output.

    With --gateway each call of another server's tools is judged before it runs: `habitus mcp --gateway -- npx some-server`.
    """
    if gateway != bool(server):
        raise click.UsageError("Name the server: --gateway URL, or --gateway -- COMMAND..." if gateway else "A server needs --gateway.")
    try:
        sys.exit(_gateway(name, headers, timeout, server) if gateway else _serve())
    except ImportError as error:
        raise ConfigError("the parts for MCP are not installed: pip install 'habitus[mcp]'") from error


def _serve() -> int:
    from habitus.server.mcp import offer

    with show.opened() as layer:
        offer.run(layer)
    return 0


def _gateway(name: str, headers: tuple[str, ...], timeout: float, server: tuple[str, ...]) -> int:
    from habitus import assemble
    from habitus.server.mcp import gateway

    is_address = len(server) == 1 and server[0].startswith(("http://", "https://"))
    with show.opened() as layer:
        has_left = gateway.run(
            layer, server[0] if is_address else server, name=name, headers=dict(map(_header, headers)), seconds=timeout,
            standby=lambda: assemble.trial(layer.settings, profile=None, clock=layer.clock),
        )  # fmt: skip
    return 0 if has_left else 1


def _header(given: str) -> tuple[str, str]:
    name, colon, value = os.path.expandvars(given).partition(":")
    if not colon or not name.strip() or not given.isprintable():
        raise click.UsageError(f"--header {given[:20]!r}: write it as 'Name: value'.")
    return name.strip(), value.strip()
