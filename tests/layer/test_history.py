"""Many events at once give what telling them one by one gives."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus import assemble
from habitus.config import Settings
from habitus.errors import EventError
from habitus.layer import Layer
from habitus.types import AgentText, Event, SessionEnd, ToolCall, ToolResult, UserMessage
from nouns import START, FrozenClock, call, result, user

SAID = (
    "add lodash", "no, use pnpm instead of npm", "perfect, thanks", "that's wrong", "always run the tests before you commit", "ok",
    "my key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789",
)  # fmt: skip


@st.composite
def told(draw: st.DrawFn) -> list[Event]:
    """A few sessions, mixed; some moments told twice."""
    events: list[Event] = []
    for n in range(draw(st.integers(1, 25))):
        moment: dict[str, Any] = {"session": draw(st.sampled_from("ab")), "at": START + timedelta(seconds=n), "workspace": "/w"}
        key = draw(st.sampled_from([f"k{n}", "same"]))
        match draw(st.integers(0, 4)):
            case 0 | 1:
                events.append(UserMessage(**moment, key=key, text=draw(st.sampled_from(SAID))))
            case 2:
                events.append(ToolCall(**moment, key=f"c{n}", id=f"c{n}", tool="Bash", args={"command": "npm install"}))
            case 3:
                events.append(ToolResult(**moment, key=f"r{n}", id=f"c{n - 1}", result="added 1 package"))
            case _:
                events.append(AgentText(**moment, key=key, text="Done."))
    return events


def opened() -> Layer:
    return assemble.trial(Settings(), profile=None, clock=FrozenClock())


def kept(layer: Layer) -> Any:
    events = {session: list(layer.store.events(session)) for session in "ab"}
    rules = sorted((one.text, str(one.scope), one.evidence_for, one.state) for one in layer.store.lessons().rules(active=False))
    examples = sorted((one.request, one.outcome) for one in layer.store.lessons().examples())
    return events, rules, examples, layer.queue.depth()


@given(told(), st.integers(1, 10))
def test_taken_together_or_one_by_one_the_same_is_kept_and_learned(events: list[Event], size: int) -> None:
    one_by_one, together = opened(), opened()
    for event in events:
        one_by_one.observe(event)
    for start in range(0, len(events), size):
        together.history.take(events[start : start + size])

    assert kept(together) == kept(one_by_one)
    one_by_one.close()
    together.close()


def test_a_session_from_history_goes_on_live_and_knows_what_it_read(layer: Layer) -> None:
    layer.history.take([user("fix it", key="u1", workspace="/w"), call("Read", id="c1", file_path="/w/a.py"), result("c1")])

    decision = layer.judge(call("Edit", id="c2", file_path="/w/a.py", old_string="a", new_string="b"))

    assert "read_before_edit" not in [verdict.rule for verdict in decision.verdicts]


def test_a_live_session_that_history_adds_to_is_caught_up_with(layer: Layer) -> None:
    layer.observe(user("fix it", key="u1", workspace="/w"))

    assert layer.history.take([call("Read", id="c1", file_path="/w/a.py"), result("c1")]) == 2
    layer.observe(SessionEnd(session="s1", at=START, key="end"))

    assert layer.session("s1").seq == 4


def test_what_fails_half_way_leaves_nothing(layer: Layer) -> None:
    class Unspeakable:
        def __str__(self) -> str:
            raise ValueError("no words for it")

    with pytest.raises(EventError, match="cannot be kept as JSON"):
        layer.history.take([user("hello", key="u1"), result("c1", result=Unspeakable())])

    assert layer.store.counts()["events"] == 0
    assert layer.history.take([user("hello", key="u1")]) == 1
