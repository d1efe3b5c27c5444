"""The request, said again word for word before the answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt.nouns import Criterion, Finding
from habitus.adapt.request import HIDDEN

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("repeat_prompt",)
_WHAT = (
    r"(?:request|prompt|question|sentence|instructions?|message|task|solicitud|pregunta|peticion|enunciado|consigna|pedido|"
    r"instrucao|demande|consigne|anfrage|frage|aufgabe|richiesta|domanda|above|below|请求|问题)"
)
_AGAIN = re.compile(
    r"(?:\b(?:repeat(?:ing)?|copy|echo|say again|restate|reproduce|repite|repit\w+|repet\w+|wiederhol\w+|ripet\w+)\b|"
    rf"重复)[^.\n]{{0,60}}?{_WHAT}"
)
_FIRST = re.compile(r"\b(?:first|before|word for word|without (?:any )?chang\w+|verbatim|then)\b")
_GIVEN = re.compile(rf"\b(?:repeat|copy)\s+(?:\w+\s+){{0,4}}?:?\s*(?P<what>\"{HIDDEN}{{8,3000}}\")")
_BELOW = re.compile(r"\b(?:below|following|that follows|siguiente|abaixo|suivant\w*|folgende\w*|seguente)\b|以下|下面")


def asked(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        given = _GIVEN.search(clause.text)
        if given and _FIRST.search(clause.text):
            start, end = clause.start + given.start("what"), clause.start + given.end("what")
            quote = request.quote(clause.start + given.start(), start)
            return [Criterion(kind="repeat_prompt", quote=quote, words=(request.prompt[start + 1 : end - 1],))]
        match = _AGAIN.search(clause.text)
        if match is None:
            continue
        said = _after(request, clause) if _BELOW.search(clause.text) else request.prompt[: clause.start].strip()
        said = said or _after(request, clause)
        if said:
            quote = request.quote(clause.start + match.start(), clause.start + match.end())
            return [Criterion(kind="repeat_prompt", quote=quote, words=(said,))]
    return []


def _after(request: Request, clause: Clause) -> str:
    """What stands below: the next block, or the rest of the line's next lines."""
    rest = request.prompt[clause.start :]
    _, colon, same = rest[: len(clause.text)].partition(":")
    if colon and len(same.split()) > 1:
        return same.strip()
    for gap in ("\n\n", "\n"):
        _, found, below = rest.partition(gap)
        if found and below.strip():
            return below.strip()
    return rest[len(clause.text) :].strip()


def met(criterion: Criterion, content: Content) -> Finding:
    wanted = " ".join(criterion.words[0].lower().split())
    given = " ".join(content.stripped[: 2 * len(criterion.words[0]) + 200].lower().split()).lstrip("\"'“*_ ").replace(HIDDEN, "")
    return Finding(met=given.startswith(wanted.lstrip("\"'“*_ ")), found=f'it begins with "{content.stripped[:60]}"')
