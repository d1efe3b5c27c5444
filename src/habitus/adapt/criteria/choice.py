"""One of the answers that the prompt lists; or nothing but a yes or a no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Criterion, Finding
from habitus.adapt.request import HIDDEN, QUOTED, fold

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("constrained_response", "only_response")
_ALONE = "only|just|simply|strictly|solely|nothing but|(?:one|a single) word"
_PAIRS = (
    (_ALONE, "yes", "or", "no"),
    (_ALONE, "true", "or", "false"),
    ("solo|solamente|unicamente|simplemente", "sí", "o", "no"),
    ("so|somente|apenas|unicamente", "sim", "ou", "não"),
    ("seulement|uniquement|juste|simplement|que", "oui", "ou", "non"),
    ("nur|ausschliesslich|einfach", "ja", "oder", "nein"),
    ("solo|soltanto|solamente|unicamente", "sì", "o", "no"),
)
_ELSE = "nothing else|nada mas|nada mais|rien d'autre|sonst nichts|nient'altro"


def _pair(only: str, yes: str, either: str, no: str) -> re.Pattern[str]:
    """ "Answer only yes or no", "a yes or no answer, nothing else"."""
    both = rf'"?{fold(yes)}"?(?: {either} |\s?/\s?)"?{fold(no)}\b"?'
    return re.compile(rf'\b(?:{only})\b[ :,]+(?:[\w"]+[ :]+){{0,4}}?{both}|"?\b{both}(?: answer)?,? (?:and )?(?:{only}|{_ELSE})\b')


_ONLY = (
    *((_pair(*words), (words[1], words[3])) for words in _PAIRS),
    (re.compile(r'[只仅](?:用|需|能|要|可|须)*(?:回答|答|说|回复)?"?是"?(?:或者?|/|还是)"?(?:否|不是)'), ("是", "否", "不是")),
)
_MORE = re.compile(
    r"\W+(?:(?:and|then|y|e|et|und)\s+(?!nothing|nada|rien|niente|no\b)|followed|with|plus|before|unless|if|when|because|luego|puis|dann|poi)"
)
"""Behind it: more is wanted, or not always."""
_EACH = re.compile(r"\b(?:each|every|both|all|cada|todas?|todos|chaque|jede\w*|ogni)\b|每")
_BARE = " \t\"'`*_.,!¡:;()[]。！"
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
    return _only(request) or _listed(request)


def _only(request: Request) -> list[Criterion]:
    """The quotation marks of an option are no matter: with them or without, it is the same wish."""
    for clause in request.clauses:
        text = fold(request.prompt[clause.start : clause.start + len(clause.text)]) if HIDDEN in clause.text else clause.text
        for pattern, options in _ONLY:
            match = pattern.search(text)
            if match is None or bounds.negated(text[: match.start()]):
                continue
            plain = not _MORE.match(text[match.end() :]) and not _EACH.search(text)
            quote = request.quote(clause.start + match.start(), clause.start + match.end())
            return [Criterion(kind="only_response", quote=quote, words=options, checkable=plain)]
    return []


def _listed(request: Request) -> list[Criterion]:
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
    if criterion.kind == "only_response":
        options = {fold(option) for option in criterion.words}
        lines = [fold(_BULLET.sub("", line)).strip(_BARE) for line in content.lines]
        return Finding(met=bool(lines) and options.issuperset(lines), found="more than that, or something else")
    chosen = [option for option in criterion.words if option.strip() and option in content.text]
    return Finding(met=bool(chosen), found="none of the answers to choose from")
