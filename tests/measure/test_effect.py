"""What a lesson changes, and what should follow: on lessons whose effect is known because they are made here."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.measure.effect import USUAL, Arm, Limits, Verdict, decision, detectable, effect, net_tokens, tally

SEEDS = 200
OCCASIONS = 2000
HELD = 0.1
LAST = ("promote", "demote", "retire")
"""Decisions on which something is done: what would have been decided later does not count."""

Judge = Callable[[Arm, Arm], str]


def lived(seed: int, *, without: float, with_it: float, judge: Judge, size: int = 1, alike: float = 0.0) -> str:
    """A lesson's life of 2,000 occasions, looked at after every 25: the first decision on which something is done, else the last one."""
    chance = random.Random(f"{seed} {without} {with_it} {size} {alike}")
    draw = chance.random
    sums = [[0] * 6, [0] * 6]
    seen = looked = 0
    said = "not enough data"
    while seen < OCCASIONS:
        held = draw() < HELD
        n = chance.randint(1, 2 * size - 1) if size > 1 else 1
        p = _drawn(chance, without if held else with_it, alike) if alike else without if held else with_it
        k = sum([draw() < p for _ in range(n)]) if n > 1 else int(draw() < p)
        arm = sums[held]
        arm[0] += n
        arm[1] += k
        arm[2] += 1
        arm[3] += n * n
        arm[4] += n * k
        arm[5] += k * k
        seen += n
        if seen - looked >= 25 or seen >= OCCASIONS:
            looked = seen
            said = judge(Arm(*sums[False]), Arm(*sums[True]))
            if said in LAST:
                return said
    return said


def _drawn(chance: random.Random, p: float, alike: float) -> float:
    """A session's own share of mistakes: sessions differ, and their occasions are alike by that much."""
    whole = (1 - alike) / alike
    return chance.betavariate(p * whole, (1 - p) * whole) if 0 < p < 1 else p


def decided(**life: float) -> Counter[str]:
    return Counter(lived(seed, judge=decision, **life) for seed in range(SEEDS))  # type: ignore[arg-type]


@pytest.mark.parametrize(("without", "with_it"), [(0.3, 0.15), (0.3, 0.05), (0.5, 0.3), (0.1, 0.01), (0.8, 0.6)])
def test_a_lesson_that_helps_is_promoted(without: float, with_it: float) -> None:
    assert decided(without=without, with_it=with_it)["promote"] >= 0.95 * SEEDS


@pytest.mark.parametrize(("without", "with_it"), [(0.15, 0.3), (0.3, 0.5), (0.05, 0.3), (0.6, 0.8)])
def test_a_lesson_that_hurts_is_taken_back(without: float, with_it: float) -> None:
    found = decided(without=without, with_it=with_it)

    assert found["demote"] + found["retire"] >= 0.95 * SEEDS
    assert not found["promote"]


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.9])
def test_a_lesson_without_effect_is_not_promoted_however_often_one_looks(share: float) -> None:
    found = decided(without=share, with_it=share)

    assert found["promote"] <= 0.05 * SEEDS
    assert found["not enough data"] <= 0.05 * SEEDS


def test_a_plain_interval_would_promote_too_many_lessons_without_effect() -> None:
    """The trap that the multiplier is for: the same lives, the same looks, 1.96 standard errors."""

    def plain(told: Arm, untold: Arm) -> str:
        if min(told.n, untold.n) < USUAL.least:
            return "not enough data"
        error = sqrt(sum(arm.share * (1 - arm.share) / arm.n for arm in (told, untold)))
        return "promote" if untold.share - told.share > 1.96 * error else "keep"

    found = Counter(lived(seed, without=0.3, with_it=0.3, judge=plain) for seed in range(SEEDS))

    assert found["promote"] > 0.05 * SEEDS


@pytest.mark.parametrize("alike", [0.1, 0.3])
@pytest.mark.parametrize("share", [0.1, 0.3])
def test_alike_occasions_of_a_session_do_not_pass_for_many_proofs(share: float, alike: float) -> None:
    assert decided(without=share, with_it=share, size=8, alike=alike)["promote"] <= 0.05 * SEEDS


def test_who_forgets_the_sessions_promotes_too_many() -> None:
    def forgetful(told: Arm, untold: Arm) -> str:
        return decision(Arm(told.n, told.k), Arm(untold.n, untold.k))

    found = Counter(lived(seed, without=0.3, with_it=0.3, size=8, alike=0.3, judge=forgetful) for seed in range(SEEDS))

    assert found["promote"] > 0.05 * SEEDS


def test_a_strong_effect_shows_through_alike_sessions() -> None:
    assert decided(without=0.3, with_it=0.05, size=8, alike=0.1)["promote"] >= 0.95 * SEEDS


@pytest.mark.parametrize("without", [0.1, 0.3, 0.5])
def test_the_least_detectable_effect_is_detected_and_a_third_of_it_is_not(without: float) -> None:
    least = detectable(1800, 200, without)

    assert decided(without=without, with_it=without - least)["promote"] >= 0.95 * SEEDS
    assert decided(without=without, with_it=without - least / 3)["promote"] < 0.5 * SEEDS


def test_more_occasions_show_smaller_effects() -> None:
    found = [detectable(9 * held, held, 0.3) for held in (50, 200, 1000, 10_000)]

    assert found == sorted(found, reverse=True)
    assert found[1] == pytest.approx(0.15, abs=0.01)
    assert found[3] < 0.03


def test_what_cannot_be_shown_is_said_to_be_undetectable() -> None:
    assert detectable(1800, 200, 0.02) == 1.0


@pytest.mark.parametrize(
    ("told", "untold", "wanted"),
    [
        (Arm(0, 0), Arm(0, 0), "not enough data"),
        (Arm(5000, 0), Arm(49, 49), "not enough data"),
        (Arm(49, 0), Arm(5000, 4000), "not enough data"),
        (Arm(900, 9, 9, 90_000, 900, 9), Arm(100, 90, 30, 400, 350, 300), "not enough data"),  # nine sessions
        (Arm(900, 90), Arm(100, 50), "promote"),
        (Arm(900, 450), Arm(100, 10), "retire"),
        (Arm(9000, 900), Arm(1000, 100), "keep"),
        (Arm(90_000, 9000), Arm(10_000, 1000), "retire"),  # enough to know that it does nothing
        (Arm(90_000, 0), Arm(10_000, 100), "promote"),  # one occasion in a hundred, but all of the mistakes
        (Arm(900, 190), Arm(100, 10), "demote"),
        (Arm(900, 0), Arm(100, 0), "keep"),
    ],
)
def test_a_decision_follows_the_interval(told: Arm, untold: Arm, wanted: Verdict) -> None:
    assert decision(told, untold) == wanted


COUNTS = st.integers(0, 3000).flatmap(lambda n: st.integers(0, n).map(lambda k: Arm(n, k)))


@given(COUNTS, COUNTS)
def test_the_interval_holds_the_estimate_and_stays_between_minus_one_and_one(told: Arm, untold: Arm) -> None:
    found = effect(told, untold)

    assert -1 <= found.low <= found.saves <= found.high <= 1
    assert found.fall <= found.high


@given(COUNTS, COUNTS)
def test_the_other_way_round_it_is_the_other_way_round(told: Arm, untold: Arm) -> None:
    one, other = effect(told, untold), effect(untold, told)

    assert (one.saves, one.low, one.high) == pytest.approx((-other.saves, -other.high, -other.low))


@given(COUNTS, COUNTS, st.sampled_from([0.01, 0.05, 0.2]))
def test_who_asks_for_more_certainty_gets_a_wider_interval(told: Arm, untold: Arm, alpha: float) -> None:
    sure, unsure = (effect(told, untold, Limits(alpha=each)) for each in (alpha / 2, alpha))

    assert sure.low <= unsure.low
    assert sure.high >= unsure.high


SESSIONS = st.lists(st.integers(0, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), max_size=30)


@given(SESSIONS, SESSIONS)
def test_sides_can_be_added(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    assert tally(one + other) == Arm(*map(sum, zip(tally(one), tally(other), strict=True)))


@given(st.integers(2, 40), st.integers(2, 9))
def test_copies_of_an_occasion_prove_no_more_than_one(sessions: int, size: int) -> None:
    """Sessions in which all goes wrong or all goes well: what counts is how many there are."""
    many = tally([(size, size * (n % 2)) for n in range(2 * sessions)])

    assert effect(many, many).design == pytest.approx(size * 2 * sessions / (2 * sessions - 1))


def test_occasions_that_nobody_counted_by_session_pass_for_independent() -> None:
    assert effect(Arm(900, 90), Arm(100, 50)).design == 1


def test_tokens_saved_are_the_mistakes_spared_less_what_is_said() -> None:
    found = net_tokens(effect(Arm(900, 90), Arm(100, 50)), added=30, mistake=500)

    assert (found.added, found.saved, found.net) == pytest.approx((30, 200, 170))
    assert found.low < found.net < found.high
    assert net_tokens(effect(Arm(900, 90), Arm(100, 10)), added=30, mistake=500).net == -30


def test_a_look_more_changes_no_decision_of_the_past() -> None:
    """The same life gives the same decision in every process."""
    twice = partial(lived, 7, without=0.3, with_it=0.1, judge=decision)

    assert twice() == twice() == "promote"
