"""Which request this is, what of its headers goes on, and how its body is packed."""

from __future__ import annotations

import re
import zlib
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_to_bytes

from habitus.hosts.proxy import anthropic, openai_chat, openai_responses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from habitus.hosts.proxy.wire import Api

Header = tuple[bytes, bytes]

OURS = b"x-habitus-"
HOPS = frozenset({
    b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection", b"te", b"trailer",
    b"transfer-encoding", b"upgrade", b"expect",
})  # fmt: skip
"""Headers that belong to one connection and not to the message (RFC 9110, 7.6.1); and `expect`, which is answered here."""

LENGTH, CODING = b"content-length", b"transfer-encoding"
DIGITS = re.compile(rb"[0-9]{1,18}")
FETCHED = re.compile(rb"/responses/(resp_[\w-]+)$")
STREAMS = re.compile(rb'"stream"\s*:\s*true')
ZIPPED = (b"gzip", b"x-gzip", b"deflate")


class Route(NamedTuple):
    api: Api
    kind: str
    """`answer`: a model is asked. `count`: only how long the request is. `fetch`: an answer that was made before."""
    name: str = ""


class Unreadable(Exception):
    """Packed in a way that we cannot open, or larger than we take once it is open."""


def route(method: str, path: bytes) -> Route | None:
    """None: not a request that we know. However it is spelled, for some providers take `//`, `%2F` and capitals for what they stand for,
    and a request that nobody knows is not judged."""
    path = normpath(unquote_to_bytes(path))
    if method == "GET" and (match := FETCHED.search(path)):
        return Route(openai_responses, "fetch", match[1].decode())
    if method != "POST":
        return None
    path = path.lower()
    if path.endswith(b"/chat/completions"):
        return Route(openai_chat, "answer")
    if path.endswith(b"/responses"):
        return Route(openai_responses, "answer")
    if path.endswith(b"/messages/count_tokens"):
        return Route(anthropic, "count")
    return Route(anthropic, "answer") if path.endswith(b"/v1/messages") else None


def sent_on(headers: Iterable[Header], *, changed: bool = False, plain: bool = False) -> list[Header]:
    """What goes to the provider; how long the body is, whoever sends it says. `changed`: the body is not the client's any more. `plain`:
    the answer must be one that can be read."""
    given = list(headers)
    drop = HOPS | _listed(given) | {b"host", LENGTH} | ({b"content-encoding"} if changed else set())
    drop |= {b"accept-encoding"} if plain else set()
    kept = [pair for pair in given if pair[0].lower() not in drop and not pair[0].lower().startswith(OURS)]
    return [*kept, (b"accept-encoding", b"identity")] if plain else kept


def is_ambiguous(headers: Iterable[Header]) -> bool:
    """Could two readers disagree about where this request ends? Then what one takes for its body is the next request to the other."""
    given = list(headers)
    lengths = [value for name, value in given if name.lower() == LENGTH]
    is_chunked = any(name.lower() == CODING for name, _ in given)
    return len(lengths) > 1 or (bool(lengths) and (is_chunked or not DIGITS.fullmatch(lengths[0])))


def handed_back(headers: Iterable[Header], *drop: bytes) -> list[Header]:
    """What goes to the client."""
    given = list(headers)
    gone = HOPS | _listed(given) | set(drop)
    return [pair for pair in given if pair[0].lower() not in gone]


def _listed(headers: Iterable[Header]) -> set[bytes]:
    """What the connection itself names as its own."""
    return {name.strip().lower() for key, value in headers if key.lower() == b"connection" for name in value.split(b",")}


def find(headers: Iterable[Header], name: bytes) -> bytes:
    return next((value for key, value in headers if key.lower() == name), b"")


def is_stream(headers: Iterable[Header], request: bytes) -> bool:
    """By its type; without one that says anything, by what was asked for."""
    kind = find(headers, b"content-type").lower()
    return b"event-stream" in kind or (b"json" not in kind and bool(STREAMS.search(request)))


def unpacking(headers: Iterable[Header], most: int) -> Callable[[bytes], bytes]:
    """What opens a body, piece by piece. Raises `Unreadable`, here or there."""
    packed = find(headers, b"content-encoding").strip().lower()
    if packed in (b"", b"identity"):
        return lambda piece: piece
    if packed not in ZIPPED:
        raise Unreadable
    zipped = zlib.decompressobj(wbits=47 if packed != b"deflate" else 15)
    size = 0

    def unpack(piece: bytes) -> bytes:
        nonlocal size
        try:
            found = zipped.decompress(piece, most + 1 - size)
        except zlib.error:
            raise Unreadable from None
        size += len(found)
        if size > most or zipped.unconsumed_tail:
            raise Unreadable
        return found

    return unpack
