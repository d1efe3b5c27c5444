"""A provider on loopback: a real HTTP server that speaks the two wire formats, replies by script and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

KEY = "sk-test-0123456789-DO-NOT-SHOW"


@dataclass(frozen=True)
class Reply:
    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for them

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.loopback = loopback


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        loopback = self.server.loopback
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        loopback.requests.append(Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        reply = loopback.replies.pop(0) if loopback.replies else Reply("nothing is left in the script", status=500)
        loopback.arrived.set()
        if reply.hangs:
            loopback.released.wait()
            self.close_connection = True
            return
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        self.send_response(reply.status)
        for name, value in ({"Content-Type": "application/json", "Content-Length": str(len(data))} | reply.headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


class Loopback:
    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.arrived = threading.Event()
        self.released = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.port: int = self._server.server_port

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@dataclass(frozen=True)
class Dialect:
    """One wire format, as `habitus[agent]` really receives it."""

    provider: Literal["openai", "anthropic"]
    model: str
    root: str
    path: str

    def call(self, args: Any, *, tool: str = "answer", stop: str = "", model: str = "") -> Reply:
        """A tool call with these arguments: 10 tokens in, 5 out."""
        if self.provider == "openai":
            call = {"id": "call_1", "type": "function", "function": {"name": tool, "arguments": json.dumps(args)}}
            return self._chat({"role": "assistant", "content": None, "tool_calls": [call]}, stop or "tool_calls", model)
        return self._message([{"type": "tool_use", "id": "toolu_1", "name": tool, "input": args}], stop or "tool_use", model)

    def text(self, text: str) -> Reply:
        if self.provider == "openai":
            return self._chat({"role": "assistant", "content": text}, "stop", "")
        return self._message([{"type": "text", "text": text}], "end_turn", "")

    def error(self, status: int, text: str, **headers: str) -> Reply:
        error = {"type": "some_error", "message": text}
        body = {"error": error} if self.provider == "openai" else {"type": "error", "error": error}
        return Reply(body, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def _chat(self, message: dict[str, Any], stop: str, model: str) -> Reply:
        return Reply(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1767225600,
                "model": model or self.model,
                "choices": [{"index": 0, "message": message, "finish_reason": stop}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
            }
        )

    def _message(self, content: list[dict[str, Any]], stop: str, model: str) -> Reply:
        return Reply(
            {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": model or self.model,
                "content": content,
                "stop_reason": stop,
                "stop_sequence": None,
                "usage": {"input_tokens": 10, "output_tokens": 5},
            }
        )


OPENAI = Dialect("openai", "gpt-4o-mini", "/v1", "/v1/chat/completions")
ANTHROPIC = Dialect("anthropic", "claude-haiku-4-5", "", "/v1/messages")
