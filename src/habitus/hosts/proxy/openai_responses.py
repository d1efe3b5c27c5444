"""OpenAI Responses. A call is an item of its own, held from `output_item.added` to `output_item.done`.

A refused one becomes a message in its place. The last event repeats all items, so what was refused is replaced there too, and a call met
only there is asked about there.

Where the provider keeps the conversation (`previous_response_id`), it waits for the result of a call that the client never saw: `owed` says
which, so that the next request can bring it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.proxy import body as json_body
from habitus.hosts.proxy import sse
from habitus.hosts.proxy.body import Splice
from habitus.hosts.proxy.openai_chat import error
from habitus.hosts.proxy.wire import Answer, asked, dumped, key_of, loaded
from habitus.hosts.transcripts import openai

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.hosts.proxy.body import Body, Item
    from habitus.hosts.proxy.sse import Frame
    from habitus.hosts.transcripts.parts import Part

__all__ = ["LIST", "Stream", "answers", "broke", "calls", "debts", "error", "owed", "parts", "paying", "place", "stream", "without"]

LIST = "input"
CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call", "computer_call"})
"""What the client runs. What runs at the provider's (searches, its interpreter, MCP servers it calls) has run when anybody hears of it."""

OVER = ("response.completed", "response.incomplete", "response.failed")
PIECES = ("response.function_call_arguments.", "response.custom_tool_call_input.")


def parts(item: Any) -> list[Part]:
    if isinstance(item, str):
        return openai.parts({"role": "user", "content": item})
    return openai.parts(item) if isinstance(item, dict) else []


def place(body: Body, item: Item, said: str) -> Splice | None:
    if isinstance(item.value, str):
        return json_body.into(body.text, item.start, item.end, said, "")
    words = {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": said}]}
    return Splice(item.end, f",{json_body.written(words)}")


def calls(answer: Mapping[str, Any]) -> list[Part]:
    return [_call(item) for item in _output(answer) if _is_call(item)]


def _output(answer: Any) -> list[Any]:
    found = answer.get("output") if isinstance(answer, dict) else None
    return found if isinstance(found, list) else []


def _is_call(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type") in CALLS


def _call(item: Mapping[str, Any]) -> Part:
    found = openai.item(str(item["type"]), item)[0]
    return asked(found.id, found.tool, item.get("arguments")) if item["type"] == "function_call" else found


def without(answer: dict[str, Any], refusals: Sequence[str | None]) -> dict[str, Any]:
    ruled = iter(refusals)
    output = [_message(item, why) if _is_call(item) and (why := next(ruled)) else item for item in _output(answer)]
    return {**answer, "output": output}


def answers(answer: Mapping[str, Any]) -> list[Answer]:
    found = Answer()
    for item in _output(answer):
        if _is_call(item):
            found.calls.append(_call(item).id)
        elif isinstance(item, dict) and item.get("type") == "message":
            for part in openai.parts(item):
                found.say(part.text)
    return [found]


def owed(call: Part, kind: str, why: str) -> dict[str, Any]:
    """The result that the provider waits for."""
    told: dict[str, Any] = {"type": f"{kind}_output", "call_id": call.id, "output": why}
    if kind == "apply_patch_call":
        told["status"] = "failed"
    elif kind == "shell_call":
        told["output"] = [{"stdout": "", "stderr": why, "outcome": {"type": "exit", "exit_code": 1}}]
    return told


def debts(answer: Mapping[str, Any], refusals: Sequence[str | None]) -> list[dict[str, Any]]:
    """What is owed for an answer that came in one piece."""
    made = [item for item in _output(answer) if _is_call(item)]
    return [owed(_call(item), str(item["type"]), why) for item, why in zip(made, refusals, strict=True) if why]


def paying(body: Body, owing: Sequence[Mapping[str, Any]]) -> list[Splice]:
    """Results before everything else that the client brings."""
    first = ",".join(json_body.written(debt) for debt in owing)
    if body.start < 0 or not owing:
        return []
    if body.items and isinstance(body.items[0].value, str):
        start, end = body.items[0].start, body.items[0].end
        return [Splice(start, f'[{first},{{"role":"user","content":'), Splice(end, "}]")]
    return [Splice(body.start + 1, f"{first}{',' if body.items else ''}")]


def stream() -> Stream:
    return Stream()


def broke(message: str) -> bytes:
    told = {"type": "error", "code": "habitus", "message": message, "param": None, "sequence_number": 0}
    return sse.written(dumped(told), "error")


def _message(item: Mapping[str, Any], why: str) -> dict[str, Any]:
    id = f"msg_{item.get('id') or item.get('call_id') or ''}"  # nobody else's: clients know items by it
    content = [{"type": "output_text", "text": why, "annotations": [], "logprobs": []}]
    return {"id": id, "type": "message", "status": "completed", "role": "assistant", "content": content}


class Stream:
    def __init__(self) -> None:
        self.asked: list[Part] = []
        self.answers = [Answer()]
        self.id = ""
        self.debts: list[dict[str, Any]] = []
        self.is_over = False
        self._held: dict[int | str, list[tuple[Frame, dict[str, Any]]]] = {}
        self._ruled: dict[str, str | None] = {}
        """What was said of each call, by its item as it stands on the wire."""
        self._items: list[dict[str, Any]] = []
        """Those that are asked about."""
        self._place: int | str | None = None
        self._last: tuple[Frame, dict[str, Any]] | None = None

    def take(self, frame: Frame) -> bytes:
        found = loaded(frame.data)
        if found is None:
            return frame.raw
        kind, place = str(found.get("type") or ""), key_of(found.get("output_index"))
        if isinstance(response := found.get("response"), dict):
            self.id = self.id or str(response.get("id") or "")
            self.is_over = kind in OVER
            return self._whole(frame, found, response)
        item: Any = found.get("item")
        if kind == "response.output_item.done" and _is_call(item):
            self._held.setdefault(place, []).append((frame, found))
            self._ask(place, [item])
            return b""
        if kind == "response.output_item.done" and place in self._held:  # what was held turned out to be something else
            return b"".join(one.raw for one, _ in self._held.pop(place)) + frame.raw
        if place in self._held or (kind == "response.output_item.added" and _is_call(item)) or kind.startswith(PIECES):
            self._held.setdefault(place, []).append((frame, found))
            return b""
        if kind == "response.output_text.delta":
            self.answers[0].say(found.get("delta"))
        return frame.raw

    def _whole(self, frame: Frame, found: dict[str, Any], response: dict[str, Any]) -> bytes:
        """An event that carries the response: with all of its items, if it is the last."""
        new = [item for item in _output(response) if _is_call(item) and _name(item) not in self._ruled]
        if new:
            self._last = (frame, found)
            self._ask(None, new)
            return b""
        whys = [self._ruled[_name(item)] for item in _output(response) if _is_call(item)]
        if not any(whys):
            return frame.raw
        return sse.written(dumped({**found, "response": without(response, whys)}), frame.event)

    def _ask(self, place: int | str | None, items: list[dict[str, Any]]) -> None:
        self._place, self._items = place, items
        self.asked = [_call(item) for item in items]

    def ruled(self, refusals: Sequence[str | None]) -> bytes:
        for item, call, why in zip(self._items, self.asked, refusals, strict=True):
            self._ruled[_name(item)] = why
            if why is None:
                self.answers[0].calls.append(call.id)
            else:
                self.answers[0].words.append(why)
                self.debts.append(owed(call, str(item["type"]), why))
        items, self._items, self.asked = self._items, [], []
        if self._last:
            (frame, found), self._last = self._last, None
            return self._whole(frame, found, found["response"])
        held = self._held.pop(self._place, []) if self._place is not None else []
        why = refusals[0]
        return b"".join(frame.raw for frame, _ in held) if why is None else _words(held, items[0], why)

    def end(self) -> bytes:
        """An item that was never done: as far as it has come, it is asked about, and sent on only as it came."""
        for place, held in self._held.items():
            item = _so_far(held)
            if item:
                self._ask(place, [item])
                return b""
        return b""


def _name(item: Mapping[str, Any]) -> str:
    """A call by all that matters of it: one that says something else in the last event is another one."""
    return repr((item.get("type"), item.get("call_id") or item.get("id"), item.get("name"), item.get("arguments"), item.get("input"),
                 item.get("action"), item.get("operation")))  # fmt: skip


def _so_far(held: Sequence[tuple[Frame, Mapping[str, Any]]]) -> dict[str, Any]:
    """A call put together from its pieces. Without its beginning nobody can run it."""
    item = next((found["item"] for _, found in held if _is_call(found.get("item"))), None)
    if item is None:
        return {}
    given = "".join(str(found["delta"]) for _, found in held if isinstance(found.get("delta"), str))
    name = "input" if item["type"] == "custom_tool_call" else "arguments"
    return {**item, name: item.get(name) or given}


def _words(held: Sequence[tuple[Frame, Mapping[str, Any]]], item: Mapping[str, Any], why: str) -> bytes:
    """The events of a message, under the place and the numbers of those they stand for."""
    message = _message(item, why)
    part = message["content"][0]
    at = {"output_index": held[0][1].get("output_index")}
    inside = {"item_id": message["id"], **at, "content_index": 0}
    events: list[dict[str, Any]] = [
        {"type": "response.output_item.added", **at, "item": {**message, "status": "in_progress", "content": []}},
        {"type": "response.content_part.added", **inside, "part": {**part, "text": ""}},
        {"type": "response.output_text.delta", **inside, "delta": why, "logprobs": []},
        {"type": "response.output_text.done", **inside, "text": why, "logprobs": []},
        {"type": "response.content_part.done", **inside, "part": part},
        {"type": "response.output_item.done", **at, "item": message},
    ]
    numbers = [found["sequence_number"] for _, found in held if isinstance(found.get("sequence_number"), int)]
    for n, event in enumerate(events):
        if numbers:
            event["sequence_number"] = numbers[min(n, len(numbers) - 1)]
    return b"".join(sse.written(dumped(event), event["type"]) for event in events)
