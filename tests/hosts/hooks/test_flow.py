"""What happens at a hook, the same for every host."""

from pathlib import Path
from typing import Any

import pytest

from habitus import assemble, config
from habitus.doubles import FrozenClock
from habitus.hosts.hooks.flow import Hooks
from habitus.layer import Layer
from hosts.hooks.conftest import Told

SPEAKS = {"hook_event_name": "MessageDisplay", "index": 0, "delta": "I will."}


def call(tool: str, id: str = "t1", **args: Any) -> dict[str, Any]:
    return {"tool_name": tool, "tool_use_id": id, "tool_input": args}


def context(said: dict[str, Any]) -> str:
    return str(said.get("hookSpecificOutput", {}).get("additionalContext", ""))


def decided(said: dict[str, Any]) -> str:
    return str(said.get("hookSpecificOutput", {}).get("permissionDecision", ""))


def corrected(told: Told, session: str = "s1") -> None:
    """A session in which the user corrects the agent."""
    told("UserPromptSubmit", session=session, prompt="add lodash")
    told("PreToolUse", session=session, **call("Bash", command="npm install lodash"))
    told("PostToolUse", session=session, **call("Bash", command="npm install lodash"), tool_response={"stdout": "added"})
    told("UserPromptSubmit", session=session, prompt="no, use pnpm instead of npm")


# ── before the model speaks ──


def test_what_was_corrected_in_one_session_is_told_at_the_start_of_the_next(told: Told) -> None:
    corrected(told)

    assert "Use pnpm instead of npm." in context(told("SessionStart", session="s2", source="startup"))


def test_guidance_is_told_once_until_the_model_has_forgotten_it(told: Told) -> None:
    corrected(told)
    told("SessionStart", session="s2", source="startup")

    assert context(told("UserPromptSubmit", session="s2", prompt="add left-pad with npm")) == ""
    assert context(told("SessionStart", session="s2", source="resume")) == ""
    assert "Use pnpm instead of npm." in context(told("SessionStart", session="s2", source="compact"))


def test_a_sub_agent_is_told_what_its_parent_was_told(told: Told) -> None:
    corrected(told)
    told("SessionStart", session="s2", source="startup")

    assert "Use pnpm instead of npm." in context(told("SubagentStart", session="s2", agent_id="a1", agent_type="general"))


def test_what_the_host_puts_into_the_users_mouth_is_not_heard(told: Told, layer: Layer) -> None:
    told("UserPromptSubmit", prompt="add lodash")
    told("PreToolUse", **call("Bash", command="npm install lodash"))

    told("UserPromptSubmit", prompt="<task-notification>no, use pnpm instead of npm</task-notification>")
    told("UserPromptSubmit", prompt="no, use pnpm instead of npm", source="schedule_wakeup")

    assert layer.store.lessons().rules() == []


def test_the_sessions_of_a_host_belong_to_an_agent_of_its_name_with_every_switch_off(told: Told, layer: Layer) -> None:
    told("UserPromptSubmit", prompt="hello")

    agent = layer.agents.one(layer.session("s1").agent)
    assert (agent.id, agent.kind, agent.self_evolve, agent.skill_evolve) == ("claude-code", "predefined", False, False)


# ── before and after a tool ──


def test_a_destructive_call_is_denied_and_only_a_person_can_let_it_through_once(told: Told, layer: Layer) -> None:
    said = told("PreToolUse", **call("Bash", command="rm -rf data"))

    assert decided(said) == "deny"
    waiting = layer.store.approvals("pending", layer.clock())
    layer.answer(waiting[0].id, approve=True, who="operator")
    assert decided(told("PreToolUse", **call("Bash", id="t2", command="rm -rf data"))) == ""
    assert decided(told("PreToolUse", **call("Bash", id="t3", command="rm -rf data"))) == "deny"


def test_a_call_that_nothing_speaks_against_is_never_allowed_past_the_hosts_own_permissions(told: Told) -> None:
    told("MessageDisplay", index=0, delta="I will look.")

    assert told("PreToolUse", **call("Grep", pattern="x")) == {}


def test_the_same_hook_told_twice_gets_the_same_answer_and_is_kept_once(told: Told, layer: Layer) -> None:
    first = told("PreToolUse", **call("Bash", command="rm -rf data"))

    assert told("PreToolUse", **call("Bash", command="rm -rf data")) == first
    assert layer.session("s1").calls == 1


def test_another_call_under_a_known_name_is_judged_as_the_other_call_it_is(told: Told, layer: Layer) -> None:
    told("MessageDisplay", index=0, delta="I will look.")
    assert decided(told("PreToolUse", **call("Bash", id="t1", command="make"))) == ""

    assert decided(told("PreToolUse", **call("Bash", id="t1", command="rm -rf data"))) == "deny"
    assert decided(told("PreToolUse", **call("Bash", id="t1", command="make"))) == ""
    assert decided(told("PreToolUse", **call("Bash", id="t1", command="rm -rf data"))) == "deny"
    told("PostToolUse", **call("Bash", id="t1", command="make"), tool_response="ok")
    assert [one.blocked for one in layer.session("s1").waiting.values()] == [True]


def test_two_clients_that_share_a_session_do_not_read_for_each_others_sub_agents(told: Told) -> None:
    told("PreToolUse", agent_id="a1", **call("Read", file_path="/w/a.py"))
    told("PostToolUse", agent_id="a1", **call("Read", file_path="/w/a.py"), tool_response="x")

    assert "without having read it" in context(told("PreToolUse", **call("Edit", id="t2", file_path="/w/a.py")))
    assert "without having read it" not in context(told("PreToolUse", agent_id="a1", **call("Edit", id="t3", file_path="/w/a.py")))


def test_parallel_calls_are_each_judged_and_settled(told: Told, layer: Layer) -> None:
    for id in ("t1", "t2", "t3"):
        told("PreToolUse", **call("Read", id=id, file_path=f"/w/{id}.py"))
    for id in ("t3", "t1", "t2"):
        told("PostToolUse", **call("Read", id=id, file_path=f"/w/{id}.py"), tool_response="x")

    assert layer.session("s1").sets["read_files"] == {"/w/t1.py", "/w/t2.py", "/w/t3.py"}
    assert layer.session("s1").waiting == {}


def test_a_call_that_ran_while_we_were_away_is_known_when_its_result_comes(told: Told) -> None:
    told("PostToolUse", **call("Read", file_path="/w/a.py"), tool_response="x")

    assert "without having read it" not in context(told("PreToolUse", **call("Edit", id="t2", file_path="/w/a.py")))


def test_what_failed_does_not_count_as_read_and_a_known_fix_is_told_with_the_next_failure(told: Told) -> None:
    told("PreToolUse", **call("Read", file_path="/w/a.py"))
    told("PostToolUseFailure", **call("Read", file_path="/w/a.py"), error="File does not exist.")

    assert "without having read it" in context(told("PreToolUse", **call("Edit", id="t2", file_path="/w/a.py")))


def test_a_reminder_comes_with_the_result(told: Told) -> None:
    told("PreToolUse", **call("Edit", file_path="/w/a.py"))

    assert "You edited /w/a.py" in context(told("PostToolUse", **call("Edit", file_path="/w/a.py"), tool_response={}))


@pytest.fixture
def asking(tmp_path: Path, clock: FrozenClock) -> Hooks:
    settings = config.Settings(capabilities=config.Capabilities(ask=["Bash"]))
    return Hooks(assemble.layer(settings, home=tmp_path / "asking", clock=clock))


def test_a_yes_in_the_host_is_kept_as_a_persons_approval(asking: Hooks) -> None:
    given = {"session_id": "s1", "cwd": "/w", **call("Bash", command="cat /w/a.py")}
    said = asking.respond("claude-code", {"hook_event_name": "PreToolUse", **given})
    assert decided(said) == "ask"

    asking.respond("claude-code", {"hook_event_name": "PostToolUse", **given, "tool_response": {"stdout": "x"}})

    layer = asking.layer
    assert "/w/a.py" in layer.session("s1").sets["read_files"]
    assert [one.answered_by for one in layer.store.approvals("used", layer.clock())] == ["user:claude-code"]
    assert layer.store.approvals("pending", layer.clock()) == []
    layer.close()


def test_what_ran_opens_no_way_for_a_call_that_was_asked_about_and_is_another(asking: Hooks, caplog: pytest.LogCaptureFixture) -> None:
    place, asked = {"session_id": "s1", "cwd": "/w"}, {"hook_event_name": "PreToolUse"}
    asking.respond("claude-code", asked | place | call("Bash", command="cat /w/a.py"))

    asking.respond("claude-code", {"hook_event_name": "PostToolUse", **place, **call("Bash", command="echo"), "tool_response": "x"})
    said = asking.respond("claude-code", asked | place | call("Bash", id="t2", command="cat /w/a.py"))

    layer = asking.layer
    assert decided(said) == "ask"
    assert "are not those that were asked about" in caplog.text
    assert [len(layer.store.approvals(state, layer.clock())) for state in ("approved", "used", "pending")] == [0, 0, 1]
    layer.close()


def test_a_blocked_call_that_a_host_runs_all_the_same_moves_nothing_and_is_logged(
    told: Told, layer: Layer, caplog: pytest.LogCaptureFixture
) -> None:
    told("PreToolUse", **call("Bash", command="cat /w/a.py && rm -rf data"))

    said = told("PostToolUse", **call("Bash", command="cat /w/a.py && rm -rf data"), tool_response={"stdout": "x"})

    assert said == {}
    assert "ran Bash t1 all the same" in caplog.text
    assert layer.session("s1").sets.get("read_files", set()) == set()
    assert layer.store.approvals("approved", layer.clock()) == []


@pytest.mark.parametrize(("host", "before", "after"), [("gemini", "BeforeTool", "AfterTool"), ("copilot", "preToolUse", "postToolUse")])
def test_a_result_without_a_name_is_that_of_the_call_that_may_have_run(asking: Hooks, host: str, before: str, after: str) -> None:
    layer = asking.layer
    given = {"session_id": "s1", "cwd": "/w", "tool_name": "Bash", "tool_input": {"command": "cat /w/a.py"}}
    asking.respond(host, {"hook_event_name": before, **given})
    (asked,) = layer.store.approvals("pending", layer.clock())
    layer.answer(asked.id, approve=True, who="user:me")
    asking.respond(host, {"hook_event_name": before, **given})

    asking.respond(host, {"hook_event_name": after, **given, "tool_response": {"llmContent": "x"}})

    assert "/w/a.py" in layer.session("s1").sets["read_files"]
    assert [one.blocked for one in layer.session("s1").waiting.values()] == [True]
    layer.close()


# ── the end of a turn, and of a session ──


def changed(told: Told, times: int = 3) -> None:
    for n in range(times):
        told("PreToolUse", **call("Write", id=f"w{n}", file_path=f"/w/{n}.py"))
        told("PostToolUse", **call("Write", id=f"w{n}", file_path=f"/w/{n}.py"), tool_response={})


def test_an_agent_that_ends_with_untested_changes_is_held_back_once(told: Told) -> None:
    changed(told)

    first = told("Stop", stop_hook_active=False, last_assistant_message="Done.")
    again = told("Stop", stop_hook_active=True, last_assistant_message="There are no tests.")
    told("UserPromptSubmit", prompt="fine, what is next?")
    later = told("Stop", stop_hook_active=False, last_assistant_message="Nothing.")

    assert first["decision"] == "block"
    assert "3 changes since the last test run" in first["reason"]
    assert (again, later) == ({}, {})


def test_an_agent_that_has_tested_may_end(told: Told) -> None:
    changed(told)
    told("PreToolUse", **call("Bash", command="pytest -q"))
    told("PostToolUse", **call("Bash", command="pytest -q"), tool_response={"stdout": "3 passed"})

    assert told("Stop", stop_hook_active=False, last_assistant_message="Done.") == {}


def test_few_changes_hold_nobody_back(told: Told) -> None:
    changed(told, times=1)

    assert told("Stop", stop_hook_active=False, last_assistant_message="Done.") == {}


def test_a_session_that_ended_and_is_resumed_goes_on(told: Told, layer: Layer) -> None:
    told("UserPromptSubmit", prompt="read it")
    told("SessionEnd", reason="other")
    assert layer.session("s1").ended

    told("SessionStart", source="resume")
    told("UserPromptSubmit", prompt="go on")

    assert not layer.session("s1").ended
    told("SessionEnd", reason="other")
    assert layer.session("s1").ended


def test_thousands_of_calls_do_not_make_a_session_grow(told: Told, layer: Layer) -> None:
    with layer.batch():
        for n in range(10_000):
            told("PreToolUse", **call("Read", id=f"t{n}", file_path=f"/w/{n % 50}.py"))

    live = layer.session("s1")
    assert (live.calls, len(live.waiting)) == (10_000, 256)
    assert decided(told("PreToolUse", **call("Bash", id="last", command="rm -rf data"))) == "deny"
