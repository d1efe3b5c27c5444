"""How a suggestion moves."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused
from habitus.evolve.status import OPEN, moved
from habitus.types import Status

ALL: tuple[Status, ...] = get_args(Status)
STEPS = {("pending", "approved"), ("pending", "rejected"), ("approved", "applied"), ("applied", "rolled_back")}
AGAIN = {("approved", "approved"), ("applied", "approved")}


@pytest.mark.parametrize(("status", "to"), sorted(STEPS))
def test_these_steps_are_taken(status: Status, to: Status) -> None:
    assert moved(status, to) == to


@pytest.mark.parametrize(("status", "to"), sorted(AGAIN))
def test_to_approve_again_changes_nothing(status: Status, to: Status) -> None:
    assert moved(status, to) == status


@pytest.mark.parametrize(("status", "to"), sorted(set(product(ALL, ALL)) - STEPS - AGAIN))
def test_any_other_step_is_refused_with_what_can_be_done(status: Status, to: Status) -> None:
    said = f"a suggestion that is {status.replace('_', ' ')} cannot become {to.replace('_', ' ')}: "

    with pytest.raises(Refused, match=said + r"\w"):
        moved(status, to)


@given(st.lists(st.sampled_from(ALL), max_size=12))
def test_whatever_is_asked_it_is_applied_once_at_most(asked: list[Status]) -> None:
    status: Status = "pending"
    applied = 0
    for to in asked:
        try:
            before, status = status, moved(status, to)
        except Refused:
            continue
        applied += before != status == "applied"

    assert applied <= 1
    assert status in ALL


def test_what_waits_is_pending_or_approved() -> None:
    assert {"pending", "approved"} == OPEN
