"""Other people's words, cut to size, so that they cannot look like something of ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = 80
"""Characters of a tool's name, a counter's, a session's."""
REMARK = 400
"""Characters of an explanation, or of one earlier message: what it was about."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")
FENCE = str.maketrans("[]［］【】〔〕⟦⟧<>＜＞", "()()()()()‹›‹›")


def fill(template: str, words: Mapping[str, str]) -> str:
    """In one pass: what is put in is not looked at again."""
    return PLACEHOLDER.sub(lambda found: words.get(found[1], found[0]), template)


def line(text: str, most: int) -> str:
    """One line that cannot pass for a heading or a tag."""
    flat = " ".join(plain(text).split()).translate(FENCE)
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def middle(text: str, most: int) -> str:
    """Without its middle where it is too long: what is asked stands at the beginning or the end, what is pasted between them."""
    if len(text) > most:
        text = f"{text[: most * 3 // 4]}\n…\n{text[-(most // 4) :]}"
    return plain(text).strip()


def plain(text: str) -> str:
    """Without what cannot be seen: escapes, directions of writing, half characters."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else " " for letter in text)
