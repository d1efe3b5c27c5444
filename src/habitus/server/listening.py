"""Where a server listens, and what it is called there. The hooks' daemon listens so too: nothing is loaded before it is needed."""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from typing import TYPE_CHECKING

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    import uvicorn

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s/?#@\\:\[\]]+)(?::[0-9]*)?")
"""A name or an address, and a port: what else an address on the web may have in it has no business in a `Host`."""
REMEDY = "stop what uses it, or choose another with --port"


def bound(host: str, port: int, *, remedy: str = REMEDY) -> socket.socket:
    """A socket at this address, on which nobody listens yet. `remedy`: what to do where there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: asyncio switches off Nagle's algorithm only then, and with it on, chunks wait for each other.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ConfigError(f"port {port} on {host} cannot be used ({error.strerror}): {remedy}") from error
    return listener


def serve(config: uvicorn.Config, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Until Ctrl-C, which is passed on when everything has ended in order. `ready` is called when it answers, and when Ctrl-C is already
    uvicorn's to handle."""
    import uvicorn

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    Announced(config).run(sockets=[listener])


@lru_cache(maxsize=64)  # a client calls us the same at every request
def hostname(header: str) -> str:
    """What a client calls us, by its `Host`; empty where that is no name."""
    found = HOST.fullmatch(header)
    return found[1].strip("[]").lower() if found else ""
