"""What a lesson changes: how often its mistake comes with it and without it, and what should follow. No I/O, no clock.

Both sides run at the same time and sessions are drawn by hash, so the difference is the lesson's doing. Three things fool a plain test:

Sessions. Occasions of one session are alike, so 50 of them are not 50 proofs. Sums over sessions give the variance of a share between
sessions, m/(m-1) * sum (k_i - p n_i)^2 / n^2; what that is above p(1-p)/n is the design effect, pooled over both sides (the side without
has few sessions) and never below 1. Counts are divided by it.

Looking. The figures are looked at every day, and whoever looks often enough sees any effect once. The interval therefore holds at all
times at once. Its multiplier comes from the normal mixture (Robbins): with V the variance of the difference and t the size of effect to
expect (`Limits.spread`),

    z^2 = (1 + V/t^2) * (ln(1 + t^2/V) + 2 ln(1/alpha))

which is where the Bayes factor of N(0, t^2) against "no effect" reaches 1/alpha; without an effect it ever does with probability alpha at
most (Ville), half of it on either side. The price is z of about 3 in place of 1.96.

Rare mistakes. The interval is Newcombe's: Wilson's limits of both shares, joined by squares. Unlike the textbook's it does not shrink to a
point at 0 of 50 and does not leave [-1, 1].

Bias: slow to rise, quick to fall. A promotion needs `alpha`, stepping back needs only `doubt`.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Verdict: TypeAlias = Literal["promote", "keep", "demote", "retire", "not enough data"]


class Limits(NamedTuple):
    alpha: float = 0.05
    """Chance that a lesson without effect ever leaves the middle, both ways together: 2.5 % are ever promoted."""
    doubt: float = 0.2
    """The same for stepping back, which costs little and can be taken back: 10 % of lessons without effect ever do, at most."""
    spread: float = 0.15
    """Effect to expect, in shares: a lesson that works spares every seventh occasion its mistake. Others take longer to show."""
    worth: float = 0.05
    """Least effect that a lesson is kept for: below one occasion in twenty it only fills the prompt ..."""
    part: float = 0.2
    """... unless that is a fifth of the mistakes: where they are rare, no lesson can spare many."""
    least: int = 50
    """Occasions on either side before anything is said: below that, Wilson's limits rest on a handful of mistakes."""
    sessions: int = 10
    """... and sessions: with fewer, how alike the occasions of one are is a guess."""


USUAL = Limits()


class Arm(NamedTuple):
    """One side: with the lesson, or without it. All sums, so sides of two stores or of two weeks can be added."""

    n: int = 0
    """Occasions on which the mistake could be made."""
    k: int = 0
    """Occasions on which it was."""
    sessions: int = 0
    """0 where nobody counted them: occasions then pass for independent."""
    nn: int = 0
    nk: int = 0
    kk: int = 0
    """Over sessions: sums of n_i * n_i, n_i * k_i, k_i * k_i."""

    @property
    def share(self) -> float:
        return self.k / self.n if self.n else 0.0


class Effect(NamedTuple):
    with_it: float
    """Share of occasions with the mistake."""
    without: float
    saves: float
    """`without - with_it`: mistakes spared per occasion. Negative: the lesson makes it worse."""
    low: float
    high: float
    """Limits of `saves` that hold however often one looks."""
    fall: float
    """The upper limit at `Limits.doubt`: below 0, the lesson is doubted."""
    design: float
    """Design effect: how many occasions of one session weigh as one."""


class Tokens(NamedTuple):
    """Per occasion with the lesson; negative `net`: it costs more than it spares."""

    added: float
    saved: float
    net: float
    low: float
    high: float


def tally(sessions: Iterable[tuple[int, int]]) -> Arm:
    """From the occasions and mistakes of each session. A session may be in it once: sums of squares cannot be added to later."""
    counts = [(n, k) for n, k in sessions if n]
    return Arm(
        sum(n for n, _ in counts),
        sum(k for _, k in counts),
        len(counts),
        sum(n * n for n, _ in counts),
        sum(n * k for n, k in counts),
        sum(k * k for _, k in counts),
    )


def effect(told: Arm, untold: Arm, limits: Limits = USUAL) -> Effect:
    """`told`: occasions with the lesson; `untold`: occasions that were held out."""
    design = _design(told, untold)
    one, other = untold.n / design, told.n / design
    variance = _variance(untold.share, one) + _variance(told.share, other)
    saves = untold.share - told.share
    low, high = _newcombe(untold.share, one, told.share, other, _multiplier(variance, limits.spread, limits.alpha))
    _, fall = _newcombe(untold.share, one, told.share, other, _multiplier(variance, limits.spread, limits.doubt))
    return Effect(told.share, untold.share, saves, low, high, fall, design)


def decision(told: Arm, untold: Arm, limits: Limits = USUAL) -> Verdict:
    """What should follow, from all that was counted since the lesson's last step. May be asked at any time and as often as one likes.

    promote: it is sure to help. retire: it is sure not to help enough to be worth its place, or to hurt. demote: it seems to hurt.
    keep: enough was seen, and none of these is sure.

    With 10 % held out, 2,000 independent occasions, looked at throughout, and the mistake on 10, 30 or 50 % of occasions without the
    lesson, an effect of 9, 15 or 17.5 points is promoted, or its opposite taken back, in at least 95 % of runs (`detectable`); without
    an effect at most 5 % are promoted, alike sessions included. Sessions of eight alike occasions (correlation 0.1) need effects up to
    half as large again. Shown in tests/measure.
    """
    if not _is_enough(told, limits) or not _is_enough(untold, limits):
        return "not enough data"
    found = effect(told, untold, limits)
    if found.low > 0:
        return "promote"
    if found.high < min(limits.worth, limits.part * found.without):
        return "retire"
    return "demote" if found.fall < 0 else "keep"


def detectable(told: int, untold: int, without: float, limits: Limits = USUAL, power: float = 1.645) -> float:
    """The least effect that is promoted with 95 % (`power`, in standard errors) by the time so many occasions were counted; 1: none is."""
    for step in range(1, 1 + round(without * 200)):
        saves = step / 200
        low = _low(told, untold, without, saves, limits)
        if low > power * sqrt(_variance(without, untold) + _variance(without - saves, told)):
            return saves
    return 1.0


def net_tokens(found: Effect, *, added: float, mistake: float) -> Tokens:
    """`added`: what the lesson takes in the prompt, per occasion; `mistake`: what one costs, from the bad call to the end of its repair."""
    saved = found.saves * mistake
    return Tokens(added, saved, saved - added, found.low * mistake - added, found.high * mistake - added)


def _is_enough(arm: Arm, limits: Limits) -> bool:
    return arm.n >= limits.least and (arm.sessions == 0 or arm.sessions >= limits.sessions)


def _design(*arms: Arm) -> float:
    between = independent = 0.0
    for arm in arms:
        if arm.sessions < 2:
            continue
        p = arm.share
        between += arm.sessions / (arm.sessions - 1) * (arm.kk - 2 * p * arm.nk + p * p * arm.nn)
        independent += arm.n * p * (1 - p)
    return max(1.0, between / independent) if independent else 1.0


def _variance(p: float, n: float) -> float:
    """Of a share, drawn towards the middle by one mistake and one success: 0 of 50 is not certainty."""
    drawn = (p * n + 1) / (n + 2)
    return drawn * (1 - drawn) / (n + 2)


def _multiplier(variance: float, spread: float, alpha: float) -> float:
    ratio = spread * spread / variance
    return sqrt((1 + 1 / ratio) * (log(1 + ratio) - 2 * log(alpha)))


def _wilson(p: float, n: float, z: float) -> tuple[float, float]:
    if not n:
        return 0.0, 1.0
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def _newcombe(p: float, n: float, q: float, m: float, z: float) -> tuple[float, float]:
    """Limits of p - q."""
    (p_low, p_high), (q_low, q_high) = _wilson(p, n, z), _wilson(q, m, z)
    below, above = sqrt((p - p_low) ** 2 + (q_high - q) ** 2), sqrt((p_high - p) ** 2 + (q - q_low) ** 2)
    return max(-1.0, p - q - below), min(1.0, p - q + above)


def _low(told: int, untold: int, without: float, saves: float, limits: Limits) -> float:
    with_it = without - saves
    z = _multiplier(_variance(without, untold) + _variance(with_it, told), limits.spread, limits.alpha)
    return _newcombe(without, untold, with_it, told, z)[0]
