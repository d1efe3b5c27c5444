"""May a candidate take the place of what is in use? By scores on cases that it never learned from. No I/O, no clock."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHANCE = 0.05
"""Of adopting, in all tries together, a candidate that is no better."""


def adopts(
    candidate_scores: Mapping[str, Sequence[float]],
    current_scores: Mapping[str, Sequence[float]],
    *,
    tries: int = 1,
    chance: float = CHANCE,
) -> bool:
    """Scores by held-out set, case by case in the same order, higher is better.

    Adopted is what lowers the mean of no set and is better on all of them together by more than chance. Bias: stays where it is. A learner
    that adopts whatever looks better on a noisy score walks downhill, since the luckiest candidate wins; one that is not told apart from
    chance moves nothing. `tries`: candidates that were scored on these cases so far, this one included; who tries often enough finds one
    that is lucky, so each try has only its part of `chance`.
    """
    pairs = [
        pair for name in _names(candidate_scores, current_scores) for pair in _paired(name, candidate_scores[name], current_scores[name])
    ]
    if any(_total(candidate_scores[name]) < _total(current_scores[name]) for name in current_scores):
        return False
    better = sum(new > old for new, old in pairs)
    worse = sum(new < old for new, old in pairs)
    return _luck(better, worse) <= Fraction(str(chance)) / max(1, tries)


def lowers(candidate: tuple[int, int], current: tuple[int, int]) -> bool:
    """Is a candidate worse than what is in use, where they met different cases? Both as cases and failures among them.

    Bias: one failure in a hundred more is worse, be it chance: what stays where it is can rise another day. Where either was never tried,
    there is no score and nothing to say."""
    (n, failed), (m, missed) = candidate, current
    return bool(n and m) and failed * m > missed * n


def _names(candidate: Mapping[str, object], current: Mapping[str, object]) -> list[str]:
    if candidate.keys() != current.keys():
        raise ValueError(f"score both on the same sets: {sorted(candidate.keys() ^ current.keys())} is only in one of them")
    return sorted(current)


def _paired(name: str, candidate: Sequence[float], current: Sequence[float]) -> list[tuple[float, float]]:
    if len(candidate) != len(current):
        raise ValueError(f"score both on the same cases: {name!r} has {len(candidate)} and {len(current)}")
    return list(zip(candidate, current, strict=True))


def _total(scores: Sequence[float]) -> Fraction:
    """Exact: a mean that differs by rounding is no lower mean."""
    return sum(map(Fraction, scores), Fraction(0))


def _luck(better: int, worse: int) -> Fraction:
    """The sign test: how likely so many cases are better, or more, were each as likely to be worse. Cases that are equal say nothing."""
    n = better + worse
    return Fraction(sum(comb(n, k) for k in range(better, n + 1)), 2**n)
