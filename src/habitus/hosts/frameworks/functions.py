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
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar

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
        name = tool or function.__name__
        shape = inspect.signature(function)

        def before(given: tuple[Any, ...], named: Mapping[str, Any]) -> Asked:
            bound = shape.bind(*given, **named)
            bound.apply_defaults()
            key = session() if callable(session) else session
            args = _args(shape, bound)
            asked = seat.before(key, uuid.uuid4().hex[:16], name, args)
            if asked.asks and ask is not None:
                asked = seat.answered(asked, approve=ask(asked.call, asked.decision) is True)
            return asked

        def refusal(asked: Asked) -> Any:
            text = seat.refused(asked)
            if refuse == "raise":
                raise Blocked(text, asked.decision)
            return text

        def after(asked: Asked, result: Any) -> Any:
            said = seat.after(asked, result=result)
            if said and isinstance(result, str):
                return under(result, said)
            if said and noted is not None:
                noted(said)
            return result

        def broke(asked: Asked, error: Exception) -> None:
            said = seat.after(asked, error=f"{type(error).__name__}: {error}")
            if said:
                error.add_note(said)

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def later(*given: P.args, **named: P.kwargs) -> Any:
                asked = await asyncio.to_thread(before, given, named)
                if not asked.is_allowed:
                    return await asyncio.to_thread(refusal, asked)
                try:
                    result = await function(*given, **named)
                except Exception as error:
                    await asyncio.to_thread(broke, asked, error)
                    raise
                return await asyncio.to_thread(after, asked, result)

            return later  # type: ignore[return-value]

        @functools.wraps(function)
        def now(*given: P.args, **named: P.kwargs) -> Any:
            asked = before(given, named)
            if not asked.is_allowed:
                return refusal(asked)
            try:
                result = function(*given, **named)
            except Exception as error:
                broke(asked, error)
                raise
            return after(asked, result)

        return now

    return decorate


def _args(shape: inspect.Signature, bound: inspect.BoundArguments) -> dict[str, Any]:
    """By name, as a model would have sent them: what `**rest` collects is named already, and what a method is called on is not sent."""
    args: dict[str, Any] = {}
    for nth, (name, value) in enumerate(bound.arguments.items()):
        if shape.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            args |= value
        elif not (nth == 0 and name in ("self", "cls")):
            args[name] = list(value) if isinstance(value, tuple) else value
    return args
