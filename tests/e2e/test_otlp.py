"""The real Claude Code without hooks, exporting its events over OTLP/HTTP to `habitus serve`: what it did is found in the layer."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from habitus import assemble
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage
from real.claude import HABITUS, Claude
from real.scripted_api import calls, says


@contextmanager
def sending(claude: Claude, protocol: str = "http/json") -> Iterator[None]:
    """Its Claude Code sends its events to a server of its own."""
    environ = {**claude.environ, "PYTHONUNBUFFERED": "1"}
    command = [str(HABITUS), "serve", "--port", "0"]
    with subprocess.Popen(command, env=environ, cwd=claude.user, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout
        url = next(found[1] for line in server.stdout if (found := re.match(r"Open (http://127\.0\.0\.1:\d+)/", line)))
        token = (claude.home / "token").read_text().strip()
        claude.environ |= {
            "CLAUDE_CODE_ENABLE_TELEMETRY": "1", "OTEL_LOGS_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": url,
            "OTEL_EXPORTER_OTLP_HEADERS": f"Authorization=Bearer {token}", "OTEL_LOGS_EXPORT_INTERVAL": "200",
            "OTEL_EXPORTER_OTLP_PROTOCOL": protocol, "OTEL_LOG_USER_PROMPTS": "1", "OTEL_LOG_TOOL_DETAILS": "1",
            "OTEL_LOG_ASSISTANT_RESPONSES": "1",
        }  # fmt: skip
        try:
            yield
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=20)


def told(claude: Claude, session: str) -> list[Any]:
    layer = assemble.layer(home=str(claude.home))
    try:
        return [told.event for told in layer.store.events(session)]
    finally:
        layer.close()


@pytest.mark.parametrize("protocol", ["http/json", "http/protobuf"])
def test_the_session_its_prompts_and_its_calls_are_found(claude: Claude, protocol: str) -> None:
    (claude.project / "app.py").write_text("x = 1\n")
    claude.api.play(
        [says("Reading."), calls("Read", file_path=str(claude.project / "app.py"))],
        [says("Listing."), calls("Bash", command="ls /nothing-is-here", description="list")], [says("There is one line.")],
    )  # fmt: skip

    with sending(claude, protocol):
        session = str(claude.run("how long is app.py?")["session_id"])

    found = told(claude, session)
    assert [one.text for one in found if isinstance(one, UserMessage)] == ["how long is app.py?"]
    made = {one.tool: dict(one.args) for one in found if isinstance(one, ToolCall)}
    assert made["Read"] == {"file_path": str(claude.project / "app.py")}
    assert made["Bash"]["command"] == "ls /nothing-is-here"
    ids = {one.id: one.tool for one in found if isinstance(one, ToolCall)}
    assert {ids[one.id]: one.error is None for one in found if isinstance(one, ToolResult)} == {"Read": True, "Bash": False}
    assert "There is one line." in [one.text for one in found if isinstance(one, AgentText)]
    assert {one.agent for one in found} == {"claude-code"}


def test_a_correction_is_heard_and_learned_without_a_hook(claude: Claude) -> None:
    claude.api.play([says("Adding it."), calls("Bash", command="true npm install lodash", description="add")], [says("Added with npm.")])

    with sending(claude):
        first = claude.run("add lodash")
        claude.run("no, use pnpm instead of npm", "--resume", str(first["session_id"]))

    rules = json.loads(claude.habitus("rules", "list", "--kind", "learned", "--json"))
    assert "Use pnpm instead of npm." in json.dumps(rules)


def test_with_hooks_beside_it_everything_is_kept_once(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    claude.api.play([says("Counting."), calls("Bash", command="echo 1", description="x")], [says("One.")])

    with sending(claude):
        session = str(claude.run("count")["session_id"])

    found = told(claude, session)
    assert [one.text for one in found if isinstance(one, UserMessage)] == ["count"]
    assert [(one.tool, one.args["command"]) for one in found if isinstance(one, ToolCall)] == [("Bash", "echo 1")]
    assert len([one for one in found if isinstance(one, ToolResult)]) == 1
    assert sorted({one.text for one in found if isinstance(one, AgentText)}) == ["Counting.", "One."]
    assert len([one for one in found if isinstance(one, AgentText)]) == 2
    assert "judged" in [line["verb"] for line in json.loads(claude.habitus("ledger", "--json", "--limit", "100"))]
