"""How a learned check rises and falls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import ladder
from habitus.learn.ladder import Limits, due
from habitus.types import Stage

STAGES: list[Stage] = ["shadow", "remind", "warn", "block"]
MANY = st.integers(0, 1000)


@pytest.mark.parametrize(
    ("stage", "up", "down"),
    [("shadow", "remind", None), ("remind", "warn", "shadow"), ("warn", "block", "remind"), ("block", None, "warn")],
)
def test_a_step_is_one_step(stage: Stage, up: Stage | None, down: Stage | None) -> None:
    assert ladder.promoted(stage) == up
    assert ladder.demoted(stage) == down


@pytest.mark.parametrize(
    ("fired", "sessions", "wanted"),
    [(3, 2, "remind"), (30, 9, "remind"), (2, 2, None), (30, 1, None), (0, 0, None)],
)
def test_what_fires_in_shadow_often_and_in_more_than_one_session_may_speak(fired: int, sessions: int, wanted: Stage | None) -> None:
    assert due("shadow", fired=fired, heeded=0, overridden=0, sessions=sessions) == wanted


@pytest.mark.parametrize(
    ("fired", "heeded", "sessions", "wanted"),
    [
        (5, 3, 2, "warn"),
        (5, 2, 2, None),  # mostly ignored: it is not known to be right
        (4, 4, 2, None),
        (9, 9, 1, None),
    ],
)
def test_a_reminder_that_is_heeded_and_yet_needed_again_becomes_a_warning(
    fired: int, heeded: int, sessions: int, wanted: Stage | None
) -> None:
    assert due("remind", fired=fired, heeded=heeded, overridden=0, sessions=sessions) == wanted


@given(st.sampled_from(STAGES), MANY, MANY, MANY, MANY)
def test_no_evidence_makes_a_block_and_none_skips_a_step(stage: Stage, fired: int, heeded: int, overridden: int, sessions: int) -> None:
    step = due(stage, fired=fired, heeded=heeded, overridden=overridden, sessions=sessions)

    assert step != "block"
    assert step in (None, ladder.promoted(stage), ladder.demoted(stage))


@given(st.sampled_from(STAGES), MANY, MANY, st.integers(1, 1000), MANY)
def test_a_person_who_wants_it_otherwise_takes_it_back_one_step(
    stage: Stage, fired: int, heeded: int, overridden: int, sessions: int
) -> None:
    assert due(stage, fired=fired, heeded=heeded, overridden=overridden, sessions=sessions) == ladder.demoted(stage)


def test_the_numbers_can_be_set() -> None:
    assert due("shadow", fired=1, heeded=0, overridden=0, sessions=1, limits=Limits(least_fired=1, least_sessions=1)) == "remind"
    assert due("warn", fired=9, heeded=9, overridden=1, sessions=9, limits=Limits(overridden=2)) is None
