"""What every framework's agent goes through: ids that come again, people who answer, a store that fails."""

import logging
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.errors import StoreError
from habitus.hosts.frameworks.seat import Seat
from habitus.layer import Layer
from hosts.frameworks.conftest import CORRECTION, PNPM, calls

MAKE = ("s1", "1", "Bash", {"command": "make"})
SHIP = ("s1", "1", "deploy", {"to": "production"})


@pytest.fixture
def seat(layer: Layer) -> Seat:
    return Seat(layer, agent="test")


def test_a_call_that_waits_is_judged_once_also_by_the_process_that_goes_on_with_it(seat: Seat, layer: Layer) -> None:
    first = seat.before(*SHIP)

    again, after_a_restart = seat.before(*SHIP), Seat(layer, agent="test").before(*SHIP)

    assert first.asks
    assert first.decision.approval == again.decision.approval == after_a_restart.decision.approval
    assert layer.session("s1").calls == 1


def test_a_yes_is_for_one_call_even_if_the_next_one_has_the_same_id(seat: Seat) -> None:
    asked = seat.answered(seat.before(*SHIP), approve=True)
    assert asked.is_allowed
    seat.after(asked, result="shipped")

    assert seat.before(*SHIP).asks


def test_a_yes_that_was_given_at_the_terminal_counts_too_and_a_no_holds(seat: Seat, layer: Layer) -> None:
    asked = seat.before(*SHIP)
    layer.answer(asked.decision.approval, approve=True, who="operator")
    assert seat.answered(asked, approve=True).is_allowed

    other = seat.before("s2", "1", "deploy", {"to": "production"})
    layer.answer(other.decision.approval, approve=False, who="operator")
    assert not seat.answered(other, approve=True).is_allowed


def test_another_call_under_a_known_id_is_another_call(seat: Seat, layer: Layer) -> None:
    seat.before(*MAKE)

    assert not seat.before("s1", "1", "Bash", {"command": "rm -rf data"}).is_allowed
    assert calls(layer, "s1") == [("Bash", False), ("Bash", True)]


def test_a_message_with_a_name_is_heard_once_and_one_without_is_always_new(seat: Seat, layer: Layer) -> None:
    seat.heard("s1", "go on", "m1")
    seat.heard("s2", "hello", "m1")
    seat.heard("s1", "go on", "m1")
    assert layer.session("s1").turn == 1

    seat.heard("s1", "go on")
    seat.heard("s1", "go on")
    assert layer.session("s1").turn == 3


def test_what_nobody_typed_is_not_heard(seat: Seat, layer: Layer) -> None:
    seat.heard("s1", "<system-reminder>no, use pnpm instead of npm</system-reminder>", "m1")

    assert layer.session("s1").turn == 0


class Breaks:
    """A layer in which a rule of somebody's breaks."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layer, name)

    def judge(self, _call: object) -> None:
        raise ZeroDivisionError


def test_a_rule_that_breaks_lets_no_call_through(layer: Layer) -> None:
    broken: Any = Breaks(layer)
    seat = Seat(broken, agent="test")

    asked = seat.before(*MAKE)

    assert not asked.is_allowed
    assert "could not be judged" in seat.refused(asked)


def test_when_the_store_fails_the_agent_carries_on_and_the_declared_rules_hold(
    seat: Seat, layer: Layer, caplog: pytest.LogCaptureFixture
) -> None:
    seat.heard("s1", "add lodash", "m1")
    seat.after(seat.before("s1", "0", "Bash", {"command": "npm install lodash"}), result="added")
    assert PNPM in seat.heard("s1", CORRECTION, "m2")
    layer.store.close()

    with caplog.at_level(logging.WARNING):
        assert seat.heard("s9", "hello", "m3") == ""
        seat.said("s9", "Hello.")
        asked = seat.before("s9", "1", "Bash", {"command": "make"})
        assert asked.is_allowed
        assert seat.after(asked, result="built") is not None
        assert not seat.before("s9", "2", "Bash", {"command": "rm -rf data"}).is_allowed

    assert "declared rules alone" in caplog.text


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    session=st.text(max_size=300),
    id=st.text(max_size=300),
    tool=st.text(max_size=300),
    args=st.dictionaries(st.text(max_size=9), st.recursive(st.none() | st.floats() | st.text() | st.binary(), st.lists, max_leaves=4)),
    said=st.text(max_size=99),
)
def test_whatever_comes_is_answered(seat: Seat, session: str, id: str, tool: str, args: dict[str, object], said: str) -> None:
    session = session or "s"
    assert isinstance(seat.heard(session, said), str)
    asked = seat.before(session, id, tool, args)

    assert isinstance(seat.after(asked, result=args) if asked.is_allowed else seat.refused(asked), str)


def test_the_same_store_error_is_what_the_layer_raises(layer: Layer) -> None:
    layer.store.close()

    with pytest.raises(StoreError):
        layer.session("nobody")
