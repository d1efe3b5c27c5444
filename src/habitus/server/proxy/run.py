"""Bind, serve until Ctrl-C, leave nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.server import listening

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

    listener = listening.bound("127.0.0.1", port)
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
        listening.serve(config, listener, lambda: say(f"http://127.0.0.1:{listener.getsockname()[1]}"))
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
