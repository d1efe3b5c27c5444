"""Requests that only read do so beside those who write: a long list on a page holds up no agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from habitus.types import Store


class Reading:
    def __init__(self, app: ASGIApp, store: Store) -> None:
        self.app = app
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        with self._store.aside():
            await self.app(scope, receive, send)
