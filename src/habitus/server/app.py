"""The application, put together: what comes in passes the door, then what makes writes safe to repeat, then the hot routes, then the API.

Door    who may come in                            Hot     judge, guide, events
Once    a write that is sent again is done once    Tagged  what has not changed is not sent again
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route, WebSocketRoute

from habitus import __version__
from habitus.errors import HabitusError
from habitus.server import faults, hooks, litellm, mcp, otlp, pages, problems, spans, watching
from habitus.server.api import ROUTERS, told
from habitus.server.api.errands import WORK
from habitus.server.checkup import Checkup
from habitus.server.desk import Desk
from habitus.server.door import SPEAKER, Door
from habitus.server.errands import BEAT, Errands
from habitus.server.heads import Headed
from habitus.server.hot import Hot
from habitus.server.live import Live
from habitus.server.metrics import KIND, Figures
from habitus.server.once import Once
from habitus.server.passes import Passes, tell
from habitus.server.policy import LOOK
from habitus.server.problems import Problem
from habitus.server.reading import Reading
from habitus.server.tags import Tagged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Sequence

    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

    from habitus.config.settings import Server
    from habitus.layer import Layer
    from habitus.server.policy import Policy
    from habitus.server.proxy import Proxy
    from habitus.worker import Jobs

log = logging.getLogger("habitus.server")

__all__ = ["Application", "create"]

SILENT = {"tracing": False, "operation_spans": False, "metrics": False, "logs": False, "auto_configure": False}
UNTOLD: dict[str, Any] = {"telemetry": SILENT} if "telemetry" in signature(FastAPI).parameters else {}
"""Newer versions of FastAPI would send spans of their own, with the path, which may hold a token, and the query."""

PATH = 200
"""Characters of an address that are said again where there is nothing."""


class Application:
    """Everything that answers, and the parts of it that others need."""

    def __init__(
        self,
        layer: Layer,
        token: str,
        *,
        hosts: Collection[str] = (),
        origins: Collection[str] = (),
        server: Server | None = None,
        jobs: bool = False,
        policy: Policy | None = None,
        tracer: spans.Tracer | None = None,
    ) -> None:
        """`server`: limits other than the layer's. `jobs`: run them too; another process may do it as well, and each is done once.
        `policy`: the settings file that is looked at while it runs. `tracer`: where spans go, if not where the environment says."""
        self.layer = layer
        self.jobs: Jobs | None = None
        self._runs_jobs = jobs
        self._policy = policy
        self._checkup = Checkup(layer.home, layer.clock)
        self._errands = Errands(layer, WORK)
        asked = server or layer.settings.server
        self.passes = Passes(token, layer.store.doors(), layer.clock, asked)
        self.desk = Desk(layer)
        self.figures = Figures(layer, self.desk, lambda: self.jobs)
        tracer = tracer or spans.tracer()
        layer.watch = watching.watch(self.figures, tracer)
        layer.speaker = SPEAKER.get
        self.live = Live(layer, clients=asked.live_clients)
        self._proxy: Proxy | None = None
        self.proxy_token = ""
        """What the address of a provider behind this server has in it; empty where there is none."""
        self.api = self._api(token)
        hot = Hot(Reading(Headed(Tagged(self.api)), layer.store), layer=layer, desk=self.desk, figures=self.figures)
        once = Once(hot, layer, self._is_there)
        self.door = Door(
            spans.joining(once, tracer), passes=self.passes, server=asked, hosts=hosts, origins=origins, told=partial(tell, layer)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.door(scope, receive, send)

    def _api(self, token: str) -> FastAPI:
        api = FastAPI(
            title="Habitus", version=__version__, openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False,
            lifespan=lambda _: self._running(), exception_handlers=HANDLERS, **UNTOLD,
        )  # fmt: skip
        api.state.layer, api.state.passes, api.state.errands = self.layer, self.passes, self._errands
        api.state.jobs, api.state.doctor = lambda: self.jobs, self._checkup
        # As they are: `include_router` would build each of them again, at the first request.
        api.router.routes += [
            *(route for routes in ROUTERS for route in routes.routes),
            Route("/metrics", self._metrics),
            Route("/v1/openapi.json", self._openapi),
            *(Route(path, _hot_only, methods=["POST"]) for path in told.HOT),
            *hooks.routes(self.layer, self.figures),
            *litellm.routes(self.layer),
            *otlp.routes(self.layer),
            *mcp.routes(self.layer),
            *self._proxied(token),
            WebSocketRoute("/ws", self.live.endpoint),
            *pages.routes(self.layer, lambda: {"jobs": self.jobs, "doctor": self._checkup}),
        ]
        return api

    # ── routes beside the API ──

    def _proxied(self, token: str) -> Sequence[BaseRoute]:
        """A provider's API under `/proxy/<token>`, where one is named."""
        upstream = self.layer.settings.server.proxy_upstream
        if not upstream:
            return ()
        from habitus.server import proxy

        self.proxy_token = proxy.token_of(token)
        mounts, self._proxy = proxy.routes(self.layer, upstream, token=self.proxy_token, hosts=None)  # the door has asked
        return mounts

    def _is_there(self, scope: Scope) -> bool:
        return any(route.matches(scope)[0] is Match.FULL for route in self.api.router.routes)

    async def _metrics(self, request: Request) -> Response:
        return Response(await run_in_threadpool(self.figures.page), media_type=KIND)

    async def _openapi(self, request: Request) -> Response:
        return JSONResponse(told.openapi(self.api))

    # ── while it runs ──

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        beside = [asyncio.create_task(one) for one in (self.live.run(), self._looking(), self._resuming())]
        try:
            async with self._working():
                yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self.desk.close()
            await run_in_threadpool(self._errands.close)
            if self._proxy:
                await self._proxy.close()

    async def _looking(self) -> None:
        """At the settings, as long as it runs."""
        while self._policy is not None:
            await asyncio.sleep(LOOK)
            try:
                await run_in_threadpool(self._policy.look)
            except Exception:  # a rule may be somebody else's code, and the store may be away: the next look finds it again
                log.exception("the settings have changed and could not be taken up; the old ones hold")

    async def _resuming(self) -> None:
        """What a process of this home was killed over is gone on with, by whichever is there."""
        while True:
            try:
                await run_in_threadpool(self._errands.resume)
            except Exception:  # the store may be away, and a file anything: the next look finds it again
                log.exception("an errand that was left behind could not be taken up")
            await asyncio.sleep(BEAT)

    @asynccontextmanager
    async def _working(self) -> AsyncIterator[None]:
        """The jobs, once the server answers: what they need takes a second to load."""
        if not self._runs_jobs:
            yield
            return
        from habitus import worker

        async with worker.running(self.layer, after=1.0) as self.jobs:
            yield


create = Application


def listed(api: FastAPI) -> list[Route | APIRoute]:
    """Every route, whoever answers it."""
    return [route for route in api.routes if isinstance(route, Route | APIRoute)]


async def _hot_only(request: Request) -> Response:
    """For the list of routes: `Hot` has answered before this one is reached."""
    return problems.response(500, "This route is answered elsewhere.")


# ── what goes wrong ──


def _invalid(request: Request, error: RequestValidationError) -> Response:
    return problems.response(422, faults.told(request, error))


def _http(request: Request, error: Any) -> Response:
    """`error`: an `HTTPException`, by the table below."""
    is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/v1/")
    answer = partial(problems.page, request.scope) if is_page else problems.response
    if error.status_code == 405:
        allowed = ", ".join(_methods(request))
        return answer(405, f"{request.method} is not done here: use {allowed}.", headers={"Allow": allowed})
    if error.status_code == 404:
        where = "" if is_page else ": `/v1/openapi.json` lists what is"
        return answer(404, f"Nothing is at {request.url.path[:PATH]}{where}.")
    if error.status_code == 400:
        return answer(422, "`body` cannot be read: it is no UTF-8, or nested too deeply.")
    return answer(error.status_code, str(error.detail))


def _methods(request: Request) -> list[str]:
    """All that this path can be asked, over the several routes that it may have; those that name it are before those that only fit."""
    matching = [route for route in listed(request.app) if route.matches(request.scope)[0] is not Match.NONE]
    named = [route for route in matching if route.path == request.url.path]
    found = set().union(*(route.methods or () for route in named or matching))
    return sorted(found | {"HEAD"} if "GET" in found else found)


HANDLERS: dict[Any, Any] = {
    RequestValidationError: _invalid,
    HTTPException: _http,
    Problem: problems.handled,
    HabitusError: problems.handled,
    Exception: problems.handled,
}
