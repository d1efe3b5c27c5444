"""Anthropic Messages. A call is a block of its own, held from its start to its stop; a refused one becomes a block of text in its place.

Blocks of thinking and their signatures are never touched.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.hosts.proxy import body as json_body
from habitus.hosts.proxy import sse
from habitus.hosts.proxy.wire import Answer, asked, dumped, key_of, loaded
from habitus.hosts.transcripts import anthropic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.hosts.proxy.body import Body, Item, Splice
    from habitus.hosts.proxy.sse import Frame
    from habitus.hosts.transcripts.parts import Part

LIST = "messages"
CALL = "tool_use"
"""What the client runs. `server_tool_use` and `mcp_tool_use` have run already when anybody hears of them."""

KINDS = {400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
         413: "request_too_large"}  # fmt: skip


def parts(item: Any) -> list[Part]:
    return anthropic.parts(item) if isinstance(item, dict) else []


def place(body: Body, item: Item, said: str) -> Splice | None:
    if not isinstance(item.value, dict) or item.value.get("role") != "user":
        return None
    found = json_body.spans(body.text, item.start).get("content")
    return json_body.into(body.text, *found, said, json_body.written({"type": "text", "text": said})) if found else None


def calls(answer: Mapping[str, Any]) -> list[Part]:
    return [_call(block) for block in _blocks(answer) if block.get("type") == CALL]


def _call(block: Mapping[str, Any]) -> Part:
    return asked(str(block.get("id") or ""), str(block.get("name") or ""), block.get("input"))


def _blocks(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = answer.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def without(answer: dict[str, Any], refusals: Sequence[str | None]) -> dict[str, Any]:
    ruled = iter(refusals)
    blocks: list[Any] = []
    for block in answer["content"]:
        why = next(ruled) if isinstance(block, dict) and block.get("type") == CALL else None
        blocks.append({"type": "text", "text": why} if why else block)
    rest = {"stop_reason": "end_turn"} if answer.get("stop_reason") == CALL and None not in refusals else {}
    return {**answer, "content": blocks, **rest}


def answers(answer: Mapping[str, Any]) -> list[Answer]:
    found = Answer()
    for block in _blocks(answer):
        if block.get("type") == "text":
            found.say(block.get("text"))
        elif block.get("type") == CALL:
            found.calls.append(str(block.get("id") or ""))
    return [found]


def error(status: int, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": message}}


def stream() -> Stream:
    return Stream()


def broke(message: str) -> bytes:
    return sse.written(dumped(error(502, message)), "error")


class Stream:
    def __init__(self) -> None:
        self.asked: list[Part] = []
        self.answers = [Answer()]
        self.id = ""
        self.debts: list[dict[str, Any]] = []
        self.is_over = False
        self._held: dict[int | str, list[tuple[Frame, dict[str, Any]]]] = {}
        self._waiting: list[int | str] = []
        """Blocks whose calls are asked about, in that order."""
        self._begun: tuple[Frame, dict[str, Any]] | None = None
        self._after = b""
        self._let = self._refused = 0

    def take(self, frame: Frame) -> bytes:
        found = loaded(frame.data)
        if found is None:
            return frame.raw
        index = key_of(found.get("index"))
        match found.get("type"):
            case "message_start":
                message = found.get("message")
                self.id = str(message.get("id") or "") if isinstance(message, dict) else ""
                if isinstance(message, dict) and (made := calls(message)):  # there are servers that begin with all they have to say
                    self._begun, self.asked = (frame, found), made
                    return b""
            case "content_block_start" if _is_call(found):
                self._held[index] = [(frame, found)]
                return b""
            case "content_block_delta" | "content_block_stop" if index in self._held:
                self._held[index].append((frame, found))
                if found["type"] == "content_block_stop":
                    self._ask([index])
                return b""
            case "content_block_delta":
                delta = found.get("delta")
                self.answers[0].say(delta.get("text") if isinstance(delta, dict) else None)
            case "message_delta":
                return self._ended(frame, found)
            case "message_stop":
                self.is_over = True
        return frame.raw

    def _ended(self, frame: Frame, found: dict[str, Any]) -> bytes:
        """Why it stopped. Blocks that never did are asked about first."""
        if self._held:
            self._ask([*self._held])
            self._after = frame.raw
            return b""
        delta = found.get("delta")
        if self._refused and not self._let and isinstance(delta, dict) and delta.get("stop_reason") == CALL:
            return sse.written(dumped({**found, "delta": {**delta, "stop_reason": "end_turn"}}), frame.event)
        return frame.raw

    def _ask(self, blocks: list[int | str]) -> None:
        self._waiting = blocks
        self.asked = [_streamed(self._held[index]) for index in blocks]

    def ruled(self, refusals: Sequence[str | None]) -> bytes:
        if self._begun:
            return self._began(refusals)
        out = []
        for index, call, why in zip(self._waiting, self.asked, refusals, strict=True):
            held = self._held.pop(index)
            if why is None:
                self._let += 1
                self.answers[0].calls.append(call.id)
                out += [frame.raw for frame, _ in held]
            else:
                self._refused += 1
                self.answers[0].words.append(why)
                out.append(_words(held[0][1].get("index"), why))
        self.asked, self._waiting = [], []
        after, self._after = self._after, b""
        rest = self.take(sse.frame(after)) if after else b""
        return b"".join(out) + rest

    def _began(self, refusals: Sequence[str | None]) -> bytes:
        """The first event, without the calls in it that are refused."""
        (frame, found), made, self._begun, self.asked = self._begun or (sse.frame(b""), {}), self.asked, None, []
        self.answers[0].calls += [call.id for call, why in zip(made, refusals, strict=True) if why is None]
        self.answers[0].words += [why for why in refusals if why]
        self._let += sum(why is None for why in refusals)
        self._refused += sum(why is not None for why in refusals)
        return sse.written(dumped({**found, "message": without(found["message"], refusals)}), frame.event) if any(refusals) else frame.raw

    def end(self) -> bytes:
        if self._held:
            self._ask([*self._held])
        return b""


def _is_call(found: Mapping[str, Any]) -> bool:
    block = found.get("content_block")
    return isinstance(block, dict) and block.get("type") == CALL


def _streamed(held: Sequence[tuple[Frame, Mapping[str, Any]]]) -> Part:
    """A call, put together from its pieces."""
    block = held[0][1]["content_block"]
    deltas = [found["delta"].get("partial_json") for _, found in held[1:] if isinstance(found.get("delta"), dict)]
    given = "".join(piece for piece in deltas if isinstance(piece, str))
    return _call({**block, "input": given} if given else block)


def _words(index: Any, why: str) -> bytes:
    start = {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
    delta = {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": why}}
    stop = {"type": "content_block_stop", "index": index}
    return b"".join(sse.written(json.dumps(one, separators=(",", ":")).encode(), str(one["type"])) for one in (start, delta, stop))
