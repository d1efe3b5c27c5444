"""How many sentences a text has. A sentence ends at a mark with space behind it; the last one needs no mark.

Bias: a line break alone ends nothing, because a poem's lines are not sentences, and the number of a list item is none either.
"""

from __future__ import annotations

import re

from habitus.parse.wordset import wordset

END = re.compile(r"(?<![.!?])(?P<mark>[.!?]++)[\"'”’)\]*_»]*+(?=\s)|[。！？｡।]++")
"""Nothing is given back: a text of nothing but marks is read once."""
WORD = 24
"""Characters before a mark in which an abbreviation is looked for."""
LAST = re.compile(r"\w")
ABBREVIATIONS = wordset(
    """
    mr mrs ms dr prof st jr sr vs etc inc ltd co corp no fig al approx dept est vol rev gen col sgt capt lt gov sen rep hon e.g i.e
    a.m p.m u.s u.k d.c ph.d sra srta ud uds pag art num ej z.b d.h bzw usw nr jan feb mar apr jun jul aug sep sept oct nov dec
    """
)


def count(text: str) -> int:
    found, last = 0, 0
    for match in END.finditer(text):
        if match["mark"] is None or _ends(match, text):
            found, last = found + 1, match.end()
    return found + bool(LAST.search(text, last))


def _ends(match: re.Match[str], text: str) -> bool:
    mark, before = match["mark"], text[max(0, match.start() - WORD) : match.start()]
    word = "" if before[-1:].isspace() else before.split()[-1].lstrip("\"'([*_“").lower() if before.strip() else ""
    if "!" in mark or "?" in mark:
        return True
    if len(mark) > 1:
        return _starts_anew(text, match.end())
    if len(word.rpartition(".")[2]) == 1 and word[-1].isalpha():
        return False  # an initial, or the end of U.S.A.
    return not (word in ABBREVIATIONS or (word.isdecimal() and _begins_line(text, match.start() - len(word))))


def _begins_line(text: str, place: int) -> bool:
    return not text[max(0, place - 12) : place].rpartition("\n")[2].strip(' \t*#-"')


def _starts_anew(text: str, place: int) -> bool:
    following = text[place : place + 40].lstrip()
    return bool(following) and following[0].isupper()
