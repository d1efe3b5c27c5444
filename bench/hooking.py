"""What a hook costs: the client beside a bare Python, and as the real Claude Code measures it, beside a hook that does nothing."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from bench.timing import PYTHON

if TYPE_CHECKING:
    from real.claude import Claude

TESTS = str(Path(__file__).parents[1] / "tests")
ROUNDS, CALLS, TURNS = 60, 25, 3
NOTHING = "import posix\nwhile posix.read(0, 65536): pass"
"""A command hook that takes in what it is told, and says nothing."""


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        figures = clients(f"{folder}/home")
        figures |= claudes(Path(folder))
    return figures


# ── the client, beside a Python that does nothing ──


def clients(home: str) -> dict[str, Any]:
    from habitus.hosts.hooks import client
    from habitus.server import warm

    warm.started(home)
    bare, hook, number = [PYTHON, "-I", "-S", "-c", "pass"], [PYTHON, "-I", "-S", client.__file__, "claude-code", home, "1"], 0
    taken: dict[str, list[float]] = {"bare": [], "hook": []}
    for _ in range(ROUNDS):
        for name, command in (("bare", bare), ("hook", hook)):
            number += 1
            given = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/w", "tool_name": "Bash", "tool_use_id": f"t{number}"}
            body = json.dumps({**given, "tool_input": {"command": f"grep -rn TODO src/{number}"}}).encode()
            begin = time.perf_counter()
            subprocess.run(command, input=body, check=True, stdout=subprocess.DEVNULL)
            taken[name].append(time.perf_counter() - begin)
    warm.stopped(home)
    bare_s, hook_s = median(taken["bare"]), median(taken["hook"])
    return {"bare_python_ms": round(bare_s * 1e3, 1), "hook_process_ratio": round(hook_s / bare_s, 2)}


# ── as Claude Code sees it ──


def claudes(folder: Path) -> dict[str, Any]:
    sys.path.insert(0, TESTS)
    from real import claude, scripted_api

    binary = claude.find()
    if binary is None:
        return {}
    with scripted_api.running() as api, nothing() as port:
        account = claude.Claude(binary=binary, folder=folder / "account", api=api)
        account.environ |= {
            "CLAUDE_CODE_ENABLE_TELEMETRY": "1", "OTEL_LOGS_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json",
            "OTEL_EXPORTER_OTLP_ENDPOINT": api.url, "OTEL_LOGS_EXPORT_INTERVAL": "200",
        }  # fmt: skip
        plain = account.settings.read_text()
        handlers: dict[str, dict[str, Any] | str] = {
            "http": "http", "http_nothing": {"type": "http", "url": f"http://127.0.0.1:{port}/"},
            "command": "command", "command_nothing": {"type": "command", "command": shlex.join([PYTHON, "-I", "-S", "-c", NOTHING])},
        }  # fmt: skip
        taken: dict[str, list[float]] = {name: [] for name in handlers}
        for _ in range(TURNS):
            for name, handler in handlers.items():
                account.settings.write_text(plain)
                if isinstance(handler, str):
                    account.habitus("install", "claude-code", "--transport", handler)
                else:
                    account.settings.write_text(json.dumps({**json.loads(plain), "hooks": {"PreToolUse": [{"hooks": [handler]}]}}))
                taken[name] += measured(account)
                if isinstance(handler, str):
                    account.habitus("uninstall", "claude-code")
        account.habitus("daemon", "stop")
    ms = {name: mean(sorted(values)[: len(values) * 9 // 10]) for name, values in taken.items()}
    return {
        "claude_http_nothing_ms": round(ms["http_nothing"], 1),
        "claude_http_ratio": round(ms["http"] / ms["http_nothing"], 2),
        "claude_command_nothing_ms": round(ms["command_nothing"], 1),
        "claude_command_ratio": round(ms["command"] / ms["command_nothing"], 2),
    }


def measured(account: Claude) -> list[float]:
    """Milliseconds of each hook before a tool, by Claude Code's own telemetry; it gives whole ones, so many are averaged."""
    from real.scripted_api import calls, says

    file = account.project / "file.txt"
    file.write_text("x\n")
    account.api.logs.clear()
    account.api.play(*([says("Looking."), calls("Read", file_path=str(file), offset=n)] for n in range(1, CALLS + 1)), [says("Done.")])
    account.run("look")
    records = [
        record for sent in account.api.logs for resource in sent.get("resourceLogs", []) for scope in resource.get("scopeLogs", [])
        for record in scope.get("logRecords", [])
    ]  # fmt: skip
    found = []
    for record in records:
        told = {one["key"]: next(iter(one["value"].values())) for one in record.get("attributes", [])}
        if told.get("event.name") == "hook_execution_complete" and told.get("hook_event") == "PreToolUse":
            found.append(float(told["total_duration_ms"]))
    return found


@contextmanager
def nothing() -> Iterator[int]:
    """A hook's address that says nothing as fast as Python can: the same threads and the same HTTP as ours, without a layer."""
    import socket

    from habitus.server import wire

    def serve(client: socket.socket) -> None:
        with client:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            rest = b""
            while True:
                request, rest = wire.request(client, rest)
                if request is None:
                    return
                client.sendall(wire.response(200, b"{}", ends=False))

    def accept() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(client,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


MARKS = {"hook_process_ratio": 1.4, "claude_http_ratio": 1.5, "claude_command_ratio": 1.5}
