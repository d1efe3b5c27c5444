"""What agents do at every call: judge, guide, events. Plain ASGI, beside the framework: no models, no dependencies, no second validation.

Outside data becomes nouns in `hosts.trace`, as everywhere; how these routes look in the OpenAPI is written in `api/told.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, TypeAlias

from starlette.concurrency import run_in_threadpool

from habitus.errors import EventError, FieldError, HabitusError
from habitus.hosts import trace
from habitus.server import faults, outside, problems
from habitus.server.problems import Problem
from habitus.types import AgentText, Decision, ToolResult

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from habitus.layer import Layer
    from habitus.server.desk import Desk
    from habitus.server.metrics import Figures
    from habitus.types import Event, ToolCall

TOGETHER = 1_000
"""Events of one request. They are kept all or none, and whoever else tells something waits for them: a long session comes in several."""

LARGE = 64 * 1024
"""Bytes from which reading a request takes so long that it is done aside."""

WHOLE = ("id", "tool", "text", "batch", "rating")

Said: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Callable[[Any, str], Awaitable[Said]]


class Hot:
    """Answers its own routes, and passes everything else on."""

    def __init__(self, app: ASGIApp, *, layer: Layer, desk: Desk, figures: Figures) -> None:
        self.app = app
        self._layer = layer
        self._desk = desk
        self._figures = figures
        self.routes: dict[str, Answer] = {"/v1/judge": self._judge, "/v1/guide": self._guide, "/v1/events": self._events}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.routes.get(scope.get("path", "")) if scope["type"] == "http" and scope["method"] == "POST" else None
        if answer is None:
            await self.app(scope, receive, send)
            return
        try:
            body = (await receive()).get("body", b"")
            given = await run_in_threadpool(read, body) if len(body) > LARGE else read(body)
            said = await answer(given, scope.get("once", ""))
        except (Problem, HabitusError) as error:
            status, detail = problems.noted(f"POST {scope['path']}", error)
            await problems.response(status, detail, getattr(error, "headers", None))(scope, receive, send)
            return
        await send_json(send, said)

    async def _judge(self, given: Any, once: str) -> Said:
        asked = call(given, self._layer)
        try:
            return decided(await self._desk.judge(asked))
        except Exception as error:
            self._figures.failed("judge", problems.told(error)[0])
            raise

    async def _guide(self, given: Any, once: str) -> Said:
        session, prompt = _text(given, "session"), _text(given, "prompt", needed=False)
        found = await run_in_threadpool(self._layer.guide, session, prompt)
        examples = [{"user": user, "assistant": assistant} for user, assistant in found.examples]
        return {"text": found.text, "tokens": found.tokens, "lessons": list(found.lessons), "examples": examples}

    async def _events(self, given: Any, once: str) -> Said:
        lines = given.get("events", [given])
        if not isinstance(lines, list) or len(lines) > TOGETHER:
            raise FieldError("events", f"must be a list of at most {TOGETHER} events")
        return await run_in_threadpool(self._told, lines, once)

    def _told(self, lines: list[Any], once: str) -> Said:
        """`once`: a name of the request, if it has one; what has none of its own is called after it."""
        given = [event(lines[0], self._layer)] if len(lines) == 1 else list(self._of_many(lines))
        if once:
            given = [one if one.key else replace(one, key=f"once:{once}:{n}") for n, one in enumerate(given)]
        events = [self._layer.named(one) for one in given]
        return self._layer.together(lambda: self._taken(events))

    def _of_many(self, lines: list[Any]) -> Iterator[Event]:
        """Of a whole list, whoever has to mend it is told which one is wrong."""
        for n, line in enumerate(lines):
            try:
                yield event(line, self._layer)
            except EventError as error:
                raise FieldError(f"events.{n}", f"is refused: {str(error).removeprefix(error.said)}") from None

    def _taken(self, events: list[Event]) -> Said:
        """All or none, in order."""
        answers = []
        for one in events:
            if isinstance(one, ToolResult | AgentText):
                decision = self._layer.settle(one)
                answers.append({"id": decision.call, "verdicts": [verdict._asdict() for verdict in decision.verdicts]})
            else:
                self._layer.observe(one)
        return {"events": len(events), "answers": answers}


def event(line: Any, layer: Layer) -> Event:
    return trace.event(_whole(line) if isinstance(line, dict) else line, trace.Missing(at=layer.clock()))


def call(line: Said, layer: Layer) -> ToolCall:
    return trace.call(_whole(line), trace.Missing(at=layer.clock()))


def _whole(line: Said) -> Said:
    """5.0 is a whole number in JSON: as an id or a rating it is 5."""
    if float not in map(type, line.values()):
        return line
    made = {name: int(line[name]) for name in WHOLE if isinstance(line.get(name), float) and line[name].is_integer()}
    return {**line, **made} if made else line


def decided(decision: Decision) -> Said:
    return {
        "id": decision.call,
        "decision": decision.ruling,
        "verdicts": [verdict._asdict() for verdict in decision.verdicts],
        "reason": decision.reason,
        "approval": decision.approval,
    }


async def send_json(send: Send, said: Said) -> None:
    body = outside.written(said)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def read(body: bytes) -> dict[str, Any]:
    try:
        found = outside.read(body)
    except JSONDecodeError as error:
        raise Problem(422, faults.not_json(error.msg, error.doc, error.pos)) from None
    except ValueError:
        raise FieldError("body", "is not JSON: it has a number that JSON has not, no UTF-8, or is nested too deeply") from None
    if not isinstance(found, dict):
        raise FieldError("body", "must be an object")
    return found


def _text(given: Mapping[str, Any], field: str, *, needed: bool = True) -> str:
    value = given.get(field)
    if value is None and not needed:
        return ""
    if value is None or (needed and value == ""):
        raise FieldError(field, "is missing")
    if not isinstance(value, str):
        raise FieldError(field, "must be text")
    return value
