"""A brain that can be asked: messages in, one response out, its text told as it comes, and what it cost written down.

The providers' clients and message types are pydantic-ai's; the loop is ours (docs/decisions/0018).
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from habitus.agent.outcome import Spent
from habitus.errors import HabitusError, ModelError
from habitus.models.meter import AGENT
from habitus.recall import tokens
from habitus.types import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
    from datetime import datetime

    import httpx2
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters

    from habitus.agent.app import Brain
    from habitus.agent.tools.tool import Tool
    from habitus.models import Provider
    from habitus.models.knobs import Knobs, Place
    from habitus.models.meter import Meter, Outcome

TRIES = 3
"""A provider that is busy is usually free again within seconds; one that is down is for the person to know."""
LONGEST = 30.0
"""Seconds between two tries: whoever is told to wait longer had better be told so."""


class TooLong(ModelError):
    """The conversation no longer fits the model."""


class Voice:
    def __init__(
        self, model: asyncio.Future[Model], brain: Brain, *, place: Place, key: str, tools: Sequence[Tool], meter: Meter, session: str,
        streams: bool = True, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:  # fmt: skip
        """`model`: it may still be loading. `session`: what its answers are written down for."""
        self._model = model
        self._place = place
        self._key = key
        self._tools = tuple(tools)
        self._meter = meter
        self._session = session
        self._streams = streams
        self._sleep = sleep
        self._prices = brain.prices
        wanted = {"temperature": brain.temperature, "top_p": brain.top_p, "max_tokens": brain.max_tokens}
        self._settings: Any = {name: value for name, value in wanted.items() if value is not None}

    async def loaded(self) -> Model:
        """Nothing of pydantic-ai is touched before: two that import it at once may each find it half made. Who gives up waiting does not
        stop it."""
        return await asyncio.shield(self._model)

    async def ask(
        self, messages: Sequence[ModelMessage], say: Callable[[str], None], note: Callable[[str], None], pay: Callable[[Spent], None]
    ) -> ModelResponse:
        """Raises `ModelError` in a sentence for a person; what a provider says may quote the key, so it stays out. `pay` is told what every
        try has cost, also of one that broke off or was cancelled."""
        from habitus.models.trouble import explain

        for nth in range(1, TRIES + 1):
            at = await asyncio.to_thread(self._meter.check, AGENT, self._session)
            heard = _Heard(say)
            try:
                return await self._metered(messages, heard, at, pay)
            except (asyncio.CancelledError, HabitusError):
                raise
            except Exception as error:  # noqa: BLE001 - a provider's odd reply breaks libraries in ways they do not list
                wait, problem, is_long = _wait(error, nth), explain(error, self._place, self._key), _is_too_long(error)
            # Raised out here, so that it carries no context: a provider's error may quote the key.
            if is_long:
                raise TooLong(problem)
            if wait is None or heard.anything or nth == TRIES:  # what was said cannot be taken back
                raise ModelError(problem)
            note(f"{problem}. Trying again in {wait:g} s ({nth} of {TRIES - 1}).")
            await self._sleep(wait)
        raise AssertionError("unreachable")

    async def _metered(self, messages: Sequence[ModelMessage], heard: _Heard, at: datetime, pay: Callable[[Spent], None]) -> ModelResponse:
        from pydantic_ai.exceptions import ModelTimeoutError

        outcome: Outcome = "failed"
        began = time.perf_counter()
        try:
            response = await self._asked(messages, heard)
            outcome = "ok"
            return response
        except (asyncio.CancelledError, ModelTimeoutError):
            heard.answer = heard.answer or _nothing  # whoever has the question works on it, and is paid
            raise
        finally:
            spent = self._spent(messages, heard, is_whole=outcome == "ok")
            pay(spent)
            used = Usage(input_tokens=spent.input_tokens, output_tokens=spent.output_tokens, cost=spent.cost)
            seconds = time.perf_counter() - began
            # A second Ctrl-C must not keep it from being written down.
            await asyncio.shield(asyncio.to_thread(self._meter.record, AGENT, self._session, at, outcome, used, seconds))

    async def _asked(self, messages: Sequence[ModelMessage], heard: _Heard) -> ModelResponse:
        from pydantic_ai import direct
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

        from habitus.models.trouble import Cut

        model, settings = await self.loaded(), self._settings
        given: dict[str, Any] = {"model_settings": settings, "model_request_parameters": self._parameters(), "instrument": False}
        if not self._streams:
            response = await direct.model_request(model, list(messages), **given)
            heard.answer = lambda: response
            if response.text:
                heard(response.text)
            return response
        async with direct.model_request_stream(model, list(messages), **given) as stream:
            heard.answer = stream.get
            async for event in stream:
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart) and event.part.content:
                    heard(event.part.content)
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta) and event.delta.content_delta:
                    heard(event.delta.content_delta)
            response = stream.get()
        if _is_cut(response):
            raise Cut
        return response

    def _parameters(self) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        tools = [
            ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters), strict=False)
            for tool in self._tools
        ]
        return ModelRequestParameters(function_tools=tools, allow_text_output=True)

    def _spent(self, messages: Sequence[ModelMessage], heard: _Heard, *, is_whole: bool) -> Spent:
        """By the provider's own count. One that never tells it, or had not yet when its answer broke off, is paid all the same: then by an
        estimate, which errs on the large side."""
        if heard.answer is None:
            return Spent()  # nobody took the question
        answer = heard.answer()
        used, guessed = answer.usage, _tokens(answer.parts)
        written = used.output_tokens or guessed if is_whole else max(used.output_tokens, guessed)
        used = replace(used, input_tokens=used.input_tokens or self._size(messages), output_tokens=written)
        return Spent(
            requests=int(is_whole), input_tokens=used.input_tokens, cached_tokens=used.cache_read_tokens, output_tokens=written,
            cost=self._cost(replace(answer, usage=used)),
        )  # fmt: skip

    def _size(self, messages: Sequence[ModelMessage]) -> int:
        """Tokens of a question, estimated."""
        instructions = next((text for message in reversed(messages) if (text := getattr(message, "instructions", None))), "")
        tools = "".join(f"{tool.description}{tool.parameters}" for tool in self._tools)
        return sum(_tokens(message.parts) for message in messages) + tokens(instructions + tools)

    def _cost(self, response: ModelResponse) -> float | None:
        used = response.usage
        if self._prices:
            return self._prices.cost(used.input_tokens, used.output_tokens)
        try:
            return float(response.cost().total_price)
        except (LookupError, AssertionError, ValueError):
            return None  # a model that no price list knows


class _Heard:
    """Passes on what is said, and remembers that something was, and how far the answer has come."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.anything = False
        self.answer: Callable[[], ModelResponse] | None = None
        """None: no provider has the question, as far as anybody knows."""

    def __call__(self, delta: str) -> None:
        self.anything = True
        self._say(delta)


def _nothing() -> ModelResponse:
    from pydantic_ai.messages import ModelResponse

    return ModelResponse(parts=[])


def _tokens(parts: Sequence[Any]) -> int:
    said = (str(getattr(part, "content", None) or getattr(part, "args", None) or "") for part in parts)
    return sum(tokens(text) for text in said if text)


@asynccontextmanager
async def opened(brain: Brain, tools: Sequence[Tool], **given: Any) -> AsyncIterator[Voice]:
    """The connection lives as long as the conversation. The provider's client takes seconds to load, which is done aside: meanwhile a
    person types."""
    import httpx2

    from habitus.models.knobs import Place

    key = brain.api_key.value
    # A redirect would carry the conversation, and the key, to a host that nobody named.
    async with httpx2.AsyncClient(follow_redirects=False, headers=dict(brain.headers)) as http:
        place = Place(brain.provider, brain.model, brain.base_url, brain.timeout, _knobs(brain))
        loading = asyncio.ensure_future(asyncio.to_thread(_model, brain, key, http))
        try:
            yield Voice(loading, brain, place=place, key=key, tools=tools, **given)
        finally:
            loading.cancel()


def _model(brain: Brain, key: str, http: httpx2.AsyncClient) -> Model:
    from habitus.models.pydantic_ai import builder

    wire: Provider = "anthropic" if brain.backend == "anthropic" else "openai"
    return builder(wire)(brain.model, brain.base_url, key, brain.timeout, http)


def _knobs(brain: Brain) -> Knobs:
    """Where the key comes out of the environment, it is set right there."""
    names = brain.api_key.variables
    return brain.knobs._replace(key=f"the environment variable {', '.join(names)}") if names else brain.knobs


def _is_cut(response: ModelResponse) -> bool:
    """A stream tells at its end why it ends. Some servers never do, and are taken at their word where they tell at least what it cost;
    the library takes any of them for finished."""
    if (response.provider_details or {}).get("finish_reason"):
        return False
    return response.finish_reason is None or (response.finish_reason == "stop" and not response.usage.output_tokens)


def _wait(error: Exception, nth: int) -> float | None:
    """Seconds until the next try; None: another try would fail alike."""
    from pydantic_ai import exceptions as failed

    from habitus.models.trouble import Cut

    passing = (failed.ModelRateLimitError, failed.ModelUnavailableError, failed.ModelServerError, failed.ModelConnectionError, Cut)
    if not isinstance(error, passing) or isinstance(error, failed.ModelQuotaExceededError):
        return None
    asked = getattr(error, "retry_after", None)
    if asked is not None and asked > LONGEST:
        return None
    return float(asked) if asked else float(2 ** (nth - 1))


def _is_too_long(error: Exception) -> bool:
    from pydantic_ai import exceptions as failed

    return isinstance(error, failed.ModelContextWindowExceededError)
