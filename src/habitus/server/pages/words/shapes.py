"""Sentences with places to fill in, found again: a text in, what was filled in out. In one pass over the text, whoever wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass

HOLE = re.compile(r"\{(\w+)\}")
"""A place to fill in. One whose name ends with `_` is filled with words of ours, one whose name begins with it holds a single word: a shape
that says little of its own would fit what anybody writes."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands around the places: one text more than there are places."""

    texts: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def says(self) -> int:
        """Characters of its own."""
        return sum(map(len, self.texts))


def shape(sentence: str) -> Shape:
    parts = HOLE.split(sentence)
    return Shape(tuple(parts[::2]), tuple(parts[1::2]))


def filled(given: Shape, text: str) -> dict[str, str] | None:
    """What fills each place: at least a character, and as little as can be, from left to right. None: the text has another shape.

    Each text is looked for once, where it comes first: if the rest fits after a later one, it fits after the first as well.
    """
    first, *between = given.texts
    if not between:
        return {} if text == first else None
    last = between.pop()
    end = len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last)):
        return None
    found, at = [], len(first)
    for following in between:
        until = text.find(following, at + 1, end)
        if until < 0:
            return None
        found.append(text[at:until])
        at = until + len(following)
    fills = dict(zip(given.places, [*found, text[at:end]], strict=True))
    return fills if at < end and not any(name.startswith("_") and " " in fill for name, fill in fills.items()) else None
