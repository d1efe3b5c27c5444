"""What evolution may change by itself, on how much data, and when it takes a change back. Per agent. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import ConfigError, Refused
from habitus.evolve.tuning import ADVICE, THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Iterable

KEY = "evolution_guardrails"
MOST = 1_000_000_000
"""Data points: nobody has more."""
LOCKS = (THRESHOLD, "fix", "rule", "rules", "skill", "source", "tool")
"""What can be locked beside the advice about a tool: the parameter that is moved, and what a suggestion names."""
SURE = 2.576
"""Standard errors that a drop must stand out by, 99 % of chance on both sides: it is looked at every day, and taking back what works costs
as much as keeping what does not."""


class Guardrails(NamedTuple):
    max_delta_per_cycle: float = 0.1
    """The seed's: the most that a parameter moves in one cycle."""
    min_data_points: int = 100
    """The seed's: metrics of the week before anything is applied."""
    rollback_on_drop_pct: float = 20.0
    """The seed's: a change is taken back when quality falls by more, in percent of what it was."""
    locked_params: tuple[str, ...] = ()
    """What only a person changes."""


USUAL = Guardrails()


class Quality(NamedTuple):
    """A share, counted: searches with something used, calls that succeeded."""

    n: int
    good: int


def read(stored: Mapping[str, Any] | None) -> Guardrails:
    """From an agent's `evolution_guardrails`, as it was stored; what is not said is the default."""
    if stored is not None and not isinstance(stored, Mapping):
        raise ConfigError(f'`{KEY}` must be a mapping such as {{"min_data_points": 100}}, got {stored!r:.80}')
    said: dict[str, Any] = {**USUAL._asdict(), **(stored or {})}
    unknown = sorted(said.keys() - set(Guardrails._fields))
    if unknown:
        raise ConfigError(f"`{KEY}.{unknown[0]}` is not known: there are {', '.join(Guardrails._fields)}")
    delta, least, drop, locked = (said[name] for name in Guardrails._fields)
    _must(_is_number(delta) and 0 < delta <= 1, "max_delta_per_cycle", "a number above 0, at most 1", delta)
    is_whole = isinstance(least, int) and not isinstance(least, bool)
    _must(is_whole and 1 <= least <= MOST, "min_data_points", f"a whole number, 1 to {MOST}", least)
    _must(_is_number(drop) and 0 < drop <= 100, "rollback_on_drop_pct", "a number above 0, at most 100", drop)
    is_list = isinstance(locked, list | tuple) and all(isinstance(name, str) for name in locked)
    _must(is_list, "locked_params", "a list of parameter names", locked)
    return Guardrails(float(delta), least, float(drop), tuple(locked))


def unlockable(locked: Iterable[str], stored: Iterable[str] = ()) -> str | None:
    """The first that evolution never touches: a lock on nothing would be no lock. What is `stored` already may stay."""
    known = {*LOCKS, *stored}
    return next((name for name in locked if name not in known and not name.startswith(ADVICE)), None)


def check(guardrails: Guardrails, *, data_points: int, parameters: Mapping[str, Any], targets: Iterable[str]) -> None:
    """May this be applied now? Refused if not: too little data first, then what is locked.

    `parameters`: the suggestion's; `targets`: what it would really change (`tuning.targets`). A lock on either holds."""
    if data_points < guardrails.min_data_points:
        raise Refused(
            f"insufficient data: {data_points} points, need {guardrails.min_data_points}; "
            "it is applied when there are enough, or now by an admin who says so"
        )
    for name in (*parameters, *targets):
        if name in guardrails.locked_params:
            raise Refused(f'parameter "{name}" is locked: take it out of `{KEY}.locked_params`, or change it by hand')


def should_roll_back(before: Quality, after: Quality, pct: float, least: int) -> bool:
    """Has quality fallen by more than `pct` percent, on at least `least` counts before and after, and not by chance?

    The drop is compared in whole numbers, so exactly 20 % is not more than 20 %. That it is no noise is told by Newcombe's interval of the
    difference, from Wilson's limits of both shares: it must lie below 0."""
    if before.n < max(1, least) or after.n < max(1, least):
        return False
    was, fell = before.good * after.n, before.good * after.n - after.good * before.n
    if not 100 * fell > Fraction(str(pct)) * was:
        return False
    return _most(after, before) < 0


def _most(after: Quality, before: Quality) -> float:
    """The upper limit of the change in quality."""
    (_, high), (low, _) = _wilson(after), _wilson(before)
    p, q = after.good / after.n, before.good / before.n
    return p - q + sqrt((high - p) ** 2 + (q - low) ** 2)


def _wilson(one: Quality) -> tuple[float, float]:
    p, z = one.good / one.n, SURE * SURE / one.n
    half = sqrt(p * (1 - p) * z + z * z / 4)
    return (p + z / 2 - half) / (1 + z), (p + z / 2 + half) / (1 + z)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _must(holds: bool, key: str, wanted: str, got: object) -> None:
    if not holds:
        raise ConfigError(f"`{KEY}.{key}` must be {wanted}, got {got!r}")
