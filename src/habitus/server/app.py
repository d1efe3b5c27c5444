"""The application: who may ask, and what is answered."""

from __future__ import annotations

import asyncio
import hmac
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from habitus import __version__
from habitus.errors import EventError, HabitusError
from habitus.hosts import trace
from habitus.server import page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from habitus.layer import Layer
    from habitus.types import ToolCall

log = logging.getLogger("habitus.server")

COOKIE = "habitus"
LARGEST = 1024 * 1024
"""Bytes of a request. A tool call with more arguments than that is not one that anybody could read."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create(layer: Layer, token: str) -> Starlette:
    async def health(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(facts, layer))

    async def rules(request: Request) -> Response:
        found = await run_in_threadpool(layer.store.rules, active=request.query_params.get("all") is None)
        return JSONResponse({"rules": [page.rule(rule) for rule in found]})

    async def judge(request: Request) -> Response:
        call = trace.event({**await _object(request), "event": "call"}, trace.Missing(at=layer.clock()))
        decision = await run_in_threadpool(layer.judge, cast("ToolCall", call))
        verdicts = [{"rule": v.rule, "action": v.action, "when": v.when, "message": v.message} for v in decision.verdicts]
        return JSONResponse({"id": decision.call, "decision": decision.ruling, "verdicts": verdicts})

    async def classify(request: Request) -> Response:
        given = await _object(request)
        session, message = given.get("session"), given.get("message")
        if not isinstance(session, str) or not isinstance(message, str):
            raise EventError("session" if not isinstance(session, str) else "message", "must be text")
        said = await run_in_threadpool(layer.classify, session, message, manual=True)
        return JSONResponse({"directive": said})

    async def home(request: Request) -> Response:
        if "token" in request.query_params:  # the link that was printed: keep it out of the address bar and the history
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        found = await run_in_threadpool(lambda: (facts(layer), layer.store.rules()))
        return HTMLResponse(page.html(*found))

    async def style(request: Request) -> Response:
        return Response(page.css(), media_type="text/css")

    app = Starlette(
        routes=[
            Route("/", home),
            Route("/style.css", style),
            Route("/v1/health", health),
            Route("/v1/rules", rules),
            Route("/v1/judge", judge, methods=["POST"]),
            Route("/v1/classify", classify, methods=["POST"]),
        ],
        exception_handlers={EventError: _refused, HabitusError: _failed},
        lifespan=lambda app: _tending(layer),
    )
    app.add_middleware(Door, token=token)
    return app


class Door:
    """Nobody comes in from another site (Host, Origin) or without the token; everything leaves with the headers that keep it so."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal:
            status, title = refusal
            await _problem(status, title)(scope, receive, send)
            return

        async def dressed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *((k.lower().encode(), v.encode()) for k, v in HEADERS.items())]
            await send(message)

        await self.app(scope, receive, dressed)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        if _host(headers.get("host", "")) not in LOOPBACK:
            return 421, "This server answers to 127.0.0.1 and localhost only."
        origin = headers.get("origin")
        if origin is not None and (urlsplit(origin).hostname or "") not in LOOPBACK:
            return 403, "Requests from other sites are refused."
        if not self._knows(scope, headers):
            return 401, "A token is needed: open the link that `habitus serve` printed, or send `Authorization: Bearer <token>`."
        return None

    def _knows(self, scope: Scope, headers: dict[str, str]) -> bool:
        from http.cookies import SimpleCookie
        from urllib.parse import parse_qs

        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        given = [
            bearer if scheme.lower() == "bearer" else "",
            cookie.value if cookie else "",
            *(parse_qs(scope["query_string"].decode("latin-1")).get("token", []) if scope["path"] == "/" else []),
        ]
        return any(hmac.compare_digest(one.encode("utf-8", "replace"), self.token) for one in given)


def facts(layer: Layer) -> dict[str, Any]:
    counts = layer.store.counts()
    return {"status": "ok", "version": __version__, "store": layer.store.where, **counts, "queue": layer.queue.depth()}


@asynccontextmanager
async def _tending(layer: Layer) -> AsyncIterator[None]:
    async def loop() -> None:
        while True:
            try:
                await run_in_threadpool(layer.tend)
            except HabitusError as error:
                log.warning("tend failed: %s; trying again in %s s", error, layer.settings.learning.interval_seconds)
            await asyncio.sleep(layer.settings.learning.interval_seconds)

    task = asyncio.create_task(loop())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _object(request: Request) -> dict[str, Any]:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise EventError("body", "is larger than 1 MB")
    import json

    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise EventError("body", "is not JSON") from None
    if not isinstance(found, dict):
        raise EventError("body", "must be an object")
    return found


def _host(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _problem(status: int, title: str) -> Response:
    return JSONResponse({"status": status, "title": title}, status_code=status, media_type="application/problem+json", headers=HEADERS)


def _refused(request: Request, error: Exception) -> Response:
    return _problem(422, str(error))


def _failed(request: Request, error: Exception) -> Response:
    log.warning("%s %s failed: %s", request.method, request.url.path, error)
    return _problem(503, str(error))
