"""Pages of other sites that `server.allowed_origins` names: what their browsers ask before they send a key, and must hear before they let
the page read an answer (CORS). Cookies are never sent from there; a page brings a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from starlette.types import Scope, Send

ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, Traceparent",
    "Access-Control-Max-Age": "600",
}
SHOWN = b"ETag, Idempotency-Replayed, Retry-After"
"""Of an answer's headers, those that a page may read beside the few that it always may."""


def asks_first(scope: Scope) -> bool:
    """Does a browser only ask whether it may? It says neither who asks nor what."""
    return bool(scope.get("method") == "OPTIONS" and any(name == b"access-control-request-method" for name, _ in scope["headers"]))


def allowed() -> Response:
    return Response(status_code=204, headers=ALLOWED)


def shared(send: Send, origin: str) -> Send:
    """The page of that site may read what is answered."""
    named = [(b"access-control-allow-origin", origin.encode("latin-1")), (b"access-control-expose-headers", SHOWN), (b"vary", b"Origin")]

    async def sharing(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *named]
        await send(message)

    return sharing
