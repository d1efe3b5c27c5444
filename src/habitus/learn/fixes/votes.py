"""Which of several fixes is the one that helps: each recovery votes for what it did, and the better supported stays.

A ballot names what was changed, and how, in general terms. Votes are counted first by what was changed, then by how: ten who passed one
list in their several ways outvote two who agree on another argument. They live in the learning's `shape` under `votes`, at most `MOST` of
them, and `chosen` is the ballot in force. Bias: it stays until another leads by `AHEAD`: no flip-flop.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import Fix

MOST: Final = 8
AHEAD: Final = 0.5
"""Half a recovery, so that two that come in turns do not alternate."""
LONGEST: Final = 160
WAS: Final = re.compile(r" \(was [^()]*\)")
BETWEEN: Final = " | "


def ballot(fix: Fix, text: str) -> str:
    """What a fix changed, and how: `text` is the fix in words, of which only what holds for every such call counts."""
    if fix.kind == "arguments":
        return f"arguments {','.join(sorted(names(fix)))}{BETWEEN}{WAS.sub('', text)}"[:LONGEST]
    return f"{fix.kind} {fix.tool if fix.kind == 'tool' else ''}{BETWEEN}{text}"[:LONGEST]


def names(fix: Fix | None) -> frozenset[str]:
    """The arguments that it changes; none for a step or another try."""
    if fix is None or fix.kind != "arguments":
        return frozenset()
    return frozenset(fix.changed or ()) | frozenset(fix.added or ()) | frozenset(fix.removed)


def voted(votes: Mapping[str, float], choice: str, weight: float, *, keep: str = "") -> dict[str, float]:
    """With one vote more. The weakest leaves where there are too many, but never the one in force."""
    counted = {**votes, choice: round(votes.get(choice, 0.0) + weight, 3)}
    while len(counted) > MOST:
        del counted[min((name for name in counted if name not in (choice, keep)), key=counted.__getitem__)]
    return counted


def leads(votes: Mapping[str, float], choice: str, current: str) -> bool:
    """Should `choice` take the place of `current`?"""
    mine, theirs = _what(choice), _what(current)
    if mine == theirs:
        return votes.get(choice, 0.0) >= votes.get(current, 0.0) + AHEAD
    return _of(votes, mine) >= _of(votes, theirs) + AHEAD


def _what(choice: str) -> str:
    return choice.partition(BETWEEN)[0]


def _of(votes: Mapping[str, float], what: str) -> float:
    return sum(count for name, count in votes.items() if _what(name) == what)
