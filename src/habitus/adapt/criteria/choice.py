"""One of the answers that the prompt lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Criterion, Finding
from habitus.adapt.request import QUOTED

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("constrained_response",)
_ONE_OF = re.compile(
    r"\bone of(?:(?: the)? (?:following|these|those|\w+ \w+)|(?=:))|\beither (?=\")|\bchoose (?:one|from|between|exactly|"
    r"either)|\b(?:answer|"
    r"respond|reply) (?:only )?with (?:one|either|exactly one|only one|just|:|(?=\"))|\bonly (?:answer|respond|reply) with|"
    r"\b(?:pick|select) (?:one|from)|"
    r"\bun[ao] de (?:las|los|estas|estos) (?:siguientes|\w+)|\belige|\bescoge|\bsiguientes (?:alternativas|opciones|"
    r"respuestas|frases)|\buma das (?:seguintes|opcoes)|\bl'une des|\bl'un des|"
    r"\beine[rs]? der folgenden|\buna delle (?:seguenti|opzioni)|\bfollowing (?:options|answers|alternatives|exact phrases)|"
    r"以下(?:选项|答案)之一|从以下"
)
_LIST = re.compile(
    rf"{QUOTED}(?:\s*(?:,|;|/|\||\b(?:or|o|ou|oder|and|y|e)\b|或|、|\s)\s*)*{QUOTED}(?:(?:\s*(?:,|;|/|\||\b(?:or|o|ou|oder|and|"
    rf"y|e)\b|或)\s*|\s)*{QUOTED})*"
)
_PARTS = re.compile(r"\s*[/|]\s*|,\s*(?:or |and )?|\s+or\s+|(?<=[.!?])\s+|\([a-z0-9]\)\s*")
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?[a-z0-9]{1,2}[.)])\s*")
FEWEST, MOST, LONGEST = 2, 6, 6
"""Options, and words of one: what is longer is no choice but a text."""
NEAR = 250
"""Characters between the words that announce a choice and the list."""


def asked(request: Request) -> list[Criterion]:
    for said in _ONE_OF.finditer(request.text):
        if bounds.negated(request.text[: said.start()]):
            continue
        window = request.text[said.start() : said.end() + NEAR]
        listed = _LIST.search(window)
        if listed:
            start, end = said.start() + listed.start(), said.start() + listed.end()
            options = tuple(request.quoted(start, end))
            if len(options) > 1:
                return [Criterion(kind="constrained_response", quote=request.quote(said.start(), end), words=options)]
        plain = _plain(request.prompt[said.end() : said.end() + NEAR])
        if plain:
            return [Criterion(kind="constrained_response", quote=request.quote(*said.span()), words=plain)]
    return []


def _plain(rest: str) -> tuple[str, ...]:
    """Options without quotation marks, behind a colon: on the same line, or one on each line below."""
    _, colon, listed = rest.partition(":")
    if not colon or '"' in listed:
        return ()
    line, _, below = listed.strip(" ").partition("\n")
    parts = _PARTS.split(line) if line.strip() else below.strip("\n").partition("\n\n")[0].split("\n")
    options = [_BULLET.sub("", part).strip(" ()[]") for part in parts]
    options = [option for option in options if option]
    return tuple(options) if FEWEST <= len(options) <= MOST and all(len(option.split()) <= LONGEST for option in options) else ()


def met(criterion: Criterion, content: Content) -> Finding:
    chosen = [option for option in criterion.words if option.strip() and option in content.text]
    return Finding(met=bool(chosen), found="none of the answers to choose from")
