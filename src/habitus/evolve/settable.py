"""What a person sets for an agent -> what may be kept. No I/O but the looking up of a time zone.

Each known setting is read as whoever goes by it reads it, before it is kept: one that nobody could go by would be kept and do nothing.
What is not known is kept beside them, if every store can hold it.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from habitus.errors import ConfigError
from habitus.evolve import schedule
from habitus.evolve.agents import KEYS, spellings
from habitus.parse.text import DEEPEST, storable

if TYPE_CHECKING:
    from collections.abc import Callable


def called(key: str) -> str:
    """`evolution_enabled` for `evolutionEnabled`; any other name is its own."""
    return next((name for name in KEYS if key in spellings(name)), key)


def check(id: str, key: str, value: Any) -> None:
    """ConfigError where nobody could go by it. None takes a setting away, and is always right."""
    if storable(key) != key:
        raise ConfigError(f"agent {id!r}: the name of a setting must be whole characters, without NUL, got {key!r:.80}")
    if key in READ and value is not None:
        wanted, holds = READ[key]
        _must(id, key, holds(value), wanted, value)
    _must(id, key, _is_storable(value), "whole characters without NUL, and numbers that JSON has", value)


def _must(id: str, key: str, holds: bool, wanted: str, got: object) -> None:
    if not holds:
        raise ConfigError(f"agent {id!r}: `{key}` must be {wanted}, got {got!r:.80}")


def _is_storable(value: Any, deep: int = 0) -> bool:
    if isinstance(value, str):
        return storable(value) == value
    if isinstance(value, dict | list):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return deep < DEEPEST and all(_is_storable(part, deep + 1) for part in parts)
    return not isinstance(value, float) or isfinite(value)


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_schedule(value: Any) -> bool:
    """Empty is the usual one."""
    try:
        return isinstance(value, str) and (not value or bool(schedule.parsed(value)))
    except ValueError:  # a number of more digits than Python reads
        return False


def _is_zone(value: Any) -> bool:
    """Empty is the machine's."""
    try:
        return isinstance(value, str) and (not value or bool(ZoneInfo(value)))
    except (KeyError, ValueError, OSError):  # `Europe` is a folder
        return False


READ: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "evolution_enabled": ("true or false", lambda value: isinstance(value, bool)),
    "retrieval_threshold": ("a number from 0 to 1", _is_share),
    "max_turns": ("a whole number, 0 for none", _is_count),
    "evolution_cron_schedule": (f"a schedule ({schedule.HINT})", _is_schedule),
    "timezone": ("a time zone such as Europe/Madrid", _is_zone),
}
"""What each must be. The rest of `KEYS` is read by `agents.resolve` and `guardrails.read`."""
