"""Nouns become rows."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import EventError
from habitus.store import rows
from habitus.types import AgentText, Event, Rating, SessionEnd, ToolCall, ToolResult, UserMessage
from nouns import START

TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=8)  # half characters too
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
MOMENT = {"session": st.just("s1"), "at": st.just(START), "key": TEXTS, "agent": TEXTS, "workspace": TEXTS}
ARGS = st.dictionaries(TEXTS, VALUES, max_size=4)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(UserMessage, **MOMENT, text=TEXTS),
    st.builds(AgentText, **MOMENT, text=TEXTS),
    st.builds(ToolCall, **MOMENT, id=TEXTS, tool=TEXTS, args=ARGS, batch=TEXTS, target=TEXTS),
    st.builds(ToolResult, **MOMENT, id=TEXTS, result=VALUES, error=st.none() | TEXTS),
    st.builds(Rating, **MOMENT, rating=st.integers(1, 5)),
    st.builds(SessionEnd, **MOMENT, reason=TEXTS),
)


def fields(event: Event) -> dict[str, Any]:
    found = {name: getattr(event, name) for name in event.__dataclass_fields__ if name not in ("session", "at", "key")}
    return {name: value for name, value in found.items() if value is not None and value != ""}


@given(EVENTS)
def test_a_body_is_what_is_particular_to_an_event_in_the_one_spelling(event: Event) -> None:
    body = rows.body(event)

    assert body == rows.dump(fields(event))
    assert json.loads(body) == fields(event)
    body.encode()


@given(st.datetimes(timezones=st.just(UTC) | st.timezones() | st.none()))
def test_a_time_is_written_as_iso_has_it(at: datetime) -> None:
    assert rows.when(at) == at.isoformat()


@given(ARGS)
def test_what_is_dumped_reads_the_same_whatever_its_order(args: dict[str, Any]) -> None:
    assert rows.dump(args) == rows.dump(dict(reversed(args.items())))


def test_arguments_that_hold_themselves_are_refused_by_name() -> None:
    args: dict[str, Any] = {}
    args["again"] = args

    with pytest.raises(EventError, match="args"):
        rows.body(ToolCall(session="s1", at=START, id="c1", tool="Bash", args=args))
