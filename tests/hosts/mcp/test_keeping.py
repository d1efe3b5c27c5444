"""`skill_manage` over MCP: only for an agent that may keep skills, and only after its user said so where a hook could hear it."""

from typing import Any

import pytest

from habitus.errors import Refused
from habitus.hosts.hooks.flow import Hooks
from habitus.hosts.mcp import frames, keeping
from habitus.hosts.mcp.declared import Place, checked
from habitus.layer import Layer

PLACE = Place("mcp-1", "claude-code", "/w")
SKILL = "---\nname: count-logs\ndescription: Use when log files are to be counted.\n---\n\n1. Run `wc -l app.log`.\n"
CREATE = {"action": "create", "slug": "count-logs", "content": SKILL}


@pytest.fixture
def keeps(layer: Layer) -> Layer:
    layer.agents.set("claude-code", "skill_evolve", True, who="operator")
    return layer


def told(layer: Layer, event: str, **more: Any) -> dict[str, Any]:
    return Hooks(layer).respond("claude-code", {"hook_event_name": event, "session_id": "s1", "cwd": "/w", **more})


def worked(layer: Layer, *, says: str) -> None:
    told(layer, "UserPromptSubmit", prompt="how long is the log?")
    bash = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "wc -l app.log"}}
    told(layer, "PreToolUse", **bash)
    told(layer, "PostToolUse", **bash, tool_response={"stdout": "3"})
    told(layer, "UserPromptSubmit", prompt=says)


def announced(layer: Layer, args: dict[str, Any]) -> None:
    told(layer, "PreToolUse", tool_name="mcp__habitus__skill_manage", tool_use_id="t2", tool_input=args)


def asked(layer: Layer, args: dict[str, Any], place: Place = PLACE) -> str:
    tool = keeping.tools(layer, place.agent)[0]
    return tool.run(layer, place, checked(tool, args)).text


def test_without_the_switch_there_is_no_such_tool(layer: Layer) -> None:
    layer.agents.set("somebody-else", "skill_evolve", True, who="operator")

    assert keeping.tools(layer, "claude-code") == []
    assert [one.name for one in keeping.tools(layer, "somebody-else")] == ["skill_manage"]


def test_what_the_user_agreed_to_where_the_hooks_heard_it_is_kept(keeps: Layer) -> None:
    worked(keeps, says="save as skill")
    announced(keeps, CREATE)

    assert asked(keeps, CREATE).startswith("Created count-logs")
    assert keeps.skills.one("count-logs").owner == "claude-code"


@pytest.mark.parametrize("says", ["thanks", "skip"])
def test_without_the_users_word_nothing_is_kept(keeps: Layer, says: str) -> None:
    worked(keeps, says=says)
    announced(keeps, CREATE)

    with pytest.raises(Refused, match="no consent"):
        asked(keeps, CREATE)
    assert keeps.skills.all() == []


def test_a_call_that_no_hook_has_told_of_takes_no_other_sessions_consent(keeps: Layer) -> None:
    worked(keeps, says="save as skill")

    with pytest.raises(Refused, match="no consent"):
        asked(keeps, CREATE)
    announced(keeps, CREATE | {"content": SKILL + "2. Write it down.\n"})
    with pytest.raises(Refused, match="no consent"):
        asked(keeps, CREATE)


def test_another_agent_cannot_use_the_call_that_was_told(keeps: Layer) -> None:
    keeps.agents.set("somebody-else", "skill_evolve", True, who="operator")
    worked(keeps, says="save as skill")
    announced(keeps, CREATE)

    with pytest.raises(Refused, match="no consent"):
        asked(keeps, CREATE, Place("mcp-2", "somebody-else"))


def test_a_call_that_has_come_back_is_no_proof_any_more(keeps: Layer) -> None:
    worked(keeps, says="save as skill")
    announced(keeps, CREATE)
    told(keeps, "PostToolUse", tool_name="mcp__habitus__skill_manage", tool_use_id="t2", tool_input=CREATE, tool_response="x")

    with pytest.raises(Refused, match="no consent"):
        asked(keeps, CREATE)


def test_one_agent_has_one_name_for_its_hooks_and_over_mcp() -> None:
    assert [frames.plain(name) for name in ("codex-mcp-client", "claude-code", "mine")] == ["codex", "claude-code", "mine"]
