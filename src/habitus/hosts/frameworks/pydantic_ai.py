"""Pydantic AI: a capability.

    agent = Agent(model, capabilities=[pydantic_ai.capability(layer)], output_type=[str, DeferredToolRequests])

Guidance is an instruction of the capability; a blocked call fails with its reason (`ToolFailed`); notes go under a result that is text, and
beside any other. What a person is to be asked about is deferred (`ApprovalRequired`) where the agent's outputs or capabilities can take
that, and refused with its reason where they cannot. Where the agent may keep skills (`skill_evolve`), it is reminded when the requests of
its `UsageLimits` run out, and its user is asked about a skill under an output that is text. A session is a conversation of Pydantic AI's.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from habitus.hosts.frameworks.seat import Seat, offered, under

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic_ai import RunContext
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import ModelResponse, ToolCallPart
    from pydantic_ai.models import ModelRequestContext
    from pydantic_ai.run import AgentRunResult
    from pydantic_ai.tools import ToolDefinition

    from habitus.hosts.frameworks.seat import Asked
    from habitus.layer import Layer

UNNAMED = "pydantic-ai:unnamed"


def capability(
    layer: Layer,
    *,
    session: str | Callable[[RunContext[Any]], str] = "",
    agent: str = "pydantic-ai",
    workspace: str = "",
    ask: Literal["auto", "defer", "deny"] = "auto",
    sub: bool = False,
) -> AbstractCapability[Any]:
    """`session`: the name to use instead of the conversation's. `sub`: what it is asked comes from another agent, not from a person.

    `ask`: whether a call that a person is asked about is deferred; `auto` looks at the agent's output types.
    """
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.exceptions import ApprovalRequired, ToolFailed

    seat = Seat(layer, agent=agent, workspace=workspace)

    def named(ctx: RunContext[Any]) -> str:
        return (session(ctx) if callable(session) else session) or ctx.conversation_id or UNNAMED

    async def guidance(ctx: RunContext[Any]) -> str | None:
        key = named(ctx)
        told = await asyncio.to_thread(lambda: (seat.guidance(key), seat.answering(key), seat.reminders(key)))
        return "\n\n".join(filter(None, told)) or None

    class Habitus(AbstractCapability[Any]):
        def get_instructions(self) -> Any:
            return guidance

        async def before_run(self, ctx: RunContext[Any]) -> None:
            text = _words(ctx.prompt)
            if text and not sub:
                await asyncio.to_thread(seat.heard, named(ctx), text, budget=_budget(ctx))

        async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
            if sub or not isinstance(result.output, str):
                return result
            asked = await asyncio.to_thread(seat.asks, named(ctx), result.output)
            return replace(result, output=offered(result.output, asked)) if asked else result

        async def after_model_request(
            self, ctx: RunContext[Any], *, request_context: ModelRequestContext, response: ModelResponse
        ) -> ModelResponse:
            await asyncio.to_thread(seat.said, named(ctx), response.text or "")
            return response

        async def wrap_tool_execute(
            self, ctx: RunContext[Any], *, call: ToolCallPart, tool_def: ToolDefinition, args: Any, handler: Any
        ) -> Any:
            asked = await asyncio.to_thread(_before, seat, named(ctx), ctx, call)
            if asked.asks and ctx.tool_call_approved:
                asked = await asyncio.to_thread(seat.answered, asked, approve=True)
            elif asked.asks and (ask == "defer" or (ask == "auto" and _defers(ctx))):
                raise ApprovalRequired(metadata={"reason": asked.decision.reason, "approval": asked.decision.approval})
            if not asked.is_allowed:
                raise ToolFailed(await asyncio.to_thread(seat.refused, asked))
            return await _run(seat, asked, handler, args)

    return Habitus()


def _before(seat: Seat, session: str, ctx: RunContext[Any], call: ToolCallPart) -> Asked:
    """By what the model sent: arguments that were filled in or converted are the tool's own."""
    from habitus.hosts.transcripts.parts import args

    return seat.before(session, call.tool_call_id, call.tool_name, args(call.args), batch=f"{ctx.run_id}:{ctx.run_step}")


async def _run(seat: Seat, asked: Asked, handler: Any, args: Any) -> Any:
    from pydantic_ai.exceptions import ApprovalRequired, CallDeferred, SkipToolExecution, ToolFailed

    try:
        result = await handler(args)
    except (ApprovalRequired, CallDeferred, SkipToolExecution):
        raise
    except Exception as error:
        text = str(getattr(error, "message", "") or error) or type(error).__name__
        noted = await asyncio.to_thread(seat.after, asked, error=text)
        if isinstance(error, ToolFailed) and noted:
            raise ToolFailed(under(text, noted)) from error
        raise
    return _noted(result, await asyncio.to_thread(seat.after, asked, result=getattr(result, "return_value", result)))


def _noted(result: Any, noted: str) -> Any:
    from pydantic_ai.messages import ToolReturn

    if not noted:
        return result
    if isinstance(result, str):
        return under(result, noted)
    if not isinstance(result, ToolReturn):
        return ToolReturn(result, content=noted)
    if isinstance(result.return_value, str):
        return replace(result, return_value=under(result.return_value, noted))
    before = result.content or ()
    return replace(result, content=[*([before] if isinstance(before, str) else before), noted])


def _defers(ctx: RunContext[Any]) -> bool:
    """Can somebody take a call that waits: the caller, or a capability of the agent's?"""
    from pydantic_ai.tools import DeferredToolRequests

    outputs = getattr(ctx.agent, "output_type", None)
    return any(one is DeferredToolRequests for one in (outputs if isinstance(outputs, list | tuple) else [outputs]))


def _budget(ctx: RunContext[Any]) -> int:
    limits = ctx.usage_limits
    return (limits.request_limit or 0) if limits else 0


def _words(prompt: Any) -> str:
    if isinstance(prompt, str):
        return prompt
    return "\n".join(part for part in prompt or () if isinstance(part, str))
