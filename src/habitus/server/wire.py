"""HTTP, as much of it as hooks need: one small request, one small answer, over a socket of either kind."""

from __future__ import annotations

import hmac
import json
import re
import socket
import time
from contextlib import suppress
from typing import NamedTuple

from habitus.server import details

HEAD = 16 * 1024
LARGEST = 16 * 1024 * 1024
"""Bytes of a hook's JSON: a tool may write a large file, and what it wrote is told whole."""
CHUNKS = 16 * 1024
"""Of one request: with the largest body that is a kilobyte each, and whoever sends in chunks sends more at a time."""

WITHIN = 20.0
"""Seconds within which a request is here, head and body, from its first byte; where only some are heard, from when they have connected.
Programs of the same machine send it at once; whoever sends a byte now and then keeps others out."""

LINGER_BYTES, LINGER_SECONDS = 1 << 20, 1.0
"""What is still taken, and thrown away, of a client that was refused."""

DIGITS = re.compile(r"[0-9]{1,15}")
SIZE = re.compile(rb"([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?")
REFUSED = {
    401: "Only a program that knows the token in `hooks.token` is heard here: `habitus doctor` says what to do about a host that does not.",
    403: "Pages in a browser are not heard here: hooks are called by programs.",
    421: "This port answers to 127.0.0.1 and localhost only: call it by one of these.",
}
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 413: "Content Too Large"}


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""
    refusal: int = 0
    """Why it is not heard, as a status; its body was not read."""


def request(client: socket.socket, buffer: bytes, secret: str | None = None, within: float = WITHIN) -> tuple[Request | None, bytes]:
    """The next request, and what has come of the one after it. None: there is none. With a `secret`, only who knows it is read further than
    the head. How long it may take to begin is the client's own timeout."""
    coming = _Coming(client, buffer, within, is_begun=bool(buffer) or secret is not None)
    head = coming.head()
    if head is None:
        return None, b""
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    asked = Request(method, path, headers)
    if secret is not None and (status := refusal(asked, secret)):
        return asked._replace(refusal=status), b""
    return asked._replace(body=_body(coming, headers)), bytes(coming.got)


def _body(coming: _Coming, headers: dict[str, str]) -> bytes:
    length, coding = headers.get("content-length"), headers.get("transfer-encoding")
    if coding is not None:
        if length is not None or coding.lower() != "chunked":
            raise ValueError("it does not say plainly where it ends")
        return coming.chunks()
    if not DIGITS.fullmatch(length or "0"):
        raise ValueError("no length")
    return coming.exactly(int(length or 0))


class _Coming:
    """What a client sends. `got`: what of it has come and is not taken yet."""

    def __init__(self, client: socket.socket, got: bytes, within: float, *, is_begun: bool) -> None:
        self._client = client
        self.got = bytearray(got)
        self._within = within
        self._until = time.monotonic() + within if is_begun else None

    def head(self) -> bytes | None:
        """None: there is none, for the client has gone."""
        while (end := self.got.find(b"\r\n\r\n", 0, HEAD + 4)) < 0:
            if len(self.got) > HEAD:
                raise ValueError("no end of headers")
            if not self._came(65536):
                return None
        head = self._taken(end)
        self._taken(4)
        return head

    def exactly(self, length: int) -> bytes:
        if length > LARGEST:
            raise self._too_large()
        while len(self.got) < length:
            self._more()
        return self._taken(length)

    def chunks(self) -> bytes:
        parts: list[bytes] = []
        size = 0
        while len(parts) < CHUNKS and size <= LARGEST:
            part = self._chunk()
            if not part:
                return b"".join(parts)
            parts.append(part)
            size += len(part)
        raise self._too_large()

    def _chunk(self) -> bytes:
        size = SIZE.fullmatch(self._line())
        if size is None:
            raise ValueError("a chunk does not say how long it is")
        part = self.exactly(int(size[1], 16))
        if self.exactly(2) != b"\r\n":
            raise ValueError("a chunk is longer than it says")
        return part

    def _too_large(self) -> ValueError:
        told = problem(413, f"A hook's input has at most {LARGEST:,} bytes, in at most {CHUNKS:,} chunks: send less at once.")
        self._client.sendall(response(*told, ends=True))
        leave(self._client)
        return ValueError("too large")

    def _line(self) -> bytes:
        while (end := self.got.find(b"\r\n", 0, HEAD)) < 0:
            if len(self.got) > HEAD:
                raise ValueError("a line without end")
            self._more()
        line = self._taken(end)
        self._taken(2)
        return line

    def _more(self) -> None:
        if not self._came(1 << 20):
            raise ValueError("half a request")

    def _came(self, most: int) -> bool:
        """False: nothing more will."""
        if self._until is not None:
            _wait(self._client, self._until)
        part = self._client.recv(most)
        self.got += part
        self._until = self._until or time.monotonic() + self._within
        return bool(part)

    def _taken(self, length: int) -> bytes:
        """Off the front, which a bytearray gives up without moving the rest: many small chunks cost what one large one costs."""
        found = bytes(self.got[:length])
        del self.got[:length]
        return found


def leave(client: socket.socket) -> None:
    """Say no more, and hear out for a moment what is still being sent: a socket that is closed over unread bytes takes back its answer."""
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        until, left = time.monotonic() + LINGER_SECONDS, LINGER_BYTES
        while left > 0:
            _wait(client, until)
            part = client.recv(65536)
            left = left - len(part) if part else 0


def _wait(client: socket.socket, until: float) -> None:
    """Until then, and no longer: a timeout alone would begin anew with every byte."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    client.settimeout(left)


def response(status: int, body: bytes, *, ends: bool) -> bytes:
    kind = "application/json" if status < 400 else details.JSON
    head = f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}{'Connection: close' if ends else 'Connection: keep-alive'}\r\n\r\n".encode("latin-1") + body


def problem(status: int, detail: str) -> tuple[int, bytes]:
    return status, json.dumps(details.body(status, detail)).encode()


def refusal(asked: Request, secret: str) -> int:
    """Over a port anybody on this machine may knock, and any web page: only a program that knows the token is heard."""
    if asked.headers.get("host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
        return 421
    if "origin" in asked.headers:
        return 403
    scheme, _, given = asked.headers.get("authorization", "").partition(" ")
    is_known = scheme.lower() == "bearer" and hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
    return 0 if is_known else 401
