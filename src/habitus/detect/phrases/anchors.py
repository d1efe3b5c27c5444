"""What a text must hold for a pattern to be found in it: the beginning of a word, cheap to look for.

A set of a hundred patterns is searched in one pass, but on text it has not seen it costs a millisecond: the automaton grows with every new
turn of phrase. Most cues can be ruled out by a word that is not there. What is read here is the notation of the tables after macros and
gaps are written out: groups, alternatives, `?`, `*`, `+`, `{m,n}`, classes. It errs on the side of requiring less. Words are spaced in
ASCII only, as `\\b` has it; elsewhere, in Chinese, one may begin anywhere, and two characters stand for it.
"""

from __future__ import annotations

import re
from functools import cache

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

TOKEN = re.compile(r"\(\?:|[(|)]|\\.|\[\^?\]?[^\]]*\]|[?*+]|\{[^}]*\}|[a-z0-9_]+|[^\x00-\x7f]+|.")
"""A group's begin, an alternative, its end; an escape, a class, how often; letters in a row; a sign."""
HELD = re.compile(r"[a-z0-9_]+|[^\x00-\x7f]+")
SIGNS = re.compile(r"\\[^a-z0-9_]|\\b|\[[^\w\\^][^\w\\]*\]|[^\w.\[\\]|[^\x00-\x7f]+", re.ASCII)
"""What a word may begin behind. The end of the text is among them: nothing follows it."""
MAY_BE_MISSING = re.compile(r"'\?\??")
WORD = re.compile(r"\b\w", re.ASCII)
PAIR, LONG = 2, 12
"""Letters of an anchor."""


def required(pattern: str) -> tuple[OneOf, ...]:
    """All of these must be met, the rarest first; none where anything may match."""
    needs, _, _ = _alternatives(TOKEN.findall(MAY_BE_MISSING.sub("", pattern)), 0, is_fresh=False)
    return tuple(sorted(set(needs), key=_commonness)[:MOST])


def held(pattern: str) -> str:
    """The longest letters that stand in every match, within a word too; empty where no letters do. Groups are not looked into."""
    pieces = TOKEN.findall(pattern)
    found, depth = [""], 0
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=True):
        if piece == "|" and not depth:
            return ""
        depth += (piece in ("(?:", "(")) - (piece == ")")
        if not depth and _is_held(piece):
            found.append(piece[:-1] if after.startswith(("?", "*", "+", "{")) else piece)
    return max(found, key=len)


def words(text: str) -> list[str]:
    """What anchors are looked for at the beginning of: the text from each word on, without apostrophes, since they may be missing."""
    if text.isalnum() and text.isascii():
        return [text]
    found = [text[word.start() : word.start() + 2 * LONG].replace("'", "") for word in WORD.finditer(text)]
    return found if text.isascii() else found + [text[at : at + PAIR] for at in range(len(text) - 1)]


@cache
def _commonness(one_of: OneOf) -> float:
    return sum(1.0 if text in COMMON else 1 / len(text) ** 2 for text in one_of)


def _alternatives(tokens: list[str], at: int, *, is_fresh: bool) -> tuple[tuple[OneOf, ...], int, bool]:
    """A group, or all of the pattern: what stands in every branch, or one thing of each; its end; and whether a word begins behind it."""
    branches: list[tuple[OneOf, ...]] = []
    ends_fresh = True
    while True:
        needs, at, is_fresh_behind = _sequence(tokens, at, is_fresh=is_fresh)
        branches.append(needs)
        ends_fresh = ends_fresh and is_fresh_behind
        if at >= len(tokens) or tokens[at] == ")":
            break
        at += 1
    if len(branches) == 1:
        return branches[0], at, ends_fresh
    if not all(branches):
        return (), at, ends_fresh
    return (frozenset().union(*(min(needs, key=_commonness) for needs in branches)),), at, ends_fresh


def _sequence(tokens: list[str], at: int, *, is_fresh: bool) -> tuple[tuple[OneOf, ...], int, bool]:
    """One branch, likewise. `is_fresh`: whatever letters come next begin a word."""
    needs: list[OneOf] = []
    while at < len(tokens) and (token := tokens[at]) not in ("|", ")"):
        if token in ("(?:", "("):
            inner, at, ends_fresh = _alternatives(tokens, at + 1, is_fresh=is_fresh)
        else:
            inner, ends_fresh = (), _is_sign(token)
        at += 1
        often = tokens[at] if at < len(tokens) and tokens[at][0] in "?*+{" else ""
        at += bool(often)
        if _is_held(token):
            needs += _anchor(token[:-1] if often else token, is_fresh=is_fresh)  # how often speaks of the last letter only
        is_optional = often[:1] in ("?", "*") or often.startswith("{0")
        needs += () if is_optional else inner
        is_fresh = ends_fresh and (is_fresh or not is_optional)
        at += bool(often) and at < len(tokens) and tokens[at] in ("?", "+")  # as few as can be, or no fewer
    return tuple(needs), at, is_fresh


@cache
def _is_sign(token: str) -> bool:
    return SIGNS.fullmatch(token) is not None


@cache
def _is_held(token: str) -> bool:
    return HELD.fullmatch(token) is not None


def _anchor(letters: str, *, is_fresh: bool) -> list[OneOf]:
    if len(letters) < PAIR:
        return []
    if not letters.isascii():
        return [frozenset((letters[:PAIR],))]
    return [frozenset((letters[:LONG],))] if is_fresh else []
