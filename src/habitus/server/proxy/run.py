"""Bind, serve until Ctrl-C, leave nothing behind."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

GRACE_SECONDS = 3
"""For answers under way when the proxy is stopped."""


KEPT_SECONDS = 300
"""A connection at rest. An agent thinks, runs its tests and comes back; a server that hangs up meanwhile loses its next request."""


def serve(app: ASGIApp, *, port: int, say: Callable[[str], None]) -> None:
    """On loopback and nowhere else. `say` is given the address once it answers there."""
    import uvicorn

    from habitus.server.proxy.straight import Straight

    listener = bound(port)

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(f"http://127.0.0.1:{listener.getsockname()[1]}")

    # An answer that its provider breaks off is broken off for the client too: uvicorn would call that an error of ours.
    config = uvicorn.Config(
        app,
        http=Straight,
        proxy_headers=False,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        Announced(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down in order and passes the signal on
    finally:
        listener.close()


def bound(port: int) -> socket.socket:
    # With its protocol named: asyncio switches off Nagle's algorithm only then, and with it on, chunks wait for each other.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"port {port} on 127.0.0.1 cannot be used ({error.strerror}): stop what uses it, or choose another with --port"
        ) from error
    return listener
