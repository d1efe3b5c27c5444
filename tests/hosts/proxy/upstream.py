"""A model server on loopback that answers by script, piece by piece, and keeps what it was sent. And a proxy in front of it."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.types import ASGIApp

PATIENCE = 30.0
"""Seconds after which a test that waits has failed."""


@dataclass(frozen=True)
class Reply:
    """`pieces` are sent one by one; an event among them is waited for. Then the answer ends, or breaks off, or just stays open."""

    pieces: Sequence[bytes | threading.Event] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    breaks: bool = False
    hangs: bool = False


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    port: int
    """Of the other side: the same for requests over one connection."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def whole(value: Any, **rest: Any) -> Reply:
    """An answer in one piece, spaced as no serialiser of ours would."""
    body = value if isinstance(value, bytes) else json.dumps(value, indent=1).encode()
    return Reply([body], headers={"Content-Type": "application/json"}, **rest)


def stream(*pieces: bytes | threading.Event, **rest: Any) -> Reply:
    return Reply(pieces, headers={"Content-Type": "text/event-stream; charset=utf-8"}, **rest)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, upstream: Upstream) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream = upstream

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        upstream = self.server.upstream
        seen = Seen(self.command, self.path, {n.lower(): v for n, v in self.headers.items()}, self._body(), self.client_address[1])
        with upstream.lock:
            upstream.seen.append(seen)
            reply = upstream.replies.pop(0) if upstream.replies else Reply([b"nothing is left in the script"], status=500)
        upstream.arrived.release()
        if reply.hangs and not reply.pieces:
            self._wait_until_gone()
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in reply.pieces:
            if isinstance(piece, threading.Event):
                assert piece.wait(PATIENCE)
                continue
            try:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            except OSError:
                if not reply.hangs:
                    raise
                break  # hung up on already
        if reply.breaks:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif reply.hangs:
            self._wait_until_gone()
        else:
            self.wfile.write(b"0\r\n\r\n")

    do_GET = do_PUT = do_DELETE = do_POST  # noqa: N815 - as its base calls them

    def _body(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        found = b""
        while size := int(self.rfile.readline(), 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def _wait_until_gone(self) -> None:
        self.close_connection = True
        with suppress(OSError):  # hung up on with data on the way, which is a reset
            while self.connection.recv(1):
                pass
        self.server.upstream.left.set()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


class Upstream:
    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.replies: list[Reply] = []
        self.lock = threading.Lock()
        self.arrived = threading.Semaphore(0)
        self.left = threading.Event()
        """Whoever asked has hung up before the answer's end."""
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def secure(self, certificate: str, key: str) -> None:
        """From now on over TLS."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def served(app: ASGIApp, **options: Any) -> Iterator[str]:
    """The address of an application while it runs."""
    ready = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready.set()

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = Server(
        uvicorn.Config(
            app,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
            **options,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
