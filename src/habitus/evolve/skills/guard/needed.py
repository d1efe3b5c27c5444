"""What a pattern cannot do without: the words of its plain alternatives, read off the pattern itself."""

from __future__ import annotations

import re

_PART = re.compile(r"\\b\(\?:((?:[a-z][a-z' -]*)(?:\|[a-z][a-z' -]*)*)\)(?=\\b)|\\.|\[(?:\\.|[^\]])*\]|[(|)]", re.DOTALL)
_FIRST = re.compile(r"[a-z]+")


def needed(pattern: str) -> list[frozenset[str]]:
    r"""Of each set, one word stands in every text that the pattern finds. `\b(?:tell|inform them)\b` gives `tell` and `inform`.

    Only what stands outside all other brackets counts; a pattern that is one of several at its top gives nothing.
    """
    found: list[frozenset[str]] = []
    depth = 0
    for part in _PART.finditer(pattern):
        if part[1] and depth == 0:
            found.append(frozenset(_first(word) for word in part[1].split("|")))
        depth += (part[0] == "(") - (part[0] == ")")
        if part[0] == "|" and depth == 0:
            return []
    return found


def _first(words: str) -> str:
    word = _FIRST.match(words)
    return word[0] if word else words
