"""How often a letter appears, and how many words have a certain letter or an accent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding
from habitus.adapt.request import HIDDEN

if TYPE_CHECKING:
    from habitus.adapt.bounds import Found
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("letter_frequency", "words_with_letter", "tildes")
_LETTER = re.compile(
    rf"\b(?:letters?|alphabets?|letras?|lettres?|buchstaben?|letter[ae])\s+(?:\"{HIDDEN}\"|[^\W\d_](?![\w'-])|"
    rf"[#!@%&$~](?=\s))|字母\s*\"?[{HIDDEN}a-z]\"?"
)
_OF_WORDS = re.compile(
    r"(?:words?|palabras?|palavras?|mots?|worter|parole)\s+(?:that\s+|which\s+|que\s+|qui\s+|che\s+|die\s+)?(?:have|has|"
    r"with|containing|contain|including|include|con|incluy\w+|"
    r"inclu\w+|conten\w+|contien\w+|teng\w+|llev\w+|com|avec|mit|enthalt\w*|uten)\s+(?:the\s+|la\s+|a\s+|le\s+|"
    r"den\s+)?(?:letter|letra|lettre|buchstaben|lettera)\s+\"?.\"?"
)
_ACCENTS = (
    r"(?:palabras?|words?|palavras?)\s+(?:que\s+(?:llev\w+|teng\w+|conten\w+|incluy\w+)\s+|con\s+|com\s+|with\s+(?:an?\s+)?|"
    r"having\s+)?(?:tildes?|acentos?|acentuadas?|accents?(?: marks?)?|accented)"
)
_ACCENTED = re.compile("[áéíóú]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def asked(request: Request) -> list[Criterion]:
    found = []
    for clause in request.clauses:
        found += _accents(request, clause) or _words_with(request, clause) or _letters(request, clause)
    return found


def _accents(request: Request, clause: Clause) -> list[Criterion]:
    match = re.search(_ACCENTS, clause.text)
    if match is None:
        return []
    counted = next(bounds.find(clause.text, _ACCENTS), None) or next(iter(bounds.times(clause.text)), None)
    return [_criterion("tildes", request, clause, match, counted)]


def _words_with(request: Request, clause: Clause) -> list[Criterion]:
    match = _OF_WORDS.search(clause.text)
    if match is None:
        return []
    counted = next(bounds.find(clause.text, _OF_WORDS.pattern), None) or next(iter(bounds.times(clause.text)), None)
    letter = request.prompt[clause.start : clause.start + match.end()].rstrip("\"'“”«» ")[-1:]
    return [_criterion("words_with_letter", request, clause, match, counted, letter)]


def _letters(request: Request, clause: Clause) -> list[Criterion]:
    found = []
    matches = list(_LETTER.finditer(clause.text))
    for place, match in enumerate(matches):
        end = matches[place + 1].start() if place + 1 < len(matches) else len(clause.text)
        counts = [one for one in bounds.times(clause.text) if match.end() <= one.start < end] or (
            [one for one in bounds.times(clause.text) if one.end <= match.start()] if place == 0 else []
        )
        counts = counts or list(bounds.find(clause.text[: match.end()], r"(?:the\s+)?letters?(?![a-z])", fill=False))
        letter = request.prompt[clause.start : clause.start + match.end()].rstrip("\"'“”«» ")[-1:]
        found.append(_criterion("letter_frequency", request, clause, match, counts[0] if counts else None, letter))
    return found


def _criterion(kind: str, request: Request, clause: Clause, match: re.Match[str], counted: Found | None, letter: str = "") -> Criterion:
    start, end = match.start(), match.end()
    if counted is not None:
        start, end, bound = min(start, counted.start), max(end, counted.end), counted.bound
        if kind == "letter_frequency" and not counted.has_relation:
            bound = Bound(low=bound.low)
    else:
        bound = Bound(high=0) if bounds.negated(clause.text[:start]) else Bound(low=1)
    return Criterion(
        kind=kind, quote=request.quote(clause.start + start, clause.start + end), bound=bound, words=(letter,) if letter else ()
    )


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == "letter_frequency":
        letter = criterion.words[0].lower()
        count, what = content.lower.count(letter), f'times the letter "{letter}"'
    elif criterion.kind == "tildes":
        count, what = sum(bool(_ACCENTED.search(word)) for word in _WORD.findall(content.text)), "words with an accent"
    else:
        letter = criterion.words[0].lower()
        count, what = sum(letter in word for word in _WORD.findall(content.lower)), f'words with "{letter}"'
    return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} {what}")
