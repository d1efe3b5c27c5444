"""All in capitals, all in small letters, or so many words in capitals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("all_uppercase", "all_lowercase", "capital_word_frequency")

_UPPER = (
    r"(?:(?:all[ -])?caps\b|capital(?:ized|s)?(?: letters?)?|upper ?-?case(?: letters?)?|mayusculas?|maiusculas?|majuscules?|"
    r"gro(?:ss|ß)buchstaben|maiuscol[oae]|大写)"
)
_LOWER = r"(?:lower ?-?case(?: letters?)?|small letters|minusculas?|minuscules?|kleinbuchstaben|minuscol[oae]|小写)"
_ALL = (
    r"(?:all(?: of)?(?: in| the| letters)?|everything(?: in)?|entirely(?: in)?|only(?: use| in| using)?|just|fully(?: in)?|"
    r"completely(?: in)?|"
    r"exclusively|every(?: letter)?(?: in)?|in|use|using|be|solo|solamente|unicamente|todo (?:en|em)|"
    r"toda en|enteramente (?:en|em)|completamente (?:en|em)|totalmente (?:en|em)|en|em|apenas|somente|so|uniquement(?: en)?|"
    r"tout en|nur(?: in)?|in|komplett in|solo(?: in)?|tutto(?: in)?|全部|都|只)"
)
_WHOLE = {
    "all_uppercase": re.compile(
        rf"(?<![a-z]){_ALL}\s*(?:of\s+|letras\s+|lettres\s+|lettere\s+|english\s+)?{_UPPER}|{_UPPER}\s+(?:only|solamente|"
        r"uniquement)|capitalize (?:every|each|all) (?:single )?letters?"
    ),
    "all_lowercase": re.compile(
        rf"(?<![a-z]){_ALL}\s*(?:of\s+|letras\s+|lettres\s+|lettere\s+|english\s+)?{_LOWER}|{_LOWER}\s+(?:only|solamente|uniquement)"
    ),
}
_NONE = {
    "all_uppercase": re.compile(rf"(?:{_LOWER})"),
    "all_lowercase": re.compile(rf"(?:{_UPPER})"),
}
_WORDS = re.compile(r"\b(?:words?|palabras?|palavras?|mots|worter|parole)\b|单词|\ball-?caps words")
_SMALL_PART = re.compile(
    r"\b(?:titles?|headings?|headlines?|first letters?|initials?|names? of|sentences?|subtitle|titulos?|titre|each word|"
    r"every word)\b(?![^,;]*(?:\band\b|,))[^,;]*$"
)
_CITY = re.compile(r"\bcapitals? (?:of|city|cities|gains?|punishment|markets?)\b")
_SOME = re.compile(r"\b(?:some|a few|several|algunas|varias|quelques|einige|alcune)\b")
_TOKEN = re.compile(r"[^\W_]+(?:[-'’.&][^\W_]+)*")


def asked(request: Request) -> list[Criterion]:
    found: list[Criterion] = []
    for clause in request.clauses:
        found += _words(request, clause) or _whole(request, clause)
    return list({criterion.kind: criterion for criterion in reversed(found) if criterion.kind != KINDS[2]}.values()) + [
        criterion for criterion in found if criterion.kind == KINDS[2]
    ]


def _words(request: Request, clause: Clause) -> list[Criterion]:
    upper, words = re.search(_UPPER, clause.text), _WORDS.search(clause.text)
    if upper is None or words is None or "single word" in clause.text:
        return []
    counts = bounds.times(clause.text) or list(bounds.find(clause.text, rf"(?:{_WORDS.pattern})|{_UPPER}", bare="least"))
    found = [
        Criterion(
            kind=KINDS[2],
            quote=request.quote(clause.start + min(upper.start(), one.start), clause.start + max(upper.end(), one.end)),
            bound=one.bound,
        )
        for one in counts[:1]
    ]
    use = re.search(r"\b(?:use|include|add|incluye|usa|utiliza)\b[^.;]*$", clause.text[: upper.start()])
    if use and not bounds.negated(clause.text[: upper.start()]) and (_SOME.search(clause.text) or not counts):
        quote = request.quote(clause.start + use.start(), clause.start + upper.end())
        found.append(Criterion(kind=KINDS[2], quote=quote, bound=Bound(low=1)))
    return found


def _whole(request: Request, clause: Clause) -> list[Criterion]:
    if _CITY.search(clause.text):
        return []
    for kind, pattern in _WHOLE.items():
        match = pattern.search(clause.text)
        if match and _SMALL_PART.search(clause.text[: match.end()]):
            return []
        if match and not bounds.negated(clause.text[: match.start()]):
            return [Criterion(kind=kind, quote=request.quote(clause.start + match.start(), clause.start + match.end()))]
    for kind, pattern in _NONE.items():
        match = pattern.search(clause.text)
        if (
            match
            and not _SMALL_PART.search(clause.text[: match.end()])
            and (bounds.negated(clause.text[: match.start()]) or "not a single letter" in clause.text)
        ):
            return [Criterion(kind=kind, quote=request.quote(clause.start, clause.start + match.end()))]
    return []


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == KINDS[2]:
        count = sum(token.isupper() for token in _TOKEN.findall(content.text))
        return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} words in capitals")
    is_upper = criterion.kind == "all_uppercase"
    wrong = [word for word in content.words if word != (word.upper() if is_upper else word.lower())]
    cased = any(char.isupper() or char.islower() for char in content.text[:100_000])
    return Finding(met=not wrong if cased else None, found=f'"{wrong[0]}"' if wrong else "")
