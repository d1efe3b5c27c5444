"""Two different answers with six stars between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("two_responses",)
_STARS = re.compile(r"(?<!\*)\*{6,7}(?!\*)|\b(?:6|six|seis|sei|sechs)\s+(?:asterisk|asterisc|star|astérisque|sternchen)\w*|六个星号")


def asked(request: Request) -> list[Criterion]:
    for clause in request.clauses:
        match = _STARS.search(clause.text)
        if match:
            begin = max(0, match.start() - 80)
            return [
                Criterion(kind="two_responses", quote=request.quote(clause.start + begin, clause.start + match.end()), words=("******",))
            ]
    return []


def met(criterion: Criterion, content: Content) -> Finding:
    parts = [part.strip() for part in content.text.split(criterion.words[0])]
    if not all(parts[1:-1]):
        return Finding(met=False, found="an empty part between two dividers")
    given = [part for part in parts if part]
    if len(given) == 2 and given[0] == given[1]:
        return Finding(met=False, found="the same answer twice")
    return Finding(met=len(given) == 2, found=f"{len(given)} parts")
