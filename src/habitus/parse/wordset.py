"""Tables of words, each written as a line of text: what is read most often should be easy to read."""

from __future__ import annotations


def wordset(text: str) -> frozenset[str]:
    return frozenset(text.split())
