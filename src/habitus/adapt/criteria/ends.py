"""What the whole answer begins or ends with, and quotation marks around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt.nouns import Criterion, Finding
from habitus.adapt.request import QUOTED

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("end_checker", "start_checker", "quotation")
_LONG = QUOTED.replace("300", "400")
_WITH = r"(?:with|by|con|por|com|par|avec|mit|以|用|:)"
_END = (
    r"(?:\b(?:end(?:s|ing)?|finish(?:es|ing)?|conclud(?:e|es|ing)|clos(?:e|es|ing)|last words?|finali[zc]\w+|termin\w+|"
    r"acab\w+|conclu\w+|fini\w*|beend\w+|enden?|endet|schlie(?:ss|ß)\w*)\b|结尾|结束)"
)
_START = (
    r"(?:\b(?:start(?:s|ing)?|begin(?:s|ning)?|open(?:s|ing)?|first words?|empie\w+|empez\w+|comien\w+|comenz\w+|inici\w+|"
    r"comec\w+|commenc\w+|beginn\w*|inizi\w+|cominci\w+)\b|开头|开始)"
)
_CLOSING = (
    r"\b(?:end|last (?:sentence|line|words?|phrase|thing)|final (?:sentence|line|words?|phrase)|final|ultima (?:frase|linea|"
    r"oracion)|ultimas palabras|derniere phrase|letzte[rn]? satz|ultima frase)"
    r"(?:\s+(?:of|de|del|de la|von|der|di|della)\b)?[^\"\n]{0,50}?\b(?:read|be|is|say|sea|ser|debe\w*|deve|etre|sein|"
    rf"lauten|essere)\b[^\"\n]{{0,40}}?(?P<closing>{_LONG})"
)
_QUOTED = {
    "end_checker": re.compile(
        rf"{_CLOSING}|{_END}[^\"\n]{{0,90}}?{_WITH}[^\"\n]{{0,70}}?(?P<what>{_LONG})|"
        r"(?:\bat the (?:very )?end|\bal final)\b[^\"\n]{0,50}?\b(?:write|say|add|put|state|escribe|di|anade|"
        rf"pon)\s+(?:\w+\s+){{0,4}}?(?P<last>{_LONG})|"
        rf"(?P<after>{_LONG})[^\"\n]{{0,30}}(?:at the (?:very )?end|al final|no final|a la fin|am ende|alla fine)"
    ),
    "start_checker": re.compile(
        rf"{_START}[^\"\n]{{0,60}}?{_WITH}[^\"\n]{{0,50}}?(?P<what>{_LONG})(?P<after>(?!))?(?P<closing>(?!))?(?P<last>(?!))?"
    ),
}
_PLAIN_END = re.compile(
    rf"{_END}[^\"\n]{{0,60}}?with (?:the|this)(?: exact)?(?: following)? (?:question|phrase|sentence|words?|"
    r"line)(?::\s*|\s+)(?P<what>[^\"\n]{4,200})"
)
_PART = re.compile(
    r"\b(?:paragraphs?|parrafos?|paragrafos?|absatz|each|every|cada|chaque|ogni|jede\w?|sections?|sentences?|lines?|verses?|"
    r"stanzas?|words? (?:should|must)|post ?-?script|posdata|title|name of)\b|段"
)
_NAMED = re.compile(r"\b(?:the|this|following|exact)\s+(?:\w+\s+)?(?:sentence|line|words?|question)\W*$")
_MARKS = re.compile(
    r"quotation marks?|double quotes?|\bquotes\b|quote marks|comillas|aspas|guillemets|anfuhrungszeichen|virgolette|双引号|引号"
)
_WRAP = re.compile(
    r"\b(?:start|begin|wrap\w*|put|enclos\w+|surround\w*|plac\w+|encas\w+|within|inside|in|around|envuel\w+|envol\w+|"
    r"encierr\w+|entre|pon\w*|coloc\w+|rode\w+|entour\w+|setz\w+|umschlie\w+|racchiu\w+|mett\w+)\b|放在|用"
)
_WHOLE = re.compile(
    r"\b(?:entire|whole|complete|full|all|response|answer|output|reply|your|toda|todo|totalidad|entera|completa|respuesta|"
    r"resposta|reponse|antwort|risposta|it|everything)\b|整个|全部|回答"
)
_SMALL = re.compile(r"\b(?:title|name|word|keyword|phrase|each|every|titulo|palabra|dialogue|direct)\b")


def asked(request: Request) -> list[Criterion]:
    found: list[Criterion] = []
    for clause in request.clauses:
        for kind, pattern in _QUOTED.items():
            match = pattern.search(clause.text)
            if match is None:
                continue
            name = next(group for group in ("closing", "what", "last", "after") if match[group])
            before = clause.text[: match.start(name) if name == "what" else match.start()]
            if not _PART.search(_NAMED.sub("", before)):
                start, end = clause.start + match.start(name), clause.start + match.end(name)
                quote = request.quote(clause.start + match.start(), clause.start + match.end())
                found.append(Criterion(kind=kind, quote=quote, words=(request.prompt[start + 1 : end - 1],)))
        found += _plain(request, clause.start, clause.text) + _quotation(request, clause.start, clause.text)
    return list({criterion.kind: criterion for criterion in reversed(found)}.values())


def _plain(request: Request, start: int, text: str) -> list[Criterion]:
    match = _PLAIN_END.search(text)
    if match is None or _PART.search(text[: match.start()]):
        return []
    phrase = request.prompt[start + match.start("what") : start + match.end("what")].strip()
    if ":" not in text[match.start() : match.start("what")] and not phrase[:1].isupper():
        return []
    return [Criterion(kind="end_checker", quote=request.quote(start + match.start(), start + match.end()), words=(phrase,))]


def _quotation(request: Request, start: int, text: str) -> list[Criterion]:
    marks = _MARKS.search(text)
    if marks is None or not _WRAP.search(text) or not _WHOLE.search(text) or _SMALL.search(text[: marks.end()]):
        return []
    begin = max(0, marks.start() - 60)
    return [Criterion(kind="quotation", quote=request.quote(start + begin, start + marks.end()))]


def met(criterion: Criterion, content: Content) -> Finding:
    text = content.stripped
    if criterion.kind == "quotation":
        met = len(text) > 1 and text[0] + text[-1] in ('""', "“”", "«»", "„“", "「」")
        return Finding(met=met, found=f"it begins with {text[:1]!r} and ends with {text[-1:]!r}")
    phrase = criterion.words[0].strip().strip("\"'").lower()
    bare = text.strip("\"'*_ \n").lower()
    if criterion.kind == "end_checker":
        return Finding(met=bare.endswith(phrase.strip("*_ ")), found=f'it ends with "{text[-60:]}"')
    return Finding(met=bare.lstrip("#").lstrip().startswith(phrase), found=f'it begins with "{text[:60]}"')
