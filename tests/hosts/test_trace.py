"""Outside data becomes a noun, or is refused with the field named."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import EventError
from habitus.hosts import trace
from habitus.types import AgentText, SessionEnd, ToolCall, ToolResult, TurnStart, UserMessage
from nouns import START

MISSING = trace.Missing(session="s1", agent="a", workspace="/w", at=START)
MOMENT: dict[str, Any] = {"session": "s1", "at": START, "agent": "a", "workspace": "/w"}


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ({"event": "user", "text": "hi"}, UserMessage(**MOMENT, text="hi")),
        ({"event": "text", "text": "hi", "key": "k"}, AgentText(**{**MOMENT, "key": "k"}, text="hi")),
        ({"event": "call", "id": "c1", "tool": "Read", "args": None}, ToolCall(**MOMENT, id="c1", tool="Read", key="call:c1")),
        ({"event": "call", "id": 7, "tool": "Read", "batch": 2}, ToolCall(**MOMENT, id="7", tool="Read", key="call:7", batch="2")),
        ({"event": "result", "id": "c1", "result": {"a": 1}}, ToolResult(**MOMENT, id="c1", result={"a": 1}, key="result:c1")),
        ({"event": "result", "id": "c1", "error": "no"}, ToolResult(**MOMENT, id="c1", error="no", key="result:c1")),
        ({"event": "turn", "unknown": 1}, TurnStart(**MOMENT)),
        ({"event": "end", "session": "s2"}, SessionEnd(**{**MOMENT, "session": "s2"})),
    ],
)
def test_a_line_becomes_an_event(line: dict[str, Any], event: object) -> None:
    assert trace.event(line, MISSING) == event


@pytest.mark.parametrize("at", ["2026-10-01T11:00:00+02:00", "2026-10-01T09:00:00Z", "2026-10-01T09:00:00"])
def test_times_are_utc(at: str) -> None:
    assert trace.event({"event": "turn", "at": at}, MISSING).at == datetime(2026, 10, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ([], "`event` must be an object, got a list"),
        ({"event": "shout"}, "`event` must be one of user, text, call, result, turn, feedback, end, got 'shout'"),
        ({}, "`event` must be one of"),
        ({"event": "user"}, "`text` is missing"),
        ({"event": "user", "text": 7.5}, "`text` must be text, got a number"),
        ({"event": "call", "id": "c", "tool": "x", "args": [1]}, "`args` must be an object, got a list"),
        ({"event": "call", "tool": "x"}, "`id` is missing"),
        ({"event": "turn", "at": "yesterday"}, "`at` must be a time such as"),
        ({"event": "turn", "at": 12}, "`at` must be a time such as"),
        ({"event": "turn", "at": "0001-01-01T00:00:00+23:59"}, "`at` must be a time such as"),
        ({"event": "turn", "at": "9999-12-31T23:59:59-23:59"}, "`at` must be a time such as"),
        ({"event": "turn", "session": {}}, "`session` must be text, got an object"),
    ],
)
def test_a_malformed_event_is_refused_with_its_field(line: Any, says: str) -> None:
    with pytest.raises(EventError) as error:
        trace.event(line, MISSING)

    assert says in str(error.value)


def test_a_session_must_be_said_somewhere() -> None:
    with pytest.raises(EventError, match="`session` is missing"):
        trace.event({"event": "turn", "at": "2026-10-01T09:00:00Z"}, trace.Missing())


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)
OPTIONAL = ("text", "id", "tool", "args", "result", "error", "at", "session", "batch", "key", "agent")
LINES = st.fixed_dictionaries({"event": st.sampled_from([*trace.KINDS, "x"])}, optional=dict.fromkeys(OPTIONAL, JSON))


@given(JSON | LINES)
def test_nothing_from_outside_can_do_worse_than_be_refused(line: Any) -> None:
    try:
        trace.event(line, MISSING)
    except EventError as error:
        assert error.field
