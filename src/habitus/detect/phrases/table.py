"""A line of a table, and many of them looked for at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.detect.phrases.anchors import held, required, words

if TYPE_CHECKING:
    from collections.abc import Callable, Container

START = 3
"""Letters by which anchors are sorted: with fewer too many would be looked for in vain."""
WORDS = 8192
"""Words of which a table remembers what they hold: most of what is said is made of few."""

SENTENCES = 16
"""Sentences likewise: corrections are looked for in them, and then praise."""


@dataclass(frozen=True, eq=False)
class Cue:
    """One line of a table."""

    kind: str
    """The table, in small letters."""
    weight: float
    may_ask: bool = False
    at_head: bool = False
    turns_down: bool = False
    pattern: str = ""

    @cached_property
    def found(self) -> Callable[[str], re.Match[str] | None]:
        """Finds it in a text. A line that begins with `^` is not tried further on, and none where letters are missing that it holds."""
        pattern, letters = compiled(self.pattern), held(self.pattern)
        find = pattern.match if self.pattern.startswith("^") else pattern.search
        return (lambda text: find(text) if letters in text else None) if letters else find


class Table:
    """Cues that are looked for together. Letters that a cue cannot do without are looked for first, and rule out nearly all of them.

    They stand within a word, so a text meets the needs that its words meet. Of a word these are one number: a bit for the rarest need of
    each cue, then a bit for the next one of each, and so on, so that all cues are judged at once. Some of the cues are a number likewise.
    """

    def __init__(self, cues: list[Cue]) -> None:
        self.cues = cues
        needs = [required(cue.pattern) for cue in cues]
        self._depth = max(map(len, needs), default=0)
        self._all = (1 << len(cues)) - 1
        self._idle = 0
        """Needs that a cue does not have: any text meets them."""
        by_anchor: dict[str, int] = {}
        for n, of_cue in enumerate(needs):
            for depth in range(self._depth):
                bit = 1 << depth * len(cues) + n
                if depth >= len(of_cue):
                    self._idle |= bit
                    continue
                for anchor in of_cue[depth]:
                    by_anchor[anchor] = by_anchor.get(anchor, 0) | bit
        self._by_start: dict[str, list[tuple[str, int]]] = {}
        """The first letters of an anchor → it, and the needs it meets."""
        for anchor, bits in by_anchor.items():
            self._by_start.setdefault(anchor[:START], []).append((anchor, bits))
        self._met = lru_cache(maxsize=WORDS)(self._met_by)
        self.likely = lru_cache(maxsize=SENTENCES)(self._likely)

    def bits(self, kinds: Container[str], at_head: Container[bool]) -> int:
        """Some of its cues."""
        return sum(1 << n for n, cue in enumerate(self.cues) if cue.kind in kinds and cue.at_head in at_head)

    def _likely(self, text: str) -> int:
        """Those that the text does not rule out, as bits."""
        met = self._idle
        for chunk in text.split():
            met |= self._met(chunk)
        left = self._all
        for _ in range(self._depth):
            left &= met
            met >>= len(self.cues)
        return left

    def at(self, bits: int) -> list[Cue]:
        """In the order of the table."""
        found = []
        while bits:
            found.append(self.cues[(bits & -bits).bit_length() - 1])
            bits &= bits - 1
        return found

    def _met_by(self, chunk: str) -> int:
        met = 0
        for word in words(chunk):
            for start in (word[:2], word[:START]):
                for anchor, bits in self._by_start.get(start, ()):
                    if word.startswith(anchor):
                        met |= bits
        return met


class Some(NamedTuple):
    """Cues of a table, as its bits."""

    claims: int
    around: int
    """Those that only bear on the others."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """By Python's own `re`: sentences are short, and no cue repeats what itself repeats without a sign in between."""
    return re.compile(pattern, re.ASCII)
