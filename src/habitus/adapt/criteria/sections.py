"""Parts that are marked by a word and a number: "4 sections marked with SECTION X", "Audience 1 and Audience 2"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("multiple_sections",)
_MARKED = re.compile(
    r"\b(?:mark|label|start|begin|indicat|denot|title|head|separat|divid|marc|etiquet|inici|empe|comenz|comec|kennzeich|"
    r"markier|segna|contrassegn)\w*"
)
_LETTERED = re.compile(r"\b([^\W\d_]{3,20})[ ]X\b")
_COUNTED = re.compile(r"\b([^\W\d_]{3,20})[ ]([1-9])\b")
UNIT = (
    r"(?:sections?|parts?|chapters?|scenes?|days?|secciones|seccion|partes?|secoes|parties|sections|abschnitte?n?|teile?n?|"
    r"sezioni|parti|部分|章节)(?![a-z])"
)
PLAIN = frozenset(
    [
        "paragraph",
        "point",
        "bullet",
        "number",
        "version",
        "parrafo",
        "option",
        "step",
        "item",
        "type",
        "response",
        "response",
        "question",
        "chapter",
        "page",
        "grade",
    ]
)
"""Words that stand before a number for other reasons."""


def asked(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        if not _MARKED.search(clause.text):
            continue
        shown = request.prompt[clause.start : clause.start + len(clause.text)]
        splitter, least, end = _splitter(shown)
        if splitter:
            number = _number(request, clause.text)
            quote = request.quote(clause.start, clause.start + end)
            return [Criterion(kind="multiple_sections", quote=quote, bound=number or Bound(low=least), words=(splitter,))]
    return []


def _splitter(shown: str) -> tuple[str, int, int]:
    """The word, how many of it are named, and where that ends."""
    if lettered := _LETTERED.search(shown):
        return lettered[1], 1, lettered.end()
    counted = [match for match in _COUNTED.finditer(shown) if match[1].lower() not in PLAIN]
    for match in counted:
        same = [other for other in counted if other[1] == match[1]]
        if len({other[2] for other in same}) > 1:
            return match[1], max(int(other[2]) for other in same), same[-1].end()
    return "", 0, 0


def _number(request: Request, clause: str) -> Bound | None:
    for text in (clause, *(other.text for other in request.clauses)):
        for one in bounds.find(text, UNIT, bare="least"):
            return one.bound if one.bound.low != one.bound.high else Bound(low=one.bound.low)
    return None


def met(criterion: Criterion, content: Content) -> Finding:
    mark = re.escape(criterion.words[0])
    count = len(re.findall(rf"{mark}\s?\d+", content.text))
    met = bounds.holds(criterion.bound, count)
    if not met and bounds.holds(criterion.bound, len(re.findall(rf"{mark}\s?[\dIVX]+\b", content.text))):
        met = None  # Roman numbers: one person's X is a number, another's a letter
    return Finding(met=met, found=f"{count} parts marked {criterion.words[0]}")
