"""The language of the answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt.languages import CODES
from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("response_language",)
_NAMES = "|".join(sorted(CODES, key=len, reverse=True))
_IN = re.compile(
    r"(?:\b(?:in|into|en|em|auf|ins|al|ao|para o|use|using|than|except|of|to)\s+(?:only\s+|entirely\s+|fully\s+|solely\s+|"
    rf"pure\s+|just\s+|proper\s+|simple\s+|plain\s+)*(?:the\s+|el\s+|la\s+|idioma\s+)*)(?P<name>{_NAMES})"
    r"(?=\s*(?:$|[.,;:!?)(]|\b(?:language|lang|only|no\b|and|y|with|without|about|why|how|for|that|so|using|but|please|to\b|"
    r"then|on\b|as\b|at\b|alone|speaking|sin|con|com|avec|mit|e\b|et\b|und\b|sem|sans|ohne|senza|solamente|unicamente|"
    rf"idioma|who|is\b|or\b|in\b|throughout|text|script|font|here)))|用(?P<zh>{_NAMES})"
)
_PURE = re.compile(
    r"no other language|outside of|entire(?:ly)?|only|whole|all of|throughout|ningun otro idioma|otro idioma|completamente|"
    r"enteramente|totalmente|exclusiv|ausschlie|ganz|interamente|entierement"
)
_OTHER = re.compile(
    r"\b(?:from|traduc\w+ d\w+|translat\w+|traduc\w+|traduz\w+|tradui\w+|ubersetz\w+|words? (?:in|from)|meaning of|learn\w*|course)\b"
)


def asked(request: Request) -> list[Criterion]:
    found: dict[str, Criterion] = {}
    for clause in request.clauses:
        for match in _IN.finditer(clause.text):
            code = CODES[match["name"] or match["zh"]]
            strict = bool(_PURE.search(clause.text))
            if match[0].startswith(("of ", "than ", "except ", "use ", "using ", "to ")) and not strict and "translat" not in clause.text:
                continue
            loose = _OTHER.search(clause.text) is not None and not strict
            quote = request.quote(clause.start + match.start(), clause.start + match.end())
            known = found.get(code)
            if known is None or (not known.checkable and not loose):
                found[code] = Criterion(kind="response_language", quote=quote, words=(code,), checkable=not loose)
    several = len(found) > 1
    return [Criterion(kind=one.kind, quote=one.quote, words=one.words, checkable=one.checkable and not several) for one in found.values()]


def met(criterion: Criterion, content: Content) -> Finding:
    found = content.language
    return Finding(met=None if found is None else found == criterion.words[0], found=f"the language is {found}")
