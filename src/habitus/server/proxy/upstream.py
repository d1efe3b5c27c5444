"""The way to the provider: httpx2's own connections (`httpcore2`), over sockets of ours.

Each piece of an answer passes a socket once. The usual way there wraps every read into scopes and tasks, which costs more than all that we
do with the piece; a plain protocol of asyncio's does not. It keeps no cookies and follows nothing by itself.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

import httpcore2

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Iterable, Sequence

    from habitus.hosts.proxy.headers import Header
    from habitus.server.proxy.limits import Limits

KEPT_BYTES = 256 * 1024
"""Of an answer that nobody has taken yet. Beyond it the provider has to wait."""


class Response(NamedTuple):
    status: int
    headers: list[Header]
    stream: AsyncIterator[bytes]
    close: Any


class Upstream:
    """Connections to one provider. `base` has been checked."""

    def __init__(self, base: str, limits: Limits, *, is_near: bool) -> None:
        parts = urlsplit(base)
        self._scheme, self._host = parts.scheme.encode(), (parts.hostname or "").encode()
        self._port = parts.port
        self._netloc = parts.netloc.encode()
        self._prefix = parts.path.rstrip("/").encode()
        silence, connect = limits.silence_seconds, limits.connect_seconds
        self._times = {"timeout": {"connect": connect, "pool": connect, "read": silence, "write": silence}}
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=_secure() if parts.scheme == "https" else None,
            proxy=None if is_near else _proxy(parts.scheme, parts.hostname or ""),
            max_connections=None,
            max_keepalive_connections=32,
            keepalive_expiry=60.0,
            network_backend=Sockets(),
        )

    async def ask(self, method: str, target: bytes, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None) -> Response:
        """`target` is the path as it was spelled, with its query."""
        if self._prefix.endswith(b"/v1") and target.startswith(b"/v1/"):
            target = target.removeprefix(b"/v1")  # at the end of one and the beginning of the other it is one and the same
        url = httpcore2.URL(scheme=self._scheme, host=self._host, port=self._port, target=self._prefix + target)
        names = {name.lower() for name, _ in headers}
        framed: list[Header] = [(b"host", self._netloc), *headers]
        if isinstance(content, bytes) and b"content-length" not in names:
            framed.append((b"content-length", str(len(content)).encode()))
        elif content is not None and not isinstance(content, bytes) and b"content-length" not in names:
            framed.append((b"transfer-encoding", b"chunked"))
        request = httpcore2.Request(method.encode(), url, headers=framed, content=content, extensions=self._times)
        found = await self._pool.handle_async_request(request)
        return Response(found.status, list(found.headers), cast("AsyncIterator[bytes]", found.stream), found.aclose)

    async def close(self) -> None:
        await self._pool.aclose()


def _secure() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()


def _proxy(scheme: str, host: str) -> httpcore2.Proxy | None:
    """The machine's own, where its environment names one."""
    from urllib.request import getproxies, proxy_bypass

    found = getproxies()
    by = found.get(scheme) or found.get("all") or ""
    if not by or proxy_bypass(host):
        return None
    parts = urlsplit(by if "//" in by else f"http://{by}")
    auth = (unquote(parts.username).encode(), unquote(parts.password or "").encode()) if parts.username else None
    return httpcore2.Proxy(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl(), auth=auth)


class _Line(asyncio.Protocol):
    """What has come, and who waits for it."""

    def __init__(self) -> None:
        self.got = bytearray()
        self.is_over = False
        self.lost: Exception | None = None
        self.transport: Any = None
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None
        self._is_full = self._is_held = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        _wake(self._reader)
        if len(self.got) > KEPT_BYTES and not self._is_held:
            self._is_held = True
            self.transport.pause_reading()

    def eof_received(self) -> None:
        self.is_over = True
        _wake(self._reader)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over, self.lost = True, exc
        _wake(self._reader)
        _wake(self._writer)

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        _wake(self._writer)

    async def more(self, timeout: float | None) -> None:
        """Until something has come, or nothing can."""
        while not self.got and not self.is_over:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(timeout):
                    await self._reader
            finally:
                self._reader = None

    def taken(self, most: int) -> bytes:
        piece = bytes(self.got[:most])
        del self.got[:most]
        if self._is_held and len(self.got) <= KEPT_BYTES:
            self._is_held = False
            self.transport.resume_reading()
        return piece

    async def drained(self, timeout: float | None) -> None:
        while self._is_full and not self.is_over:
            self._writer = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(timeout):
                    await self._writer
            finally:
                self._writer = None


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting and not waiting.done():
        waiting.set_result(None)


class Socket(httpcore2.AsyncNetworkStream):
    def __init__(self, line: _Line) -> None:
        self._line = line

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        line = self._line
        try:
            await line.more(timeout)
        except TimeoutError:
            raise httpcore2.ReadTimeout from None
        if not line.got and line.lost:
            raise httpcore2.ReadError(type(line.lost).__name__)
        return line.taken(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        line = self._line
        if line.lost or line.transport.is_closing():
            raise httpcore2.WriteError("the connection is closed")
        if buffer:
            line.transport.write(buffer)
            try:
                await line.drained(timeout)
            except TimeoutError:
                raise httpcore2.WriteTimeout from None

    async def aclose(self) -> None:
        self._line.transport.abort()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        loop, line = asyncio.get_running_loop(), self._line
        try:
            async with asyncio.timeout(timeout):
                line.transport = await loop.start_tls(line.transport, line, ssl_context, server_hostname=server_hostname)
        except TimeoutError:
            await self.aclose()
            raise httpcore2.ConnectTimeout from None
        except OSError as error:  # of which a certificate that is not trusted is one
            await self.aclose()
            raise httpcore2.ConnectError(str(error)) from None
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":  # of a connection at rest that means: the other side has hung up
            return bool(self._line.got) or self._line.is_over or self._line.transport.is_closing()
        names = {"client_addr": "sockname", "server_addr": "peername"}
        return self._line.transport.get_extra_info(names.get(info, info))


class Sockets(httpcore2.AsyncNetworkBackend):
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                _, line = await loop.create_connection(_Line, host, port, happy_eyeballs_delay=0.25)
        except TimeoutError:
            raise httpcore2.ConnectTimeout from None
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from None
        return Socket(line)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise httpcore2.ConnectError("no provider is behind a socket file")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
