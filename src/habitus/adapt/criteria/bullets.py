"""How many bullet points. A bullet is a line that begins with a star or a dash; numbers are not bullets, and sub-points count.

Where bullets are asked for in one sentence and the number of things in another, the two are one criterion.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("number_bullet_lists", "no_bullets")
UNIT = (
    r"(?:bullet(?:ed)?[ -]?(?:points?|items?|lists?)|bullets|puntos? de (?:una )?lista|(?:items?|"
    r"elementos?) de (?:una )?lista|vinetas?|puntos? en lista|"
    r"list items|marcadores|topicos|puces?|aufzahlungspunkte?n?|stichpunkte?n?|punti elenco|elenchi puntati|项目符号|要点)(?![a-z])"
)
_ANY = re.compile(UNIT)
_EXACTLY = r"[a-z]+"
_LINE = re.compile(r"^[ \t]*(?:\*[^*\n]|-(?!-))", re.MULTILINE)
_EACH = re.compile(r"\b(?:each|every|per|cada|under)\b")


def asked(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        for one in bounds.find(clause.text, UNIT):
            quote = request.quote(clause.start + one.start, clause.start + one.end)
            return [Criterion(kind=KINDS[0], quote=quote, bound=one.bound, checkable=not _EACH.search(clause.text[: one.start]))]
    return _forbidden(request) or _elsewhere(request)


def _forbidden(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        match = _ANY.search(clause.text)
        if match and bounds.negated(clause.text[: match.start()]):
            return [Criterion(kind="no_bullets", quote=request.quote(clause.start, clause.start + match.end()))]
    return []


def _elsewhere(request: Request) -> list[Criterion]:
    if not _ANY.search(request.text):
        return []
    for clause in request.clauses:
        for match in re.finditer(r"\b(?:exactly|exactamente|exatamente|exactement|genau|esattamente)\s+(?=\w)", clause.text):
            for one in bounds.find(clause.text[match.start() :], _EXACTLY, fill=False):
                start = clause.start + match.start()
                return [Criterion(kind=KINDS[0], quote=request.quote(start, start + one.end), bound=one.bound)]
    return []


def met(criterion: Criterion, content: Content) -> Finding:
    count = len(_LINE.findall(content.text))
    if criterion.kind == "no_bullets":
        return Finding(met=count == 0, found=f"{count} bullet points")
    return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} bullet points")
