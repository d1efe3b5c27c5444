"""No commas, no exclamation points; at least one question or exclamation. In Spanish a question has two marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("no_comma", "question_marks", "exclamation_marks")
_COMMA = r"\b(?:commas?|comas?|virgulas?|virgules?|kommas?|kommata|virgole|virgola)\b|逗号"
_SIGNS = {
    "no_comma": re.compile(_COMMA),
    "question_marks": re.compile(
        r"\bquestion marks?\b|\bsignos? de interrogacion\b|\bpontos? de interrogacao\b|\bpoints? d'interrogation\b|\bfragezeichen\b|"
        r"\bpunt[oi] (?:interrogativ[oi]|di domanda)\b|问号"
    ),
    "exclamation_marks": re.compile(
        r"\bexclamation (?:marks?|points?|signs?)\b|\bexclamations\b|\bsignos? de (?:exclamacion|admiracion)\b|\bexclamaciones\b|"
        r"\bpontos? de exclamacao\b|\bpoints? d'exclamation\b|\bausrufe(?:zeichen|satze)\b|\bpunt[oi] esclamativ[oi]\b|感叹号|叹号"
    ),
}
"""The signs themselves: "no questions" may be about manners."""
_BANNED = re.compile(r"^[^.]{0,30}(?:(?:not|n't) (?:be )?(?:used?|allowed|appear|included|permitted)|forbidden|prohibited)")
_MARKS = {
    "question_marks": (r"(?:questions?(?: marks?)?|preguntas?|interrogaci\w+|perguntas?|fragen?|domande?|个?问题)(?![a-z])", "?"),
    "exclamation_marks": (
        r"(?:exclamations?(?: marks?| points?)?|exclamaci\w+|exclamac\w+|ausrufe\w*|esclamazion\w+|个?感叹号)(?![a-z])",
        "!",
    ),
}
_HAS = re.compile(
    r"\b(?:includ\w+|contain\w*|have|has|pose|raise|add|incluy\w+|inclu\w+|conten\w+|contien\w+|plante\w+|haz|formul\w+|agreg\w+|anad\w+|"
    r"us[ae]\w*|utili\w+|must|should|debe\w*|tien\w+|teng\w+|haya|aparez\w+)\b"
)
_SUBJECT = re.compile(r"\b(?:your|the|tu|su|entire|la|response|answer|respuesta|texto)\b")


def asked(request: Request) -> list[Criterion]:
    found: list[Criterion] = []
    for clause in request.clauses:
        found += _banned(request, clause)
        for kind, (unit, _) in _MARKS.items():
            for one in bounds.find(clause.text, unit, bare="least", fill=False):
                if not (_HAS.search(clause.text) and _SUBJECT.search(clause.text)) or (kind == "question_marks" and not one.has_relation):
                    continue
                quote = request.quote(clause.start + one.start, clause.start + one.end)
                found.append(Criterion(kind=kind, quote=quote, bound=one.bound))
        found += _one_or_more(request, clause.start, clause.text) if not any(c.kind in _MARKS for c in found) else []
    return list({criterion.kind: criterion for criterion in reversed(found)}.values())


def _banned(request: Request, clause: Clause) -> list[Criterion]:
    """Where a number of them is allowed ("no more than two"), none is banned; nor where it is told how a text is."""
    found: list[Criterion] = []
    if bounds.tells(clause.text):
        return found
    for kind, sign in _SIGNS.items():
        match = sign.search(clause.text)
        if match is None or next(bounds.find(clause.text, sign.pattern, fill=False), None):
            continue
        if bounds.negated(clause.text[: match.start()]) or _BANNED.search(clause.text[match.end() :]):
            quote = request.quote(clause.start + max(0, match.start() - 40), clause.start + match.end())
            found.append(Criterion(kind=kind, quote=quote, bound=None if kind == "no_comma" else Bound(high=0)))
    return found


def _one_or_more(request: Request, start: int, text: str) -> list[Criterion]:
    """ "Incluye una pregunta o más": the article counts because of what follows."""
    for kind, (unit, _) in _MARKS.items():
        match = re.search(
            rf"\b(?:una|um|uma|une|eine|a|an|alguna|any)\s+{unit}(?P<more>\s+(?:o|or|ou|oder)\s+(?:mas|more|mais|plus|mehr|piu|varias))?",
            text,
        )
        if match and _HAS.search(text[: match.start()]) and (match["more"] or "respuesta" in text or "your" in text):
            return [Criterion(kind=kind, quote=request.quote(start + match.start(), start + match.end()), bound=Bound(low=1))]
    return []


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == "no_comma":
        count = content.text.count(",") + content.text.count("，")
        return Finding(met=count == 0, found=f"{count} commas")
    mark = _MARKS[criterion.kind][1]
    count = content.text.count(mark) + content.text.count({"?": "？", "!": "！"}[mark])
    if content.language == "es" and criterion.bound and criterion.bound.low:
        count = min(count, content.text.count({"?": "¿", "!": "¡"}[mark]))
    return Finding(met=bounds.holds(criterion.bound, count), found=f'{count} times "{mark}"')
