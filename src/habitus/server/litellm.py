"""POST /beta/litellm_basic_guardrail_api: Habitus as a guardrail of LiteLLM's proxy, which asks before and after each call to a model.

request    the user is heard, results of tools are settled; guidance goes under the user's words, notes under the results
response   calls of tools are judged; one that may not run blocks the answer, with the reason: LiteLLM can take out no single call

A session is what the client names (`x-habitus-session`, or `session` in the guardrail's params); without a name, the conversation that
begins with the same words under the same key. Who may ask, and how much at once, is decided at the door.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from habitus.errors import HabitusError
from habitus.hosts.frameworks.seat import Seat, under
from habitus.hosts.transcripts.parts import FAILED, args, digest, text
from habitus.parse import text as texts
from habitus.server import outside, problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from habitus.hosts.frameworks.seat import Asked
    from habitus.layer import Layer

log = logging.getLogger("habitus.litellm")

PATH = "/beta/litellm_basic_guardrail_api"
KEPT = 10_000
"""Calls to models, and calls of tools, whose answers are still waited for."""
SEARCHED = 2000
"""Texts, from the last backwards, under one of which something is put. A tool's result is among the last; without an end to it, whoever
sends many texts and many results would have each looked for in each."""

NAME = 200
NOTHING = {"action": "NONE"}


def routes(layer: Layer) -> list[Route]:
    guardrail = Guardrail(layer)

    async def asked(request: Request) -> Response:
        return await run_in_threadpool(_answered, guardrail, await request.body())

    return [Route(PATH, asked, methods=["POST"])]


def _answered(guardrail: Guardrail, body: bytes) -> Response:
    try:
        given = outside.read_all_the_same(body)
    except ValueError:
        return problems.response(400, "The request is not JSON: point LiteLLM's generic guardrail API here.")
    if not isinstance(given, dict):
        return problems.response(400, "The request is not a JSON object: point LiteLLM's generic guardrail API here.")
    try:
        return Response(outside.written(guardrail.answer(given)), media_type="application/json")
    except HabitusError as error:
        log.warning("%s", error)
        return problems.response(503, str(error))


class Guardrail:
    def __init__(self, layer: Layer) -> None:
        self._seat = Seat(layer, agent="litellm")
        self._sessions: OrderedDict[str, str] = OrderedDict()
        self._calls: OrderedDict[tuple[str, str], Asked] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return self._response(given) if given.get("input_type") == "response" else self._request(given)

    # ── before the model speaks ──

    def _request(self, given: Mapping[str, Any]) -> dict[str, Any]:
        messages = _messages(given)
        session = self._session(given, messages)
        texts = [one if isinstance(one, str) else "" for one in _list(given.get("texts"))]
        before = list(texts)
        for message in _since_the_agent(messages):
            if message.get("role") == "tool":
                _append(texts, text(message.get("content")), self._settled(session, message))
        users = [message for message in messages if message.get("role") == "user"]
        if users:
            said = text(users[-1].get("content"))
            guidance = self._seat.heard(session, said, f"{len(users)}:{digest(said)}")
            _append(texts, said, "\n\n".join(filter(None, (guidance, self._seat.reminders(session)))))
        return NOTHING if texts == before else {"action": "GUARDRAIL_INTERVENED", "texts": texts}

    def _settled(self, session: str, message: Mapping[str, Any]) -> str:
        with self._lock:
            asked = self._calls.pop((session, texts.name(str(message.get("tool_call_id")))), None)
        if asked is None:
            return ""
        told = text(message.get("content"))
        return self._seat.after(asked, error=told) if FAILED.match(told) else self._seat.after(asked, result=told)

    # ── what the model wants to do ──

    def _response(self, given: Mapping[str, Any]) -> dict[str, Any]:
        session = self._session(given, _messages(given))
        self._seat.said(session, "\n".join(one for one in _list(given.get("texts")) if isinstance(one, str)))
        refused = [self._judged(session, call) for call in _list(given.get("tool_calls")) if isinstance(call, dict)]
        reasons = "\n".join(filter(None, refused))
        return {"action": "BLOCKED", "blocked_reason": reasons} if reasons else NOTHING

    def _judged(self, session: str, call: Mapping[str, Any]) -> str:
        function = call.get("function")
        function = function if isinstance(function, dict) else {}
        id = texts.name(str(call.get("id") or ""))  # Gemini's has a thought's signature in it: all of it counts
        asked = self._seat.before(session, id, str(function.get("name") or ""), args(function.get("arguments")))
        if not asked.is_allowed:
            return self._seat.refused(asked)
        with self._lock:
            _put(self._calls, (session, id), asked)
        return ""

    def _session(self, given: Mapping[str, Any], messages: list[Mapping[str, Any]]) -> str:
        """The answer belongs to the session of its request, whose messages may not come with it."""
        id = str(given.get("litellm_call_id") or "")
        named = _named(given) or _begun(given, messages)
        with self._lock:
            if named and id:
                _put(self._sessions, id, named)
            return named or self._sessions.get(id) or f"litellm:{str(given.get('litellm_trace_id') or id or 'unnamed')[:NAME]}"


def _named(given: Mapping[str, Any]) -> str:
    params, headers = given.get("additional_provider_specific_params"), given.get("request_headers")
    for found, name in ((headers, "x-habitus-session"), (params, "session")):
        for field, value in found.items() if isinstance(found, dict) else ():
            if str(field).lower() == name and isinstance(value, str) and value:
                return value[:NAME]
    return ""


def _begun(given: Mapping[str, Any], messages: list[Mapping[str, Any]]) -> str:
    first = next((message for message in messages if message.get("role") == "user"), None)
    data = given.get("request_data")
    whose = str(data.get("user_api_key_hash") or "") if isinstance(data, dict) else ""
    return f"litellm:{digest(whose, text(first.get('content')))}" if first else ""


def _messages(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Without structure (older versions, other endpoints) all texts are the user's; the last is what was said."""
    found: list[Mapping[str, Any]] = [one for one in _list(given.get("structured_messages")) if isinstance(one, dict)]
    if found or given.get("input_type") == "response":
        return found
    return [{"role": "user", "content": one} for one in _list(given.get("texts")) if isinstance(one, str)]


def _since_the_agent(messages: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Every request repeats the history: new is what follows the agent's last words."""
    last = max((nth for nth, message in enumerate(messages) if message.get("role") == "assistant"), default=-1)
    return messages[last + 1 :]


def _append(texts: list[str], said: str, told: str) -> None:
    """Under the last of the texts that says this, or the end of it: a message of several parts comes as several texts."""
    if not told:
        return
    for nth in range(len(texts) - 1, max(-1, len(texts) - 1 - SEARCHED), -1):
        if texts[nth] and said.endswith(texts[nth]):
            texts[nth] = under(texts[nth], told)
            return


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _put(shelf: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    shelf[key] = value
    shelf.move_to_end(key)
    if len(shelf) > KEPT:
        shelf.popitem(last=False)
