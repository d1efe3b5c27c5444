"""What the proxy adds to a call of the same model server, and what LiteLLM's proxy adds to it in the same run.

An agent at work on loopback: conversations that grow by a tool result with every request, answers that stream. Everything is a process of its
own. The model server writes into each chunk when it was sent, so that the way of every chunk is timed by itself; direct and proxied requests
are taken in turns. `cpu` is the processor time that a proxy's process takes for a request, over the same requests.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.timing import PYTHON, worked

if TYPE_CHECKING:
    from collections.abc import Iterator

TALKS = 10
ROUNDS = 12
"""Requests of a conversation: one that a user opens, and then tool results."""

WORDS = 8
PAUSE = 0.004
"""Seconds between two chunks, so that each is on its way alone."""

LONG = 10_000
KEY = "sk-bench-not-a-key"
LITELLM = Path(os.environ.get("BENCH_LITELLM", Path.home() / ".cache/habitus-bench/litellm")) / "bin" / "litellm"
ABSENT = f"not installed: python -m venv {LITELLM.parents[1]} && {LITELLM.parent}/pip install 'litellm[proxy]'"


# ── the model server ──


def frames(path: str, call: str) -> list[bytes]:
    """An answer of a few words and a call. `@` stands for the time at which it is sent."""
    args = json.dumps({"file_path": f"/work/shop/{call[-6:]}.py"})
    if path.endswith("/messages"):
        message = {
            "id": f"msg_{call}",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [],
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        ]
        events += [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "word @ "}} for _ in range(WORDS)]
        events += [
            {"type": "content_block_stop", "index": 0},
            {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": call, "name": "Read", "input": {}}},
        ]
        events += [
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": args}},
            {"type": "content_block_stop", "index": 1},
        ]
        events += [
            {"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": None}, "usage": {"output_tokens": 9}},
            {"type": "message_stop"},
        ]
        return [f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in events]
    head = {"id": f"chatcmpl-{call}", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": ""}, None),
        *(({"content": "word @ "}, None) for _ in range(WORDS)),
    ]
    made = {"index": 0, "id": call, "type": "function", "function": {"name": "Read", "arguments": args}}
    deltas += [({"tool_calls": [made]}, None), ({}, "tool_calls")]
    found = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": why}]} for delta, why in deltas]
    return [*(f"data: {json.dumps(one)}\n\n".encode() for one in found), b"data: [DONE]\n\n"]


class Model(asyncio.Protocol):
    """As little of a server as there can be."""

    def __init__(self) -> None:
        self.got = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        head, found, rest = self.got.partition(b"\r\n\r\n")
        if not found:
            return
        lines = head.lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
        if len(rest) >= length:
            self.got = rest[length:]
            path = head.split(b" ", 2)[1].decode()
            self.task = asyncio.ensure_future(self.answer(path, os.urandom(12).hex(), b'"stream":true' in rest[:length].replace(b" ", b"")))

    async def answer(self, path: str, call: str, streams: bool) -> None:
        if not streams:
            choice = {"index": 0, "message": {"role": "assistant", "content": "yes"}, "finish_reason": "stop"}
            body = json.dumps(
                {
                    "id": "c",
                    "object": "chat.completion",
                    "created": 1,
                    "model": "m",
                    "choices": [choice],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                }
            ).encode()
            self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
            return
        self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
        for frame in frames(path, f"call_{call}"):
            timed = frame.replace(b"@", b"@%d@" % time.monotonic_ns())
            self.transport.write(b"%x\r\n%b\r\n" % (len(timed), timed))
            await asyncio.sleep(PAUSE)
        self.transport.write(b"0\r\n\r\n")


def serve_model(port: int) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        server = await loop.create_server(Model, sock=listener)
        await server.serve_forever()

    asyncio.run(main())


def serve_proxy(port: int, upstream: str) -> None:
    """`habitus proxy`, without its token."""
    from habitus import assemble
    from habitus.server.proxy import create
    from habitus.server.proxy.run import serve

    layer = assemble.layer(home=os.environ["HABITUS_HOME"])
    try:
        serve(create(layer, upstream), port=port, say=lambda _: None)
    finally:
        layer.close()


# ── the client ──


def asked(path: str, talk: int, rounds: int, ids: list[str]) -> bytes:
    tools = [{"name": "Read", "description": "Read a file.", "input_schema": {"type": "object"}}]
    said = f"Round the totals of basket {talk} half to even, and read what you need first."
    messages: list[dict[str, Any]] = [{"role": "user", "content": said}]
    for id in ids[:rounds]:
        result = "from decimal import Decimal\n" * 40
        args = {"file_path": f"/work/shop/{id[-6:]}.py"}
        if path.endswith("/messages"):
            messages.append(
                {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "word " * WORDS}, {"type": "tool_use", "id": id, "name": "Read", "input": args}],
                }
            )
            messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": result}]})
        else:
            made = {"id": id, "type": "function", "function": {"name": "Read", "arguments": json.dumps(args)}}
            messages += [
                {"role": "assistant", "content": "word " * WORDS, "tool_calls": [made]},
                {"role": "tool", "tool_call_id": id, "content": result},
            ]
    known = [{"type": "function", "function": {"name": "Read", "parameters": {"type": "object"}}}]
    body = {"model": "m", "max_tokens": 500, "stream": True, "messages": messages, "tools": tools if path.endswith("/messages") else known}
    return json.dumps(body).encode()


class Line:
    """A connection that stays open, as an agent keeps one."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connect()

    def connect(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        self.line.connect()
        self.line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, path: str, body: bytes) -> tuple[float, list[float], str]:
        """Seconds to the first chunk, seconds that each chunk of words was under way, and the id of the call."""
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {KEY}",
            "x-api-key": KEY,
            "anthropic-version": "2023-06-01",
        }
        for _ in range(2):
            try:
                start = time.monotonic_ns()
                self.line.request("POST", path, body, headers)
                answer = self.line.getresponse()
                break
            except (OSError, http.client.RemoteDisconnected):  # a server that hung up while another one was asked
                self.connect()
        first, ways, id = 0.0, [], ""
        while piece := answer.read1(65536):
            now = time.monotonic_ns()
            first = first or (now - start) / 1e9
            ways += [(now - int(sent)) / 1e9 for sent in piece.split(b"@")[1::2]]
            if b"call_" in piece and not id:
                id = "call_" + piece.partition(b"call_")[2][:24].decode()
        assert answer.status == 200, (answer.status, path)
        return first, ways, id


def measured(path: str, ports: dict[str, int], talks: int = TALKS) -> dict[str, tuple[float, float]]:
    """For each server the median seconds to the first chunk, and of a chunk's way; by turns, request by request."""
    lines = {name: Line(port) for name, port in ports.items()}
    firsts: dict[str, list[float]] = {name: [] for name in ports}
    ways: dict[str, list[float]] = {name: [] for name in ports}
    for talk in range(talks):
        ids: dict[str, list[str]] = {name: [] for name in ports}
        for rounds in range(ROUNDS):
            for name, line in lines.items():
                first, way, id = line.ask(path, asked(path, talk + 1000 * len(name), rounds, ids[name]))
                ids[name].append(id)
                if talk:  # the first conversation loads what there is to load
                    firsts[name].append(first)
                    ways[name] += way
    return {name: (median(firsts[name]), median(ways[name])) for name in ports}


def cpu(pid: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    return sum(map(worked, (pid, *_children(pid))))


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(one) for one in found.read_text().split()] if found.exists() else []


# ── processes ──


def free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **environ: str) -> Iterator[int]:
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, env={**os.environ, **environ}, stdout=said, stderr=said)
        try:
            end = time.monotonic() + 120
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > end:
                        said.seek(0)
                        raise RuntimeError(f"{command[:3]} did not start: {said.read()[-1000:].decode(errors='replace')}") from None
                    time.sleep(0.05)
            yield process.pid
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def litellm(upstream: str, folder: Path) -> Iterator[tuple[int, int]]:
    """Its proxy as its documentation sets it up, with one worker and no logging."""
    port = free()
    config = folder / "litellm.yaml"
    config.write_text(
        f'model_list:\n  - model_name: m\n    litellm_params: {{model: openai/m, api_base: "{upstream}/v1", api_key: {KEY}}}\n'
    )
    environ = {
        "LITELLM_LOG": "ERROR",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_TELEMETRY": "False",
        "DISABLE_ADMIN_UI": "True",
        "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true",
        "NO_PROXY": "127.0.0.1",
    }
    command = [
        str(LITELLM),
        "--config",
        str(config),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--num_workers",
        "1",
        "--telemetry",
        "False",
    ]
    with running(command, port, **environ) as pid:
        yield pid, port


# ── figures ──


def beside_direct(model: int, proxy: int) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name, path in (("chat", "/v1/chat/completions"), ("anthropic", "/v1/messages")):
        took = measured(path, {"direct": model, "proxy": proxy})
        (first, way), (late, far) = took["direct"], took["proxy"]
        figures[f"{name}_first_byte_ms"] = f"{late * 1e3:.2f}; direct {first * 1e3:.2f}"
        figures[f"{name}_first_byte_added_ms"] = round((late - first) * 1e3, 2)
        figures[f"{name}_chunk_added_ms"] = round((far - way) * 1e3, 2)
    return figures


def beside_litellm(model: int, proxy: int, pid: int, folder: Path) -> dict[str, Any]:
    if not LITELLM.exists():
        for name in ("litellm_cpu_times_ours", "litellm_first_byte_added_times_ours"):
            MARKS.pop(name, None)  # not measured: it cannot miss its mark
        return {"litellm": ABSENT}
    path = "/v1/chat/completions"
    with litellm(f"http://127.0.0.1:{model}", folder) as (other, port):
        measured(path, {"ours": proxy, "litellm": port}, talks=2)
        before = cpu(pid), cpu(other)
        took = measured(path, {"direct": model, "ours": proxy, "litellm": port}, talks=TALKS)
        ours, theirs = cpu(pid) - before[0], cpu(other) - before[1]
    asked_each = TALKS * ROUNDS
    added = {name: took[name][0] - took["direct"][0] for name in ("ours", "litellm")}
    return {
        "litellm": version(),
        "cpu_ms_per_request": f"{ours / asked_each * 1e3:.1f}; litellm {theirs / asked_each * 1e3:.1f}",
        "litellm_cpu_times_ours": round(theirs / ours, 1),
        "litellm_first_byte_added_ms": round(added["litellm"] * 1e3, 2),
        "litellm_first_byte_added_times_ours": round(added["litellm"] / added["ours"], 1),
    }


def version() -> str:
    try:
        found = next((LITELLM.parents[1] / "lib").glob("python*/site-packages/litellm-*.dist-info"), None)
        return found.name.removesuffix(".dist-info") if found else "litellm"
    except (OSError, PackageNotFoundError):
        return "litellm"


def run() -> dict[str, Any]:
    folder = Path(tempfile.mkdtemp(prefix="habitus-bench-"))
    model, proxy = free(), free()
    me = [PYTHON, "-m", "bench.proxying"]
    try:
        with (
            running([*me, "model", str(model)], model),
            running([*me, "proxy", str(proxy), f"http://127.0.0.1:{model}"], proxy, HABITUS_HOME=str(folder)) as pid,
        ):
            return beside_direct(model, proxy) | beside_litellm(model, proxy, pid, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


MARKS: dict[str, Any] = {
    "chat_first_byte_added_ms": 2.0,
    "chat_chunk_added_ms": 2.0,
    "anthropic_first_byte_added_ms": 2.0,
    "anthropic_chunk_added_ms": 2.0,
    "litellm_cpu_times_ours": ["min", 5.0],
    "litellm_first_byte_added_times_ours": ["min", 5.0],
}

if __name__ == "__main__":
    serve_model(int(sys.argv[2])) if sys.argv[1] == "model" else serve_proxy(int(sys.argv[2]), sys.argv[3])
