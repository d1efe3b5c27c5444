"""What a text must hold for a pattern to be found in it: letters in a row, cheap to look for.

A set of a hundred patterns is searched in one pass, but on text it has not seen it costs a millisecond: the automaton grows with every new
turn of phrase. Most cues can be ruled out by a word that is not there. What is read here is the notation of the tables after macros and
gaps are written out: groups, alternatives, `?`, `*`, `+`, `{m,n}`, classes. It errs on the side of requiring less.
"""

from __future__ import annotations

from typing import NamedTuple

from habitus.parse.wordset import wordset

OneOf = frozenset[str]
"""At least one of these stands in every match."""

COMMON = wordset(
    "you the that this it is not no to do did are was and for what with que de la el en lo por se un una es das ist die der du"
    " est le les pas ne tu che non il per di nao voce isso eu"
)
"""Words that nearly every message has: they rule out nothing."""

MOST = 3
"""Requirements kept for a pattern, the rarest: more cost more than they spare."""


class _Part(NamedTuple):
    text: str = ""
    """Letters that stand here and nothing else; empty where it is not that simple."""
    needs: tuple[OneOf, ...] = ()


def required(pattern: str) -> tuple[OneOf, ...]:
    """All of these must be met, the rarest first; none where anything may match."""
    needs, _ = _alternatives(pattern, 0)
    return tuple(sorted(set(needs), key=_commonness)[:MOST])


def _commonness(one_of: OneOf) -> float:
    return sum(1.0 if text in COMMON else 1 / len(text) ** 2 for text in one_of)


def _alternatives(pattern: str, at: int) -> tuple[tuple[OneOf, ...], int]:
    """A group, or all of the pattern, up to its end: what every branch has in common that something of it must stand."""
    branches: list[tuple[OneOf, ...]] = []
    while True:
        needs, at = _sequence(pattern, at)
        branches.append(needs)
        if at >= len(pattern) or pattern[at] == ")":
            break
        at += 1
    if len(branches) == 1:
        return branches[0], at
    if not all(branches):
        return (), at
    return (frozenset().union(*(min(needs, key=_commonness) for needs in branches)),), at


def _sequence(pattern: str, at: int) -> tuple[tuple[OneOf, ...], int]:
    needs: list[OneOf] = []
    run = ""
    while at < len(pattern) and pattern[at] not in "|)":
        part, at = _atom(pattern, at)
        least, at = _times(pattern, at)
        if part.text and least == 1:
            run += part.text
            continue
        needs += [frozenset((run,))] if len(run) > 1 else []
        run = ""
        needs += part.needs if least else ()
    needs += [frozenset((run,))] if len(run) > 1 else []
    return tuple(needs), at


def _atom(pattern: str, at: int) -> tuple[_Part, int]:
    sign = pattern[at]
    if sign == "(":
        needs, end = _alternatives(pattern, at + 3 if pattern.startswith("(?:", at) else at + 1)
        return _Part(needs=needs), end + 1
    if sign == "[":
        end = pattern.index("]", at + 2 if pattern[at + 1 : at + 2] != "^" else at + 3)
        return _Part(), end + 1
    if sign == "\\":
        return _Part(text="" if pattern[at + 1].isalnum() else pattern[at + 1]), at + 2
    return _Part(text="" if sign in "^$. " else sign), at + 1


def _times(pattern: str, at: int) -> tuple[int, int]:
    """How often at least what stands before must stand: 1 for once, 2 for once or more (so that nothing is joined to it), 0 for perhaps."""
    if at >= len(pattern) or pattern[at] not in "?*+{":
        return 1, at
    if pattern[at] == "{":
        end = pattern.index("}", at)
        return (0 if pattern[at + 1] == "0" else 2), end + 1
    return (2 if pattern[at] == "+" else 0), at + 1
