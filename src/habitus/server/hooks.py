"""POST /v1/hooks/{host}: a host's hook JSON in, its answer out. The same answers are given on the daemon's socket, over HTTP, and alone.

What goes wrong is answered with a status that the host takes for a failed hook: whether the call then runs is what its user has installed.
"""

from __future__ import annotations

import logging
import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any

from habitus.errors import HabitusError
from habitus.hosts.hooks.capabilities import HOSTS
from habitus.hosts.hooks.flow import Hooks
from habitus.server import outside

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from habitus.layer import Layer

log = logging.getLogger("habitus.hooks")

CANARY = "habitus-doctor:"
"""How the sessions of `habitus doctor` begin: they are judged by the usual rules, and nothing is kept of them."""

ASKED = "habitus_doctor_asks"
"""A tool that they are asked about."""


class Reception:
    def __init__(self, layer: Layer, ended: threading.Event | None = None) -> None:
        self.layer = layer
        self._hooks = Hooks(layer)
        self.ended = ended or threading.Event()
        """A session has ended: there may be something to learn."""

    def answer(self, host: str, body: bytes) -> tuple[int, bytes]:
        """An HTTP status and JSON."""
        if host not in HOSTS:
            return _problem(404, f"{host[:40]!r} is no host that we know: call /v1/hooks/ with one of {', '.join(HOSTS)}.")
        try:
            given = outside.read_all_the_same(body)
        except ValueError:
            return _problem(400, "The hook's input is not JSON: hand on what the host wrote, as it is.")
        if not isinstance(given, dict):
            return _problem(400, "The hook's input is not a JSON object: hand on what the host wrote, as it is.")
        try:
            return 200, outside.written(self._for(given).respond(host, given))
        except HabitusError as error:
            log.warning("%s: %s", host, error)
            return _problem(503, str(error))
        except Exception as error:  # a fault of ours must not take the host's session with it; the host does as it was told to
            log.exception("%s: a hook failed; the host goes on as it was installed", host)
            return _problem(500, f"Habitus failed ({type(error).__name__}): see its log, and `habitus doctor`.")

    def warm_up(self) -> None:
        """A session that is nobody's, so that everything is loaded before the first hook that is somebody's."""
        session = {"session_id": f"{CANARY}warm", "cwd": "/"}
        call = {**session, "tool_name": "Bash", "tool_use_id": "warm", "tool_input": {"command": "npm install lodash | tee log"}}
        for event, given in (
            ("SessionStart", session), ("UserPromptSubmit", {**session, "prompt": "add lodash"}), ("PreToolUse", call),
            ("PostToolUse", {**call, "tool_response": "ok"}), ("UserPromptSubmit", {**session, "prompt": "no, use pnpm instead of npm"}),
        ):  # fmt: skip
            self.answer("claude-code", outside.written({"hook_event_name": event, **given}))

    def _for(self, given: dict[str, Any]) -> Hooks:
        named = next((value for field in ("session_id", "sessionId", "conversation_id") if isinstance(value := given.get(field), str)), "")
        if named.startswith(CANARY):
            return self._canary
        if str(given.get("hook_event_name") or given.get("hookEventName")).lower().endswith("sessionend"):
            self.ended.set()
        return self._hooks

    @cached_property
    def _canary(self) -> Hooks:
        from habitus import assemble, config

        settings = config.Settings(capabilities=config.Capabilities(ask=[ASKED]))
        return Hooks(assemble.trial(settings, profile="coding", clock=self.layer.clock))


def _problem(status: int, detail: str) -> tuple[int, bytes]:
    from habitus.server import details

    return status, outside.written(details.body(status, detail))


def routes(layer: Layer) -> list[Route]:
    """For the server's application; who may ask, and how much at once, is decided at its door."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import Response
    from starlette.routing import Route

    from habitus.server import details

    reception = Reception(layer)

    async def hook(request: Request) -> Response:
        status, said = await run_in_threadpool(reception.answer, request.path_params["host"], await request.body())
        if reception.ended.is_set():
            reception.ended.clear()  # the server's own jobs learn from it
        return Response(said, status, media_type="application/json" if status < 400 else details.JSON)

    return [Route("/v1/hooks/{host}", hook, methods=["POST"])]
