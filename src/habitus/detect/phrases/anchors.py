"""What a text must hold for a pattern to be found in it: letters in a row, cheap to look for.

A set of a hundred patterns is searched in one pass, but on text it has not seen it costs a millisecond: the automaton grows with every new
turn of phrase. Most cues can be ruled out by a word that is not there. What is read here is the notation of the tables after macros and
gaps are written out: groups, alternatives, `?`, `*`, `+`, `{m,n}`, classes. It errs on the side of requiring less.
"""

from __future__ import annotations

import re

from habitus.parse.wordset import wordset

OneOf = frozenset[str]
"""At least one of these stands in every match."""

COMMON = wordset(
    "you the that this it is not no to do did are was and for what with que de la el en lo por se un una es das ist die der du"
    " est le les pas ne tu che non il per di nao voce isso eu"
)
"""Words that nearly every message has: they rule out nothing."""

MOST = 8
"""Requirements kept for a pattern, the rarest: more cost more than they spare."""


TOKEN = re.compile(r"\(\?:|[(|)]|\\.|\[\^?\]?[^\]]*\]|[?*+]|\{[^}]*\}|[.^$ ]|[^\\()\[\]{}|?*+.^$ ]+")
"""A group's begin, an alternative, its end; an escape, a class, how often; what matches anything; letters in a row."""


def required(pattern: str) -> tuple[OneOf, ...]:
    """All of these must be met, the rarest first; none where anything may match."""
    needs, _ = _alternatives(TOKEN.findall(pattern), 0)
    return tuple(sorted(set(needs), key=_commonness)[:MOST])


def _commonness(one_of: OneOf) -> float:
    return sum(1.0 if text in COMMON else 1 / len(text) ** 2 for text in one_of)


def _alternatives(tokens: list[str], at: int) -> tuple[tuple[OneOf, ...], int]:
    """A group, or all of the pattern, up to its end: what stands in every branch, or one thing of each."""
    branches: list[tuple[OneOf, ...]] = []
    while True:
        needs, at = _sequence(tokens, at)
        branches.append(needs)
        if at >= len(tokens) or tokens[at] == ")":
            break
        at += 1
    if len(branches) == 1:
        return branches[0], at
    if not all(branches):
        return (), at
    return (frozenset().union(*(min(needs, key=_commonness) for needs in branches)),), at


def _sequence(tokens: list[str], at: int) -> tuple[tuple[OneOf, ...], int]:
    needs: list[OneOf] = []
    run = ""
    while at < len(tokens) and (token := tokens[at]) not in ("|", ")"):
        inner: tuple[OneOf, ...] = ()
        if token in ("(?:", "("):
            inner, at = _alternatives(tokens, at + 1)
        at += 1
        often = tokens[at] if at < len(tokens) and tokens[at][0] in "?*+{" else ""
        at += bool(often)
        letters = _letters(token)
        if letters and not often:
            run += letters
            continue
        run += letters[:-1]  # how often speaks of the last of them only
        needs += [frozenset((run,))] if len(run) > 1 else []
        run = ""
        needs += () if (often and often[0] in "?*") or often.startswith("{0") else inner
    needs += [frozenset((run,))] if len(run) > 1 else []
    return tuple(needs), at


def _letters(token: str) -> str:
    """What a token stands for, if that is letters and nothing else."""
    if token[0] == "\\":
        return "" if token[1].isalnum() else token[1]
    return "" if token[0] in "([.^$ " else token
