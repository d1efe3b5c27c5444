"""Arguments, cut to a size that a session can carry. Two different values stay different."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LONG: Final = 400
"""Characters of a text that are kept: a command or a query nearly always fits."""
MANY: Final = 24
"""Members of a list or an object that are kept."""
DEEP: Final = 4
PLAIN: Final = (bool, int, float, type(None))
LISTS: Final = (list, tuple)


def cut(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments without those that say nothing (null): a host that spells them out means the same as one that leaves them out."""
    return {str(name)[:80]: _cut(value, 1) for name, value in list(args.items())[:MANY] if value is not None}


def _cut(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONG else f"{value[:LONG]}… #{crc32(value.encode(errors='replace')):x}"
    if isinstance(value, PLAIN):
        return value
    if depth >= DEEP:
        return "…"
    if isinstance(value, dict):
        return {str(name)[:80]: _cut(member, depth + 1) for name, member in list(value.items())[:MANY]}
    if isinstance(value, LISTS):
        return [_cut(member, depth + 1) for member in value[:MANY]]
    return str(value)[:LONG]


def leaves(value: Any) -> list[str]:
    """Every text and number in a value, as text."""
    found: list[str] = []
    _gather((value,), found)
    return found


def _gather(values: Iterable[Any], found: list[str]) -> None:
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            _gather(value.values(), found)
        elif isinstance(value, LISTS):
            _gather(value, found)
        elif value is not None and not isinstance(value, bool):
            found.append(str(value))
