"""`/mcp`: the server over streamable HTTP, as a route of ours behind our door.

Answers are JSON, not streams: nothing of ours takes long enough to tell of its progress, and we send nothing unasked, so a GET is refused
as the protocol allows. Rebinding, origins, tokens and sizes are the door's.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import Response

from habitus.server.live import SHARE
from habitus.server.mcp.offer import Offer, over_http

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from habitus.layer import Layer

SESSIONS = 500
"""Clients of the protocol with a handshake, at a time."""

EACH = SESSIONS // SHARE
"""With one key: whoever begins anew without ever ending leaves room for others."""

IDLE = 1800.0
"""Seconds after which one that is silent has gone."""

LARGEST = 1024 * 1024
"""Bytes of a request: a call to be checked may bring a file."""

METHODS = frozenset({"POST", "DELETE"})


class Sessions(StreamableHTTPSessionManager):
    """With a share for each key, which the package has not: it counts them all together."""

    def _admit_session(self, requestor: Any) -> Any:
        if sum(owner == requestor for owner in self._session_owners.values()) >= EACH:
            return None  # as if there were no room at all
        return super()._admit_session(requestor)


class Speaker:
    """Starts with its first request, on the loop that serves it, and ends with that loop."""

    def __init__(self, layer: Layer) -> None:
        self._offer = Offer(layer, over_http)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._manager: StreamableHTTPSessionManager | None = None
        self._running: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in METHODS:
            await Response(status_code=405, headers={"Allow": ", ".join(sorted(METHODS))})(scope, receive, send)
            return
        manager = await self._started()
        await manager.handle_request(_owned(scope), receive, send)

    async def _started(self) -> StreamableHTTPSessionManager:
        loop = asyncio.get_running_loop()
        if self._loop is not loop or self._manager is None or (self._running and self._running.done()):
            self._loop, self._ready = loop, asyncio.Event()
            self._manager = Sessions(
                self._offer.server(), json_response=True, max_sessions=SESSIONS, session_idle_timeout=IDLE, max_request_body_size=LARGEST
            )
            self._running = loop.create_task(self._run(self._manager, self._ready))
        manager = self._manager
        await self._ready.wait()
        return manager

    async def _run(self, manager: StreamableHTTPSessionManager, ready: asyncio.Event) -> None:
        async with manager.run():
            ready.set()
            await asyncio.Event().wait()


def _owned(scope: Scope) -> Scope:
    """With whose it is in the words of the `mcp` package: to any other key, the session that this one opens is not there."""
    visitor = scope.get("visitor")
    if visitor is None:
        return scope
    return {**scope, "user": AuthenticatedUser(AccessToken(token="", client_id=visitor.key or visitor.name, scopes=[]))}
