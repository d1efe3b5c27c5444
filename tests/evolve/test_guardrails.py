"""What evolution may change by itself, and when it takes a change back."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import ConfigError, Refused
from habitus.evolve.guardrails import USUAL, Guardrails, Quality, check, read, should_roll_back
from habitus.evolve.tuning import targets

CASES = json.loads((Path(__file__).parents[1] / "cases" / "learning_and_evolution.json").read_text())["guardrails"]


def said(case: dict[str, Any]) -> str | None:
    """What the check says to a case, or the defaults where that is asked."""
    if case["guardrails"] is None:
        usual = read(None)
        return (
            f"max_delta {usual.max_delta_per_cycle}, min_data_points {usual.min_data_points}, "
            f"rollback {usual.rollback_on_drop_pct}, locked {list(usual.locked_params)}"
        )
    guardrails = read({} if case["guardrails"] == "default" else case["guardrails"])
    try:
        check(guardrails, data_points=case["data_points"], parameters=case["params"], targets=targets(case["params"]))
    except Refused as refused:
        return str(refused)
    return None


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_the_cases_hold(case: dict[str, Any]) -> None:
    wanted = case["error_contains"]
    if wanted and "want: " in wanted:
        wanted = wanted.partition("want: ")[2]

    answer = said(case)

    assert answer is None if wanted is None else wanted in (answer or "")


def test_there_is_enough_at_exactly_the_least() -> None:
    check(USUAL, data_points=100, parameters={}, targets=())


def test_too_little_data_is_said_before_what_is_locked() -> None:
    with pytest.raises(Refused, match="insufficient data: 5 points, need 10"):
        check(Guardrails(min_data_points=10, locked_params=("source",)), data_points=5, parameters={"source": "mem"}, targets=())


def test_a_lock_on_a_tools_advice_holds_for_that_tool_only() -> None:
    locked = Guardrails(locked_params=("tool_advice.bash",))
    for tool in ("bash", "edit"):
        parameters = {"does": "tool_advice", "tool": tool}
        if tool == "edit":
            check(locked, data_points=100, parameters=parameters, targets=targets(parameters))
        else:
            with pytest.raises(Refused, match=r'parameter "tool_advice.bash" is locked'):
                check(locked, data_points=100, parameters=parameters, targets=targets(parameters))


@pytest.mark.parametrize(
    ("stored", "problem"),
    [
        ({"max_delta": 0.1}, "`evolution_guardrails.max_delta` is not known: there are max_delta_per_cycle, "),
        ({"max_delta_per_cycle": 0}, "must be a number above 0"),
        ({"max_delta_per_cycle": True}, "must be a number above 0"),
        ({"max_delta_per_cycle": "0.1"}, "must be a number above 0"),
        ({"min_data_points": 0}, "must be a whole number, 1 to 1000000000"),
        ({"min_data_points": 10.5}, "must be a whole number"),
        ({"rollback_on_drop_pct": 101}, "at most 100"),
        ({"rollback_on_drop_pct": float("nan")}, "at most 100"),
        ({"locked_params": "source"}, "must be a list of parameter names"),
        ({"locked_params": [1]}, "must be a list of parameter names"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(stored: dict[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read(stored)


def test_each_agent_has_its_own() -> None:
    stored = {"max_delta_per_cycle": 0.05, "min_data_points": 10, "rollback_on_drop_pct": 30, "locked_params": ["source"]}

    assert read(stored) == Guardrails(0.05, 10, 30.0, ("source",))


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ((10_000, 2000), (10_000, 1600), False),  # 0.20 -> 0.16 is exactly 20 %, whatever floats make of it
        ((10_000, 2000), (10_000, 1599), True),
        ((30_000, 9000), (10_000, 2400), False),
        ((30_000, 9000), (10_000, 2399), True),
        ((1000, 500), (1000, 500), False),
        ((1000, 500), (1000, 900), False),
        ((99, 90), (1000, 10), False),  # too little before
        ((1000, 900), (99, 1), False),  # too little after
        ((100, 50), (100, 39), False),  # 22 %, but chance
        ((1000, 500), (1000, 390), True),
        ((1000, 0), (1000, 0), False),  # nothing can be lost
        ((1000, 1000), (1000, 0), True),
    ],
)
def test_a_drop_is_taken_back_when_it_is_large_and_no_noise(before: tuple[int, int], after: tuple[int, int], wanted: bool) -> None:
    assert should_roll_back(Quality(*before), Quality(*after), 20.0, 100) is wanted


SHARES = st.integers(0, 5000).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


@given(SHARES, SHARES, st.integers(1, 99), st.integers(1, 500))
def test_it_never_falls_back_on_little_data_or_a_small_drop(before: tuple[int, int], after: tuple[int, int], pct: int, least: int) -> None:
    if should_roll_back(Quality(*before), Quality(*after), float(pct), least):
        assert min(before[0], after[0]) >= least
        assert Fraction(after[1], after[0]) < (1 - Fraction(pct, 100)) * Fraction(before[1], before[0])


@given(SHARES, SHARES, st.integers(0, 5000))
def test_a_deeper_drop_is_not_forgiven(before: tuple[int, int], after: tuple[int, int], less: int) -> None:
    deeper = Quality(after[0], max(0, after[1] - less))

    if should_roll_back(Quality(*before), Quality(*after), 20.0, 100):
        assert should_roll_back(Quality(*before), deeper, 20.0, 100)


def test_noise_is_seldom_taken_for_a_drop_and_a_real_drop_is_seen() -> None:
    """A week of daily looks at 60 searches a day, after a week of 420; 300 lives of each."""
    chance = random.Random(11)

    def falls(was: float, now: float) -> int:
        count = 0
        for _ in range(300):
            before = Quality(420, sum(chance.random() < was for _ in range(420)))
            n = good = 0
            for _ in range(7):
                n, good = n + 60, good + sum(chance.random() < now for _ in range(60))
                if should_roll_back(before, Quality(n, good), 20.0, 100):
                    count += 1
                    break
        return count

    assert falls(0.3, 0.3) <= 0.05 * 300
    assert falls(0.3, 0.15) >= 0.9 * 300


@pytest.mark.parametrize("stored", ["strict", 7, ["max_delta_per_cycle"], {"min_data_points": 10**400}])
def test_what_cannot_be_read_is_refused(stored: Any) -> None:
    with pytest.raises(ConfigError, match=r"evolution_guardrails(\.min_data_points)?` must be"):
        read(stored)
