"""What a text speaks of: all phrases of all meanings looked for in one pass. Text in, the meanings heard out.

The text is in lower case and without accents, as `kinds` folds it. Beside the meanings of `phrases` some signs are heard that cost a pass
of their own otherwise: most errors give none, and then nothing more needs to be looked at.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from habitus.parse.failure import names, phrases
from habitus.parse.failure.linear import several

if TYPE_CHECKING:
    from collections.abc import Callable

MEANINGS = ("TIMEOUT", "PERMISSION", "RATE", "PROVIDER", "PASSING")
UNSAID = (
    r"\b(?:no|invalid|unknown|unexpected|unrecogni[sz]ed|unsupported|missing|bad|negative|set|increase|raise|adjust) time-?out\b",
    r"\btime-?out (?:must|should|parameter|argument|option|value|setting|cannot|needs|is not|is invalid)\b",
    r"\bor (?:you )?do(?:es)? not have access\b",
    r"\b(?:data|django|orm|pydantic|domain|object|threat|view|3d|database|db) models?\b",
    r"\bmodel (?:class|field|form|instance|attribute|validation)\b",
    r"\bdisk quota\b",
    r"\bapi ?(?:version|server|docs?|documentation)\b",
)
"""Words of a kind that, said so, tell of something else."""

_SIGNS = {
    "UNSAID": "|".join(UNSAID),
    # It may come to stand beside its marker when what is between them goes.
    "CODE": r"(?:^|[^0-9A-Za-z_])(?:40[13]|429|50[234])(?:$|[^0-9A-Za-z_])",
    "FLAG": r"(?:^|[^0-9A-Za-z_])--?[a-z]",
    "SETTING": r"[^\s]=",
    "QUOTED": r"['\"`][^\s'\"`]*['\"`]",
}
HIDING = frozenset({"FLAG", "SETTING", "QUOTED"})
SPEAKING = frozenset({*MEANINGS, "CODE", "NAME"})
"""Without one of these a text is of no kind."""
_NOTHING: frozenset[str] = frozenset()


def heard(text: str) -> frozenset[str]:
    """The meanings and signs of a text."""
    found = _search()(text)
    return frozenset(map(_HEARD.__getitem__, found)) if found else _NOTHING


def _spoken(meaning: str) -> str:
    told: dict[str, str] = dict(getattr(phrases, meaning))
    in_chinese = told.pop("zh")
    words = "|".join(phrase for text in told.values() for phrase in re.split(r"\s{2,}", text.strip()))
    return rf"(?:^|[^0-9A-Za-z_])(?:{words})(?:$|[^0-9A-Za-z_])|{in_chinese}"


def _named() -> str:
    """A part of a name that tells a kind. Wider than `names`: that one looks again."""
    parts = "|".join(shape.pattern for _, shape in names.SHAPES).lower().replace("^", r"\b").replace("$", r"\b")
    return rf"{parts}|\b(?:{'|'.join(map(re.escape, names.PROVIDERS))})"


_HEARD = (*MEANINGS, *_SIGNS, "NAME")


@cache
def _search() -> Callable[[str], list[int] | None]:
    return several((*map(_spoken, MEANINGS), *_SIGNS.values(), _named()))
