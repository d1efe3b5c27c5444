"""The Claude Agent SDK with the real program that it brings, against a model server on loopback."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.hosts.frameworks import claude_sdk
from habitus.layer import Layer
from hosts.frameworks.conftest import CORRECTION, PNPM, calls
from nouns import call, user
from real import scripted_api
from real.scripted_api import ScriptedApi, says
from real.scripted_api import calls as asks


@pytest.fixture
def api() -> Iterator[ScriptedApi]:
    with scripted_api.running() as running:
        yield running


def test_the_real_program_is_denied_and_guided_by_our_callbacks(layer: Layer, api: ScriptedApi, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    layer.observe(user("add lodash", key="u1"))
    layer.judge(call("Bash", command="npm install lodash"))
    layer.observe(user(CORRECTION, key="u2"))
    environ = {
        "HOME": str(tmp_path), "ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_API_KEY": "made-up",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
    }  # fmt: skip
    options = ClaudeAgentOptions(
        hooks=claude_sdk.hooks(layer), cwd=tmp_path, env=environ, allowed_tools=["Bash"], setting_sources=[], max_turns=5
    )
    api.play([says("I will."), asks("Bash", command="rm -rf data"), asks("Bash", command="echo built")], [says("Done.")])

    async def talk() -> str:
        found = [message async for message in query(prompt="clean up, then add a dependency", options=options)]
        return next(one.session_id for one in found if isinstance(one, ResultMessage))

    session = asyncio.run(talk())

    assert PNPM in api.asked(0)
    assert "exactly this call" in api.asked(-1)
    assert (tmp_path / "data").exists()
    assert sorted(calls(layer, session)) == [("Bash", False), ("Bash", True)]
    assert layer.session(session).agent == "claude-agent-sdk"


def test_only_a_call_that_cannot_be_judged_is_stopped_by_a_fault_of_ours(layer: Layer) -> None:
    found = claude_sdk.hooks(layer)

    assert [one.on_failure for one in found["PreToolUse"]] == ["block"]
    assert {one.on_failure for event, ones in found.items() if event != "PreToolUse" for one in ones} == {None}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    event=st.sampled_from(claude_sdk.EVENTS),
    rest=st.dictionaries(
        st.sampled_from(["session_id", "tool_name", "tool_input", "tool_use_id", "tool_response", "prompt", "error", "cwd", "agent_id"]),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=30), st.lists, max_leaves=4)
        | st.dictionaries(st.text(max_size=9), st.text(max_size=30)),
    ),
)
def test_whatever_the_program_tells_is_answered(layer: Layer, event: Any, rest: dict[str, Any]) -> None:
    hook: Any = claude_sdk.hooks(layer)[event][0].hooks[0]

    assert isinstance(asyncio.run(hook({"hook_event_name": event, **rest}, None, {"signal": None})), dict)
