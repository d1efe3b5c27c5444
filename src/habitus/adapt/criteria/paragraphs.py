"""How many paragraphs, parted by blank lines or by a divider that the prompt names, and what one of them begins with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.bounds import NUMBERS, ORDINALS
from habitus.adapt.nouns import Bound, Criterion, Finding
from habitus.adapt.request import QUOTED

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("number_paragraphs", "nth_paragraph_first_word")
PARAGRAPHS = r"(?:paragraphs?|parrafos?|paragrafos?|paragraphes?|absatze?n?|paragrafi|段落?|个段落?)(?![a-z])"
PARTS = (
    rf"(?:{PARAGRAPHS}|(?:sections?|parts?|verses?|stanzas?|secciones|partes|parties|abschnitte|sezioni|versions?|points?|"
    r"responses?|部分)(?![a-z]))"
)
DIVIDER = re.compile(r"(?<![*\w])\*{3}(?![*\w])")
_ALONE = re.compile(r"^[ \t]*\*{3}[ \t]*$", re.MULTILINE)
_SPLIT = re.compile(r"\s?\*{3}\s?")
_PARTED = re.compile(r"separat|divid|divis|parted|split|delimit|between|trenn|separ|分隔|markdown")
_STARTS = r"(?:start|begin|open|empie|comien|comenz|inici|comec|commenc|beginn|inizi|cominci)\w*"
_WITH = r"(?:with|con|por|com|par|avec|mit|de)"
_WORDS = (
    r"(?:(?:the|la|las|las?|a|o|le|les|dem|der|den|il)\s+)?(?:(?:exact\s+)?(?:words?|phrases?|palabras?|frases?|palavras?|"
    r"mots?|wort|worten|parol[ae])\s+)?"
)
_NTH = "|".join(sorted([*ORDINALS, *NUMBERS], key=len, reverse=True))
_FIRST_WORD = re.compile(
    rf"(?:(?P<before>{_NTH})\s+(?:{PARAGRAPHS})|(?:{PARAGRAPHS})\s+(?:number\s+|numero\s+)?(?P<after>\d{{1,2}}|{_NTH}))"
    rf"[^\"\n]{{0,60}}?{_STARTS}\s+{_WITH}\s+{_WORDS}(?P<what>{QUOTED}|[\w'-]+)"
)
_EACH = re.compile(r"\b(?:each|every|cada|chaque|jede\w?|ogni)\s+(?:section|part|point|one|item|seccion|parte|punto|topic)")


def asked(request: Request) -> list[Criterion]:
    divider = DIVIDER.search(request.prompt)
    found = _counted(request, bool(divider))
    if divider and not found:
        found = _shown(request)
    return [*found, *_openings(request)]


def _counted(request: Request, divided: bool) -> list[Criterion]:
    found = []
    for place, clause in enumerate(request.clauses):
        here = divided and _is_divided(request, place)
        for one in bounds.find(clause.text, PARTS if here else PARAGRAPHS):
            quote = request.quote(clause.start + one.start, clause.start + one.end)
            mark = ("***",) if here else ()
            found.append(
                Criterion(kind="number_paragraphs", quote=quote, bound=one.bound, words=mark, checkable=not _EACH.search(clause.text))
            )
    return found[:1]


def _is_divided(request: Request, place: int) -> bool:
    """Whether a clause or one of its neighbours tells how the parts are parted."""
    near: list[Clause] = list(request.clauses[max(0, place - 1) : place + 2])
    return any(DIVIDER.search(clause.text) or "asterisk" in clause.text for clause in near) and any(
        _PARTED.search(clause.text) for clause in near
    )


def _shown(request: Request) -> list[Criterion]:
    """The divider stands in an example of the format: as many parts as the example has."""
    shown, at = len(_ALONE.findall(request.prompt)), _ALONE.search(request.prompt)
    if at is None:
        return []
    quote = request.quote(max(0, at.start() - 30), min(len(request.prompt), at.end() + 30))
    return [Criterion(kind="number_paragraphs", quote=quote, bound=Bound(low=shown + 1, high=shown + 1), words=("***",))]


def _openings(request: Request) -> list[Criterion]:
    found = []
    for clause in request.clauses:
        for match in _FIRST_WORD.finditer(clause.text):
            nth = _nth(match["before"] or match["after"])
            start, end = clause.start + match.start("what"), clause.start + match.end("what")
            word = request.prompt[start:end].strip("\"'“”«»")
            quote = request.quote(clause.start + match.start(), end)
            found.append(Criterion(kind="nth_paragraph_first_word", quote=quote, words=(word,), nth=nth))
    return found


def _nth(word: str) -> int:
    return ORDINALS.get(word) or bounds.number(word)


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == "nth_paragraph_first_word":
        return _opens(criterion, content)
    parts = [part.strip() for part in _SPLIT.split(content.text)] if criterion.words else content.blocks
    inner = parts[1:-1] if criterion.words else []
    if not all(inner):
        return Finding(met=False, found="an empty part between two dividers")
    count = sum(bool(part) for part in parts)
    return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} paragraphs")


def _opens(criterion: Criterion, content: Content) -> Finding:
    if len(content.blocks) < criterion.nth:
        return Finding(met=False, found=f"only {len(content.blocks)} paragraphs")
    block = content.blocks[criterion.nth - 1].lstrip("\"'“”«*_# ")
    met = block.lower().startswith(criterion.words[0].lower()) and not block[len(criterion.words[0]) :][:1].isalnum()
    return Finding(met=met, found=f'paragraph {criterion.nth} begins with "{block[:40]}"')
