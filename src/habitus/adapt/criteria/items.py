"""How many things: "the first 1000 primes", "list ten names", "dame tres ideas".

Counted where the answer is a list or a row of numbers. Where things stand in prose nobody can count them, and it stays unchecked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("item_count", "number_count")
_GIVE = (
    r"(?:\b(?:list|give|name|provide|generate|come up with|suggest|calculate|compute|tell|create|show|find|propose|"
    r"recommend|enumerate|brainstorm|need|want|return|print|calcula|lista|enumera|dame|da|"
    r"genera|nombra|proporciona|sugiere|propon|calcule|liste|de|gere|sugira|donne|enumere|cite|propose|genere|nenne|gib|"
    r"liste|berechne|elenca|dammi|suggerisci|calcola)\b(?:\s+(?:me|mir|moi|us|out|up))?|"
    r"列出|给我|计算|给出|写出)"
)
_FIRST = (
    r"(?:the|los|las|os|as|les|die|i|le)?\s*(?:first|top|next|last|primeros|primeras|primeiros|primeiras|premiers|premieres|"
    r"ersten|primi|prime|前)"
)
_NUMBERS = (
    r"(?:numbers?|primes?|integers?|digits|multiples|squares|cubes|terms|numeros?|primos|enteros|nombres|zahlen|primzahlen|"
    r"numeri|个?(?:数字?|素数|质数|偶数|奇数|整数))"
)
_NOUN = r"[^\W\d_][\w'-]*"
_ASKED = re.compile(
    rf"(?:{_GIVE}\s*(?:{_FIRST}\s*)?|^\s*{_FIRST}\s*)(?:exactly\s+|a list of\s+)*"
    rf"(?P<rest>(?:at least\s+|at most\s+|up to\s+)?(?P<number>{bounds.NUMBER})[^\n]{{0,80}})"
)
_NOT_ITEMS = wordset(
    """
    heading headings
    words word sentences sentence paragraphs paragraph characters letters lines pages page days day hours hour minutes minute seconds years
    year weeks week months month times percent people persons dollars euros palabras frases parrafos dias horas minutos anos paginas veces
    mots phrases jours heures worter satze tage stunden parole frasi giorni ore bullet bullets sections section versions version
    placeholders
    th st nd rd pm am and or to of in grade feet miles km kg in- asterisk asterisks different responses response
    respuestas respostas reponses antworten risposte versiones versioni
    """
)


def asked(request: Request) -> list[Criterion]:
    found = []
    for clause in request.clauses:
        for match in _ASKED.finditer(clause.text):
            one = next(bounds.find(match["rest"], _NOUN, bare="exact", fill=False), None)
            words = match["rest"][match.end("number") - match.start("rest") :].split()[:3]
            if one is None or one.start > 0 or any(word.strip(".,;:") in _NOT_ITEMS for word in words[:2]):
                continue
            start, end = clause.start + match.start(), clause.start + match.start("rest") + one.end
            numbers = re.search(_NUMBERS, match["rest"][:50]) is not None
            kind = "number_count" if numbers else "item_count"
            first = re.search(rf"{_FIRST}\s*$", clause.text[: match.start("rest")].rstrip())
            begin = clause.start + first.start() if first else start
            if numbers:  # what kind of numbers is a criterion of its own
                end = clause.start + match.end("number")
            found.append(Criterion(kind=kind, quote=request.quote(begin, end), bound=one.bound))
    return found[:1]


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == "number_count":
        if content.is_code or not content.numbers:
            return Finding(met=False, found="no numbers" if not content.is_code else "a program, not numbers")
        count = len(content.numbers)
        met = bounds.holds(criterion.bound, count)
        # a sentence around the numbers may name one or two itself
        return Finding(met=met if met or _is_raw(content) else _near(criterion, count), found=f"{count} numbers")
    counts = {content.numbered, content.bullets, len(content.lines) if _is_lines(content) else 0} - {0}
    if any(bounds.holds(criterion.bound, count) for count in counts):
        return Finding(met=True, found=f"{max(counts)} items")
    return Finding(met=False if _is_list(content) else None, found=f"{max(counts, default=0)} items")


def _is_raw(content: Content) -> bool:
    return not re.search(r"[^\W\d_]", content.text[:100_000])


NEAR = 4


def _near(criterion: Criterion, count: int) -> bool | None:
    bound = criterion.bound or Bound()
    low, high = bound.low or 0, bound.high or count
    return None if low - NEAR <= count <= high + NEAR else False


def _is_lines(content: Content) -> bool:
    return bool(content.lines) and all(len(line) < 60 for line in content.lines)


def _is_list(content: Content) -> bool:
    """Nothing but one list of one kind, with at most a line before it."""
    items = max(content.numbered, content.bullets)
    return items > 1 and min(content.numbered, content.bullets) == 0 and len(content.lines) - items <= 1
