"""POST /v1/hooks/{host}: a host's hook JSON in, its answer out. The same answers are given on the daemon's socket, over HTTP, and alone.

What goes wrong is answered with a status that the host takes for a failed hook: whether the call then runs is what its user has installed.
A call that is written so that it cannot be read is denied: whoever writes calls must not choose whether they are judged.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from habitus.errors import HabitusError
from habitus.hosts.hooks import encoder
from habitus.hosts.hooks.answers import UNREAD, Reply
from habitus.hosts.hooks.capabilities import HOSTS
from habitus.hosts.hooks.flow import Hooks
from habitus.server import outside

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from habitus.layer import Layer
    from habitus.server.metrics import Figures

log = logging.getLogger("habitus.hooks")

CANARY = "habitus-doctor:"
"""How the sessions of `habitus doctor` begin: they are judged by the usual rules, and nothing is kept of them."""

ASKED = "habitus_doctor_asks"
"""A tool that they are asked about."""

EVENTS, LARGEST = 100, 64 * 1024
"""Of such sessions, before what is known of them is forgotten, and the bytes of one: a check-up sends a dozen of a kilobyte. They are kept
in memory alone, which anybody who may send hooks could fill."""


class Reception:
    def __init__(self, layer: Layer, ended: threading.Event | None = None, figures: Figures | None = None) -> None:
        """`figures`: where somebody can look at how many have failed."""
        self.layer = layer
        self._figures = figures
        self._hooks = Hooks(layer)
        self._canary = Canary(layer)
        self.ended = ended or threading.Event()
        """A session has ended: there may be something to learn."""

    def answer(self, host: str, body: bytes) -> tuple[int, bytes]:
        """An HTTP status and JSON."""
        status, said = self._answer(host, body)
        if self._figures is not None:
            self._figures.failed("hook", status)
        return status, said

    def _answer(self, host: str, body: bytes) -> tuple[int, bytes]:
        if host not in HOSTS:
            return _problem(404, f"{host[:40]!r} is no host that we know: call /v1/hooks/ with one of {', '.join(HOSTS)}.")
        try:
            given = outside.read_all_the_same(body)
        except ValueError:
            return _denied(host, body) or _problem(400, "The hook's input is not JSON: hand on what the host wrote, as it is.")
        if not isinstance(given, dict):
            return _problem(400, "The hook's input is not a JSON object: hand on what the host wrote, as it is.")
        try:
            return self._said(host, body, given)
        except HabitusError as error:
            log.warning("%s: %s", host, error)
            return _problem(503, str(error))
        except Exception as error:  # a fault of ours must not take the host's session with it; the host does as it was told to
            log.exception("%s: a hook failed; the host goes on as it was installed", host)
            denied = _denied(host, body) if isinstance(error, RecursionError) else None
            return denied or _problem(500, f"Habitus failed ({type(error).__name__}): see its log, and `habitus doctor`.")

    def warm_up(self) -> None:
        """A session that is nobody's, so that everything is loaded before the first hook that is somebody's."""
        session = {"session_id": f"{CANARY}warm", "cwd": "/"}
        call = {**session, "tool_name": "Bash", "tool_use_id": "warm", "tool_input": {"command": "npm install lodash | tee log"}}
        for event, given in (
            ("SessionStart", session), ("UserPromptSubmit", {**session, "prompt": "add lodash"}), ("PreToolUse", call),
            ("PostToolUse", {**call, "tool_response": "ok"}), ("UserPromptSubmit", {**session, "prompt": "no, use pnpm instead of npm"}),
        ):  # fmt: skip
            self.answer("claude-code", outside.written({"hook_event_name": event, **given}))

    def _said(self, host: str, body: bytes, given: dict[str, Any]) -> tuple[int, bytes]:
        if _named(given).startswith(CANARY):
            return self._canary.answer(host, body, given)
        if str(given.get("hook_event_name") or given.get("hookEventName")).lower().endswith("sessionend"):
            self.ended.set()
        return 200, outside.written(self._hooks.respond(host, given))


class Canary:
    """Answers the sessions of `habitus doctor`, by rules of their own, from a memory that begins anew every so often."""

    def __init__(self, layer: Layer) -> None:
        self._clock = layer.clock
        self._hooks: Hooks | None = None
        self._events = 0
        self._last = ""
        self._lock = threading.Lock()

    def answer(self, host: str, body: bytes, given: dict[str, Any]) -> tuple[int, bytes]:
        if len(body) > LARGEST:
            return _problem(413, f"A session of `habitus doctor` sends at most {LARGEST:,} bytes at once: name yours otherwise.")
        return 200, outside.written(self._heard(_named(given), host, given))

    def _heard(self, session: str, host: str, given: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            most = EVENTS if session != self._last else 2 * EVENTS  # a session that is under way is not forgotten in the middle
            if self._hooks is None or self._events >= most:
                self._hooks, self._events = self._anew(), 0
            self._events, self._last = self._events + 1, session
            return self._hooks.respond(host, given)

    def _anew(self) -> Hooks:
        from habitus import assemble, config

        if self._hooks is not None:
            self._hooks.layer.close()
        settings = config.Settings(capabilities=config.Capabilities(ask=[ASKED]))
        return Hooks(assemble.trial(settings, profile="coding", clock=self._clock))


def _named(given: dict[str, Any]) -> str:
    return next((value for field in ("session_id", "sessionId", "conversation_id") if isinstance(value := given.get(field), str)), "")


def _denied(host: str, body: bytes) -> tuple[int, bytes] | None:
    """The host's own word for no, where what cannot be read says of itself that it is a call about to run."""
    from habitus.parse import unread  # at first need: hosts write JSON

    speaks = encoder(host)
    heard = speaks.hear(unread.top(body))
    if heard.kind != "before":
        return None
    log.warning("%s: a call that cannot be read is denied", host)
    return 200, outside.written(speaks.tell(Reply(deny=UNREAD), heard.event, "before"))


def _problem(status: int, detail: str) -> tuple[int, bytes]:
    from habitus.server import details

    return status, outside.written(details.body(status, detail))


def routes(layer: Layer, figures: Figures | None = None) -> list[Route]:
    """For the server's application; who may ask, and how much at once, is decided at its door."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import Response
    from starlette.routing import Route

    from habitus.server import details

    reception = Reception(layer, figures=figures)

    async def hook(request: Request) -> Response:
        status, said = await run_in_threadpool(reception.answer, request.path_params["host"], await request.body())
        if reception.ended.is_set():
            reception.ended.clear()  # the server's own jobs learn from it
        return Response(said, status, media_type="application/json" if status < 400 else details.JSON)

    return [Route("/v1/hooks/{host}", hook, methods=["POST"])]
