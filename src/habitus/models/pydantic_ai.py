"""A model over HTTP, by way of pydantic-ai: a `Question` in, a value of the asked shape out.

Through `pydantic_ai.direct`, not its `Agent`: an agent prints a banner, adds sentences of its own to the system prompt,
and goes on asking while a provider says "paused". Here one question is one request, or two when the first answer does not
fit the shape. The connection lives as long as the question, because nobody closes a `Model`, and so that it may be asked
from any event loop.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import httpx2
from pydantic import TypeAdapter, ValidationError
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import ContentFilterError, IncompleteToolCall
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolReturnPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import GenerateToolJsonSchema, ToolDefinition

from habitus.errors import ModelError
from habitus.models.fence import fence
from habitus.models.knobs import Place
from habitus.models.meter import Billed
from habitus.models.trouble import Misfit, explain
from habitus.types import Usage

if TYPE_CHECKING:
    from pydantic_ai import models

    from habitus.models import Provider
    from habitus.types import Question, Shape

TOOL = "answer"
TRIES = 2
"""A model that misses the shape once usually hits it when told how. Twice, and the queue is the better place to wait."""


class Build(Protocol):
    def __call__(self, name: str, base_url: str, api_key: str, timeout_seconds: float, http: httpx2.AsyncClient) -> models.Model: ...


def builder(provider: Provider) -> Build:
    """Imports the provider's package: some take seconds, so here and not in the middle of the first question."""
    match provider:
        case "openai":
            from habitus.models.openai import build as openai

            return openai
        case "anthropic":
            from habitus.models.anthropic import build as anthropic

            return anthropic


@dataclass(slots=True, kw_only=True)
class RemoteModel:
    name: str
    provider: Provider
    base_url: str
    api_key: str = field(repr=False)
    timeout_seconds: float
    """For the whole question, its second try included."""
    build: Build = field(repr=False)

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]:
        adapter = TypeAdapter(shape)
        responses: list[ModelResponse] = []
        try:
            # A redirect would carry the material to a host that nobody named.
            async with asyncio.timeout(self.timeout_seconds), httpx2.AsyncClient(follow_redirects=False) as http:
                model = self.build(self.name, self.base_url, self.api_key, self.timeout_seconds, http)
                answer = await _converse(model, question, adapter, responses)
        except Exception as error:  # noqa: BLE001 - a provider's odd reply breaks libraries in ways they do not list
            problem = explain(error, Place(self.provider, self.name, self.base_url, self.timeout_seconds), self.api_key)
        else:
            return answer, _usage(responses)
        # Raised out here, so that it carries no context: a provider's error may quote the key.
        raise Billed(problem, _usage(responses)) if responses else ModelError(problem)


async def _converse(model: models.Model, question: Question, adapter: TypeAdapter[Shape], responses: list[ModelResponse]) -> Shape:
    schema = adapter.json_schema(schema_generator=GenerateToolJsonSchema)
    tool = ToolDefinition(name=TOOL, description=schema.pop("description", None), parameters_json_schema=schema, kind="output")
    parameters = ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    messages: list[ModelMessage] = [
        ModelRequest(parts=[UserPromptPart(content=fence(question.material))], instructions=question.instructions)
    ]
    for _ in range(TRIES):
        response = await model_request(
            model,
            messages,
            model_settings=ModelSettings(max_tokens=question.max_tokens),
            model_request_parameters=parameters,
            instrument=False,
        )
        responses.append(response)
        try:
            return _read(response, adapter)
        except ValidationError as error:
            messages += _complain(response, error)
        except Misfit:
            pass  # it talked instead of calling the tool: there is nothing to point at, so ask the same again
    raise Misfit


def _read(response: ModelResponse, adapter: TypeAdapter[Shape]) -> Shape:
    if response.finish_reason == "content_filter":
        raise ContentFilterError("declined")
    call = next((call for call in response.tool_calls if call.tool_name == TOOL), None)
    try:
        if call is None:
            raise Misfit
        return adapter.validate_json(call.args_as_json_str())
    except (Misfit, ValidationError):
        if response.finish_reason == "length":
            raise IncompleteToolCall("cut off") from None
        raise


def _complain(response: ModelResponse, error: ValidationError) -> list[ModelMessage]:
    """What did not fit, as the result of the call. Every call of a response must have a result."""
    faults = "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'the answer'}: {fault['msg']}" for fault in error.errors(include_url=False))
    text = f"This does not fit: {faults}. Call `{TOOL}` again, corrected."
    results = [ToolReturnPart(tool_name=call.tool_name, content=text, tool_call_id=call.tool_call_id) for call in response.tool_calls]
    return [response, ModelRequest(parts=results)]


def _usage(responses: list[ModelResponse]) -> Usage:
    costs = [_cost(response) for response in responses]
    return Usage(
        input_tokens=sum(response.usage.input_tokens for response in responses),
        output_tokens=sum(response.usage.output_tokens for response in responses),
        cost=None if None in costs else sum(cost or 0.0 for cost in costs),
    )


def _cost(response: ModelResponse) -> float | None:
    """By the price list that comes with pydantic-ai; it is never fetched."""
    if not response.usage.total_tokens or not response.model_name:
        return None  # nothing was counted, which is not the same as free
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError):
        return None
