"""text -> its content terms: what a rule or a prompt is about, for finding and ranking rules by what they share.

Lower case, no accents, stemmed, without function words. What means the same has one name across languages where the lexicon knows it
("precio", "price"); a value also brings the name of what it is a value of, so that opposites find each other (`brief` and `detail` both
bring `length`). Names are kept whole, with their parts beside them where these are words: `python_exec`, `src/app.py`, `--force`. Chinese
goes by pairs of characters. It prefers a term too many: an index that misses a rule has lost it, one that finds it too often has not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from habitus.parse.terms.lexicon import concepts, dimensions, is_function
from habitus.parse.terms.stem import fold, stem

__all__ = ["VERSION", "concept", "fold", "stem", "terms", "tokens"]

VERSION = 1
"""Stores keep the terms of their lessons. One more whenever a text may have other terms than before: they are then listed anew."""

TOKEN = re.compile(r"[a-z]+://\S+|--[a-z][\w-]*|(?:[~.]{0,2}/|(?<![\w.])\.)?\w+(?:[./_@-]+\w+)*/?(?:\+\+|#)?")
CJK = re.compile(r"[\u3400-\u9fff]+|[^\u3400-\u9fff]+")
WHOLE = re.compile(r"[.:~@]|/.*/|^/|^--|[+#]$|\d[a-z]|[a-z]\d")
"""A name that is no row of words: a path, an address, a flag, a version."""
LONGEST = 100
"""Characters of a term: what is longer is no name but data, and would fill the memory that words are kept in."""
JOINS = re.compile(r"[/_-]+")


def terms(text: str) -> tuple[str, ...]:
    """In order and once each. A text of function words alone is known by all its words, so that it can still be found."""
    found = tokens(text)
    if len(text) > LONGEST:
        found = [token[:LONGEST] for token in found]
    return tuple(dict.fromkeys(chain.from_iterable(map(_terms, found)))) or tuple(dict.fromkeys(found))


def tokens(text: str) -> list[str]:
    """The words and names of a text, folded, function words and all."""
    return TOKEN.findall(fold(text))


@lru_cache(maxsize=65_536)
def concept(word: str) -> str:
    """The name under which a folded word is known: its concept where the lexicon has one, else its stem."""
    known = concepts()
    return known.get(word) or known.get(stem(word)) or stem(word)


@lru_cache(maxsize=65_536)
def _terms(token: str) -> tuple[str, ...]:
    if not token.isascii():
        pieces = CJK.findall(token)
        if len(pieces) > 1 or "\u3400" <= token[0] <= "\u9fff":
            return tuple(term for piece in pieces for term in (_pairs(piece) if "\u3400" <= piece[0] <= "\u9fff" else _terms(piece)))
    if token.isalnum():
        return _named(token)
    if WHOLE.search(token):
        return () if is_function(token) else (token,)
    parts = [part for part in JOINS.split(token) if part]
    return tuple(dict.fromkeys((token.strip("/_-") or token, *chain.from_iterable(map(_named, parts)))))


def _pairs(run: str) -> tuple[str, ...]:
    pairs = [run[n : n + 2] for n in range(len(run) - 1)] or [run]
    return tuple(chain.from_iterable(map(_named, pairs)))


def _named(word: str) -> tuple[str, ...]:
    if is_function(word) or (len(word) == 1 and word.isascii() and not word.isdigit()):
        return ()
    name = concept(word)
    of = dimensions().get(name)
    return (name, of) if of else (name,)
