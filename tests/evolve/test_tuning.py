"""Apply a suggestion to an agent's parameters, and take it back to the byte."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from habitus.errors import Conflict, HabitusError, Refused
from habitus.evolve.guardrails import USUAL, Guardrails
from habitus.evolve.status import NEXT, moved
from habitus.evolve.tuning import applied, rolled_back
from habitus.types import Status

CASES = json.loads((Path(__file__).parents[1] / "cases" / "learning_and_evolution.json").read_text())["apply_rollback"]
LOWER = {"does": "lower_threshold", "source": "auto_inject", "delta": -0.1}
ADVISE = {"does": "tool_advice", "tool": "bash", "advice": "Have another way ready."}


def test_the_case_without_a_baseline_holds() -> None:
    with pytest.raises(Refused, match=CASES[0]["error"]):
        rolled_back({"retrieval_threshold": 0.2}, {"source": "mem"})


def test_the_case_with_an_empty_baseline_holds() -> None:
    assert CASES[1]["want"] == "key removed"
    assert rolled_back({"model": "m", "retrieval_threshold": 0.4}, {"source": "mem", "_baseline": {}}) == {"model": "m"}


@pytest.mark.parametrize(
    ("config", "wanted", "baseline"),
    [
        ({}, 0.2, {}),
        ({"retrieval_threshold": 0.3}, 0.2, {"retrieval_threshold": 0.3}),
        ({"retrieval_threshold": 0.05}, 0.0, {"retrieval_threshold": 0.05}),
        ({"retrieval_threshold": 1}, 0.9, {"retrieval_threshold": 1}),
    ],
)
def test_the_threshold_is_lowered_by_a_tenth_at_most_and_never_below_nothing(
    config: dict[str, Any], wanted: float, baseline: dict[str, Any]
) -> None:
    found = applied(config, LOWER, USUAL)

    assert found.config == {"retrieval_threshold": wanted}
    assert found.baseline == baseline


def test_the_guardrails_make_a_step_smaller_and_never_larger() -> None:
    assert applied({}, LOWER, Guardrails(max_delta_per_cycle=0.05)).config == {"retrieval_threshold": 0.25}
    assert applied({}, LOWER, Guardrails(max_delta_per_cycle=0.5)).config == {"retrieval_threshold": 0.2}
    assert applied({}, LOWER, USUAL, moved=0.06).config == {"retrieval_threshold": 0.26}
    with pytest.raises(Refused, match=r"has moved by 0\.1 in this cycle already"):
        applied({}, LOWER, USUAL, moved=0.1)


def test_where_the_agent_has_no_threshold_the_usual_one_is_lowered() -> None:
    assert applied({}, LOWER, USUAL, usual=0.5).config == {"retrieval_threshold": 0.4}


@pytest.mark.parametrize(
    ("config", "parameters", "problem"),
    [
        ({"retrieval_threshold": 0.0}, LOWER, "cannot be lowered"),
        ({"retrieval_threshold": "low"}, LOWER, "'low', which is no number"),
        ({"retrieval_threshold": None}, LOWER, "None, which is no number"),
        ({}, {"does": "retire_rule", "rule": "r1"}, "`retire_rule` changes no parameter"),
        ({"tool_advice.bash": ADVISE["advice"]}, ADVISE, "already"),
        ({}, {**LOWER, "_baseline": {}}, "applied already"),
    ],
)
def test_what_cannot_be_applied_is_refused(config: dict[str, Any], parameters: dict[str, Any], problem: str) -> None:
    with pytest.raises(Refused, match=problem):
        applied(config, parameters, USUAL)


def test_advice_on_a_tool_is_told_and_switches_nothing_off() -> None:
    found = applied({"tools": ["bash"]}, ADVISE, USUAL)

    assert found.config == {"tools": ["bash"], "tool_advice.bash": "Have another way ready."}


def test_what_a_person_changed_since_is_not_overwritten() -> None:
    found = applied({}, LOWER, USUAL)

    with pytest.raises(Conflict, match="was changed since, and not by a suggestion"):
        rolled_back({**found.config, "retrieval_threshold": 0.7}, found.parameters)
    with pytest.raises(Conflict, match="was changed since"):
        rolled_back({}, found.parameters)


def test_what_came_later_is_rolled_back_first() -> None:
    first = applied({}, LOWER, USUAL)
    second = applied(first.config, {**LOWER, "source": "memory_search"}, USUAL)

    with pytest.raises(Conflict, match="roll that back first"):
        rolled_back(second.config, first.parameters, later=[second.parameters])
    assert rolled_back(rolled_back(second.config, second.parameters), first.parameters) == {}


def test_nothing_is_changed_in_place() -> None:
    config, parameters = {"retrieval_threshold": 0.3}, dict(LOWER)

    found = applied(config, parameters, USUAL)
    rolled_back(found.config, found.parameters)

    assert config == {"retrieval_threshold": 0.3}
    assert parameters == LOWER
    assert found.config == {"retrieval_threshold": 0.2}


STARTS = st.dictionaries(
    st.sampled_from(["model", "retrieval_threshold", "tool_advice.bash", "note", "zeta"]),
    st.sampled_from([0.3, 0.25, 1, 0.05, 0.1]),
    max_size=5,
)
LOWERING = st.builds(
    lambda source, delta: {**LOWER, "source": source, "delta": delta}, st.sampled_from("ab"), st.sampled_from([-0.1, -0.03])
)
ADVISING = st.builds(
    lambda tool, advice: {**ADVISE, "tool": tool, "advice": advice}, st.sampled_from(["bash", "edit"]), st.sampled_from(["one", "two"])
)
WHICH = st.integers(0, 6)


class Life(RuleBasedStateMachine):
    """An agent's parameters and its suggestions, kept as a store keeps them: a step is written whole or, in a crash, not at all."""

    @initialize(start=STARTS)
    def begins(self, start: dict[str, Any]) -> None:
        self.config: dict[str, Any] = dict(start)
        self.start: dict[str, Any] = dict(start)
        self.made: list[tuple[Status, dict[str, Any]]] = []
        self.order: list[int] = []
        self.cycle = 0.0

    @rule(parameters=LOWERING | ADVISING)
    def suggests(self, parameters: dict[str, Any]) -> None:
        if len(self.made) < 7:
            self.made.append(("pending", parameters))

    @rule(which=WHICH, to=st.sampled_from(["approved", "rejected"]), crash=st.booleans())
    def answers(self, which: int, to: Status, crash: bool) -> None:
        if which < len(self.made):
            status, parameters = self.made[which]
            try:
                status = moved(status, to)
            except HabitusError:
                return
            if not crash:
                self.made[which] = (status, parameters)

    @rule(which=WHICH, crash=st.booleans())
    def applies(self, which: int, crash: bool) -> None:
        if which < len(self.made):
            status, parameters = self.made[which]
            try:
                to = moved(status, "applied")
                found = applied(self.config, parameters, USUAL, moved=self.cycle)
            except HabitusError:
                return
            if not crash:
                if parameters["does"] == "lower_threshold":
                    self.cycle += float(self.config.get("retrieval_threshold", 0.3)) - found.config["retrieval_threshold"]
                self.config, self.made[which] = found.config, (to, found.parameters)
                self.order.append(which)

    @rule(which=WHICH, crash=st.booleans())
    def rolls_back(self, which: int, crash: bool) -> None:
        if which < len(self.made):
            status, parameters = self.made[which]
            try:
                to = moved(status, "rolled_back")
                later = [self.made[each][1] for each in self.order[self.order.index(which) + 1 :]]
                config = rolled_back(self.config, parameters, later=later)
            except Refused:
                return
            except Conflict:
                assert len(self.order) > 1
                return
            if not crash:
                self.config, self.made[which] = config, (to, parameters)
                self.order.remove(which)

    @rule()
    def a_cycle_ends(self) -> None:
        self.cycle = 0.0

    @rule(name=st.sampled_from(["note", "beta"]), value=st.integers())
    def someone_edits_something_else(self, name: str, value: int) -> None:
        for each in (self.config, self.start):
            each[name] = value

    @invariant()
    def every_status_is_legal_and_what_was_applied_can_be_undone(self) -> None:
        for status, parameters in self.made:
            assert status in NEXT
            assert ("_baseline" in parameters) == (status in ("applied", "rolled_back"))
        assert sorted(self.order) == [n for n, (status, _) in enumerate(self.made) if status == "applied"]

    @invariant()
    def no_cycle_moves_too_far(self) -> None:
        assert self.cycle <= USUAL.max_delta_per_cycle + 1e-9
        assert self.config.get("retrieval_threshold", 0.3) >= 0

    def teardown(self) -> None:
        """Undoing everything, the last first, leaves what was there: values, keys and their order."""
        if not hasattr(self, "config"):
            return
        for which in reversed(self.order):
            self.config = rolled_back(self.config, self.made[which][1])
        assert json.dumps(self.config) == json.dumps(self.start)


TestLife = Life.TestCase
