"""What was stored for an agent -> the `Agent` that is in force. No I/O.

An open agent evolves nothing, whatever its row says: it is decided here, once, so that nobody downstream has to ask. A stored value of
the wrong type is refused rather than guessed, for a switch that is read as "on" by mistake lets an agent rewrite itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from habitus.errors import ConfigError
from habitus.types.skills import Agent

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind: TypeAlias = Literal["predefined", "open"]

SWITCHES = ("self_evolve", "skill_evolve")
KEYS = (
    "kind", *SWITCHES, "skill_nudge_interval", "max_turns", "retrieval_threshold", "evolution_enabled", "evolution_cron_schedule",
    "evolution_guardrails", "timezone",
)  # fmt: skip
"""What something goes by. Anything else may be stored beside it."""
NEAR = 0.7
"""How alike a name must be to be meant: one letter too many is, another word is not."""
INTERVAL = 15
"""Tool calls: the seed's default. Shorter runs are seldom worth a skill."""


def resolve(id: str, kind: str, stored: Mapping[str, Any]) -> Agent:
    """Keys may be written `skill_evolve` or `skillEvolve`; what is missing, or null, has its default."""
    if kind not in get_args(Kind):
        raise ConfigError(f"agent {id!r}: the kind must be `predefined` or `open`, got {kind!r:.80}; set it with `habitus agents set`")
    evolves, keeps = _switch(id, stored, "self_evolve"), _switch(id, stored, "skill_evolve")
    return Agent(
        id=id,
        kind=cast("Kind", kind),
        self_evolve=evolves and kind == "predefined",
        skill_evolve=keeps and kind == "predefined",
        skill_nudge_interval=_interval(id, stored),
        other_config=stored,
    )


def _switch(id: str, stored: Mapping[str, Any], key: str) -> bool:
    value = _value(id, stored, key, default=False)
    if not isinstance(value, bool):
        raise ConfigError(f"agent {id!r}: `{key}` must be true or false, got {value!r}; {_remedy(id, key, 'true|false')}")
    return value


def _interval(id: str, stored: Mapping[str, Any]) -> int:
    """0 is off, and so is less than 0: nobody who writes -1 wants to be asked."""
    key = "skill_nudge_interval"
    value = _value(id, stored, key, default=INTERVAL)
    if not isinstance(value, int) or isinstance(value, bool):
        said = "must be a whole number of tool calls, 0 to turn it off"
        raise ConfigError(f"agent {id!r}: `{key}` {said}, got {value!r}; {_remedy(id, key, 'NUMBER')}")
    return max(0, value)


def _value(id: str, stored: Mapping[str, Any], key: str, *, default: bool | int) -> Any:
    given = [(name, stored[name]) for name in spellings(key) if stored.get(name) is not None]
    if any(value != given[0][1] for _, value in given):
        said = " and ".join(f"`{name}` is {value!r}" for name, value in given)
        raise ConfigError(f"agent {id!r}: {said}; {_remedy(id, key, 'VALUE')}")
    return given[0][1] if given else default


def spellings(key: str) -> tuple[str, ...]:
    """`skill_evolve`, and as others write it."""
    first, *rest = key.split("_")
    return tuple(dict.fromkeys((key, first + "".join(word.capitalize() for word in rest))))


def meant(key: str) -> str:
    """The name that was probably meant; empty: it is known, or like none."""
    from difflib import get_close_matches  # only where a person types

    known = {spelling for name in KEYS for spelling in spellings(name)}
    return "" if key in known else next(iter(get_close_matches(key, KEYS, n=1, cutoff=NEAR)), "")


def _remedy(id: str, key: str, what: str) -> str:
    return f"correct it with `habitus agents set {id} {key} {what}`"
