"""May a candidate take the place of what is in use? Played on recorded scores of a learner that taught itself to death."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.gate import adopts, lowers

RECORDED: dict[str, Any] = json.loads(Path(__file__).with_name("collapse.json").read_text())


def mean(scores: list[float]) -> float:
    return sum(scores) / len(scores)


def played(gated: bool) -> list[float]:
    """The held-out mean of what is in use, round by round."""
    in_use, path = RECORDED["start"], [mean(RECORDED["start"]["held_out"])]
    for tries, candidate in enumerate(RECORDED["rounds"], 1):
        looks_better = mean(candidate["own"]) > mean(in_use["own"])
        if adopts({"all": candidate["held_out"]}, {"all": in_use["held_out"]}, tries=tries) if gated else looks_better:
            in_use = candidate
        path.append(mean(in_use["held_out"]))
    return path


def test_a_learner_that_believes_its_own_score_collapses() -> None:
    path = played(gated=False)

    assert path[0] > 0.7
    assert path[-1] < 0.35


def test_ours_does_not_move() -> None:
    assert set(played(gated=True)) == {played(gated=True)[0]}


def test_the_gate_is_no_wall() -> None:
    """What is better for good is adopted, also after many that were not."""
    better = [min(1.0, score + 0.2) for score in RECORDED["start"]["held_out"]]

    assert adopts({"all": better}, {"all": RECORDED["start"]["held_out"]}, tries=len(RECORDED["rounds"]) + 1)


SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=40), st.integers(1, 20))
def test_what_lowers_a_held_out_score_is_not_adopted(pairs: list[tuple[float, float]], tries: int) -> None:
    new, old = [one for one, _ in pairs], [one for _, one in pairs]

    assert not (adopts({"all": new}, {"all": old}, tries=tries) and adopts({"all": old}, {"all": new}, tries=tries))
    if sum(new) < sum(old) - 1e-9:
        assert not adopts({"all": new}, {"all": old}, tries=tries)


@given(SCORES)
def test_what_changes_nothing_is_not_adopted(scores: list[float]) -> None:
    assert not adopts({"all": scores}, {"all": scores})


def test_one_set_that_gets_worse_outweighs_all_that_get_better() -> None:
    current = {"a": [0.5] * 40, "b": [0.5] * 10}

    assert adopts({"a": [0.9] * 40, "b": [0.5] * 10}, current)
    assert not adopts({"a": [0.9] * 40, "b": [0.5] * 9 + [0.4]}, current)


def test_few_cases_prove_nothing_and_many_tries_ask_for_more() -> None:
    assert not adopts({"all": [1.0] * 4}, {"all": [0.0] * 4})
    assert adopts({"all": [1.0] * 5}, {"all": [0.0] * 5})
    assert not adopts({"all": [1.0] * 5}, {"all": [0.0] * 5}, tries=2)


def test_a_learner_behind_the_gate_does_not_walk_downhill_on_noise() -> None:
    """Candidates that are a little worse, scored with noise: the luckiest of 40 looks better, and is not taken."""
    chance = random.Random(5)
    adopted = 0
    for _ in range(100):
        current = [chance.random() for _ in range(50)]
        adopted += any(
            adopts({"all": [score - 0.02 + chance.gauss(0, 0.2) for score in current]}, {"all": current}, tries=n) for n in range(1, 41)
        )

    assert adopted <= 5


@pytest.mark.parametrize(
    ("candidate", "problem"), [({"b": [1.0]}, "the same sets"), ({"a": [1.0, 1.0]}, "the same cases: 'a' has 2 and 1")]
)
def test_scores_of_other_cases_are_refused(candidate: dict[str, list[float]], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        adopts(candidate, {"a": [0.0]})


@pytest.mark.parametrize(
    ("candidate", "current", "is_lower"),
    [
        ((100, 11), (10, 1), True),
        ((100, 10), (10, 1), False),
        ((100, 9), (10, 1), False),
        ((0, 0), (10, 1), False),
        ((100, 100), (0, 0), False),
    ],
)
def test_a_candidate_lowers_a_score_when_it_fails_oftener_and_both_were_tried(
    candidate: tuple[int, int], current: tuple[int, int], is_lower: bool
) -> None:
    assert lowers(candidate, current) is is_lower
