"""The proxy on the wire: a provider's API on loopback, with the layer in between.

What is not one of the requests we know is handed through in both directions, byte by byte, as it comes. Of those we know, the body is read
before it goes on; of their answers text streams on at once and calls wait for their ruling. Nothing of a header is kept or logged.

Keys are the client's: they pass, and that is all. Clients are kept apart by a hash of the key under a secret of this process.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import urlsplit

from starlette.routing import Mount

from habitus.errors import ConfigError
from habitus.hosts.proxy.desk import Desk
from habitus.hosts.proxy.events import NAMES
from habitus.hosts.proxy.taking import Client
from habitus.server.listening import LOOPBACK, hostname
from habitus.server.proxy.exchange import Exchange, Gone, Refused
from habitus.server.proxy.limits import Limits
from habitus.server.proxy.upstream import Broken, Late, Upstream

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence

    from starlette.types import Receive, Scope, Send

    from habitus.hosts.proxy.headers import Header
    from habitus.layer import Layer
    from habitus.server.proxy.upstream import Response

__all__ = ["Limits", "Proxy", "create", "routes"]

log = logging.getLogger("habitus.proxy")
T = TypeVar("T")

KEYS = (b"authorization", b"x-api-key", b"api-key", b"x-goog-api-key", b"openai-organization", b"openai-project")
"""By these a provider tells its clients apart, and so do we."""


def token_of(token: str) -> str:
    """What opens the proxy and nothing else: it stands in the settings of the agent that is watched, and the server's own would let that
    agent answer for itself. Made of the server's, so that replicas agree."""
    return hmac.digest(token.encode(), b"habitus proxy", "sha256").hex()


def create(
    layer: Layer, upstream: str, *, token: str | None = None, limits: Limits | None = None, hosts: Collection[str] | None = LOOPBACK
) -> Proxy:
    """An application that is the proxy and nothing else: no framework stands between a piece of an answer and its socket. With a token,
    every path begins with it. `hosts`: the names that it answers to, and whose pages may ask; None where a door before it has seen to that.
    """
    return Proxy(layer, upstream, token=token, limits=limits or Limits(), hosts=hosts)


def routes(
    layer: Layer,
    upstream: str,
    *,
    token: str | None = None,
    limits: Limits | None = None,
    hosts: Collection[str] | None = LOOPBACK,
    path: str = "/proxy",
) -> tuple[list[Mount], Proxy]:
    """The proxy as part of another application: where it hangs, and what to close in the end."""
    proxy = create(layer, upstream, token=token, limits=limits, hosts=hosts)
    return [Mount(path, app=proxy)], proxy


class Proxy:
    def __init__(self, layer: Layer, upstream: str, *, token: str | None, limits: Limits, hosts: Collection[str] | None) -> None:
        if token == "":
            raise ConfigError("the proxy's token is empty, so anybody could use it: leave it out, or give one")
        self._token = token.encode() if token else b""
        self._hosts = hosts
        self.limits = limits
        self._salt = os.urandom(16)
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix="proxy")
        self._spare = ThreadPoolExecutor(1, thread_name_prefix="proxy-spare")
        self._rests = 0.0
        base, is_near = _address(upstream)
        self._upstream = Upstream(base, limits, is_near=is_near)
        self._leaving: set[asyncio.Task[None]] = set()

        def standby() -> Layer:
            from habitus import assemble

            return assemble.trial(layer.settings, profile=None, clock=layer.clock)

        self.desk = Desk(layer, standby)

    async def close(self) -> None:
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await self._upstream.close()
        self._threads.shutdown(wait=False)
        self._spare.shutdown(wait=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        if scope["type"] != "http":
            return
        exchange = Exchange(self, scope, receive, send)
        try:
            await exchange.run()
        except Refused as error:
            await exchange.refuse(error)
        except Gone:
            pass

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    # ── what an exchange needs ──

    def path(self, scope: Scope) -> bytes:
        """The path at the provider's, as it was spelled. Refuses who has no business here."""
        if self._hosts is not None:
            _placed(scope, self._hosts)
        path = cast("bytes", scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0]
        path = path.removeprefix(scope.get("root_path", "").encode())
        if self._token:
            first, _, rest = path.removeprefix(b"/").partition(b"/")
            if not hmac.compare_digest(first, self._token):
                raise Refused(401, "The proxy's address has its token in it: use the one that `habitus proxy` printed.")
            path = b"/" + rest
        return path

    def client(self, scope: Scope) -> Client:
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        found = dict(headers)
        keys = b"\0".join(value for name, value in scope["headers"] if name in KEYS)
        return Client(
            who=blake2b(keys, key=self._salt, digest_size=12).hexdigest(),
            session=found.get("x-habitus-session", "")[:200],
            agent=found.get("x-habitus-agent", "")[:100] or "proxy",
            workspace=found.get("x-habitus-workspace", "")[:1000],
            headers=tuple(pair for pair in headers if pair[0] in NAMES),
        )

    async def ask(self, method: str, target: bytes, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None) -> Response:
        try:
            return await self._upstream.ask(method, target, headers, content)
        except Late:
            raise Refused(504, "The provider did not answer in time.") from None
        except Broken as error:
            raise Refused(502, f"The provider cannot be reached ({error}): check --upstream.") from None

    async def aside(self, work: Callable[[], T]) -> T:
        """Talk to the layer, in a thread, for so long and no longer."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._rests:
            raise TimeoutError
        try:
            async with asyncio.timeout(self.limits.layer_seconds):
                return await loop.run_in_executor(self._threads, work)
        except TimeoutError:
            self._rests = loop.time() + self.limits.rest_seconds
            log.warning("the layer did not answer in %s s: for a while the declared rules hold alone", self.limits.layer_seconds)
            raise

    async def beside(self, work: Callable[[], T]) -> T:
        """The same without the layer, where nothing waits for a disk."""
        return await asyncio.get_running_loop().run_in_executor(self._spare, work)

    def later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """To be done even if the client goes away meanwhile."""
        task = asyncio.create_task(work)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task


def _address(upstream: str) -> tuple[str, bool]:
    """The provider's address, and whether it is on this machine."""
    try:
        parts = urlsplit(upstream)
        host = (parts.hostname or "") if parts.port != 0 else ""
        is_one = parts.scheme in ("http", "https") and host and not (parts.username or parts.query or parts.fragment)
    except ValueError:
        is_one = False
    if not is_one:
        raise ConfigError(f"--upstream must be an address such as https://api.openai.com, got {_shown(upstream)!r}")
    return upstream.rstrip("/"), host in LOOPBACK


def _shown(upstream: str) -> str:
    """Without what may be a password."""
    return upstream.rpartition("@")[2].partition("?")[0][:100]


def _placed(scope: Scope, hosts: Collection[str]) -> None:
    """Is it us they mean, and is it a page of ours that asks?"""
    headers = dict(scope["headers"])
    if hostname(headers.get(b"host", b"").decode("latin-1")) not in hosts:
        raise Refused(421, "This proxy answers to 127.0.0.1 and localhost only.")
    origin = headers.get(b"origin")
    if origin is not None and hostname(origin.decode("latin-1").partition("//")[2]) not in hosts:
        raise Refused(403, "Requests from other sites are refused.")
