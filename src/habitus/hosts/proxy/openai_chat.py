"""OpenAI Chat Completions, and all who speak it. Calls come in pieces beside the text and are whole when the choice is finished.

A refused call is left out, the others are numbered anew, and words say why. With no call left, the choice has stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.proxy import body as json_body
from habitus.hosts.proxy import sse
from habitus.hosts.proxy.wire import Answer, asked, dumped, key_of, loaded
from habitus.hosts.transcripts import openai
from habitus.hosts.transcripts.parts import Part, args

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from habitus.hosts.proxy.body import Body, Item, Splice
    from habitus.hosts.proxy.sse import Frame

LIST = "messages"
CALLED = ("tool_calls", "function_call")
"""Why a choice is finished that calls something."""

OLD = "function_call"
"""Where the one call of the old form is kept."""

UNFINISHED = (None, "", "null")
"""How providers write that a choice goes on: Ollama and SGLang with an empty text, some with the word."""

MOST_CHOICES = 128
"""As many as the API gives."""

TAKES_WORDS = ("user", "tool", "function")


def parts(item: Any) -> list[Part]:
    return openai.parts(item) if isinstance(item, dict) else []


def place(body: Body, item: Item, said: str) -> Splice | None:
    if not isinstance(item.value, dict) or item.value.get("role") not in TAKES_WORDS:
        return None
    found = json_body.spans(body.text, item.start).get("content")
    return json_body.into(body.text, *found, said, json_body.written({"type": "text", "text": said})) if found else None


def calls(answer: Mapping[str, Any]) -> list[Part]:
    return [call for choice in _choices(answer) for call in _made(choice.get("message"))]


def _choices(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = answer.get("choices")
    return [choice for choice in found if isinstance(choice, dict)] if isinstance(found, list) else []


def _made(message: Any) -> list[Part]:
    if not isinstance(message, dict):
        return []
    made = message.get("tool_calls")
    found = [_call(call) for call in made if isinstance(call, dict)] if isinstance(made, list) else []
    old = message.get("function_call")
    return [*found, _call({"function": old})] if isinstance(old, dict) else found


def _call(call: Mapping[str, Any]) -> Part:
    inner = call.get("function") or call.get("custom")
    inner = inner if isinstance(inner, dict) else {}
    id, tool = str(call.get("id") or ""), str(inner.get("name") or "")
    if "input" in inner and "arguments" not in inner:  # in words of its own, which may begin as an object does
        return Part("call", id=id, tool=tool, args=args(inner["input"]))
    return asked(id, tool, inner.get("arguments"))


def without(answer: dict[str, Any], refusals: Sequence[str | None]) -> dict[str, Any]:
    ruled = iter(refusals)
    choices = [_without(choice, ruled) if isinstance(choice, dict) else choice for choice in answer["choices"]]
    return {**answer, "choices": choices}


def _without(choice: dict[str, Any], ruled: Iterator[str | None]) -> dict[str, Any]:
    message = choice.get("message")
    said = [next(ruled) for _ in _made(message)]
    whys = [why for why in said if why]
    if not whys or not isinstance(message, dict):
        return choice
    mine = iter(said)
    made = message.get("tool_calls")
    kept = [call for call in made if not (isinstance(call, dict) and next(mine))] if isinstance(made, list) else []
    rest = {name: value for name, value in message.items() if name != "tool_calls" and not (name == "function_call" and next(mine, None))}
    words = [message["content"]] if isinstance(message.get("content"), str) and message["content"] else []
    message = {**rest, "content": "\n\n".join([*words, *whys])} | ({"tool_calls": kept} if kept else {})
    is_over = len(whys) == len(said) and choice.get("finish_reason") in CALLED
    return {**choice, "message": message} | ({"finish_reason": "stop"} if is_over else {})


def answers(answer: Mapping[str, Any]) -> list[Answer]:
    found = []
    for choice in _choices(answer):
        one = Answer()
        message = choice.get("message")
        one.say(message.get("content") if isinstance(message, dict) else None)
        one.calls = [call.id for call in _made(message)]
        found.append(one)
    return found or [Answer()]


def error(status: int, message: str) -> dict[str, Any]:
    kind = "invalid_request_error" if status < 500 else "server_error"
    return {"error": {"message": message, "type": kind, "param": None, "code": "habitus"}}


def stream() -> Stream:
    return Stream()


def broke(message: str) -> bytes:
    return sse.written(dumped(error(502, message)))


class Choice:
    """One choice of a stream: its calls, in pieces, and the frames that carried them."""

    def __init__(self) -> None:
        self.held: list[tuple[bytes, dict[str, Any], list[int]]] = []
        """Each frame, and to which call each of its pieces belongs."""
        self.last: tuple[bytes, dict[str, Any]] | None = None
        """The frame that finishes it, where that has come by itself."""
        self.made: list[dict[str, Any]] = []
        self._at: dict[int | str, int] = {}
        """Which call the next piece under an index belongs to."""

    def hold(self, raw: bytes, chunk: dict[str, Any], delta: Mapping[str, Any]) -> None:
        belongs = [self._add(piece, key_of(piece.get("index", 0)), piece.get("function", piece.get("custom"))) for piece in _pieces(delta)]
        if isinstance(old := delta.get("function_call"), dict):
            belongs.append(self._add({}, OLD, old))
        self.held.append((raw, chunk, belongs))

    def _add(self, piece: Mapping[str, Any], index: int | str, inner: Any) -> int:
        """Some providers number every call 0, or none at all: another id is another call. Some repeat its name with every piece."""
        id = piece.get("id") if isinstance(piece.get("id"), str) else ""
        at = self._at.get(index)
        if at is None or (id and self.made[at]["id"] not in ("", id)):
            at = self._at[index] = len(self.made)
            self.made.append({"id": "", "function": {}})
        call = self.made[at]
        call["id"] = call["id"] or id
        for name in ("name", "arguments", "input"):
            found, held = inner.get(name) if isinstance(inner, dict) else None, call["function"].get(name, "")
            if isinstance(found, str) and isinstance(held, str):
                call["function"][name] = held if name == "name" and found == held else held + found
            elif isinstance(found, dict):
                call["function"][name] = found
        return at

    def calls(self) -> list[Part]:
        return [_call(call) for call in self.made]

    def raw(self) -> bytes:
        return b"".join(raw for raw, *_ in self.held) + (self.last[0] if self.last else b"")


class Stream:
    def __init__(self) -> None:
        self.asked: list[Part] = []
        self.answers = [Answer()]
        self.id = ""
        self.debts: list[dict[str, Any]] = []
        self.is_over = False
        self._choices: dict[int | str, Choice] = {}
        self._finishing: list[int | str] = []
        self._after = b""

    def take(self, frame: Frame) -> bytes:
        chunk = loaded(frame.data)
        if chunk is None:
            return self._done(frame.raw) if frame.data.strip() == b"[DONE]" else frame.raw
        self.id = self.id or str(chunk.get("id") or "")
        choices = chunk.get("choices")
        if not isinstance(choices, list):
            return frame.raw
        if not any(self._matters(choice) for choice in choices):
            for choice in choices:
                self._say(choice)
            return frame.raw
        if len(choices) == 1:
            return self._choice(frame.raw, chunk, choices[0])
        apart = [{**chunk, "choices": [choice]} for choice in choices]
        return b"".join(self._choice(sse.written(dumped(one), frame.event), one, one["choices"][0]) for one in apart)

    def _matters(self, choice: Any) -> bool:
        """Has it to do with calls?"""
        if not isinstance(choice, dict):
            return False
        return _has_calls(choice.get("delta")) or (_is_finished(choice) and key_of(choice.get("index", 0)) in self._choices)

    def _say(self, choice: Any) -> None:
        delta, index = (choice.get("delta"), choice.get("index", 0)) if isinstance(choice, dict) else (None, 0)
        words = delta.get("content") if isinstance(delta, dict) else None
        if words and isinstance(index, int) and 0 <= index < MOST_CHOICES:
            self.answers += [Answer() for _ in range(index + 1 - len(self.answers))]
            self.answers[index].say(words)

    def _choice(self, raw: bytes, chunk: dict[str, Any], choice: Any) -> bytes:
        """A frame with one choice."""
        self._say(choice)
        if not self._matters(choice):
            return raw
        index, delta, out = key_of(choice.get("index", 0)), choice.get("delta"), b""
        one = self._choices.setdefault(index, Choice())
        if _has_calls(delta):
            if isinstance(delta.get("content"), str) and delta["content"]:
                out, raw, chunk, delta = _apart(chunk, choice, delta)
            one.hold(raw, chunk, delta)
        else:
            one.last = (raw, chunk)
        if _is_finished(choice) and index not in self._finishing:
            self._ask(index)
        return out

    def _ask(self, index: int | str) -> None:
        self._finishing.append(index)
        self.asked += self._choices[index].calls()

    def _done(self, raw: bytes) -> bytes:
        """No more comes. A choice that nobody finished is one that a client may still act on."""
        self.is_over = True
        for index in self._choices:
            self._ask(index)
        self._after = raw if self.asked else b""
        return b"" if self.asked else raw

    def ruled(self, refusals: Sequence[str | None]) -> bytes:
        ruled = iter(refusals)
        out = []
        for index in self._finishing:
            one = self._choices.pop(index)
            whys = [next(ruled) for _ in one.made]
            out.append(_rewritten(one, whys) if any(whys) else one.raw())
            if isinstance(index, int) and 0 <= index < MOST_CHOICES:
                self.answers += [Answer() for _ in range(index + 1 - len(self.answers))]
                self.answers[index].calls += [call.id for call, why in zip(one.calls(), whys, strict=True) if why is None]
                self.answers[index].words += [why for why in whys if why]
        after, self._after = self._after, b""
        self.asked, self._finishing = [], []
        return b"".join(out) + after

    def end(self) -> bytes:
        return self._done(b"")


def _is_finished(choice: Mapping[str, Any]) -> bool:
    return choice.get("finish_reason") not in UNFINISHED


def _pieces(delta: Any) -> list[dict[str, Any]]:
    found = delta.get("tool_calls") if isinstance(delta, dict) else None
    return [piece for piece in found if isinstance(piece, dict)] if isinstance(found, list) else []


def _has_calls(delta: Any) -> bool:
    return bool(_pieces(delta)) or (isinstance(delta, dict) and isinstance(delta.get("function_call"), dict))


def _apart(chunk: dict[str, Any], choice: dict[str, Any], delta: dict[str, Any]) -> tuple[bytes, bytes, dict[str, Any], dict[str, Any]]:
    """Words and calls in one frame: the words go on alone."""
    words = {name: value for name, value in delta.items() if name not in CALLED}
    rest = {name: value for name, value in delta.items() if name in CALLED}
    first = {**chunk, "choices": [{**choice, "delta": words, "finish_reason": None}]}
    second = {**chunk, "choices": [{**choice, "delta": rest}]}
    return sse.written(dumped(first)), sse.written(dumped(second)), second, rest


def _rewritten(one: Choice, whys: Sequence[str | None]) -> bytes:
    """The choice without the calls that are refused."""
    let = [at for at, why in enumerate(whys) if why is None]
    frames: list[dict[str, Any]] = []
    finish = one.last[1] if one.last else None
    for _, chunk, belongs in one.held:
        choice = chunk["choices"][0]
        if _is_finished(choice):
            finish = {**chunk, "choices": [{**choice, "delta": {}}]}
        if kept := _kept(choice["delta"], belongs, let):
            frames.append({**chunk, "choices": [{**choice, "delta": kept, "finish_reason": None}]})
    pattern = one.held[0][1]
    words = {"role": "assistant", "content": "\n\n".join(why for why in whys if why)}
    said = {"index": pattern["choices"][0].get("index", 0), "delta": words, "finish_reason": None}
    frames.append({name: value for name, value in pattern.items() if name != "usage"} | {"choices": [said]})
    if finish:
        choice = finish["choices"][0]
        is_over = not let and choice.get("finish_reason") in CALLED
        frames.append({**finish, "choices": [{**choice, "finish_reason": "stop"}]} if is_over else finish)
    return b"".join(sse.written(dumped(frame)) for frame in frames)


def _kept(delta: Mapping[str, Any], belongs: Sequence[int], let: Sequence[int]) -> dict[str, Any]:
    """A delta without the pieces of refused calls; empty where nothing is left."""
    pieces = _pieces(delta)
    kept = [{**piece, "index": let.index(at)} for piece, at in zip(pieces, belongs, strict=False) if at in let]
    has_old = isinstance(delta.get("function_call"), dict) and belongs[-1] in let
    rest = {name: value for name, value in delta.items() if name not in CALLED}
    found = rest | ({"tool_calls": kept} if kept else {}) | ({"function_call": delta["function_call"]} if has_old else {})
    return found if kept or has_old else {}
