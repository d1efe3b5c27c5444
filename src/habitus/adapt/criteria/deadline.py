"""When it is due. A text cannot tell whether it came in time: reported, never checked here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("deadline",)
_DAY = (
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|end of (?:the )?(?:day|"
    r"week|month)|next (?:week|month)|\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}:\d\d|\d{4}-\d\d-\d\d)"
)
_DUE = re.compile(
    r"\b(?:due|deadline(?: is)?|i need (?:it|this|them)|(?:deliver|finish|complete|send|submit|done|"
    rf"ready)\b[^.\n]{{0,30}}?)\s*(?:by|before|on|until|no later than|:)\s+(?:the )?{_DAY}\b|"
    r"\b(?:para|antes de(?:l)?)\s+(?:el\s+)?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana)\b[^.\n]{0,20}|"
    r"\bbis\s+(?:montag|dienstag|mittwoch|donnerstag|freitag|morgen)\b|"
    r"\bavant\s+(?:lundi|mardi|mercredi|jeudi|vendredi|demain)\b|\bentro\s+(?:lunedi|martedi|mercoledi|giovedi|venerdi|"
    r"domani)\b|\bate\s+(?:segunda|terca|quarta|quinta|sexta|amanha)\b|(?:周|星期)[一二三四五六日天]之前"
)


def asked(request: Request) -> list[Criterion]:
    return [Criterion(kind="deadline", quote=request.quote(*match.span()), checkable=False) for match in _DUE.finditer(request.text)][:1]


def met(criterion: Criterion, content: Content) -> Finding:
    return Finding(met=None)
