"""MCP on the wire: the server over stdio and streamable HTTP, and the gateway in front of another server.

    offer.py     what `habitus.hosts.mcp` declares, as a server of the `mcp` package
    http.py      that server as a route of ours
    gateway.py   client | gate | server, message by message
    behind.py    the server behind the gateway: a program, or an address
    pipes.py     our own standard input and output, kept for the protocol alone

What asks the layer runs in threads. Standard output carries the protocol and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.routing import Route

    from habitus.layer import Layer


def routes(layer: Layer) -> list[Route]:
    """`/mcp` for the server's application; who may ask is decided at its door."""
    from habitus.server.mcp import http

    return http.routes(layer)
