"""The skill loop beside a host: reminders for its model, a question to its user, and nothing at all where the switch is off."""

from typing import Any, cast

import pytest

from habitus.hosts.hooks import HOSTS, encoder
from habitus.hosts.hooks.answers import Reply
from habitus.hosts.hooks.flow import Hooks
from habitus.hosts.skillloop import SkillLoop
from habitus.layer import Layer, consents
from hosts.hooks.conftest import Told
from hosts.hooks.test_flow import call, changed, context

SOFT, FIRM, OFFER = "[System] 70%", "[System] 90%", 'Reply "save as skill" or "skip".'


@pytest.fixture
def keeps(layer: Layer) -> Layer:
    for key, value in (("skill_evolve", True), ("skill_nudge_interval", 3), ("max_turns", 10)):
        layer.agents.set("claude-code", key, value, who="operator")
    return layer


def worked(told: Told, calls: int, *, first: int = 0, **more: Any) -> list[str]:
    """What the model is told with each result."""
    found = []
    for n in range(first, first + calls):
        told("PreToolUse", **call("Grep", id=f"t{n}", pattern=str(n)), **more)
        found.append(context(told("PostToolUse", **call("Grep", id=f"t{n}", pattern=str(n)), tool_response="x", **more)))
    return found


def reminded(found: list[str]) -> list[str]:
    return [text for text in found if "[System]" in text]


def ended(told: Told, text: str = "Done.", **more: Any) -> str:
    return str(told("Stop", stop_hook_active=False, last_assistant_message=text, **more).get("systemMessage", ""))


@pytest.mark.usefixtures("keeps")
def test_the_model_is_reminded_at_seventy_and_at_ninety_percent_once_a_run(told: Told) -> None:
    told("UserPromptSubmit", prompt="count them")

    found = worked(told, 12)

    assert [n for n, text in enumerate(found, 1) if SOFT in text] == [7]
    assert [n for n, text in enumerate(found, 1) if FIRM in text] == [9]
    told("UserPromptSubmit", prompt="and again")
    assert [n for n, text in enumerate(worked(told, 8, first=20), 1) if SOFT in text] == [7]


def test_without_a_budget_there_is_no_percentage_and_no_reminder(told: Told, keeps: Layer) -> None:
    keeps.agents.set("claude-code", "max_turns", None, who="operator")
    told("UserPromptSubmit", prompt="count them")

    assert reminded(worked(told, 12)) == []


@pytest.mark.usefixtures("keeps")
def test_a_run_of_many_calls_ends_with_a_question_to_the_user_alone(told: Told) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, 3)

    said = told("Stop", stop_hook_active=False, last_assistant_message="Done.")

    assert list(said) == ["systemMessage"]
    assert OFFER in said["systemMessage"]
    assert ended(told) == ""


@pytest.mark.usefixtures("keeps")
@pytest.mark.parametrize("calls", [0, 2])
def test_a_short_run_ends_without_a_question(told: Told, calls: int) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, calls)

    assert ended(told) == ""


@pytest.mark.usefixtures("keeps")
def test_who_said_skip_is_not_asked_again_in_that_session(told: Told) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, 3)
    assert ended(told)

    told("UserPromptSubmit", prompt="skip")
    worked(told, 3, first=10)

    assert ended(told) == ""


@pytest.mark.usefixtures("keeps")
def test_a_bare_yes_answers_the_question_and_the_model_is_told_what_was_asked_once(told: Told, layer: Layer) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, 3)
    ended(told)

    assert OFFER in context(told("UserPromptSubmit", prompt="yes please"))
    assert OFFER not in context(told("UserPromptSubmit", prompt="thanks"))
    assert consents.marks(layer.store, "s1") == ["save"]


@pytest.mark.usefixtures("keeps")
def test_the_question_is_asked_in_the_users_language(told: Told) -> None:
    told("UserPromptSubmit", prompt="Zähle bitte alle Dateien in diesem Ordner und sag mir, wie viele es sind.")
    worked(told, 3)

    assert "als Skill speichern" in ended(told)


@pytest.mark.usefixtures("keeps")
def test_a_sub_agent_is_neither_reminded_nor_asked(told: Told) -> None:
    told("SubagentStart", agent_id="a1", agent_type="general")

    assert reminded(worked(told, 12, agent_id="a1")) == []
    assert told("SubagentStop", agent_id="a1", stop_hook_active=False, last_assistant_message="Done.") == {}


@pytest.mark.usefixtures("keeps")
def test_an_agent_that_is_held_back_is_asked_when_it_really_ends(told: Told) -> None:
    told("UserPromptSubmit", prompt="write them")
    changed(told)

    first = told("Stop", stop_hook_active=False, last_assistant_message="Done.")
    again = told("Stop", stop_hook_active=True, last_assistant_message="There are no tests.")

    assert (first["decision"], "systemMessage" in first) == ("block", False)
    assert OFFER in again["systemMessage"]


def test_a_daemon_that_was_started_during_the_run_asks_all_the_same(told: Told, keeps: Layer) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, 3)
    given = {"hook_event_name": "Stop", "session_id": "s1", "cwd": "/w", "last_assistant_message": "Done."}

    said = Hooks(keeps).respond("claude-code", given)

    assert OFFER in said["systemMessage"]
    assert Hooks(keeps).respond("claude-code", given) == {}


def test_a_daemon_that_was_started_during_the_run_reminds_all_the_same(told: Told, keeps: Layer) -> None:
    told("UserPromptSubmit", prompt="count them")
    worked(told, 6)
    again = Hooks(keeps)
    given = {"session_id": "s1", "cwd": "/w", **call("Grep", id="t9", pattern="9")}
    again.respond("claude-code", {"hook_event_name": "PreToolUse", **given})

    assert SOFT in context(again.respond("claude-code", {"hook_event_name": "PostToolUse", **given, "tool_response": "x"}))


def test_an_open_agent_is_never_asked_whatever_its_row_says(told: Told, keeps: Layer) -> None:
    keeps.agents.set("claude-code", "kind", "open", who="operator")
    told("UserPromptSubmit", prompt="count them")

    assert reminded(worked(told, 12)) == []
    assert ended(told) == ""


def test_with_the_switch_off_nothing_is_said(told: Told, layer: Layer) -> None:
    layer.agents.set("somebody-else", "skill_evolve", True, who="operator")
    layer.agents.set("claude-code", "max_turns", 10, who="operator")
    told("UserPromptSubmit", prompt="count them")

    assert reminded(worked(told, 20)) == []
    assert told("Stop", stop_hook_active=False, last_assistant_message="Done.") == {}
    assert context(told("SessionStart", session="s2", source="startup")) == ""


class Untouched:
    """No part of it may be used."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the layer was asked for its {name}")


def test_with_the_switch_off_a_call_asks_nobody_about_it() -> None:
    loop = SkillLoop(cast("Layer", Untouched()))

    assert (loop.nudge("s1", "claude-code", 9), loop.answering("s1")) == ("", "")


def test_a_store_that_fails_costs_the_loop_and_nothing_else(keeps: Layer) -> None:
    loop = SkillLoop(keeps)
    loop.opened("s1", "claude-code")
    keeps.store.close()

    assert loop.nudge("s1", "claude-code", 9) == ""
    assert loop.postscript("s1", "claude-code", "Done.") == ""
    assert loop.postscript("s2", "claude-code", "Done.") == ""
    loop.opened("s2", "claude-code")


@pytest.mark.parametrize("host", HOSTS)
def test_what_the_table_says_of_the_question_is_what_the_host_is_answered(host: str) -> None:
    speaks = encoder(host)
    event = next((name for name, kind in speaks.KINDS.items() if kind == "stop"), "")

    said = speaks.tell(Reply(notice="Keep it?"), event, "stop") if event else {}

    assert ("Keep it?" in str(said)) == bool(HOSTS[host].postscript)
