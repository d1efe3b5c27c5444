"""The keys of a JSON object and the columns of a table, where a prompt names them.

Bias: what is not plainly a name in the list is left out, and a list that cannot be read asks for nothing.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from habitus.adapt.nouns import Criterion, Finding
from habitus.adapt.request import fold
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.content import Content
    from habitus.adapt.request import Clause, Request

KINDS = ("json_keys", "table_columns")
_WITH = (
    r"\b(?:with|having|has|containing|contains?|whose|con|com|avec|mit|che ha)\s+"
    r"(?:(?:exactly|only|the|following|these|just|las|los|les|den|der|as|os|le|i|\w{1,8})\s+){0,4}?"
)
_BEHIND = r"\b\s*(?P<sure>(?:(?:named|called|titled|headed|labell?ed|llamad[ao]s|namens)\b\s*)?:?)(?:\s*for\b)?\s*"
_NOUNS = {
    "json_keys": re.compile(
        rf"{_WITH}(?:keys?|fields?|properties|attributes|claves?|campos?|chaves?|cles?|champs?|schlusseln?|feldern?|chiavi|campi){_BEHIND}"
        r"|(?:键|字段)(?P<named>为|是|有|包括|[:：])\s*"
    ),
    "table_columns": re.compile(
        rf"{_WITH}(?:columns?|column (?:headers?|names?)|headers?|columnas?|colunas?|colonnes?|spalten|colonne){_BEHIND}"
        r"|列(?P<named>为|是|有|[:：])\s*"
    ),
}
_KIND = {"json_format": "json_keys", "table_format": "table_columns", "csv_format": "table_columns"}
_GAP = 40
"""Characters between the format and what it shall have: "a table of our prices with the columns …"."""
_STOP = r"for|in|where|of|as|whose|with|each|per|only|that|which|to|from|but|then|on|para|de|fur|pour"
_ITEM = re.compile(
    r"\s*(?:[\"'`“‘](?P<quoted>[^\"'`“”’\n]{1,40})[\"'`”’]|(?P<plain>[^\W\d][\w$-]*(?:\.\w+)*(?:[ ][\w$%-]+){0,2}?))"
    rf"(?P<aside>\s*\([^()\n]{{0,60}}\))?(?=\s*(?:[,;/.!?:)\n、和。，]|$|\b(?:and|y|e|et|und|or|o|{_STOP})\b))"
)
_NEXT = re.compile(r"\s*(?:[,;/、，]\s*(?:(?:and|y|e|et|und)\s+)?|(?:and|y|e|et|und)\s+|和)")
_NO_NAMES = wordset(
    f"""
    and or y e et und o {_STOP.replace("|", " ")} nothing no none only every their its it them this these those the sort keep make use order
    add include do don't give show list put write explain values value one two three four five please without not are is a an all
    sorted ordered aligned centered separated bold nested nada rien nichts niente
    """
)
MOST = 20


def asked(request: Request, clause: Clause, after: int, format: str) -> list[Criterion]:  # noqa: A002 - what it is called
    """Behind the words that ask for the format."""
    kind = _KIND.get(format)
    said = _NOUNS[kind].search(clause.text, after, after + _GAP * 3) if kind else None
    if kind is None or said is None or said.start() > after + _GAP:
        return []
    start = clause.start + said.end()
    found, end = _names(request.prompt[start : start + 400], is_key=kind == "json_keys")
    is_list = len(found) > 1 or said["sure"] or said["named"] or request.prompt[start : start + 1] in "\"'`“‘"
    if not found or not is_list:
        return []
    return [Criterion(kind=kind, quote=request.quote(clause.start + said.start(), start + end), words=tuple(found))]


def _names(text: str, *, is_key: bool) -> tuple[list[str], int]:
    """As they stand in a row, and how far it goes. A key is one word, unless it is quoted."""
    found: list[str] = []
    at = end = 0
    while len(found) < MOST and (item := _ITEM.match(text, at)):
        plain = item["plain"] or ""
        if len(plain) > 1 and (plain.split()[0].lower() in _NO_NAMES or (is_key and " " in plain)):
            break
        found.append((item["quoted"] or plain).strip())
        end = item.end()
        step = _NEXT.match(text, end)
        if step is None:
            break
        at = step.end()
    return found, end


def met(criterion: Criterion, content: Content, texts: Sequence[str]) -> Finding:
    """Nothing is said where there is no table and no JSON: that is another criterion's finding."""
    if criterion.kind == "json_keys":
        values = [value for text in texts if (value := _parsed(text)) is not None]
        if not values:
            return Finding(met=None)
        return Finding(met=any(_has(value, criterion.words) for value in values), found="other keys")
    header = _header(content)
    if not header:
        return Finding(met=None)
    missing = [name for name in criterion.words if not any(fold(name) in cell for cell in header)]
    return Finding(met=not missing, found=f"no column {', '.join(missing)}")


def _parsed(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _has(value: Any, keys: Sequence[str]) -> bool:
    """The object itself, or what it is wrapped around; of a list, every one."""
    if isinstance(value, dict):
        return all(key in value for key in keys) or any(_has(one, keys) for one in value.values())
    return isinstance(value, list) and bool(value) and all(_has(one, keys) for one in value)


def _header(content: Content) -> list[str]:
    """The cells of the first row, folded."""
    cells = re.findall(r"<th\b[^>]*>([^<]*)", content.text) or next(
        (line.strip(" \t|").split("|") for line in content.lines if "|" in line.strip(" \t|")), []
    )
    if not cells:
        row = next((line for line in content.body.splitlines() if any(sign in line for sign in "\t,;")), "")
        cells = re.split(r"[\t,;]", row) if row else []
    return [fold(cell).strip(' \t*_`"') for cell in cells]
