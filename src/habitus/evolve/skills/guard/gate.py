"""Which rules could find something here: asked of the words alone, before anything is searched or parsed.

Every word that opens a rule, or that a rule also needs, has a number whose bits say which: the words of a piece, taken together, answer
for all rules at once.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.skills.guard.needed import needed
from habitus.evolve.skills.guard.rules import RULES
from habitus.parse.shell.types import BOMB
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from habitus.evolve.skills.guard.rule import Rule

_FLAT = bytes(ord(chr(c).lower()) if chr(c).isalnum() or chr(c) in "_\n" else ord(" ") for c in range(128)).ljust(256)
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


def flat(text: str) -> str:
    """The words of a text in lower case, each where it stands, and the ends of its lines."""
    return text.encode("ascii", "replace").translate(_FLAT).decode("ascii")


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
"""Signs by the rarest word in them, which is mostly the longest: only where that word stands is the sign looked for."""
PLAIN = wordset("json config message data")
"""Words that are long enough, and not rare."""
BARE: dict[str, str] = {}
"""Signs without a word, each with its rarest character: where that is missing, nothing has to be looked for."""
IN_SIGN = 1 << (2 * len(ORDERED) + len(ALSO))
for _sign in SIGNS:
    _within = max(flat(_sign).split(), key=lambda word: (word not in PLAIN, len(word)), default="")
    if len(_within) > 1 and "%" not in _sign:
        SIGNED.setdefault(_within, []).append(_sign)
        _mark((_within,), IN_SIGN)
    else:
        BARE[_sign] = next((c for c in "%{\\![:./" if c in _sign), _sign[-1])
WORDS = frozenset(BITS)
HOT = {rule.id: rule.words.union(*rule.also) for rule in ORDERED}
_NEEDS = {rule.id: sum({ALSO[more] for more in rule.also}) for rule in ORDERED}
ANY = sum(OPENS.values())
HERE = ANY | IN_SIGN
"""Without one of these bits a text opens nothing: its other words only count beside them."""
SAYS = {rule.id: tuple((pattern, PATTERNS[pattern]) for pattern in rule.says) for rule in ORDERED}
GATE = frozenset(word for word, bits in BITS.items() if bits & ANY or word in SIGNED)
"""The words that open a rule; the others only count beside them."""


class Open(NamedTuple):
    """The rules that a piece opens, and what has to be asked for them."""

    rules: tuple[Rule, ...]
    told: tuple[Rule, ...]
    """Those that look for words."""
    sayers: int
    """The bits of which a sentence must have one, before it is looked at for them."""
    written: tuple[Rule, ...]
    """Those that look for names or calls in a line."""
    spans: tuple[Rule, ...]
    commands: tuple[Rule, ...]
    has_sql: bool


def by_line(lines: list[str], low: str) -> list[int]:
    """What the words and signs of each line say; nothing where they open no rule. The lines of a text, and all of it in lower case."""
    # No list of words outlives its line: to keep them all takes longer than to split some of them again.
    flats = flat(low).split("\n")
    found = [0 if not each or GATE.isdisjoint(words := each.split()) else _opening(words, lines[at]) for at, each in enumerate(flats)]
    for sign, rarest in BARE.items():
        for at in _lines_with(sign, low) if rarest in low else ():
            found[at] = (found[at] or opened(flats[at].split())) | SIGNS[sign]
    return found


def _opening(words: list[str], line: str) -> int:
    bits = opened(words)
    if bits & IN_SIGN:
        low = line.lower()
        for word in SIGNED.keys() & words:
            for sign in SIGNED[word]:
                if sign in low:
                    bits |= SIGNS[sign]
    return bits if bits & ANY else 0


def opened(words: Iterable[str]) -> int:
    """What words alone open."""
    bits = 0
    for word in WORDS.intersection(words):
        bits |= BITS[word]
    return bits


def rules(bits: int) -> Open | None:
    """The rules that are open, and have all that they need."""
    return _rules(bits & _BASE) if bits & ANY else None


@lru_cache(maxsize=4096)
def _rules(bits: int) -> Open | None:
    found = tuple(rule for rule in ORDERED if bits & OPENS[rule.id] and _has(bits, _NEEDS[rule.id]))
    told = tuple(rule for rule in found if rule.says)
    if not found:
        return None
    return Open(
        found,
        told,
        sayers=reduce(or_, (HERE if rule.signs else OPENS[rule.id] for rule in told), 0),
        written=tuple(rule for rule in found if rule.names or rule.code),
        spans=tuple(rule for rule in found if rule.span),
        commands=tuple(rule for rule in found if rule.command and (bits | ALWAYS) & RUNS[rule.id]),
        has_sql=any(rule.category == "sql_injection" for rule in found),
    )


def _has(bits: int, needs: int) -> bool:
    return bits & needs == needs


def sayings(rule: Rule, bits: int) -> list[str]:
    """The patterns of a rule that could be in a sentence whose words have these bits. Signs were looked for in the piece already."""
    if not (rule.signs or bits & OPENS[rule.id]) or not _has(bits, _NEEDS[rule.id]):
        return []
    return [pattern for pattern, needs in SAYS[rule.id] if bits & needs == needs]


def hot(rule: Rule, low: str) -> int:
    """How many words of a sentence a pattern of the rule could be held up by."""
    words = HOT[rule.id]
    return sum(word in words for word in flat(low).split()) + sum(map(low.count, rule.signs))


def _lines_with(sign: str, text: str) -> Iterator[int]:
    line, at = 0, text.find(sign)
    counted = 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        yield line
        end = text.find("\n", at)
        at = text.find(sign, end) if end >= 0 else -1
