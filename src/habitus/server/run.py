"""Bind, say where, serve until Ctrl-C, leave nothing behind."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from habitus.errors import ConfigError
from habitus.server.app import LOOPBACK, create

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer import Layer


def serve(layer: Layer, token: str, *, host: str, port: int, say: Callable[[str], None]) -> None:
    import uvicorn

    listener = _bound(host, port)
    address = f"http://{'[::1]' if host == '::1' else host}:{listener.getsockname()[1]}"

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """Say where only when it answers there, and when Ctrl-C is already uvicorn's to handle."""
            await super().startup(sockets)
            say(f"Habitus serves on {address}\nOpen {address}/?token={token}\nCtrl-C stops it.")

    config = uvicorn.Config(create(layer, token), log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3)
    try:
        Announced(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down in order and passes the signal on
    finally:
        listener.close()
        say("Stopped.")


def _bound(host: str, port: int) -> socket.socket:
    if host not in LOOPBACK:
        raise ConfigError(f"`server.host` must be a loopback address, got {host!r}: to reach it from elsewhere use an SSH tunnel")
    family = socket.AF_INET6 if host == "::1" else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"port {port} on {host} cannot be used ({error.strerror}): stop what uses it, or choose another with --port"
        ) from error
    return listener
