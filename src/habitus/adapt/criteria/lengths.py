"""How long: words, sentences, characters, lines of the whole answer.

Why: "in under 100 words" is the commonest thing asked and the easiest to miss. A length of a part ("each paragraph", "a title of five
words") is reported and not checked: nobody knows where the part ends.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.bounds import Relation
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

_ABOUT_WORDS = (
    r"(?!\s+(?:in all|in upper|in capital|with (?:all|a|the|an)\b|that\b|which\b|containing|starting|beginning|con\b|que\b|"
    r"en mayus|enteramente|"
    r"completamente|com\b|avec|qui\b|mit\b|die\b|[\"']))"
)
"""Behind "words": then words of a kind are counted, not the length."""
UNITS: dict[str, tuple[str, Relation]] = {
    "number_words": (rf"(?:words?|palabras?|palavras?|mots|wortern?|worte|parole|个?(?:单词|词))\b{_ABOUT_WORDS}", "about"),
    "number_sentences": (r"(?:sentences?|frases?|oraciones|oracion|oracoes|satze?n?|frasi|句话?|个句子)(?![a-z])", "exact"),
    "number_characters": (r"(?:characters?|chars|caracteres|zeichen|caratteri|个?字符|个?字(?!母))(?![a-z])", "exact"),
    "number_lines": (r"(?:lines|lineas|linhas|lignes|zeilen|righe|行)(?![a-z])", "exact"),
}
KINDS = tuple(UNITS)
FRENCH = (r"phrases?(?![a-z])", "number_sentences")
_PART = re.compile(
    r"(?:\b(?:each|every|per|cada|chaque|jede[rsnm]?|ogni|titles?|headlines?|headings?|subject line|(?:first|second|third|"
    r"last|final|opening) \w+|titulos?|titre|"
    r"titel|titolo|stanzas?|verses?|summary|one of (?:the|them)|introduction|conclusion)\b|每)(?![^,;]*\b(?:and|but|y|et|und)\b)[^,;]*$"
)
"""Before a number, with nothing between that begins another thought."""
_PER = re.compile(r"\s*(?:in |de |for )?(?:each|per|every|cada|por|par|pro|chaque)\b")
_BREAKS = re.compile(r"\b(?:line ?breaks?|new ?lines?|saltos de linea)\b|separat|divid|blank")


def asked(request: Request) -> list[Criterion]:
    found = []
    for clause in request.clauses:
        for kind, (unit, bare) in UNITS.items():
            if kind == "number_lines" and _BREAKS.search(clause.text):
                continue
            pattern = f"{unit}|{FRENCH[0]}" if kind == FRENCH[1] and request.language in ("fr", None) else unit
            for one in bounds.find(clause.text, pattern, bare=bare):
                quote = request.quote(clause.start + one.start, clause.start + one.end)
                if quote.lower().startswith(("single", "one of")):
                    continue  # "not a single word", "one of these sentences"
                part = _PART.search(clause.text[: one.start]) or _PER.match(clause.text[one.end :])
                checkable = not part and kind != "number_lines"
                found.append(Criterion(kind=kind, quote=quote, bound=one.bound, checkable=checkable))
    return found


def met(criterion: Criterion, content: Content) -> Finding:
    count = _count(criterion.kind, content)
    return Finding(met=bounds.holds(criterion.bound, count), found=f"{count} {criterion.kind.removeprefix('number_')}")


def _count(kind: str, content: Content) -> int:
    match kind:
        case "number_words":
            return len(content.words)
        case "number_sentences":
            return content.sentences
        case "number_characters":
            return content.characters
        case _:
            return len(content.lines)
