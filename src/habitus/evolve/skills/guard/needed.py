"""What a pattern cannot do without: the words of its plain alternatives, read off the pattern itself."""

from __future__ import annotations

import re

from habitus.parse.wordset import wordset

_WORDS = r"[a-z][a-z' -]*\??"
_PART = re.compile(rf"\\b\(\?:({_WORDS}(?:\|{_WORDS})*)\)(?=\\b)|\\b([a-z]+)(?=\\b)|\\.|\[(?:\\.|[^\]])*\]|[(|)]", re.DOTALL)
_WORD = re.compile(r"[a-z]+\??")
COMMON = wordset("a an and are as at be for from in is it of on or that the this to with")
"""Words of nearly every text: to ask for one tells nothing, and costs a look at each."""


def needed(pattern: str) -> list[frozenset[str]]:
    r"""Of each set, one word stands in every text that the pattern finds. `\b(?:tell|inform them|shows?)\b` gives four words.

    Only what stands outside all other brackets counts; a pattern that is one of several at its top gives nothing.
    """
    found: list[frozenset[str]] = []
    depth = 0
    for part in _PART.finditer(pattern):
        if depth == 0 and (part[1] or part[2]):
            found.append(frozenset(word for words in (part[1] or part[2]).split("|") for word in _longest(words)))
        depth += (part[0] == "(") - (part[0] == ")")
        if part[0] == "|" and depth == 0:
            return []
    return [words for words in found if words.isdisjoint(COMMON)]


def _longest(words: str) -> tuple[str, ...]:
    """The word to look for; two, where its last letter may be missing."""
    word = max(_WORD.findall(words), key=len)
    return (word[:-1], word[:-2]) if word.endswith("?") else (word,)
