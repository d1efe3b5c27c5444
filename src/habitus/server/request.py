"""What a request says, read as far as the door has to: its headers, who sent it, and its body, whole and in time."""

from __future__ import annotations

import asyncio
import hmac
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from habitus.server.problems import Problem

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope

COOKIE = "habitus"
READ = frozenset({
    b"host", b"origin", b"authorization", b"cookie", b"content-length", b"transfer-encoding", b"content-type", b"x-csrf-token", b"accept",
    b"sec-fetch-site",
})  # fmt: skip
ONCE = frozenset({b"host", b"origin", b"authorization", b"x-csrf-token", b"content-type", b"idempotency-key"})
"""Of two, one would be believed, and another reader might believe the other."""
CLOSED = {"Connection": "close"}
"""Nobody knows where the next request of this connection begins."""

PATIENCE, SLOWEST = 20.0, 32 * 1024
"""Seconds that a request may take however short it is, and bytes a second of the slowest line there is: what has not come by then does not
come any more, and would be kept as far as it came."""

AT_ONCE = 256 * 1024 * 1024
"""Bytes of requests that are still on their way, of all callers together: sixteen of the longest lists of events. Beyond it the server says
so, instead of holding whatever whoever has a key sends it slowly."""


class Bodies:
    """Those that are still coming, of all callers together."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self.coming = 0
        """Bytes of those that are not whole yet."""

    async def whole(self, receive: Receive, most: int) -> bytes:
        """One of them, of at most so many bytes."""
        try:
            async with asyncio.timeout(self._patience + most / SLOWEST):
                return await self._read(receive, most)
        except TimeoutError:
            raise Problem(408, "The request did not come whole in time: send it again, or in several parts.", CLOSED) from None

    async def _read(self, receive: Receive, most: int) -> bytes:
        parts, size = [], 0
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Problem(400, "The request ended before it was whole.")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                self.coming += len(parts[-1])
                if size > most:
                    raise Problem(413, f"A request here has at most {most:,} bytes: send less, or in several parts.")
                if self.coming > AT_ONCE:
                    raise Problem(503, "Too much is sent at once: try again in a moment.", {**CLOSED, "Retry-After": "1"})
                if not message.get("more_body"):
                    return b"".join(parts)
        finally:
            self.coming -= size


def headers_of(scope: Scope) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in scope["headers"] if name in READ}


def cookie(header: str, name: str = COOKIE) -> str:
    """As it was sent. Other programs on this machine set cookies for all its ports: one that Python's reader does not understand would hide
    ours, and over a long one it may take half a minute, in which nobody is answered."""
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {given.strip(): value.strip() for given, _, value in pairs}.get(name, "")


def bearer_of(headers: dict[bytes, str]) -> str | None:
    scheme, _, given = headers.get(b"authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "local"


def field_of(body: bytes, name: str) -> str:
    try:
        return parse_qs(body.decode("utf-8", "replace"), max_num_fields=1000).get(name, [""])[0]
    except ValueError:
        return ""


def pasted(given: str) -> str:
    """A key, or what opens in a link that was pasted whole."""
    return given.partition("token=")[2].partition("&")[0].strip() or given.strip()


def same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def said_once(scope: Scope) -> None:
    said = [name for name, _ in scope["headers"] if name in ONCE]
    if len(set(said)) < len(said):
        twice = next(name for name in said if said.count(name) > 1).decode()
        raise Problem(400, f"The request has the header `{twice}` twice: send it once.")


def ends_once(headers: dict[bytes, str]) -> None:
    """Two readers could disagree about where this one ends: what one takes for its body is the next request to the other."""
    if b"content-length" in headers and b"transfer-encoding" in headers:
        raise Problem(
            400, "The request says twice how long it is: send Content-Length, or Transfer-Encoding: chunked, and not both.", CLOSED
        )


def replayed(body: bytes) -> Receive:
    """The body once more, then nothing: the client is listened to by the server itself."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
