"""Lists that are polled: an answer that has not changed is not sent again (`ETag`, `If-None-Match`)."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Tagged:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        asked = next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")
        begun: list[Message] = []

        async def tagged(message: Message) -> None:
            """An answer of ours comes in one piece; what comes in several is passed on as it is."""
            if message["type"] == "http.response.start" and message["status"] == 200:
                begun.append(message)
                return
            if begun and message.get("more_body"):
                await send(begun.pop())
            elif begun:
                message = _tag(begun[0], message, asked)
                await send(begun.pop())
            await send(message)

        await self.app(scope, receive, tagged)


def _tag(start: Message, body: Message, asked: bytes) -> Message:
    opaque = b'"%s"' % blake2b(body.get("body", b""), digest_size=12).hexdigest().encode()
    # A browser may keep it, and asks every time whether it is still so.
    start["headers"] = [*start["headers"], (b"etag", b"W/" + opaque), (b"cache-control", b"private, no-cache")]
    if not {opaque, b"*"} & {given.strip().removeprefix(b"W/") for given in asked.split(b",")}:  # weakly: RFC 9110, 13.1.2
        return body
    start["status"] = 304
    start["headers"] = [header for header in start["headers"] if header[0] not in (b"content-length", b"content-type")]
    return {**body, "body": b""}
