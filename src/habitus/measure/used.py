"""Was an entry that was put into the prompt drawn on? No I/O, no clock.

Told by what the answer or a call shares with the entry and could not have from elsewhere: not function words, not words that everything
is told in, not the words of the question. Names and numbers say most. Bias: prefers "not used": a paraphrase without a single word of
the entry is missed, so that recall and precision are rather too low than flattering.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from habitus.parse.terms import terms
from habitus.parse.terms.lexicon import concepts, dimensions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAME, WORD, COMMON = 1.0, 0.6, 0.2
"""What a shared term says: a name, path or number; a word; a word that work is told in."""

ENOUGH = 1.0
"""One name, or two words."""

MOST = 0.5
"""... or half of all that the entry could be told by, where it is too short for that; a word at the least."""

OTHER = 2.0
"""Times that, where the answer has other figures than the entry: about the same thing, but not from here."""

PROPER = re.compile(r"(?<=[^\s.!?:;] )[A-Z]\w+|\b\w*[a-z][A-Z]\w*|\b[A-Z][A-Z\d_]+\b")
"""A capital inside a sentence, inside a word, or throughout: a name in any language but German, whose nouns weigh as much."""

OTHERWISE = re.compile(
    r"(?:[,;]\s*)?\b(?:instead of|rather than|there is no|not|no|en vez de|en lugar de|statt|nicht|au lieu de|pas|em vez de|invece di)"
    r"\s+[^.,;:!?]+",
    re.I,
)
"""What an entry tells not to take: whoever takes it has not followed it."""

ORDINARY = """
project data value version system service server name user customer team work task job thing part kind number case time day week month year
line word text page table column row field key item set group type state status order result error problem issue bug fix mend log
input output request call function method class module package tool program script app application build release deploy branch commit
config configuration setting option default environment machine computer host path link url address local remote current old first last
next previous above below main good bad right wrong large small high low full empty many few please thanks done found need follow
install set live lives keep kept put take give work works fail failed fails pass come came goes went know point turn look see
"""
"""Beside what the lexicon knows: words in which all work is told."""


def used(entry_text: str, answer_text: str, calls: Iterable[str] = (), *, prompt: str = "") -> bool:
    """`calls`: the calls of the answer, tool and arguments as text. `prompt`: the question; without it, its echo passes for use."""
    done = set(_known("\n".join(calls)))
    said = done.union(_known(answer_text))
    weights = _weights(entry_text, asked=frozenset(_known(prompt)))
    # In a call a word is a name: nobody runs a word by chance.
    shared = sum(NAME if term in done and weight > COMMON else weight for term, weight in weights.items() if term in said)
    wanted = min(ENOUGH, MOST * sum(weights.values())) * (OTHER if _differs(weights, said) else 1)
    return shared >= max(WORD, wanted)


def _differs(weights: dict[str, float], said: set[str]) -> bool:
    """The entry has figures, the answer has figures, and they have none in common."""
    own = {term for term in weights if term.isdigit()}
    return bool(own) and not own & said and any(term.isdigit() for term in said)


def _weights(entry: str, asked: frozenset[str]) -> dict[str, float]:
    kept = OTHERWISE.sub(" ", entry)
    own = terms(kept) if any(char.isalnum() for char in kept) else terms(entry)
    named = frozenset(terms(" . ".join(PROPER.findall(entry))))
    return {term: _weight(term, named) for term in own if term not in asked and term not in _kinds()}


def _weight(term: str, named: frozenset[str]) -> float:
    if term.isdigit():
        return NAME if len(term) > 1 else COMMON
    if term in named or not term.isalpha():
        return NAME
    return COMMON if term in _ordinary() else WORD


def _known(text: str) -> Iterator[str]:
    """The terms of a text, and the last part of its paths and addresses."""
    for term in terms(text):
        yield term
        if "/" in term:
            yield term.rstrip("/").rpartition("/")[2]


@cache
def _ordinary() -> frozenset[str]:
    return frozenset(terms(ORDINARY)) | frozenset(concepts().values())


@cache
def _kinds() -> frozenset[str]:
    """What values are values of: `brief` brings `length`, which nobody wrote."""
    return frozenset(dimensions().values())
