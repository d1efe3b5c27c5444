"""The way to the provider: connections of our own, kept open between requests.

Each piece of an answer passes a socket once. What a general client wraps around every read costs more than all that we do with the piece.
It keeps no cookies, follows nothing, and asks nothing twice: a request that was lost may have been paid for.
"""

from __future__ import annotations

import asyncio
import time
from base64 import b64encode
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from habitus.errors import ConfigError
from habitus.hosts.proxy import headers as heads
from habitus.hosts.proxy import http1

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

    from habitus.hosts.proxy.headers import Header
    from habitus.server.proxy.limits import Limits

KEPT_BYTES = 256 * 1024
"""Of an answer that nobody has taken yet. Beyond it the provider has to wait."""

AT_REST = 32
"""Connections that are kept open while nobody uses them."""

REST_SECONDS = 60.0


class Late(Exception):
    """Nothing came in time."""


class Broken(Exception):
    """The provider cannot be reached, hangs up, or does not speak HTTP."""


class Response(NamedTuple):
    status: int
    headers: list[Header]
    stream: AsyncIterator[bytes]
    close: Callable[[], Awaitable[None]]


class Way(NamedTuple):
    """A machine in between, where the environment names one."""

    host: str
    port: int
    is_secure: bool
    headers: tuple[Header, ...]


class Upstream:
    """Connections to one provider. `base` has been checked."""

    def __init__(self, base: str, limits: Limits, *, is_near: bool) -> None:
        parts = urlsplit(base)
        self._is_secure = parts.scheme == "https"
        self._host, self._port = parts.hostname or "", parts.port or (443 if self._is_secure else 80)
        self._netloc = parts.netloc.encode()
        self._prefix = parts.path.rstrip("/").encode()
        self._way = None if is_near else _way(parts.scheme, self._host)
        self._tls = _secure() if self._is_secure or (self._way and self._way.is_secure) else None
        self._limits = limits
        self._at_rest: list[tuple[float, _Line]] = []
        self._in_use: set[_Line] = set()

    async def ask(self, method: str, target: bytes, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None) -> Response:
        """`target` is the path as it was spelled, with its query. Raises `Late`, `Broken`."""
        headers = _framed(headers, content)
        head = self._head(method, target, headers)
        length = int(heads.find(headers, heads.LENGTH) or -1)
        with _in_words():
            line = self._rested() or await self._connected()
            self._in_use.add(line)
            try:
                is_sent = await line.send(head, content, length, self._limits.silence_seconds)
                reader = http1.Reader(line.got, has_body=method != "HEAD")
                while (found := reader.head()) is None:
                    await line.more(self._limits.silence_seconds)
            except BaseException:
                self._drop(line)
                raise

        async def close() -> None:
            if reader.is_over and found.is_kept and is_sent and line.is_fit and len(self._at_rest) < AT_REST:
                self._in_use.discard(line)
                self._at_rest.append((time.monotonic(), line))
            else:
                self._drop(line)

        return Response(found.status, found.headers, self._body(line, reader), close)

    async def close(self) -> None:
        for line in (*self._in_use, *(line for _, line in self._at_rest)):
            self._drop(line)
        self._at_rest.clear()

    def _head(self, method: str, target: bytes, headers: Sequence[Header]) -> bytes:
        if self._prefix.endswith(b"/v1") and target.startswith(b"/v1/"):
            target = target.removeprefix(b"/v1")  # at the end of one and the beginning of the other it is one and the same
        target = self._prefix + target
        framed: list[Header] = [(b"host", self._netloc), *headers]
        if self._way and not self._is_secure:
            target = b"http://%b%b" % (self._netloc, target)
            framed += self._way.headers
        with _in_words():
            return http1.asked(method.encode(), target, framed)

    async def _body(self, line: _Line, reader: http1.Reader) -> AsyncIterator[bytes]:
        with _in_words():
            while True:
                if piece := reader.body():
                    line.made_room()
                    yield piece
                    continue  # meanwhile more may have come
                if line.is_over and not line.got and not line.lost:
                    reader.ended()
                if reader.is_over:
                    return
                await line.more(self._limits.silence_seconds)

    # ── connections ──

    def _rested(self) -> _Line | None:
        """The one that was used last, if it is still good. Those that have waited too long are closed."""
        oldest = time.monotonic() - REST_SECONDS
        while self._at_rest and self._at_rest[0][0] < oldest:
            self._drop(self._at_rest.pop(0)[1])
        while self._at_rest:
            line = self._at_rest.pop()[1]
            if line.is_fit:
                return line
            self._drop(line)
        return None

    def _drop(self, line: _Line) -> None:
        self._in_use.discard(line)
        line.transport.abort()

    async def _connected(self) -> _Line:
        async with asyncio.timeout(self._limits.connect_seconds):
            if self._way is None:
                return await _line(self._host, self._port, self._tls)
            line = await _line(self._way.host, self._way.port, self._tls if self._way.is_secure else None)
            if self._is_secure:
                try:
                    await self._through(line, self._way)
                except BaseException:
                    line.transport.abort()
                    raise
            return line

    async def _through(self, line: _Line, way: Way) -> None:
        """A tunnel to the provider, and its own security inside."""
        where = (f"[{self._host}]" if ":" in self._host else self._host).encode() + b":%d" % self._port
        line.transport.write(http1.asked(b"CONNECT", where, [(b"host", where), *way.headers]))
        reader = http1.Reader(line.got, has_body=False)
        while (found := reader.head()) is None:
            await line.more(None)
        if not 200 <= found.status < 300 or line.got:
            raise http1.Malformed(f"the proxy on the way answers {found.status}")
        loop = asyncio.get_running_loop()
        line.transport = await loop.start_tls(line.transport, line, self._tls, server_hostname=self._host)  # type: ignore[arg-type]


class _Line(asyncio.Protocol):
    """A connection: what has come, and who waits for it."""

    def __init__(self) -> None:
        self.got = bytearray()
        self.is_over = False
        self.lost: Exception | None = None
        self.transport: Any = None
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None
        self._is_full = self._is_held = False

    @property
    def is_fit(self) -> bool:
        """For another request: nobody has hung up, and nothing was left over."""
        return not (self.got or self.is_over or self._is_full or self.transport.is_closing())

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        _wake(self._reader)
        if len(self.got) > KEPT_BYTES and not self._is_held:
            self._is_held = True
            self.transport.pause_reading()

    def made_room(self) -> None:
        if self._is_held and len(self.got) <= KEPT_BYTES:
            self._is_held = False
            self.transport.resume_reading()

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

    async def more(self, seconds: float | None) -> None:
        """Until more has come than there is. Raises `TimeoutError`; and `OSError` where nothing can come any more."""
        if self.is_over:
            raise self.lost or ConnectionResetError("it has hung up")
        self._reader = asyncio.get_running_loop().create_future()
        try:
            await _within(self._reader, seconds)
        finally:
            self._reader = None

    async def send(self, head: bytes, content: bytes | AsyncIterator[bytes] | None, length: int, seconds: float) -> bool:
        """Did all of it go out? A provider may answer, and hang up, before it has read everything. Raises `Malformed` where a stream is not
        of the length that its head says; -1: it comes in chunks."""
        if content is None or isinstance(content, bytes):
            self.transport.write(head + (content or b""))
            return await self._drained(seconds)
        self.transport.write(head)
        sent = 0
        async for piece in content:
            sent += len(piece)
            if 0 <= length < sent:
                raise http1.Malformed("the request is longer than it says")
            if not await self._drained(seconds):
                return False
            self.transport.write(b"%x\r\n%b\r\n" % (len(piece), piece) if length < 0 else piece)
        if length < 0:
            self.transport.write(b"0\r\n\r\n")
        elif sent < length:
            raise http1.Malformed("the request is shorter than it says")
        return await self._drained(seconds)

    async def _drained(self, seconds: float) -> bool:
        while self._is_full and not self.is_over:
            self._writer = asyncio.get_running_loop().create_future()
            try:
                await _within(self._writer, seconds)
            finally:
                self._writer = None
        return not self.is_over and not self.transport.is_closing()


def _framed(headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None) -> list[Header]:
    """With how long the body is. Of bytes we know it; what was said of them before may be about others, and the rest of a body would be
    read as the next request on this connection. Of a stream its sender says it, or nobody, and `send` holds it to that."""
    rest = [pair for pair in headers if pair[0].lower() not in (heads.LENGTH, heads.CODING)]
    if content is None:
        return rest
    length = str(len(content)).encode() if isinstance(content, bytes) else heads.find(headers, heads.LENGTH)
    return [*rest, (heads.LENGTH, length) if length else (heads.CODING, b"chunked")]


async def _line(host: str, port: int, tls: ssl.SSLContext | None) -> _Line:
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(
        _Line, host, port, ssl=tls, server_hostname=host if tls else None, happy_eyeballs_delay=0.25
    )  # fmt: skip
    return line


async def _within(waiting: asyncio.Future[None], seconds: float | None) -> None:
    """A timer alone: for every piece of an answer, a scope around it would cost as much as the piece."""
    if seconds is None:
        return await waiting
    timer = asyncio.get_running_loop().call_later(seconds, _give_up, waiting)
    try:
        await waiting
    finally:
        timer.cancel()


def _give_up(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_exception(TimeoutError())


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting and not waiting.done():
        waiting.set_result(None)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise Late from error
    except http1.Malformed as error:
        raise Broken(str(error)) from error
    except OSError as error:  # of which a certificate that is not trusted is one
        raise Broken(type(error).__name__) from error


def _secure() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()


def _way(scheme: str, host: str) -> Way | None:
    """The machine's own, where its environment names one."""
    from urllib.request import getproxies, proxy_bypass

    found = getproxies()
    by = found.get(scheme) or found.get("all") or ""
    if not by or proxy_bypass(host):
        return None
    parts = urlsplit(by if "//" in by else f"http://{by}")
    if parts.scheme not in ("http", "https"):
        raise ConfigError(f"the environment names a proxy of the kind {parts.scheme}://, which is not supported: name one of http://")
    auth = b64encode(f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()) if parts.username else b""
    headers = ((b"proxy-authorization", b"Basic " + auth),) if auth else ()
    is_secure = parts.scheme == "https"
    return Way(parts.hostname or "", parts.port or (443 if is_secure else 80), is_secure, headers)
