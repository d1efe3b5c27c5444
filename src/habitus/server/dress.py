"""What every answer wears: the headers that keep a browser from being talked into anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from starlette.types import Send

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
NAMED = frozenset(name for name, _ in RAW)


def dressed(send: Send) -> Send:
    async def wearing(message: MutableMapping[str, Any]) -> None:
        if message["type"].endswith("http.response.start"):  # a WebSocket that is refused has a word before it
            given = message.get("headers", [])
            own = {name for name, _ in given} & NAMED
            message["headers"] = [*given, *(header for header in RAW if header[0] not in own)]
        await send(message)

    return wearing
