"""HTTP, as much of it as hooks need: one small request, one small answer, over a socket of either kind."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple

from habitus.server.hooks import LARGEST

if TYPE_CHECKING:
    import socket

HEAD = 16 * 1024
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 413: "Content Too Large"}


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


def request(client: socket.socket, buffer: bytes) -> tuple[Request | None, bytes]:
    """The next request, and what has come of the one after it. None: there is none."""
    while b"\r\n\r\n" not in buffer:
        part = client.recv(65536)
        if not part:
            return None, b""
        buffer += part
        if len(buffer) > HEAD and b"\r\n\r\n" not in buffer[: HEAD + 4]:
            raise ValueError("no end of headers")
    head, _, rest = buffer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if "chunked" in headers.get("transfer-encoding", ""):
        body, rest = _chunks(client, rest)
    else:
        body, rest = _exactly(client, rest, int(headers.get("content-length") or 0))
    return Request(method, path, headers, body), rest


def _exactly(client: socket.socket, have: bytes, length: int) -> tuple[bytes, bytes]:
    if not 0 <= length <= LARGEST:
        client.sendall(response(413, b"{}", ends=True))
        raise ValueError("too large")
    parts, missing = [have], length - len(have)
    while missing > 0:
        part = client.recv(min(missing, 1 << 20))
        if not part:
            raise ValueError("half a request")
        parts.append(part)
        missing -= len(part)
    whole = b"".join(parts)
    return whole[:length], whole[length:]


def _chunks(client: socket.socket, have: bytes) -> tuple[bytes, bytes]:
    body = b""
    while True:
        while b"\r\n" not in have:
            part = client.recv(65536)
            if not part or len(have) > HEAD:
                raise ValueError("half a request")
            have += part
        line, _, have = have.partition(b"\r\n")
        size = int(line.split(b";")[0], 16)
        chunk, have = _exactly(client, have, size + 2)
        if not size:
            return body, have
        body += chunk[:-2]
        if len(body) > LARGEST:
            raise ValueError("too large")


def response(status: int, body: bytes, *, ends: bool) -> bytes:
    head = f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{head}{'Connection: close' if ends else 'Connection: keep-alive'}\r\n\r\n".encode("latin-1") + body


def refusal(asked: Request, secret: str) -> int:
    """Over a port anybody on this machine may knock, and any web page: only a program that knows the token is heard."""
    if asked.headers.get("host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
        return 421
    if "origin" in asked.headers:
        return 403
    scheme, _, given = asked.headers.get("authorization", "").partition(" ")
    is_known = scheme.lower() == "bearer" and hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
    return 0 if is_known else 401
