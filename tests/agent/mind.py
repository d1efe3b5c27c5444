"""A model on loopback: a real HTTP server that speaks both wire formats, whole or in pieces, and answers by script."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self, TypeAlias

KEY = "sk-test-0123456789-DO-NOT-SHOW"


@dataclass(frozen=True)
class Say:
    text: str
    stop: str = ""


@dataclass(frozen=True)
class Call:
    tool: str
    args: Any
    """An object, or text that is sent as it is."""
    id: str = ""


@dataclass(frozen=True)
class Fault:
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    message: str = "not now"


@dataclass(frozen=True)
class Torn:
    """A stream that ends after so many of its pieces, in order as far as HTTP can tell."""

    part: "Part"
    after: int


HANG = "hang"
"""The connection stays open and nothing comes."""

Part = Say | Call
Answer: TypeAlias = "Part | list[Part] | Torn | Fault | str | Callable[[Asked], Answer]"


@dataclass(frozen=True)
class Asked:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def tools(self) -> list[str]:
        return [tool.get("name") or tool["function"]["name"] for tool in self.body.get("tools", [])]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.body["messages"])

    @property
    def last(self) -> str:
        """The last message, as text."""
        return json.dumps(self.messages[-1], ensure_ascii=False)

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)


class Mind:
    """`answers` are given in turn; the last one goes on being given."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Asked] = []
        self.arrived = threading.Event()
        self.released = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        while callable(found):
            found = found(asked)
        return found


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, mind: "Mind") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mind = mind


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        found = self.server.mind.answer(Asked(self.path, headers, body))
        self.server.mind.arrived.set()
        if found == HANG:
            self.server.mind.released.wait()
            self.close_connection = True
            return
        dialect = ANTHROPIC if "messages" in self.path else OPENAI
        if isinstance(found, Fault):
            self._send(found.status, dialect.fault(found), dict(found.headers))
            return
        assert not isinstance(found, str)
        assert not callable(found)
        if isinstance(found, Torn):
            self._send(200, "".join(list(dialect.stream([found.part]))[: found.after]), {"Content-Type": "text/event-stream"})
            return
        parts = found if isinstance(found, list) else [found]
        if body.get("stream"):
            self._send(200, "".join(dialect.stream(parts)), {"Content-Type": "text/event-stream"})
        else:
            self._send(200, json.dumps(dialect.whole(parts)), {})

    def _send(self, status: int, text: str, headers: dict[str, str]) -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json", "Content-Length": str(len(data))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


@dataclass(frozen=True)
class Dialect:
    backend: Literal["openai_compat", "anthropic"]
    root: str

    def whole(self, parts: list[Part]) -> dict[str, Any]:
        text = "".join(part.text for part in parts if isinstance(part, Say))
        calls = [part for part in parts if isinstance(part, Call)]
        if self.backend == "openai_compat":
            made = [_function(call, nth) for nth, call in enumerate(calls)]
            message = {"role": "assistant", "content": text or None, **({"tool_calls": made} if made else {})}
            choice = {"index": 0, "message": message, "finish_reason": _stop(parts, "tool_calls", "stop")}
            return {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": OPENAI_USAGE}
        content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
        content += [{"type": "tool_use", "id": _id(call, nth), "name": call.tool, "input": call.args} for nth, call in enumerate(calls)]
        return {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": content, "stop_sequence": None,
                "stop_reason": _stop(parts, "tool_use", "end_turn"), "usage": ANTHROPIC_USAGE}  # fmt: skip

    def stream(self, parts: list[Part]) -> Iterator[str]:
        yield from self._chunks(parts) if self.backend == "openai_compat" else self._blocks(parts)

    def _chunks(self, parts: list[Part]) -> Iterator[str]:
        def chunk(delta: dict[str, Any], stop: str | None = None) -> str:
            choice = {"index": 0, "delta": delta, "finish_reason": stop}
            return _data({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})

        yield chunk({"role": "assistant", "content": ""})
        nth = 0
        for part in parts:
            if isinstance(part, Say):
                for piece in _pieces(part.text):
                    yield chunk({"content": piece})
                continue
            made = _function(part, nth)
            first = {**made, "index": nth, "function": {"name": part.tool, "arguments": ""}}
            yield chunk({"tool_calls": [first]})
            for piece in _pieces(made["function"]["arguments"]):
                yield chunk({"tool_calls": [{"index": nth, "function": {"arguments": piece}}]})
            nth += 1
        yield chunk({}, _stop(parts, "tool_calls", "stop"))
        yield _data({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": OPENAI_USAGE})
        yield "data: [DONE]\n\n"

    def _blocks(self, parts: list[Part]) -> Iterator[str]:
        head: dict[str, Any] = {
            "id": "m1",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [],
            "stop_reason": None,
            "usage": ANTHROPIC_USAGE,
        }
        yield _event("message_start", {"message": head})
        for nth, part in enumerate(parts):
            if isinstance(part, Say):
                yield _event("content_block_start", {"index": nth, "content_block": {"type": "text", "text": ""}})
                for piece in _pieces(part.text):
                    yield _event("content_block_delta", {"index": nth, "delta": {"type": "text_delta", "text": piece}})
            else:
                block = {"type": "tool_use", "id": _id(part, nth), "name": part.tool, "input": {}}
                yield _event("content_block_start", {"index": nth, "content_block": block})
                for piece in _pieces(_arguments(part)):
                    yield _event("content_block_delta", {"index": nth, "delta": {"type": "input_json_delta", "partial_json": piece}})
            yield _event("content_block_stop", {"index": nth})
        stop = _stop(parts, "tool_use", "end_turn")
        yield _event("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 5}})
        yield _event("message_stop", {})

    def fault(self, found: Fault) -> str:
        error = {"type": "some_error", "message": found.message}
        return json.dumps({"error": error} if self.backend == "openai_compat" else {"type": "error", "error": error})


OPENAI_USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
ANTHROPIC_USAGE = {"input_tokens": 10, "output_tokens": 5}
OPENAI = Dialect("openai_compat", "/v1")
ANTHROPIC = Dialect("anthropic", "")


def _function(call: Call, nth: int) -> dict[str, Any]:
    return {"id": _id(call, nth), "type": "function", "function": {"name": call.tool, "arguments": _arguments(call)}}


def _arguments(call: Call) -> str:
    return call.args if isinstance(call.args, str) else json.dumps(call.args)


def _id(call: Call, nth: int) -> str:
    return call.id or f"call_{nth}"


def _stop(parts: list[Part], calls: str, text: str) -> str:
    said = next((part.stop for part in parts if isinstance(part, Say) and part.stop), "")
    return said or (calls if any(isinstance(part, Call) for part in parts) else text)


def _pieces(text: str) -> Iterator[str]:
    for at in range(0, len(text), 7):
        yield text[at : at + 7]


def _data(body: dict[str, Any]) -> str:
    return f"data: {json.dumps(body)}\n\n"


def _event(name: str, body: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps({'type': name, **body})}\n\n"
