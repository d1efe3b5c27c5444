"""LangChain: a middleware for `create_agent`, sync and async.

    agent = create_agent(model, tools, middleware=[langchain.middleware(layer)], checkpointer=…)

Guidance goes to the end of the system message; notes go under a tool's result; a blocked call is answered by an error message. What a
person is to be asked about interrupts the graph where there is a checkpointer, in the words of LangChain's own approvals
(`{"type": "tool_approval", …}`, resumed with `{"type": "approve"}`, `"reject"` or `"edit"`); without one it is refused with its reason.
A session is the thread of the graph. Where the agent may keep skills (`skill_evolve`), its user is asked about one under a final answer
that is text. Put it first among middlewares, so that it sees calls as the model made them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from habitus.hosts.frameworks.seat import Asked, Seat, offered, under
from habitus.hosts.transcripts.parts import text as words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse, ToolCallRequest
    from langchain_core.messages import AnyMessage, BaseMessage, ToolMessage
    from langgraph.types import Command

    from habitus.layer import Layer

    Answer = ToolMessage | Command[Any]

UNNAMED = "langchain:unnamed"


def middleware(
    layer: Layer, *, session: str = "", agent: str = "langchain", workspace: str = "", sub: bool = False, max_turns: int = 0
) -> AgentMiddleware[Any, Any, Any]:
    """`session`: the name to use instead of the thread's. `workspace`: the folder that relative paths are in.

    `sub`: what it is asked comes from another agent, not from a person. It may run inside the other's thread, as a session of its own.
    `max_turns`: requests to the model that you allow for one message of the user's; for reminders when they run out.
    """
    from langchain.agents.middleware import AgentMiddleware

    seat = Seat(layer, agent=agent, workspace=workspace)

    def named(messages: list[Any], config: Any = None) -> str:
        return session or f"{_thread(messages, config)}{f':{agent}' if sub else ''}"

    class Habitus(AgentMiddleware[Any, Any, Any]):
        def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]) -> Any:
            key = named(request.messages)
            response = handler(_guided(seat, key, request, sub, max_turns))
            _said(seat, key, response)
            return response if sub else _asking(seat, key, response)

        async def awrap_model_call(
            self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
        ) -> Any:
            key = named(request.messages)
            response = await handler(await asyncio.to_thread(_guided, seat, key, request, sub, max_turns))
            await asyncio.to_thread(_said, seat, key, response)
            return response if sub else await asyncio.to_thread(_asking, seat, key, response)

        def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Answer]) -> Answer:
            asked, request = _before(seat, named, request)
            if asked.asks:
                decision = _put_to_a_person(asked, request)
                asked, request = _decided(seat, asked, request, decision)
            if not asked.is_allowed:
                return _refused(seat, asked, request)
            try:
                answer = handler(request)
            except Exception as error:
                _broke(seat, asked, error)
                raise
            return _after(seat, asked, answer)

        async def awrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Answer]]) -> Answer:
            asked, request = await asyncio.to_thread(_before, seat, named, request)
            if asked.asks:
                decision = _put_to_a_person(asked, request)
                asked, request = await asyncio.to_thread(_decided, seat, asked, request, decision)
            if not asked.is_allowed:
                return await asyncio.to_thread(_refused, seat, asked, request)
            try:
                answer = await handler(request)
            except Exception as error:
                await asyncio.to_thread(_broke, seat, asked, error)
                raise
            return await asyncio.to_thread(_after, seat, asked, answer)

    return Habitus()


# ── before the model speaks ──


def _guided(seat: Seat, session: str, request: ModelRequest[Any], sub: bool, budget: int = 0) -> ModelRequest[Any]:
    from langchain_core.messages import HumanMessage, SystemMessage

    last = next((message for message in reversed(request.messages) if isinstance(message, HumanMessage)), None)
    guidance = seat.heard(session, words(last.content), last.id or "", budget) if last and not sub else seat.guidance(session)
    told = "\n\n".join(filter(None, (guidance, seat.reminders(session))))
    if not told:
        return request
    before = request.system_message
    if before is None:
        return request.override(system_message=SystemMessage(content=told))
    content = before.content
    whole = f"{content}\n\n{told}" if isinstance(content, str) else [*content, {"type": "text", "text": told}]
    return request.override(system_message=before.model_copy(update={"content": whole}))


def _said(seat: Seat, session: str, response: Any) -> None:
    """A model call answers with messages; other middlewares may answer with one."""
    result = getattr(response, "result", response)
    for message in result if isinstance(result, list) else [result]:
        if getattr(message, "type", "") == "ai":
            seat.said(session, words(message.content))


def _asking(seat: Seat, session: str, response: Any) -> Any:
    """With the question to the user under it, where it is a final answer in words."""
    result: Any = getattr(response, "result", None)
    last: Any = result[-1] if isinstance(result, list) and result else None
    if (
        getattr(last, "type", "") != "ai"
        or last.tool_calls
        or not isinstance(last.content, str)
        or response.structured_response is not None
    ):
        return response
    asked = seat.asks(session, last.content)
    if not asked:
        return response
    from dataclasses import replace

    return replace(response, result=[*result[:-1], last.model_copy(update={"content": offered(last.content, asked)})])


def _thread(messages: list[AnyMessage] | list[BaseMessage], config: Any = None) -> str:
    """The thread's name; without one, the first message's, which LangGraph names when it comes in."""
    if config is None:
        from langgraph.config import get_config

        try:
            config = get_config()
        except RuntimeError:  # called by hand, outside a graph
            config = {}
    thread = (config.get("configurable") or {}).get("thread_id")
    first = next((message.id for message in messages if message.id), "") if not thread else ""
    return str(thread) if thread else f"langchain:{first}" if first else UNNAMED


# ── before and after a tool ──


def _before(seat: Seat, named: Callable[..., str], request: ToolCallRequest) -> tuple[Asked, ToolCallRequest]:
    call = request.tool_call
    messages = _messages(request.state)
    key = named(messages, getattr(request.runtime, "config", None))
    batch = next((message.id or "" for message in reversed(messages) if message.type == "ai"), "")
    return seat.before(key, str(call.get("id") or ""), call["name"], call["args"], batch), request


def _messages(state: Any) -> list[Any]:
    found = state.get("messages") if isinstance(state, dict) else getattr(state, "messages", state)
    return list(found) if isinstance(found, list) else []


def _put_to_a_person(asked: Asked, request: ToolCallRequest) -> Any:
    """Interrupts the graph; when it is resumed, what was answered. None: nobody can be asked."""
    config = getattr(request.runtime, "config", None) or {}
    if (config.get("configurable") or {}).get("__pregel_checkpointer") is None:
        return None
    from langgraph.types import interrupt

    call = request.tool_call
    reason = asked.decision.reason
    return interrupt(
        {"type": "tool_approval", "tool_call_id": call.get("id"), "name": call["name"], "args": call["args"], "description": reason}
    )


def _decided(seat: Seat, asked: Asked, request: ToolCallRequest, decision: Any) -> tuple[Asked, ToolCallRequest]:
    """A person's answer, as any of LangChain's approval surfaces sends it. What is edited is another call, and judged as that."""
    if decision is None:
        return asked, request
    if isinstance(decision, dict) and isinstance(decision.get("decisions"), list):
        decision = next(iter(decision["decisions"]), None)
    given = decision if isinstance(decision, dict) else {"type": "approve" if decision is True else "reject"}
    kind, edited = given.get("type"), given.get("edited_action")
    if kind == "approve":
        return seat.answered(asked, approve=True), request
    if kind != "edit" or not isinstance(edited, dict) or not isinstance(edited.get("args"), dict):
        return seat.answered(asked, approve=False, why=str(given.get("message") or "")), request
    call = asked.call
    seat.answered(asked, approve=False)
    tool = str(edited.get("name") or call.tool)
    again = seat.before(call.session, f"{call.id}~edited", tool, edited["args"], call.batch)
    if again.asks:  # a person has written this very call
        again = seat.answered(again, approve=True)
    changed = request.override(tool_call={**request.tool_call, "name": tool, "args": edited["args"]})
    return again, changed


def _refused(seat: Seat, asked: Asked, request: ToolCallRequest) -> ToolMessage:
    from langchain_core.messages import ToolMessage

    call = request.tool_call
    return ToolMessage(seat.refused(asked), tool_call_id=call.get("id") or "", name=call["name"], status="error")


def _broke(seat: Seat, asked: Asked, error: Exception) -> None:
    """A tool that raises ends the run, or is answered by another middleware. An interrupt of the tool's own is no failure."""
    from langgraph.errors import GraphBubbleUp

    if not isinstance(error, GraphBubbleUp):
        seat.after(asked, error=f"{type(error).__name__}: {error}")


def _after(seat: Seat, asked: Asked, answer: Answer) -> Answer:
    message = _message(answer)
    if message is None:
        seat.after(asked, result=repr(answer)[:200])
        return answer
    told = words(message.content)
    failed = message.status == "error"
    noted = seat.after(asked, error=told) if failed else seat.after(asked, result=told)
    if not noted:
        return answer
    content = message.content
    whole = under(content, noted) if isinstance(content, str) else [*content, {"type": "text", "text": noted}]
    return _with(answer, message, message.model_copy(update={"content": whole}))


def _message(answer: Answer) -> ToolMessage | None:
    from langchain_core.messages import ToolMessage

    if isinstance(answer, ToolMessage):
        return answer
    update = getattr(answer, "update", None)
    messages = update.get("messages") if isinstance(update, dict) else None
    return next((one for one in messages or () if isinstance(one, ToolMessage)), None)


def _with(answer: Answer, old: ToolMessage, new: ToolMessage) -> Answer:
    from dataclasses import replace

    from langchain_core.messages import ToolMessage

    if isinstance(answer, ToolMessage):
        return new
    update: Any = answer.update
    return replace(answer, update={**update, "messages": [new if one is old else one for one in update["messages"]]})
