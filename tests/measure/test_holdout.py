"""Which sessions go without a lesson."""

import subprocess
import sys
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.measure.holdout import held_out

SESSIONS = [f"session-{n}" for n in range(20_000)]


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_the_share_held_out_is_the_share_asked_for(share: float) -> None:
    found = sum(held_out("lesson", session, share) for session in SESSIONS) / len(SESSIONS)

    assert abs(found - share) < 4 * sqrt(share * (1 - share) / len(SESSIONS))


def test_lessons_are_held_out_independently_of_each_other() -> None:
    both = sum(held_out("one", session, 0.1) and held_out("two", session, 0.1) for session in SESSIONS) / len(SESSIONS)

    assert abs(both - 0.01) < 4 * sqrt(0.01 * 0.99 / len(SESSIONS))


@given(st.text(), st.text())
def test_nothing_is_held_out_at_zero_and_everything_at_one(lesson: str, session: str) -> None:
    assert not held_out(lesson, session, 0)
    assert held_out(lesson, session, 1)


@given(st.text(), st.text(), st.floats(0, 1), st.floats(0, 1))
def test_a_larger_share_keeps_all_that_a_smaller_one_held_out(lesson: str, session: str, one: float, other: float) -> None:
    if held_out(lesson, session, min(one, other)):
        assert held_out(lesson, session, max(one, other))


def test_where_a_name_ends_matters() -> None:
    told = [(held_out(f"lesson{n}", "1", 0.5), held_out("lesson", f"{n}1", 0.5)) for n in range(200)]

    assert any(one != other for one, other in told)


def test_these_pairs_are_held_out_in_every_version() -> None:
    """Another draw would move sessions from one side to the other in the middle of a measurement."""
    assert [n for n in range(60) if held_out("0190-rule", f"s{n}", 0.1)] == PINNED


def test_another_process_with_another_hash_seed_agrees() -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "from habitus.measure.holdout import held_out as h; print([n for n in range(60) if h('0190-rule', f's{n}', 0.1)])",
        ],
        env={"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.strip() == str(PINNED)


PINNED = [16, 27, 38, 46, 49, 56]
