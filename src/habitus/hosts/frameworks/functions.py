"""Plain functions: a decorator that puts the gates before them, for agents that are built by hand.

    @guarded(layer, session="s1")
    def delete_file(path: str) -> str: ...

A call that is not let through raises `Blocked`, whose text is for the model; with `refuse="return"` the text is the result. Notes go under
a result that is text; for other results `noted` is called with them. `ask` puts a call before a person; without it, it is refused.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import uuid
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, ParamSpec, TypeVar

from habitus.hosts.frameworks.seat import Seat, under

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.hosts.frameworks.seat import Asked
    from habitus.layer import Layer
    from habitus.types import Decision, ToolCall

P = ParamSpec("P")
R = TypeVar("R")


class Blocked(Exception):
    """A call that was not let through: what the model is to be told."""

    def __init__(self, text: str, decision: Decision) -> None:
        super().__init__(text)
        self.decision = decision


def guarded(
    layer: Layer,
    *,
    session: str | Callable[[], str],
    tool: str = "",
    agent: str = "functions",
    workspace: str = "",
    refuse: Literal["raise", "return"] = "raise",
    ask: Callable[[ToolCall, Decision], bool] | None = None,
    noted: Callable[[str], None] | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`session`: its name, or what says it at each call. `tool`: the name that rules know it by; else the function's."""
    seat = Seat(layer, agent=agent, workspace=workspace, hears=False)

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        guard = _Guard(seat, tool or function.__name__, inspect.signature(function), session, refuse, ask, noted)
        return _later(function, guard) if inspect.iscoroutinefunction(function) else _now(function, guard)

    return decorate


def _now(function: Callable[P, R], guard: _Guard) -> Callable[P, R]:
    @functools.wraps(function)
    def guarded(*given: P.args, **named: P.kwargs) -> Any:
        asked = guard.before(given, named)
        if not asked.is_allowed:
            return guard.refusal(asked)
        try:
            result = function(*given, **named)
        except Exception as error:
            guard.broke(asked, error)
            raise
        return guard.after(asked, result)

    return guarded


def _later(function: Callable[P, Any], guard: _Guard) -> Callable[P, Any]:
    @functools.wraps(function)
    async def guarded(*given: P.args, **named: P.kwargs) -> Any:
        asked = await asyncio.to_thread(guard.before, given, named)
        if not asked.is_allowed:
            return await asyncio.to_thread(guard.refusal, asked)
        try:
            result = await function(*given, **named)
        except Exception as error:
            await asyncio.to_thread(guard.broke, asked, error)
            raise
        return await asyncio.to_thread(guard.after, asked, result)

    return guarded


class _Guard(NamedTuple):
    """What stands before a function, and behind it."""

    seat: Seat
    tool: str
    shape: inspect.Signature
    session: str | Callable[[], str]
    refuse: Literal["raise", "return"]
    ask: Callable[[ToolCall, Decision], bool] | None
    noted: Callable[[str], None] | None

    def before(self, given: tuple[Any, ...], named: Mapping[str, Any]) -> Asked:
        bound = self.shape.bind(*given, **named)
        bound.apply_defaults()
        key = self.session() if callable(self.session) else self.session
        asked = self.seat.before(key, uuid.uuid4().hex[:16], self.tool, _args(self.shape, bound))
        if asked.asks and self.ask is not None:
            return self.seat.answered(asked, approve=self.ask(asked.call, asked.decision) is True)
        return asked

    def refusal(self, asked: Asked) -> str:
        text = self.seat.refused(asked)
        if self.refuse == "raise":
            raise Blocked(text, asked.decision)
        return text

    def after(self, asked: Asked, result: Any) -> Any:
        said = self.seat.after(asked, result=result)
        if said and isinstance(result, str):
            return under(result, said)
        if said and self.noted is not None:
            self.noted(said)
        return result

    def broke(self, asked: Asked, error: Exception) -> None:
        said = self.seat.after(asked, error=f"{type(error).__name__}: {error}")
        if said:
            error.add_note(said)


def _args(shape: inspect.Signature, bound: inspect.BoundArguments) -> dict[str, Any]:
    """By name, as a model would have sent them: what `**rest` collects is named already, and what a method is called on is not sent."""
    args: dict[str, Any] = {}
    for nth, (name, value) in enumerate(bound.arguments.items()):
        if shape.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            args |= value
        elif not (nth == 0 and name in ("self", "cls")):
            args[name] = list(value) if isinstance(value, tuple) else value
    return args
