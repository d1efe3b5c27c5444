"""MCP on the wire: the server over stdio and streamable HTTP, and the gateway in front of another server.

    offer.py     what `habitus.hosts.mcp` declares, as a server of the `mcp` package
    http.py      that server as a route of ours
    gateway.py   client | gate | server, message by message
    behind.py    the server behind the gateway: a program, or an address
    pipes.py     our own standard input and output, kept for the protocol alone

What asks the layer runs in threads. Standard output carries the protocol and nothing else.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from habitus.layer import Layer

PACKAGES = ("mcp", "mcp_types")


def routes(layer: Layer) -> list[Route]:
    """`/mcp` for the server's application, where its packages are installed; who may ask is decided at its door."""
    return [Route("/mcp", Endpoint(layer))] if all(map(find_spec, PACKAGES)) else []


class Endpoint:
    """What speaks the protocol takes a second to load: so that is done when somebody first asks, and aside."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._speaks: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._speaks is None:
            speaker = await run_in_threadpool(_loaded)
            self._speaks = self._speaks or speaker(self._layer)
        await self._speaks(scope, receive, send)


def _loaded() -> Any:
    from habitus.server.mcp.http import Speaker

    return Speaker
