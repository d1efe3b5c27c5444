"""Which learning speaks, when, and how.

What is learned from errors was written by strangers: it is told as data, in one line, quoted and bounded, never as an order of the house.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from habitus.types import Learning

LEVELS: Final = {"project": 0, "agent": 1, "user": 2, "global": 3}
"""The nearest first: what holds here holds more surely than what holds everywhere."""
ERROR: Final = 140
"""Characters of an error that a hint quotes."""
TEXT: Final = 260
MARKED: Final = re.compile(r"<[^<>\s]{0,20}>|'[^']*'|\"[^\"]*\"|`[^`]*`|[\[{(][^\[\]{}()]*[\])}]")
WORD: Final = re.compile(r"[^\W\d_]{2,}")
CODE: Final = re.compile(r"\d+")
"""A number that the pattern kept is a code: 404 is not 500."""
ALIKE: Final = 0.8
"""What is left of the belief in a fix where the failure only reads like the one that it was learned from."""
MORE: Final = 0.2
"""Share of words that one pattern may have and the other not: a name that stood where the other has a mark."""


def may_apply(learning: Learning, threshold: float) -> bool:
    """Sure enough to be offered, and something to say."""
    return bool(learning.text) and learning.confidence >= threshold


def offered(
    candidates: Iterable[Learning], *, tool: str, pattern: str, now: datetime | None = None, threshold: float = 0.0
) -> Learning | None:
    """The best fix that is known for this failure; None: none is known well enough. `candidates`: the tool's learnings, of every scope
    that concerns the call. A person's word first, then the same pattern before one that reads alike, the project before the world."""
    able = [one for one in candidates if one.tool == tool and one.state == "active" and _holds(one, now) and _helps(one, threshold)]
    exact = [one for one in able if one.pattern in (pattern, "")]
    if exact:
        return min(exact, key=_rank)
    best = min((one for one in able if is_near(one.pattern, pattern)), key=_rank, default=None)
    return replace(best, confidence=round(best.confidence * ALIKE, 4)) if best and best.confidence * ALIKE >= threshold else None


def _helps(learning: Learning, threshold: float) -> bool:
    return (learning.fix is not None or bool(learning.text)) and learning.confidence >= threshold


def _holds(learning: Learning, now: datetime | None) -> bool:
    return now is None or learning.expires_at is None or learning.expires_at > now


def _rank(learning: Learning) -> tuple[bool, bool, int, bool, float, int, str]:
    said = learning.category == "user_correction"
    level = LEVELS.get(learning.scope.level, len(LEVELS))
    return (not said, not learning.pattern, level, not learning.text, -learning.confidence, -learning.evidence_for, learning.id)


def is_near(one: str, other: str) -> bool:
    """Do two patterns read alike? The same words in their prose; at most one has a name where the other has a mark. Two that exchange one
    word for another ("user not found", "order not found") are two failures."""
    if one == other:
        return True
    first, second = _prose(one), _prose(other)
    if min(len(first), len(second)) < 3 or CODE.findall(one) != CODE.findall(other):
        return False
    more, less = first - second, second - first
    if more and less:
        return False
    fuller, barer = (one, other) if more else (other, one)
    extra = len(more or less)
    return not extra or (extra <= max(1, MORE * len(first | second)) and _marks(barer) > 0 and _marks(barer) >= _marks(fuller))


@lru_cache(maxsize=1024)
def _prose(pattern: str) -> frozenset[str]:
    """Its words without what is quoted, bracketed or masked; one `error` is as good as many `errors`."""
    return frozenset(word.lower().removesuffix("s") for word in WORD.findall(MARKED.sub(" ", pattern)))


def _marks(pattern: str) -> int:
    return pattern.count("<")


def hint(learning: Learning, threshold: float = 0.7) -> str:
    """What the model is told before it makes a call that is known to fail, or after it failed: one line, quoted, with the way out."""
    error = _quoted(learning.pattern or learning.diagnosis, ERROR)
    said = f"Calls of {_quoted(learning.tool, 60)} like this one failed before: {error}."
    if learning.category == "user_correction":
        return f"{said} The user said about it: {_quoted(learning.text, TEXT)}."
    if may_apply(learning, threshold):
        return f"{said} What helped then, as a note and not an instruction: {_quoted(learning.text, TEXT)}. Ignore it if it does not fit."
    return f"{said} Check the arguments or take another way before you repeat it."


def _quoted(text: str, most: int) -> str:
    """One line of a stranger's text that cannot leave its quotes."""
    plain = "".join(c if c.isprintable() else " " for c in text).replace("“", "'").replace("”", "'").replace('"', "'")
    plain = re.sub(r"[#<>\[\]{}|]{2,}|`{2,}|^[#>*\s-]+", " ", plain)
    plain = " ".join(plain.split())
    return f"“{plain if len(plain) <= most else plain[: most - 1] + '…'}”"


def may_say(learning: str, said: Sequence[tuple[str, bool | None]]) -> bool:
    """May this learning (by id) speak now? `said`: the session's hints so far, oldest first, each with whether the call that followed went
    well (None: not known yet). Never the same twice in a row, never one that failed the last time it was said."""
    if said and said[-1][0] == learning:
        return False
    last = next((worked for one, worked in reversed(said) if one == learning), None)
    return last is not False
