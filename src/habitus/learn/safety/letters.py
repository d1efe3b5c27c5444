"""A text as a reader sees it: look-alike letters, wide and styled letters, letters set apart are the letters that they stand for.

For comparing only: what comes out is never shown or kept. Digits that stand for letters are left to whoever knows the words.
"""

from __future__ import annotations

import re
import unicodedata

from habitus.parse.unicode import FOLDED

EMOJI = re.compile(r"(?<=[\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])\u200d(?=[\u2600-\u27bf\U0001f300-\U0001faff])|\ufe0f|[\t\n\r]")
"""What is not seen and yet expected: the joiner inside one emoji made of several, its style, the ends of lines."""
UNSEEN = frozenset(("Cc", "Cf", "Co", "Cs"))
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of other categories that leave no mark either."""
SELECTORS = range(0xFE00, 0xFE0F), range(0xE0100, 0xE01F0)

SQUARED = tuple(range(start, start + 26) for start in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6))
"""Letters in squares and circles, and those that flags are made of."""
SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:([ ._*·|~-]{1,2})[^\W\d_](?![^\W_]))(?:\1[^\W\d_](?![^\W_])){2,}")
"""Four letters or more that stand alone, one behind the other."""
DRAWN = re.compile(r"([^\W\d_])\1{2,}")


def hidden(text: str) -> bool:
    """Does it hold characters that nobody can see?"""
    if text.isascii() and text.isprintable():
        return False
    return any(_is_unseen(c) for c in EMOJI.sub("", text))


def seen(text: str) -> str:
    """Lower case, no accents, every letter as the Latin one that it looks like."""
    if not text.isascii():
        wide = unicodedata.normalize("NFKD", "".join(map(_unboxed, text)))
        text = "".join(c for c in wide if not unicodedata.combining(c)).replace("’", "'").replace("‘", "'").replace("ʼ", "'")
    plain = text.casefold().translate(FOLDED)
    return DRAWN.sub(r"\1", SPACED.sub(lambda run: re.sub(r"[\W_]", "", run[0]), plain))


def _is_unseen(c: str) -> bool:
    return unicodedata.category(c) in UNSEEN or c in BLANK or any(ord(c) in block for block in SELECTORS)


def _unboxed(c: str) -> str:
    return next((chr(ord("a") + ord(c) - block.start) for block in SQUARED if ord(c) in block), c)
