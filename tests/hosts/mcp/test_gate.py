"""The gateway, message by message: what passes as it is, what is judged, and what happens when the server does not answer."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus import assemble
from habitus.errors import StoreError
from habitus.hosts.mcp import frames
from habitus.hosts.mcp.gate import OPEN, Follows, Gate
from habitus.layer import Layer
from habitus.types import Decision, SessionEnd, ToolCall, ToolResult

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
METHODS = st.sampled_from(
    ["tools/call", "tools/list", "ping", "initialize", "notifications/cancelled", "notifications/progress", "tasks/result"]
)
NEAR = st.fixed_dictionaries(
    {}, optional={"jsonrpc": VALUES, "id": VALUES | st.integers(0, 3), "method": METHODS | VALUES, "params": VALUES | st.fixed_dictionaries(
        {}, optional={"name": VALUES, "arguments": VALUES, "requestId": VALUES, "_meta": VALUES, "taskId": VALUES}),
        "result": VALUES, "error": VALUES},
)  # fmt: skip


def called(name: str, id: Any = 1, /, **args: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": args}}


def said(text: str, id: Any = 1, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": text}], **more}}


def texts(frame: dict[str, Any] | None) -> list[str]:
    assert frame is not None
    return [one["text"] for one in frame["result"]["content"]]


def kept(layer: Layer) -> list[Any]:
    return [told.event for told in layer.store.events("m1")]


def test_a_call_that_is_let_through_reaches_the_server_as_it_is_and_its_answer_the_client(gate: Gate, layer: Layer) -> None:
    call, answer = called("add", a=1, b=2), said("3", structuredContent={"result": 3})

    assert gate.asked(call) == Follows(on=(call,))
    assert gate.answered(answer) == answer

    judged, settled = kept(layer)
    assert (judged.tool, judged.args, settled.result, settled.error) == ("add", {"a": 1, "b": 2}, "3", None)
    assert judged.id == settled.id


def test_a_blocked_call_never_reaches_the_server_and_is_answered_as_a_tool_that_failed(gate: Gate) -> None:
    follows = gate.asked(called("execute_command", 7, command="rm -rf /"))

    assert follows.on == ()
    (answer,) = follows.back
    assert answer["id"] == 7
    assert answer["result"]["isError"] is True
    assert "rm -rf /" in texts(answer)[0]


def test_a_call_that_a_person_must_see_says_how_it_can_be_approved_and_passes_once_when_it_was(gate: Gate, layer: Layer) -> None:
    (answer,) = gate.asked(called("deploy", 1, to="production")).back
    waiting = layer.store.approvals("pending", layer.clock())[0]

    assert f"habitus approvals approve {waiting.id}" in texts(answer)[0]
    layer.answer(waiting.id, approve=True, who="ada")

    assert gate.asked(called("deploy", 2, to="elsewhere")).on == ()
    assert len(gate.asked(called("deploy", 3, to="production")).on) == 1
    assert gate.asked(called("deploy", 4, to="production")).on == ()


def test_a_reminder_stands_behind_the_tools_own_content(gate: Gate, tmp_path: Any) -> None:
    there = tmp_path / "there.txt"
    there.write_text("words")
    gate.asked(called("write_file", path=str(there), content="other words"))

    own, ours = texts(gate.answered(said("wrote it")))

    assert own == "wrote it"
    assert ours.startswith("<habitus-notes>")
    assert "Read" in ours


def test_a_rule_about_speaking_is_silent_because_the_agents_words_do_not_come_through_here(gate: Gate) -> None:
    gate.asked(called("anything"))

    assert texts(gate.answered(said("done"))) == ["done"]


def test_what_is_no_call_passes_both_ways_untouched(gate: Gate, layer: Layer) -> None:
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"clientInfo": {"name": "tester", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "a", "method": "resources/read", "params": {"uri": "x://y", "unknown": [1]}},
        {"jsonrpc": "2.0", "id": 9, "result": {"role": "assistant"}},
    ]
    answers = [
        {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "s"}}, "extra": True},
        {"jsonrpc": "2.0", "id": "a", "error": {"code": -1, "message": "no"}},
        {"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {}},
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "x"}},
    ]

    assert [gate.asked(one).on for one in requests] == [(one,) for one in requests]
    assert [gate.answered(one) for one in answers] == answers
    assert gate.agent == "tester"
    assert kept(layer) == []


def test_the_client_of_the_stateless_protocol_is_known_by_each_request(gate: Gate, layer: Layer) -> None:
    call = called("add")
    call["params"]["_meta"] = {frames.CLIENT: {"name": "modern", "version": "2"}}

    gate.asked(call)

    assert kept(layer)[0].agent == "modern"


def test_a_call_without_an_id_is_not_sent_on(gate: Gate) -> None:
    unnamed = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "execute_command", "arguments": {"command": "rm -rf /"}}}

    assert gate.asked(unnamed).on == ()
    assert gate.asked({**unnamed, "id": None}).on == ()
    assert gate.asked({**unnamed, "id": True}).on == ()


def test_several_in_one_message_are_not_sent_on(gate: Gate) -> None:
    follows = gate.asked([called("execute_command", command="rm -rf /")])

    assert follows.on == ()
    assert follows.back[0]["error"]["code"] == frames.INVALID


@pytest.mark.parametrize(
    "hidden",
    [
        {**called("add"), "method": "ping", "Method": "tools/call"},
        {**called("add"), "params": {"name": "add", "Name": "execute_command", "arguments": {}}},
        {**called("add"), "params": {"name": "add", "arguments": {}, "argument\u017f": {"command": "rm -rf /"}}},
        {**called("add"), "method": ["tools/call"]},
    ],
)
def test_a_message_that_others_may_read_as_another_is_not_sent_on(gate: Gate, hidden: dict[str, Any]) -> None:
    assert gate.asked(hidden).on == ()


@pytest.mark.parametrize("params", [None, [], {"name": 1}, {"name": ""}, {"name": "x", "arguments": [1]}, {"arguments": {}}])
def test_a_call_that_cannot_be_read_is_answered_and_not_sent_on(gate: Gate, params: Any) -> None:
    follows = gate.asked({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params})

    assert follows.on == ()
    assert follows.back[0]["error"]["code"] == frames.WRONG_ARGUMENTS
    assert gate.gone("over") == []


def test_an_id_that_is_in_use_is_refused_and_one_that_was_answered_may_come_again(gate: Gate) -> None:
    gate.asked(called("add", 1))

    assert gate.asked(called("add", 1)).on == ()
    assert len(gate.asked(called("add", "1")).on) == 1  # text is another id
    gate.answered(said("1", 1))
    assert len(gate.asked(called("add", 1)).on) == 1


def test_a_request_gets_one_answer_however_often_the_server_gives_it(gate: Gate, layer: Layer) -> None:
    gate.asked(called("add"))

    assert gate.answered(said("3")) is not None
    assert gate.answered(said("3")) is None
    assert len([event for event in kept(layer) if isinstance(event, ToolResult)]) == 1


def test_a_number_that_comes_back_as_text_is_the_same_id(gate: Gate) -> None:
    gate.asked(called("add", 4))

    assert gate.answered(said("3", "4")) == said("3", 4)


def test_a_cancelled_call_is_over_and_its_cancellation_goes_on(gate: Gate, layer: Layer) -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    gate.asked(called("add"))

    assert gate.asked(cancel).on == (cancel,)
    assert gate.answered(said("3")) is None
    assert kept(layer)[-1].error == "The call was cancelled."


def test_a_tool_that_failed_is_settled_as_a_failure(gate: Gate, layer: Layer) -> None:
    gate.asked(called("add", 1))
    gate.asked(called("add", 2))
    gate.answered(said("it broke", 1, isError=True))
    gate.answered({"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "unknown tool"}})

    assert [event.error for event in kept(layer) if isinstance(event, ToolResult)] == ["it broke", "unknown tool"]


def test_what_waits_is_answered_in_order_when_the_server_ends(gate: Gate, layer: Layer) -> None:
    for id in (3, 1, 2):
        gate.asked(called("add", id))
    gate.asked({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})

    answers = gate.gone("The server has ended.")

    assert [answer["id"] for answer in answers] == [3, 1, 2, "list"]
    assert all(answer["result"]["isError"] for answer in answers[:3])
    assert answers[3]["error"]["message"] == "The server has ended."
    assert [event.error for event in kept(layer) if isinstance(event, ToolResult)] == ["The server has ended."] * 3


def test_a_server_that_hangs_loses_the_call_and_one_that_tells_of_progress_does_not(layer: Layer) -> None:
    now = [0.0]
    gate = Gate(layer, session="m1", clock=lambda: now[0])
    gate.asked(called("hangs", 1))
    moves = called("moves", 2)
    moves["params"]["_meta"] = {"progressToken": "p"}
    gate.asked(moves)

    now[0] = 8.0
    gate.answered({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "p", "progress": 1}})
    now[0] = 11.0
    follows = gate.overdue(10.0)

    assert [answer["id"] for answer in follows.back] == [1]
    assert [frame["params"]["requestId"] for frame in follows.on] == [1]
    assert gate.answered(said("too late", 1)) is None
    assert gate.answered(said("in time", 2)) is not None


def test_a_call_that_asks_the_user_first_is_judged_once_and_only_for_itself(gate: Gate, layer: Layer) -> None:
    gate.asked(called("deploy", 1))
    layer.answer(layer.store.approvals("pending", layer.clock())[0].id, approve=True, who="ada")
    assert len(gate.asked(called("deploy", 2)).on) == 1
    wants = {"jsonrpc": "2.0", "id": 2, "result": {"resultType": "input_required", "requestState": "sealed", "inputRequests": {"q": {}}}}
    assert gate.answered(wants) == wants

    again, other = called("deploy", 3), called("deploy", 4, to="elsewhere")
    for one in (again, other):
        one["params"] |= {"requestState": "sealed", "inputResponses": {"q": {}}}
    assert gate.asked(other).on == ()
    assert gate.asked(again).on == (again,)
    gate.answered(said("deployed", 3))

    assert [event.result for event in kept(layer) if isinstance(event, ToolResult)] == ["deployed"]
    assert gate.asked({**again, "id": 5}).on == ()


def test_a_call_that_runs_as_a_task_is_settled_when_its_result_is_fetched(gate: Gate, layer: Layer) -> None:
    gate.asked(called("add", 1))
    gate.answered({"jsonrpc": "2.0", "id": 1, "result": {"task": {"taskId": "t1", "status": "working"}}})
    assert [type(event) for event in kept(layer)] == [ToolCall]

    gate.asked({"jsonrpc": "2.0", "id": 2, "method": "tasks/result", "params": {"taskId": "t1"}})
    gate.answered(said("3", 2))

    assert kept(layer)[-1].result == "3"


def test_a_huge_answer_reaches_the_client_whole_and_is_kept_by_its_ends(gate: Gate, layer: Layer) -> None:
    text = "x" * 5_000_000
    gate.asked(called("huge"))

    assert texts(gate.answered(said(text))) == [text]
    assert len(kept(layer)[-1].result) < 50_000


def test_a_thousand_calls_leave_nothing_behind(gate: Gate) -> None:
    for n in range(1000):
        gate.asked(called("add", n))
        gate.answered(said("3", n))

    assert gate.gone("over") == []


def test_there_is_a_limit_to_what_may_wait(layer: Layer) -> None:
    gate = Gate(layer, session="m1")
    for n in range(OPEN):
        gate.asked({"jsonrpc": "2.0", "id": n, "method": "ping"})

    assert gate.asked({"jsonrpc": "2.0", "id": "more", "method": "ping"}).on == ()


class Broken:
    """A layer whose store does not answer, or whose rules fail."""

    def __init__(self, layer: Layer, error: Exception) -> None:
        self.clock, self._error = layer.clock, error

    def judge(self, call: ToolCall) -> Decision:
        raise self._error

    settle = observe = judge


def test_when_the_store_does_not_answer_the_declared_rules_still_hold(layer: Layer) -> None:
    broken: Any = Broken(layer, StoreError("the disk is full"))
    gate = Gate(broken, session="m1", standby=lambda: assemble.trial(layer.settings, profile=None, clock=layer.clock))

    assert len(gate.asked(called("add", 1)).on) == 1
    assert texts(gate.answered(said("3", 1))) == ["3"]
    assert gate.asked(called("execute_command", 2, command="rm -rf /")).on == ()
    gate.close()


def test_a_call_that_cannot_be_judged_is_not_let_through(layer: Layer) -> None:
    broken: Any = Broken(layer, ZeroDivisionError())
    gate = Gate(broken, session="m1")

    follows = gate.asked(called("add"))

    assert follows.on == ()
    assert follows.back[0]["result"]["isError"] is True


@pytest.mark.parametrize("deep", [300, 2000])
def test_a_message_nested_too_deeply_is_answered_and_not_sent_on(gate: Gate, deep: int) -> None:
    nested: list[Any] = []
    for _ in range(deep):
        nested = [nested]

    call, other = (gate.asked({**called("add", 7, x=nested), "method": method}) for method in ("tools/call", "tools/list"))

    assert (call.on, other.on) == ((), ())
    assert (call.back[0]["id"], call.back[0]["result"]["isError"]) == (7, True)
    assert (other.back[0]["id"], other.back[0]["error"]["code"]) == (7, frames.INVALID)
    assert len(gate.asked(called("add", 7, x=[[[1]]])).on) == 1


def test_a_server_with_a_name_has_its_tools_known_by_it(layer: Layer) -> None:
    gate = Gate(layer, session="m1", name="shell")

    assert gate.asked(called("run", command="rm -rf /")).on == ()
    assert kept(layer)[0].tool == "mcp__shell__run"


def test_the_session_ends_with_its_client(gate: Gate, layer: Layer) -> None:
    gate.close()
    assert kept(layer) == []

    gate.asked(called("add"))
    gate.close()
    assert isinstance(kept(layer)[-1], SessionEnd)


def test_what_a_client_says_makes_no_line_of_its_own_in_the_log(gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    follows = gate.asked({"jsonrpc": "2.0", "method": "a\nERROR all is lost \ud800\x1b[2J", "id": 1.5})

    assert follows.on == ()
    assert caplog.messages == [r"a request of 'a\nERROR all is lost \ud800\x1b[2J' without an id is not sent on"]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.booleans(), VALUES | NEAR), max_size=12))
def test_whatever_comes_nothing_breaks_and_everything_sent_on_is_answered(layer: Layer, told: list[tuple[bool, Any]]) -> None:
    gate, sent, answered = Gate(layer, session="m1"), [], []
    for is_client, frame in told:
        if is_client:
            follows = gate.asked(frame)
            sent += [one for one in follows.on if "id" in one and "method" in one]
            answered += [one for one in follows.back if one["id"] is not None]
        else:
            passed = gate.answered(frame)
            answered += [passed] if passed and "method" not in passed and passed.get("id") is not None else []
    answered += gate.gone("over")

    cancelled = [frame["params"].get("requestId") for is_client, frame in told if is_client and _cancels(frame)]
    for one in sent:
        times = [frames.key(answer["id"]) for answer in answered].count(frames.key(one["id"]))
        assert times >= 1 or one["id"] in cancelled


def _cancels(frame: Any) -> bool:
    return isinstance(frame, dict) and frame.get("method") == "notifications/cancelled" and isinstance(frame.get("params"), dict)


@given(VALUES)
def test_a_message_is_one_line_of_ascii_and_reads_back_as_it_was(value: Any) -> None:
    line = frames.line({"value": value, "end": "\u2028\x85\r\n"})

    assert line.isascii()
    assert line.splitlines(keepends=True) == [line]
    assert frames.read(line)["value"] == value


@pytest.mark.parametrize("raw", [b"{", b"[NaN]", b"1e999", b'{"a": Infinity}', b"[" * 200_000, b"\xff\xfe", b""])
def test_what_is_no_json_is_said_to_be_none(raw: bytes) -> None:
    with pytest.raises(frames.NotJson):
        frames.read(raw)
