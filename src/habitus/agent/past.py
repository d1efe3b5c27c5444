"""A conversation as its events tell it: events in, messages for a model out. So a session that was killed goes on where it was.

What was told to the model beside the conversation (guidance, reminders) is not in its events, and is told anew where it matters.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.types import AgentText, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic_ai.messages import ModelMessage, ToolReturnPart

    from habitus.types import Event

LOST = "The session was interrupted before this call came back: look whether it was done before you do it again."
LEFT_OUT = "(left out to make room; call the tool again if you need it)"
APPROVED = "_yes"
"""What the id of a call ends with that is judged once more, with a person's yes. The model made it once."""
RECENT = 6
"""Messages that are never shortened: what the model is working on."""


def messages(events: Iterable[Event], instructions: str) -> list[ModelMessage]:
    """Calls that never came back are answered with that: no provider takes a call without an answer."""
    built = _Built(instructions)
    for event in events:
        match event:
            case UserMessage():
                built.asked(event.text)
            case AgentText():
                built.said(event.text)
            case ToolCall():
                built.called(event)
            case ToolResult():
                built.came_back(event)
            case _:
                pass
    return built.whole()


class _Built:
    def __init__(self, instructions: str) -> None:
        self._instructions = instructions
        self._found: list[ModelMessage] = []
        self._spoken: list[Any] = []
        self._open: dict[str, str] = {}
        self._came: list[Any] = []
        self._batch: str | None = None

    def asked(self, text: str) -> None:
        from pydantic_ai.messages import UserPromptPart

        self._close()
        self._request([UserPromptPart(content=text)])

    def said(self, text: str) -> None:
        from pydantic_ai.messages import TextPart

        if self._open or self._came:
            self._close()
        self._spoken.append(TextPart(content=text))

    def called(self, call: ToolCall) -> None:
        from pydantic_ai.messages import ToolCallPart

        if self._came or (self._open and call.batch != self._batch):
            self._close()
        asked = call.id.removesuffix(APPROVED)
        if asked != call.id and asked in self._open:
            del self._open[asked]
            self._spoken = [part for part in self._spoken if getattr(part, "tool_call_id", "") != asked]
        self._batch = call.batch
        self._spoken.append(ToolCallPart(tool_name=call.tool, args=dict(call.args), tool_call_id=call.id))
        self._open[call.id] = call.tool

    def came_back(self, result: ToolResult) -> None:
        from pydantic_ai.messages import ToolReturnPart

        tool = self._open.pop(result.id, None)
        if tool is None:
            return
        text = result.error if result.error is not None else result.result
        self._came.append(
            ToolReturnPart(tool_name=tool, content=text if isinstance(text, str) else json.dumps(text), tool_call_id=result.id)
        )

    def whole(self) -> list[ModelMessage]:
        self._close()
        return self._found

    def _close(self) -> None:
        from pydantic_ai.messages import ModelResponse, ToolReturnPart

        if self._spoken:
            self._found.append(ModelResponse(parts=self._spoken))
        self._came += [ToolReturnPart(tool_name=tool, content=LOST, tool_call_id=id) for id, tool in self._open.items()]
        if self._came:
            self._request(self._came)
        self._spoken, self._open, self._came, self._batch = [], {}, [], None

    def _request(self, parts: list[Any]) -> None:
        from pydantic_ai.messages import ModelRequest

        self._found.append(ModelRequest(parts=parts, instructions=self._instructions))


def shortened(conversation: Sequence[ModelMessage], keep: int = RECENT) -> list[ModelMessage]:
    """The same with the results of older calls left out; the same object twice where there is nothing left to leave out."""
    from pydantic_ai.messages import ModelRequest, ToolReturnPart

    found: list[ModelMessage] = []
    for nth, message in enumerate(conversation):
        if isinstance(message, ModelRequest) and nth < len(conversation) - keep:
            parts = [_left_out(part) if isinstance(part, ToolReturnPart) else part for part in message.parts]
            message = ModelRequest(parts=parts, instructions=message.instructions)  # noqa: PLW2901 - the shorter one takes its place
        found.append(message)
    return found


def _left_out(part: ToolReturnPart) -> ToolReturnPart:
    from pydantic_ai.messages import ToolReturnPart

    return ToolReturnPart(tool_name=part.tool_name, content=LEFT_OUT, tool_call_id=part.tool_call_id)
