"""Which rules could find something here: asked of the words alone, before anything is searched or parsed.

Every word that opens a rule, or that a rule also needs, has a number whose bits say which: the words of a piece, taken together, answer
for all rules at once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.needed import needed
from habitus.evolve.skills.guard.rules import RULES
from habitus.parse.shell.types import BOMB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from habitus.evolve.skills.guard.rule import Rule

FLAT = str.maketrans({chr(c): " " for c in range(128) if not (chr(c).isalnum() or chr(c) in "_\n")})
"""Leaves words, and the ends of lines."""
ORDERED = sorted(RULES)
BITS: dict[str, int] = {}
"""The words, and what each says."""
OPENS = {rule.id: 1 << at for at, rule in enumerate(ORDERED)}
RUNS = {rule.id: 1 << (at + len(ORDERED)) for at, rule in enumerate(ORDERED)}
"""A program of the rule is named; a rule for any program always has it."""
ALSO: dict[frozenset[str], int] = {}
ALWAYS = 0
SIGNS: dict[str, int] = {}
"""What is no word, with the rules that it opens."""


def _mark(words: Iterable[str], bit: int) -> None:
    for word in words:
        BITS[word] = BITS.get(word, 0) | bit


for _rule in ORDERED:
    _mark(_rule.words or (() if _rule.signs else _rule.programs - {"*"}), OPENS[_rule.id])
    for _more in _rule.also:
        _mark(_more, ALSO.setdefault(_more, 1 << (2 * len(ORDERED) + len(ALSO))))
    for _sign in _rule.signs:
        SIGNS[_sign] = SIGNS.get(_sign, 0) | OPENS[_rule.id]
    if "*" in _rule.programs or BOMB in _rule.programs:
        ALWAYS |= RUNS[_rule.id]
    elif _rule.command:
        _mark((re.split(r"[-.]", program)[0] for program in _rule.programs), RUNS[_rule.id])
_BASE = (1 << (2 * len(ORDERED) + len(ALSO))) - 1
"""The bits of the rules; those of single patterns lie above."""
PATTERNS: dict[str, int] = {}
"""What the words of a sentence must say before a pattern is searched in it."""
for _rule in ORDERED:
    for _pattern in _rule.says:
        PATTERNS[_pattern] = 0
        for _more in needed(_pattern):
            if _more not in ALSO:
                ALSO[_more] = 1 << (2 * len(ORDERED) + len(ALSO))
                _mark(_more, ALSO[_more])
            PATTERNS[_pattern] |= ALSO[_more]
SIGNED: dict[str, list[str]] = {}
"""Signs by the longest word in them: only where that word stands is the sign looked for."""
BARE: list[str] = []
IN_SIGN = 1 << (2 * len(ORDERED) + len(ALSO))
for _sign in SIGNS:
    _within = max(_sign.translate(FLAT).split(), key=len, default="")
    if len(_within) > 1 and "%" not in _sign:
        SIGNED.setdefault(_within, []).append(_sign)
        _mark((_within,), IN_SIGN)
    else:
        BARE.append(_sign)
WORDS = frozenset(BITS)
HOT = {rule.id: rule.words.union(*rule.also) for rule in ORDERED}
_NEEDS = {rule.id: sum({ALSO[more] for more in rule.also}) for rule in ORDERED}
ANY = sum(OPENS.values())

GATE = frozenset(word for word, bits in BITS.items() if bits & ANY or word in SIGNED)
"""The words that open a rule; the others only count beside them."""


def signed(low: str) -> dict[int, int]:
    """The lines of a text with a sign that has no word in it, and what it opens."""
    found: dict[int, int] = {}
    for sign in BARE:
        for line in _lines_with(sign, low) if sign[-1] in low else ():
            found[line] = found.get(line, 0) | SIGNS[sign]
    return found


def opened(given: list[str], lines: list[str]) -> int:
    """What the words of a text open, and the signs around them. `lines` are the text as it is written."""
    bits = 0
    here = WORDS.intersection(given)
    for word in here:
        bits |= BITS[word]
    if bits & IN_SIGN:
        for word in here & SIGNED.keys():
            for sign in SIGNED[word]:
                if any(sign in line.lower() for line in lines):
                    bits |= SIGNS[sign]
    return bits


def rules(bits: int) -> tuple[Rule, ...]:
    """The rules that are open, and have all that they need."""
    return _rules(bits & _BASE) if bits & ANY else ()


@lru_cache(maxsize=4096)
def _rules(bits: int) -> tuple[Rule, ...]:
    return tuple(rule for rule in ORDERED if bits & OPENS[rule.id] and bits & _NEEDS[rule.id] == _NEEDS[rule.id])


def could_say(rule: Rule, bits: int) -> bool:
    """The gate again, for one sentence of a piece. Signs were looked for already."""
    return (bool(rule.signs) or bits & OPENS[rule.id] != 0) and bits & _NEEDS[rule.id] == _NEEDS[rule.id]


def could_match(pattern: str, bits: int) -> bool:
    return bits & PATTERNS[pattern] == PATTERNS[pattern]


def could_run(rule: Rule, bits: int) -> bool:
    return (bits | ALWAYS) & RUNS[rule.id] != 0


def hot(rule: Rule, low: str) -> int:
    """How many words of a sentence a pattern of the rule could be held up by."""
    words = HOT[rule.id]
    return sum(word in words for word in low.translate(FLAT).split()) + sum(map(low.count, rule.signs))


def _lines_with(sign: str, text: str) -> Iterator[int]:
    line, at = 0, text.find(sign)
    counted = 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        yield line
        end = text.find("\n", at)
        at = text.find(sign, end) if end >= 0 else -1
