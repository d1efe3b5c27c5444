"""A model server on loopback that plays a script: Anthropic's Messages, OpenAI's Responses and Chat Completions, and Google's Gemini,
streamed. It remembers what it was asked."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = list[dict[str, Any]]


def says(text: str) -> dict[str, Any]:
    return {"text": text}


def calls(tool: str, **args: Any) -> dict[str, Any]:
    return {"tool": tool, "args": args}


def patches(text: str) -> dict[str, Any]:
    """Codex's own tool, which takes text instead of arguments."""
    return {"patch": text}


class ScriptedApi:
    def __init__(self) -> None:
        self.script: list[Step] = []
        self.requests: list[dict[str, Any]] = []
        self.logs: list[dict[str, Any]] = []
        """What was sent as telemetry, where the program was told to."""
        self.server: ThreadingHTTPServer | None = None
        self._served = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        assert self.server
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def play(self, *steps: Step) -> None:
        """From here on; what was asked before is forgotten."""
        with self._lock:
            self.script, self.requests = list(steps), []

    def asked(self, n: int = -1) -> str:
        """A request, as text."""
        asked = self.requests[n]
        return json.dumps(asked.get("messages") or asked.get("input") or asked.get("contents"), ensure_ascii=False)

    def next(self, request: dict[str, Any]) -> tuple[int, Step]:
        with self._lock:
            self.requests.append(request)
            self._served += 1  # ids of calls come of it: no model gives one twice in a session
            return self._served, self.script.pop(0) if self.script else [says("Done.")]


@contextmanager
def running() -> Iterator[ScriptedApi]:
    api = ScriptedApi()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            self._send(b"{}", "application/json")

        def do_POST(self) -> None:
            given = self._body()
            path = self.path.partition("?")[0]
            if path.endswith("/messages") and given.get("tools"):
                self._send(anthropic(*api.next(given), str(given.get("model"))), "text/event-stream")
            elif path.endswith("/responses"):
                self._send(responses(*api.next(given)), "text/event-stream")
            elif path.endswith(":streamGenerateContent") and given.get("tools"):
                self._send(gemini(*api.next(given)), "text/event-stream")
            elif path.endswith((":streamGenerateContent", ":generateContent")):
                whole = gemini(0, [says("ok")])
                self._send(*((whole, "text/event-stream") if ":stream" in path else (whole[6:].strip(), "application/json")))
            elif path.endswith("/chat/completions"):
                self._send(chat(*(api.next(given) if given.get("tools") else (0, [says("ok")]))), "text/event-stream")
            elif path.endswith("/v1/logs"):
                api.logs.append(given)
                self._send(b"{}", "application/json")
            elif path.endswith("/count_tokens"):
                self._send(b'{"input_tokens": 10}', "application/json")
            elif path.endswith("/messages") and given.get("stream"):
                self._send(anthropic(0, [says("ok")], str(given.get("model"))), "text/event-stream")
            elif path.endswith("/messages"):
                said = {"id": "m", "type": "message", "role": "assistant", "model": given.get("model"), "stop_reason": "end_turn"}
                content = {"content": [{"type": "text", "text": "ok"}], "usage": {"input_tokens": 1, "output_tokens": 1}}
                self._send(json.dumps(said | content).encode(), "application/json")
            else:
                self._send(b"{}", "application/json")

        def _body(self) -> dict[str, Any]:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                found = json.loads(raw)
            except ValueError:
                return {}
            return found if isinstance(found, dict) else {}

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    api.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api.server.daemon_threads = True
    thread = threading.Thread(target=api.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        api.server.shutdown()
        api.server.server_close()
        thread.join()


def _event(data: dict[str, Any]) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


def anthropic(n: int, step: Step, model: str) -> bytes:
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 1}
    message = {"id": f"msg_{n}", "type": "message", "role": "assistant", "model": model, "content": [], "usage": usage}
    out = [_event({"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None}})]
    for index, part in enumerate(step):
        if "tool" in part:
            block: dict[str, Any] = {"type": "tool_use", "id": f"toolu_{n}_{index}", "name": part["tool"], "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(part["args"])}
        else:
            block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": part["text"]}
        out.append(_event({"type": "content_block_start", "index": index, "content_block": block}))
        out.append(_event({"type": "content_block_delta", "index": index, "delta": delta}))
        out.append(_event({"type": "content_block_stop", "index": index}))
    stop = "tool_use" if any("tool" in part for part in step) else "end_turn"
    out.append(_event({"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 5}}))
    return b"".join([*out, _event({"type": "message_stop"})])


def responses(n: int, step: Step) -> bytes:
    out = [_event({"type": "response.created", "response": {"id": f"resp_{n}"}})]
    for index, part in enumerate(step):
        if "patch" in part:
            item: dict[str, Any] = {"type": "custom_tool_call", "call_id": f"c{n}{index}", "name": "apply_patch", "input": part["patch"]}
        elif "tool" in part:
            item = {"type": "function_call", "call_id": f"c{n}{index}", "name": part["tool"], "arguments": json.dumps(part["args"])}
        else:
            content = [{"type": "output_text", "text": part["text"]}]
            item = {"type": "message", "role": "assistant", "id": f"m{n}{index}", "content": content}
        out.append(_event({"type": "response.output_item.done", "item": item, "output_index": index}))
    usage = {"input_tokens": 1, "input_tokens_details": None, "output_tokens": 1, "output_tokens_details": None, "total_tokens": 2}
    return b"".join([*out, _event({"type": "response.completed", "response": {"id": f"resp_{n}", "usage": usage}})])


def gemini(n: int, step: Step) -> bytes:
    parts = [
        {"functionCall": {"id": f"g{n}{index}", "name": part["tool"], "args": part["args"]}} if "tool" in part else {"text": part["text"]}
        for index, part in enumerate(step)
    ]
    found = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}]}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return f"data: {json.dumps(found | {'usageMetadata': usage, 'modelVersion': 'scripted', 'responseId': f'r{n}'})}\n\n".encode()


def chat(n: int, step: Step) -> bytes:
    out, head = [], {"id": f"chat{n}", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    for index, part in enumerate(step):
        delta: dict[str, Any] = {"role": "assistant", "content": part.get("text")}
        if "tool" in part:
            function = {"name": part["tool"], "arguments": json.dumps(part["args"])}
            delta = {"tool_calls": [{"index": index, "id": f"call_{n}_{index}", "type": "function", "function": function}]}
        out.append({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    ended = "tool_calls" if any("tool" in part for part in step) else "stop"
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    out.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": ended}], "usage": usage})
    return "".join(f"data: {json.dumps(one)}\n\n" for one in out).encode() + b"data: [DONE]\n\n"
