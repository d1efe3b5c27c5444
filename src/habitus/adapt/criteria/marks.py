"""Marks in the text: highlighted sections, a title in double angle brackets, placeholders in square brackets, a postscript."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding
from habitus.adapt.request import QUOTED

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("number_highlighted_sections", "title", "number_placeholders", "postscript", "number_headings")

_LIGHT = re.compile(
    r"highlight\w*|italic\w*|\bbold(?:ed|face)?\b|emphasi[sz]e\w*|resalt\w*|destac\w*|cursiva|negrita|realc\w*|italico|"
    r"negrito|surlign\w*|gras\b|italique|"
    r"hervorheb\w*|hervorgehoben\w*|fett\b|kursiv|evidenzi\w*|grassetto|corsivo|加粗|斜体|突出"
)
_STARRED = re.compile(r"\*|\"\x02\"|markdown")
_SECTION = (
    r"(?:sections?|parts?|phrases?|words?|pieces?|portions?|texts?|sentences?|keywords?|areas?|secciones|seccion|partes?|"
    r"frases?|palabras?|secoes|textos?|"
    r"passages?|mots|abschnitte?n?|stellen|worter|sezioni?|parole|处|部分|个)(?![a-z])"
)
_LIT = re.compile(r"\*\*(?=[^*\n]*[^*\s])[^*\n]+\*\*|\*(?=[^*\n]*[^*\s])[^*\n]+\*")

_ANGLES = re.compile(
    r"<<[^<>\n]{1,80}>>|double (?:angular|angle|pointed)|dobles? (?:corchetes|parentesis|comillas) angulares|"
    r"corchetes angulares dobles|双尖括号|doppelte spitze"
)
_TITLE = re.compile(r"<<([^\n<>]+)>>")

_HOLDER = (
    r"(?:place ?holders?|marcadores? de posicion|espacios? reservados?|marcadores? de posicao|espacos? reservados?|"
    r"espaces? reserves?|platzhaltern?|segnaposto|占位符)(?![a-z])"
)
_HOLDERS = re.compile(_HOLDER)
_BRACKETS = re.compile(r"\[[^\[\]\n]*\]")

_HEADING = r"(?:(?:sub-?)?headings|(?:sub)?encabezados|(?:sub)?cabecalhos|intertitres|uberschriften|intestazioni|个?标题)(?![a-z])"
_HEADED = re.compile(r"^(?:#{1,6} .*|\*\*[^*\n]{1,80}\*\*:?[ \t]*)$", re.MULTILINE)
_PS = re.compile(
    r"\bp\. ?p\. ?[sd]\b\.?|\bpp[sd]\b|\bp\. ?-?[sd]\b\.?|\bps:|\bpost ?-?script(?:um)?\b|\bpos(?:t)?data\b|\bpos-escrito\b|"
    r"\bpostskriptum\b|附言"
)
_MARK = re.compile(r"\s*(?:P\.? ?)?P\.? ?[SD]\.?:?\s*")
_CAPITALS = re.compile(r"\bP{1,2}[SD]\b")
_SAID = re.compile(r"\b(?:p\. ?)?p\. ?-?[sd]\b\.?|\bpp?[sd]\b")
_MARKER = re.compile(
    r"(?:start|begin|empie|comien|comenz|inici|comec|commen|beginn|inizi|mark|indicat|como|as|with|por|"
    rf"con)\w*[^\"]{{0,40}}(?P<what>{QUOTED})"
)
_WITH_MARK = re.compile(r"(?:start(?:s|ing)?|begin(?:s|ning)?) with (?P<what>[A-Z][\w.]{1,8})")


def asked(request: Request) -> list[Criterion]:
    return [*_highlights(request), *_title(request), *_placeholders(request), *_postscript(request), *_headings(request)]


def _highlights(request: Request) -> list[Criterion]:
    starred = bool(_STARRED.search(request.text))
    for clause in request.clauses:
        light = _LIGHT.search(clause.text)
        if light is None or bounds.negated(clause.text[: light.start()]):
            continue
        for one in bounds.find(clause.text, _SECTION, bare="least"):
            quote = request.quote(clause.start + min(light.start(), one.start), clause.start + max(light.end(), one.end))
            return [Criterion(kind=KINDS[0], quote=quote, bound=_open(one.bound), checkable=starred)]
        if starred:
            quote = request.quote(clause.start + light.start(), clause.start + len(clause.text))
            return [Criterion(kind=KINDS[0], quote=quote, bound=Bound(low=1))]
    return []


def _open(bound: Bound) -> Bound:
    return Bound(low=bound.low, high=bound.high) if bound.low != bound.high else Bound(low=bound.low)


def _title(request: Request) -> list[Criterion]:
    match = _ANGLES.search(request.text)
    if match is None:
        return []
    clause = _around(request, match.start())
    return [Criterion(kind="title", quote=request.quote(clause.start, clause.start + len(clause.text)))]


def _around(request: Request, place: int) -> Clause:
    return next(clause for clause in reversed(request.clauses) if clause.start <= place)


def _placeholders(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        for one in bounds.find(clause.text, _HOLDER, bare="least"):
            quote = request.quote(clause.start + one.start, clause.start + one.end)
            return [Criterion(kind="number_placeholders", quote=quote, bound=one.bound)]
        match = _HOLDERS.search(clause.text)
        if match and not bounds.negated(clause.text[: match.start()]):
            quote = request.quote(clause.start, clause.start + match.end())
            return [Criterion(kind="number_placeholders", quote=quote, bound=Bound(low=1))]
    return []


def _headings(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        for one in bounds.find(clause.text, _HEADING, bare="exact"):
            quote = request.quote(clause.start + one.start, clause.start + one.end)
            return [Criterion(kind="number_headings", quote=quote, bound=one.bound)]
    return []


def _postscript(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        match = _PS.search(clause.text) or _quoted_mark(request, clause)
        if match is None or bounds.negated(clause.text[: match.start()]):
            continue
        quote = request.quote(clause.start + max(0, match.start() - 40), clause.start + len(clause.text))
        return [Criterion(kind="postscript", quote=quote, words=(_marker(request, clause, match[0]),))]
    return []


def _quoted_mark(request: Request, clause: Clause) -> re.Match[str] | None:
    """ "P.S." between quotation marks, where nothing but the mark tells that a postscript is meant."""
    for match in re.finditer(QUOTED, clause.text):
        if _MARK.fullmatch(request.prompt[clause.start + match.start() + 1 : clause.start + match.end() - 1]):
            return match
    return _CAPITALS.search(request.prompt[clause.start : clause.start + len(clause.text)])


def _marker(request: Request, clause: Clause, said: str) -> str:
    named = _quoted_mark(request, clause) or _MARKER.search(clause.text)
    if named:
        group = "what" if "what" in named.re.groupindex else 0
        return request.prompt[clause.start + named.start(group) : clause.start + named.end(group)].strip("\"'“”«»")
    spelled = _SAID.search(clause.text)
    if spelled:
        return request.prompt[clause.start + spelled.start() : clause.start + spelled.end()]
    plain = _WITH_MARK.search(request.prompt[clause.start : clause.start + len(clause.text)])
    return plain["what"] if plain and "." not in said else "P.S."


def met(criterion: Criterion, content: Content) -> Finding:
    match criterion.kind:
        case "number_highlighted_sections":
            return _many(criterion, len(_LIT.findall(content.text)), "highlighted sections")
        case "number_placeholders":
            return _many(criterion, len(_BRACKETS.findall(content.text)), "placeholders")
        case "number_headings":
            return _many(criterion, len(_HEADED.findall(content.text)), "headings")
        case "title":
            return Finding(met=any(title.strip() for title in _TITLE.findall(content.text)), found="no <<title>>")
        case _:
            return Finding(met=_has_postscript(criterion.words[0], content), found=f"no postscript {criterion.words[0]}")


def _many(criterion: Criterion, count: int, what: str) -> Finding:
    return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} {what}")


def _has_postscript(marker: str, content: Content) -> bool:
    letters = [re.escape(part.strip()) for part in marker.lower().strip(" .:*").split(".") if part.strip()] or ["p", "s"]
    return re.search(r"(?<!\w)" + r"\.?\s?".join(letters) + r"(?!\w)", content.lower) is not None
