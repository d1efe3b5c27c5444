"""Telemetry → our events: Claude Code's logs, spans and logs of the GenAI conventions, and whatever else somebody may send."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus import assemble
from habitus.config import Settings
from habitus.hosts import otlp
from habitus.hosts.hooks.flow import Hooks
from habitus.hosts.otlp import values
from habitus.types import AgentText, Event, ToolCall, ToolResult, TurnStart, UserMessage
from hosts.otlp.bodies import AT, joined, logged, pairs, spanned, value

START = datetime.fromtimestamp(AT / 1e9, UTC)
NOW = START + timedelta(hours=1)
WHO: dict[str, Any] = {"session__id": "s1", "prompt__id": "p1"}

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=15,
)
KEYS = st.sampled_from(
    ["session.id", "gen_ai.operation.name", "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.tool.name",
     "gen_ai.tool.call.arguments", "gen_ai.tool.call.result",
     "gen_ai.conversation.id", "event.name", "prompt", "tool_name", "tool_use_id", "tool_input", "error.type"]
)  # fmt: skip
VALUES = (
    ANY
    | st.builds(value, ANY)
    | st.sampled_from([{"stringValue": "execute_tool"}, {"stringValue": '[{"role":"user","parts":[{"type":"text"}]}]'}])
)
ATTRIBUTES = ANY | st.lists(st.fixed_dictionaries({"key": KEYS | ANY, "value": VALUES}), max_size=6)
FIELDS = {
    "attributes": ATTRIBUTES, "body": VALUES, "timeUnixNano": ANY, "startTimeUnixNano": ANY, "endTimeUnixNano": ANY,
    "traceId": ANY | st.just("a" * 32), "spanId": ANY | st.just("b" * 16), "name": ANY | st.just("execute_tool x"),
    "kind": ANY, "status": ANY, "events": ANY, "eventName": ANY,
}  # fmt: skip
RECORDS = ANY | st.lists(ANY | st.fixed_dictionaries({}, optional=FIELDS), max_size=3)


def read(body: Any, signal: Any = "logs") -> list[Event]:
    return otlp.read(signal, body, NOW).events


def messages(*said: dict[str, Any]) -> str:
    return json.dumps(said)


def spoken(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


# ── Claude Code ──


def test_a_turn_of_claude_code_is_told_as_it_happened() -> None:
    body = joined(
        logged("assistant_response", 4, **WHO, response="done"),
        logged("user_prompt", 0, **WHO, prompt="list the files", prompt_length="14"),
        logged("api_request", 1, **WHO, model="m", cost_usd=0.1),
        logged("tool_decision", 2, **WHO, decision="accept", tool_name="Bash", tool_use_id="toolu_1"),
        logged("tool_result", 3, **WHO, tool_name="Bash", tool_use_id="toolu_1", success="true", tool_input='{"command": "ls"}'),
    )

    prompt, call, result, answer = read(body)

    assert isinstance(prompt, UserMessage)
    assert (prompt.text, prompt.session, prompt.agent, prompt.at) == ("list the files", "s1", "claude-code", START)
    assert isinstance(call, ToolCall)
    assert (call.tool, call.args, call.id) == ("Bash", {"command": "ls"}, "toolu_1")
    assert isinstance(result, ToolResult)
    assert (result.id, result.error) == ("toolu_1", None)
    assert isinstance(answer, AgentText)
    assert answer.text == "done"


def test_a_failed_call_is_told_with_its_error_and_with_what_is_known_of_its_input() -> None:
    parameters = json.dumps({"bash_command": "cat", "full_command": "cat /x", "description": "look"})
    body = logged(
        "tool_result", **WHO, tool_name="Bash", tool_use_id="t", success="false", error="Shell command failed", tool_parameters=parameters
    )

    call, result = read(body)

    assert isinstance(call, ToolCall)
    assert call.args == {"command": "cat /x", "description": "look"}
    assert isinstance(result, ToolResult)
    assert result.error == "Shell command failed"


def test_a_prompt_that_is_withheld_still_opens_a_turn() -> None:
    assert [type(one) for one in read(logged("user_prompt", **WHO, prompt="<REDACTED>"))] == [TurnStart]
    assert [type(one) for one in read(logged("user_prompt", **WHO))] == [TurnStart]


def test_what_the_host_says_for_the_user_is_not_the_users_word() -> None:
    assert read(logged("user_prompt", **WHO, prompt="<command-name>/clear</command-name>")) == []


def test_its_spans_tell_nothing_because_its_logs_do() -> None:
    body = spanned("claude_code.tool", attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "Bash", "session.id": "s1"})

    assert read(body, "traces") == []


@pytest.mark.parametrize("missing", [{}, {"session__id": ""}, {"session__id": 0}])
def test_without_a_session_nothing_is_told(missing: dict[str, Any]) -> None:
    assert read(logged("user_prompt", prompt="hello there", **missing)) == []


def test_hooks_and_telemetry_of_the_same_session_tell_it_once() -> None:
    layer = assemble.trial(Settings(), profile=None, clock=lambda: NOW)
    hooks = Hooks(layer)
    common = {"session_id": "s1", "prompt_id": "p1", "cwd": "/w"}
    tool = {"tool_name": "Bash", "tool_use_id": "toolu_1", "tool_input": {"command": "ls"}}
    hooks.respond("claude-code", {**common, "hook_event_name": "UserPromptSubmit", "prompt": "list the files"})
    hooks.respond("claude-code", {**common, **tool, "hook_event_name": "PreToolUse"})
    hooks.respond("claude-code", {**common, **tool, "hook_event_name": "PostToolUse", "tool_response": {"stdout": "a.py"}})
    hooks.respond("claude-code", {**common, "hook_event_name": "Stop", "last_assistant_message": "done"})
    before = layer.session("s1").seq

    body = joined(
        logged("user_prompt", 0, **WHO, prompt="list the files"),
        logged("tool_result", 3, **WHO, tool_name="Bash", tool_use_id="toolu_1", success="true", tool_input='{"command": "ls"}'),
        logged("assistant_response", 4, **WHO, response="done"),
    )
    assert [layer.observe(event) for event in read(body)] == [False] * 4
    assert layer.session("s1").seq == before


# ── GenAI ──


CALLED = {"role": "assistant", "parts": [{"type": "tool_call", "id": "call_abcdefghijkl", "name": "search", "arguments": {"q": "x"}}]}
ANSWERED = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_abcdefghijkl", "response": "found it"}]}
TOLD = [UserMessage, ToolCall, ToolResult, AgentText]


def chat(asked: str, answer: str, second: float, **more: Any) -> dict[str, Any]:
    attributes = {
        "gen_ai.operation.name": "chat", "gen_ai.conversation.id": "talk", "gen_ai.agent.name": "helper", "gen_ai.input.messages": asked,
        "gen_ai.output.messages": answer, "gen_ai.system_instructions": messages(spoken("system", "be kind")),
    }  # fmt: skip
    return spanned("chat m", second, span=f"{int(second):016x}", attributes=attributes, **more)


def test_a_conversation_whose_requests_repeat_it_is_told_once() -> None:
    system, user = spoken("system", "you are an agent"), spoken("user", "find x")
    first = chat(messages(system, user), messages(CALLED), 0)
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.call.id": "call_abcdefghijkl",
            "gen_ai.tool.call.arguments": '{"q": "x"}', "gen_ai.tool.call.result": "found it"}  # fmt: skip
    ran = spanned("execute_tool search", 2, span="c" * 16, attributes=tool)
    second = chat(messages(system, user, CALLED, ANSWERED), messages(spoken("assistant", "there")), 4)

    events = read(joined(second, ran, first), "traces")
    layer = assemble.trial(Settings(), profile=None, clock=lambda: NOW)
    kept = [event for event in events if layer.observe(event)]

    assert [type(one) for one in kept] == TOLD
    assert {one.session for one in kept} == {"talk"}  # the span that names no conversation belongs to its trace's
    assert kept[0].agent == "helper"
    assert isinstance(kept[1], ToolCall)
    assert kept[1].args == {"q": "x"}
    assert not any(layer.observe(event) for event in read(joined(first, ran, second), "traces"))


def test_a_tool_that_failed_says_so() -> None:
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "error.type": "TimeoutError"}

    said = read(spanned("execute_tool search", attributes=tool, status={"code": 2, "message": "took too long"}), "traces")[1]
    named = read(spanned("execute_tool search", attributes=tool, status={"code": "STATUS_CODE_ERROR"}), "traces")[1]

    assert isinstance(said, ToolResult)
    assert isinstance(named, ToolResult)
    assert (said.error, named.error) == ("took too long", "TimeoutError")
    assert said.session == f"otlp-{'a' * 32}"


def test_the_servers_side_of_a_call_is_not_told_again() -> None:
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search"}

    assert read(spanned("tools/call search", attributes=tool, kind=2), "traces") == []


def test_messages_may_be_nested_attributes_and_not_text() -> None:
    attributes = pairs({"gen_ai.conversation.id": "talk", "gen_ai.input.messages": [spoken("user", "hello there")]})
    record = {"eventName": "gen_ai.client.inference.operation.details", "timeUnixNano": AT, "attributes": attributes}

    (event,) = read({"resource_logs": [{"scope_logs": [{"log_records": [record]}]}]})

    assert isinstance(event, UserMessage)
    assert (event.text, event.at) == ("hello there", START)


def test_messages_of_the_older_convention_are_one_record_each_and_belong_to_their_request() -> None:
    def record(name: str, body: Any) -> dict[str, Any]:
        made = logged(name, service="my-agent", body=body)
        made["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0] |= {"traceId": "d" * 32, "spanId": "e" * 16}
        return made

    call = {"id": "call_abcdefghijkl", "type": "function", "function": {"name": "search", "arguments": '{"q": "x"}'}}
    body = joined(
        record("gen_ai.system.message", {"content": "be kind"}),
        record("gen_ai.user.message", {"content": "find x"}),
        record("gen_ai.assistant.message", {"tool_calls": [call]}),
        record("gen_ai.tool.message", {"id": "call_abcdefghijkl", "content": "found it"}),
        record("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "there"}}),
    )

    events = read(body)

    assert [type(one) for one in events] == TOLD
    assert isinstance(events[2], ToolResult)
    assert events[2].id == "call_abcdefghijkl"


def test_the_same_words_twice_in_a_conversation_are_two_messages() -> None:
    yes = spoken("user", "yes please")

    first, _, second = read(chat(messages(yes, spoken("assistant", "ok"), yes), "[]", 0), "traces")

    assert first.key != second.key


def test_two_conversations_with_the_same_words_are_two() -> None:
    attributes = {"gen_ai.input.messages": messages(spoken("user", "hello there"))}

    one, other = read(joined(*(spanned("chat", trace=trace * 32, attributes=attributes) for trace in "ab")), "traces")

    assert one.session != other.session


# ── whatever else ──


def test_a_time_that_has_not_come_or_is_none_is_now() -> None:
    never: list[Any] = ["9" * 30, "99999999999999999999", "soon", None, -5, 0, [], str(int(AT + 9e15))]
    for given_ in never:
        assert values.moment(NOW, given_) == NOW


def test_numbers_and_lists_come_as_what_they_are() -> None:
    given_ = {"whole": 2**60, "real": 0.5, "true": True, "list": ["a", 1], "inner": {"x": {"y": "z"}}}

    assert values.attributes(pairs(given_)) == given_
    assert values.value({"intValue": "x"}) is None
    assert values.value({"doubleValue": "NaN"}) is None
    assert values.value({"unknownValue": 1}) is None


def test_what_is_nested_without_end_is_cut_off() -> None:
    deep: dict[str, Any] = {"stringValue": "bottom"}
    for _ in range(100_000):
        deep = {"arrayValue": {"values": [deep]}}

    assert "bottom" not in str(values.value(deep))


def test_records_past_the_limit_are_counted() -> None:
    record = logged("user_prompt", **WHO, prompt="hello there")["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0]

    found = otlp.read("logs", {"resourceLogs": [{"scopeLogs": [{"logRecords": [record] * (otlp.MOST + 5)}]}]}, NOW)

    assert found.refused == 5


def test_a_huge_result_is_kept_by_its_ends() -> None:
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "read", "gen_ai.tool.call.result": "x" * 1_000_000}

    result = read(spanned("execute_tool read", attributes=tool), "traces")[1]

    assert isinstance(result, ToolResult)
    assert len(result.result) < 50_000


@given(ANY | st.fixed_dictionaries({"resourceLogs": ANY | st.lists(st.fixed_dictionaries(
    {"scopeLogs": st.lists(st.fixed_dictionaries({"logRecords": RECORDS}), max_size=2), "resource": ANY}), max_size=2)}))  # fmt: skip
def test_no_log_breaks_anything(body: Any) -> None:
    _told(read(body, "logs"))


@given(ANY | st.fixed_dictionaries({"resourceSpans": ANY | st.lists(st.fixed_dictionaries(
    {"scopeSpans": st.lists(st.fixed_dictionaries({"spans": RECORDS}), max_size=2), "resource": ANY}), max_size=2)}))  # fmt: skip
def test_no_span_breaks_anything(body: Any) -> None:
    _told(read(body, "traces"))


def _told(events: list[Event]) -> None:
    for event in events:
        assert event.session
        assert event.key
        assert event.at <= NOW
