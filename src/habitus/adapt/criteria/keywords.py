"""Words that must be there, so and so often, or not at all.

Why: the words are named in the prompt, quoted or bare, and an answer that lacks one has missed the point. A word counts where it begins a
word of the answer ("model" is in "models"); a forbidden one only where it stands alone. What the answer is *about*, or begins or ends
with, is not a keyword.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding
from habitus.adapt.request import QUOTED
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("existence", "frequency", "forbidden_words")

_WORD = (
    r"(?:key[ -]?words?|words?|terms?|phrases?|expressions?|names?|palabras?(?: claves?)?|terminos?|frases?|"
    r"palavras?(?:[ -]chaves?)?|termos?|mots?(?:[ -]cles?)?|"
    r"termes?|wort(?:er|e)?|schlusselworter|begriffe?|parol[ae](?: chiave)?|关键词|单词|词语|词)"
)
_AND = (
    r"(?:\s*(?:,|;|/|&|和|或|、|\b(?:and|or|nor|y|o|u|e|ni|ou|et|und|oder|as well as)\b)\s*)+(?:the\s+|"
    r"la\s+)?(?:(?:key)?word\s+|palabra\s+)?"
)
_QUOTES = rf"{QUOTED}(?:{_AND}{QUOTED})*"
_USE = (
    r"(?:includ(?:e|es|ing)|mention(?:s|ing)?|contain(?:s|ing)?|us(?:e|es|ing)|say(?:ing)?|incorporat(?:e|es|ing)|writ(?:e|"
    r"ing)|add(?:ing)?|featur(?:e|ing)|incluy\w+|incluir|menci\w+|"
    r"us(?:a|ar|es|ando|ad)|utili[zcs]\w+|conten\w+|contien\w+|emple\w+|agreg\w+|anad\w+|inclu\w+|contenh\w+|mentionn\w+|"
    r"contien\w+|employ\w+|verwend\w+|benutz\w+|enthalt\w*|erwahn\w+|"
    r"usa(?:re|ndo)?|includ\w+|avoid(?:ing)?|evit\w+|appear\w*|aparec\w+|aparez\w+|apparai\w+|vorkomm\w+|erschein\w+|"
    r"compa\w+|exclud\w+|without|omit\w*|have|has|with|repeat\w*|leave out|be in|be used|be present|"
    r"使用|包含|包括|提到|出现|避免)"
)
_NAMED = re.compile(rf"(?<![a-z]){_WORD}(?:\s*[:：]\s*|\s+(?:of\s+|like\s+|such as\s+|de\s+)?|\s*)(?P<list>{_QUOTES})")
_DIRECT = re.compile(
    rf"(?<![a-z]){_USE}\s+(?:the\s+|any\s+|las?\s+|los\s+|el\s+|le\s+|les\s+)?(?:of (?:the following|these)|"
    rf"following)?\s*:?\s*(?:exact\s+)?(?P<list>{_QUOTES})"
)
_BARE_WORD = r"[^\W\d_][\w'-]*"
_BARE = re.compile(
    rf"(?:\b(?:the|la|las|a|le|les|das|die|la)\s+(?:key[ -]?word|word|palabra|palavra|mot|wort|parola)s?(?:\s+clave)?"
    rf"|(?<![a-z]){_USE}\s+(?:the\s+)?(?:key)?words?)[:]?\s+(?P<list>{_BARE_WORD}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor|"
    rf"y|o)\s+){_BARE_WORD})*)"
)
_KEYS = re.compile(
    r"\b(?:key ?words?:?|(?:words|palabras|palavras|mots|worter|"
    rf"parole)(?: clave)?:)\s+(?P<list>{_BARE_WORD}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+){_BARE_WORD})+)"
)
_SPLIT = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor|y|o)\s+")
_NOT_WORDS = wordset(
    """
    clave claves should must shall may can will is are was be that which who in on at of for with to from by as and or not count limit
    limits appear
    appears appearing less more no only than debe deben deberia que aparece aparezca aparecer en con you your it response answer order
    processing document file type choice use used using the a an do does each
    """
)

_OTHER_USE = re.compile(
    r"(?:\babout|\bcalled|\bnamed|\btitled|\bentitled|\bdefin\w+(?: of)?|\bmeaning of|\bmeans|\btranslat\w+|\brhym\w+ with|"
    r"\bafter|\bbefore|\bfollows?|\bfollowed by|\bstart\w*|\bbegin\w*|\bend(?:s|ing)?|"
    r"\bfinish\w*|\bconclud\w*|\bempie\w+|\bcomien\w+|\bcomen\w+|\btermin\w+|\bacab\w+|\bfinali\w+|\binici\w+|\bcommenc\w+|"
    r"\bbeginn\w*|\bsynonyms? (?:of|for)|\binstead of|\breplac\w+|\bsobre"
    r"|\bone of (?:the following|these)|\buna de las siguientes|\bletters? in|\bthan)"
    r"\s+(?:\w+\s+){0,5}?$"
)
_SWAPPED = re.compile(r"\b(?:replac|swap|substitut|exchang|renam|reemplaz|sustitu|remplac|ersetz|sostitu)\w*\b[^!?]{0,200}$")
"""What takes the place of something in a file is no word of the answer."""
_OR = re.compile(r"\b(?:or|o|ou|oder)\b|或")
_AND_TOO = re.compile(r"\b(?:and|y|e|et|und)\b|和")
_CHOICE = re.compile(
    r"\bone of (?:the following|these|those)\b|\bchoose\b|\balternativas\b|\bsiguientes (?:opciones|frases|respuestas)|"
    r"\bfollowing (?:options|exact phrases|phrases|answers)"
)
_NEVER = re.compile(
    r"^[\s,]*(?:\w+\s+){0,3}?(?:(?:should|must|shall|may|can|do|does|is|are)(?: not|n't)|cannot|no (?:deb|pued|aparez|"
    r"se )\w*|is forbidden|are forbidden|is prohibited|nao (?:dev|pod)\w*|ne (?:doi|peu)\w+ pas|"
    r"(?:darf|durfen|soll\w*) nicht|non (?:dev|puo)\w*|不)"
)


SPACELESS = "\u2e80"
"""From here on scripts write words without spaces between them."""


def asked(request: Request) -> list[Criterion]:
    found: list[Criterion] = []
    for clause in request.clauses:
        if not _CHOICE.search(clause.text):
            found += _in_clause(request, clause)
    return found


def _in_clause(request: Request, clause: Clause) -> Iterator[Criterion]:
    lists = _lists(clause.text)
    times = bounds.times(clause.text)
    for place, (start, low, high, is_bare) in enumerate(lists):
        before = clause.text[:start]
        if _OTHER_USE.search(before[-60:]) or _SWAPPED.search(before[-240:]) or not re.search(rf"(?<![a-z]){_USE}", clause.text):
            continue
        words = _named(request, clause, low, high, is_bare)
        if not words:
            continue
        until = lists[place + 1][0] if place + 1 < len(lists) else len(clause.text)
        since = lists[place - 1][2] if place else 0
        counted = next((one for one in times if high <= one.start < until), None) or next(
            (one for one in times if since <= one.start and one.end <= low and not (place and one.end <= lists[place - 1][2] + 40)), None
        )
        yield from _criteria(request, clause, (start, low, high), words, counted)


def _lists(text: str) -> list[tuple[int, int, int, bool]]:
    """Where words are named: the start of the phrase, the list's two ends, and whether it stands without quotation marks."""
    found: list[tuple[int, int, int, bool]] = []
    for pattern, is_bare in ((_NAMED, False), (_DIRECT, False), (_KEYS, True), (_BARE, True)):
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < high for start, _, high, _ in found):
                found.append((match.start(), match.start("list"), match.end("list"), is_bare))
    return sorted(found)


def _named(request: Request, clause: Clause, low: int, high: int, is_bare: bool) -> tuple[str, ...]:
    start, end = clause.start + low, clause.start + high
    if not is_bare:
        words = [word.strip().rstrip(",.") for word in request.quoted(start, end)]
        return tuple([word for word in words if (word and len(word.split()) <= 6 and len(word) > 1) or word.isalnum()])
    found = []
    for word in _SPLIT.split(request.prompt[start:end]):
        if word.lower() in _NOT_WORDS:
            break
        found.append(word)
    return tuple(found)


def _criteria(
    request: Request, clause: Clause, place: tuple[int, int, int], words: tuple[str, ...], counted: bounds.Found | None
) -> Iterator[Criterion]:
    start, low, high = place
    if counted is not None:
        begin, end = min(start, counted.start), max(high, counted.end)
        bound = counted.bound if counted.has_relation else Bound(low=counted.bound.low)
        for word in words:
            yield Criterion(kind="frequency", quote=request.quote(clause.start + begin, clause.start + end), bound=bound, words=(word,))
        return
    never = bounds.negated(_open(clause.text[:low].rstrip(" :"))) or _NEVER.search(clause.text[high:])
    begin = max(0, start - 40) if never else start
    quote = request.quote(clause.start + begin, clause.start + high)
    either = len(words) > 1 and _OR.search(clause.text[start:high]) and not _AND_TOO.search(clause.text[start:high])
    kind = "forbidden_words" if never else "constrained_response" if either else "existence"
    yield Criterion(kind=kind, quote=quote, words=words)


def _open(before: str) -> str:
    """Without what is only listed: in "do not use A, B or C" the no holds for all."""
    return re.sub(r"\b(?:include|use|mention|say|contain)\s+(?:or|and)\s+", "", before)


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind == "frequency":
        count = _count(criterion.words[0], content)
        return Finding(met=bounds.holds(criterion.bound, count), found=f'{count} times "{criterion.words[0]}"')
    if criterion.kind == "existence":
        missing = [word for word in criterion.words if not _count(word, content)]
        return Finding(met=not missing, found="missing: " + ", ".join(missing))
    there = [word for word in criterion.words if _count(word, content, alone=True)]
    return Finding(met=not there, found="there: " + ", ".join(there))


def _count(word: str, content: Content, *, alone: bool = False) -> int:
    if word[:1] >= SPACELESS:
        return content.text.count(word)
    return len(re.findall(rf"(?<!\w){re.escape(word.lower())}" + (r"(?!\w)" if alone else ""), content.lower))
