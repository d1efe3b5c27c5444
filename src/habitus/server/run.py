"""Bind, say where, serve until Ctrl-C, leave nothing behind."""

from __future__ import annotations

import logging
from dataclasses import replace
from ipaddress import ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from habitus.errors import ConfigError, StoreError
from habitus.server import collecting, daemon, listening, whereabouts
from habitus.server.app import Application, create
from habitus.server.listening import LOOPBACK
from habitus.server.live import LONGEST
from habitus.server.passes import new_link

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Collection, Sequence

    import uvicorn

    from habitus.layer import Layer
    from habitus.server.policy import Policy

BACKLOG = 1024
GRACE = 3
"""Seconds that a request may take to its end after Ctrl-C."""


def serve(
    layer: Layer,
    token: str,
    *,
    host: str,
    port: int,
    say: Callable[[str], None],
    hosts: Collection[str] = (),
    origins: Collection[str] = (),
    who: str,
    url: str = "",
    policy: Policy | None = None,
) -> None:
    """`who`: starts it, and is given the link. `url`: what browsers call it, where that is not the address that it listens on."""
    listener, address, hosts = placed(host, port, hosts, url)
    server = replace(layer.settings.server, url=url)
    app = create(layer, token, hosts=hosts, origins=origins, server=server, jobs=True, policy=policy)

    def ready() -> None:
        collecting.steady()
        say(f"Habitus serves on {address}\n{invitation(app, address, who)}")
        if app.proxy_token:
            say(f"Agents find their provider at {address}/proxy/{app.proxy_token}")
        if hooks is None:
            say("Another server answers the hooks of this home, and goes on: `habitus daemon status` says which.")
        say("Ctrl-C stops it.")

    try:
        with daemon.beside(layer, layer.home, app.figures) as hooks, whereabouts.told(layer.home, address):
            listening.serve(config(app), listener, ready)
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
        say("Stopped.")


def invitation(app: Application, address: str, who: str) -> str:
    """The link for whoever starts it, which opens everything: it is in the ledger before it is said, as every other is."""
    try:
        return f"Open {address}{new_link(app.layer, app.passes, app.passes.owner, who=who)}"
    except StoreError as error:
        return f"No link can be made: {error}. Once the store answers, `habitus keys link` prints one."


def config(app: Application, *, patience: float | None = None) -> uvicorn.Config:
    """How the application is served: no line per request, frames of a size, and the short way for judged calls. `patience`: seconds within
    which the head of a request is here, and some of an answer is taken, if not the usual ones."""
    import uvicorn

    from habitus.server import logs
    from habitus.server.frames import Frames
    from habitus.server.lane import Lane

    logging.getLogger("uvicorn.error").addFilter(logs.is_news)
    lane = type("Lane", (Lane,), {"application": app, "patience": patience or Lane.patience, "look": patience or Lane.look})
    trusted = _trusted(app.layer.settings.server.trusted_proxies)
    return uvicorn.Config(
        app, http=lane, ws=Frames, log_level="warning", access_log=False, server_header=False, date_header=False,
        timeout_graceful_shutdown=GRACE, ws_max_size=LONGEST, ws_max_queue=16, backlog=BACKLOG,
        proxy_headers=bool(trusted), forwarded_allow_ips=trusted, log_config=None,
    )  # fmt: skip


def _trusted(given: Sequence[str]) -> list[str]:
    """Proxies in front. Everybody is none: then the first address that a client makes up would be believed."""
    try:
        found = [ip_network(one) for one in given]
    except ValueError as error:
        raise ConfigError(f"`server.trusted_proxies` must be addresses or networks, such as 10.0.0.7 or 10.0.0.0/24: {error}") from None
    if any(network.prefixlen == 0 for network in found):
        raise ConfigError("`server.trusted_proxies` names everybody: name the address of the proxy that stands in front")
    return [str(network) for network in found]


def placed(host: str, port: int, hosts: Collection[str], url: str) -> tuple[socket.socket, str, Sequence[str]]:
    """Where it listens, what it is called, and the names that it answers to."""
    names = (*filter(None, (_name(url),)), *hosts)
    if host not in LOOPBACK and not names:
        raise ConfigError(
            f"`server.host` {host!r} can be reached by others: say what they call it with --url or --allow-host, or use a loopback address"
        )
    listener = listening.bound(host, port)
    return listener, url.rstrip("/") or _address(host, listener.getsockname()[1], names), names


def _name(url: str) -> str:
    """The host that a URL of ours names."""
    try:
        found = urlsplit(url)
        name = found.hostname if found.scheme in ("http", "https") and found.port != 0 else None
    except ValueError:
        name = None
    if url and not name:
        raise ConfigError(f"`server.url` must be what a browser calls this server, such as https://habitus.example, got {url!r}")
    return name or ""


def _address(host: str, port: int, hosts: Sequence[str]) -> str:
    """An address that the door answers to: not the one of all addresses, but a name that was allowed."""
    name = host if host in LOOPBACK else hosts[0]
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"
