"""A format that a program or an eye can check: JSON, CSV, YAML, XML, HTML, a table; the keys and columns that it shall have.

Where the whole answer shall be in the format, nothing may stand around it but a code fence; otherwise a fenced block is enough.
"""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING

from habitus.adapt import bounds, named
from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from habitus.adapt.content import Content
    from habitus.adapt.nouns import Met
    from habitus.adapt.request import Request

_NAMES = {"json_format": "json", "csv_format": "csv", "yaml_format": "yaml", "xml_format": "xml", "html_format": "html"}
KINDS = (*_NAMES, "table_format", "json_keys", "table_columns")
_AS = (
    r"(?:\b(?:in|as|into|to|en|em|au|im|als|una?|format\w*)\s+(?:\w+\s+){0,3}?%s\b|\b%s[ -](?:format\w*|block|object|"
    r"code block|output|array|string|document)|\bformato?\s+%s\b|"
    r"\b(?:return|output|give me|write)\s+(?:only\s+)?(?:a\s+|an\s+|valid\s+)*%s\b|\b(?:be|valid)\s+(?:a\s+)?%s\b|%s格式)"
)
_PATTERNS = {kind: re.compile(_AS.replace("%s", name)) for kind, name in _NAMES.items()}
_TABLE = re.compile(
    r"\b(?:in|as|into|create|make|produce|build|give me|draw|write|en|em|crea|haz|als|dans|erstelle|"
    r"crea)\s+(?:\w+\s+){0,2}?(?:a\s+|una\s+|uma\s+|un\s+|eine\s+)?(?:\w+\s+)?(?:table|tabla|tabela|tableau|tabelle|"
    r"tabella)\b|表格"
)
_ENTIRE = re.compile(
    r"\b(?:entire|whole|wrap\w*|only|just|nothing else|all|complete\w*|entirely|full|toda|completa|totalidad|solo|"
    r"unicamente|ganze|nur|tutta)\b|整个|只"
)
_SOURCE = re.compile(r"\b(?:pars\w+|read\w*|convert (?:this|the)|load\w*|deseriali\w+|explain|what is|from)\s+(?:\w+\s+){0,4}$")
_FENCED = re.compile(r"```[\w+-]*[ \t]*\n(.*?)```", re.DOTALL)
_YAML_LINE = re.compile(r"^\s*(?:#.*|- .*|-|---|\.\.\.|[\w\"'. /-]+:(?: .*)?|[|>\]}\[{].*)$|^\s+\S")


def asked(request: Request) -> list[Criterion]:
    found = []
    for kind, pattern in (*_PATTERNS.items(), ("table_format", _TABLE)):
        for clause in request.clauses:
            match = pattern.search(clause.text)
            if match is None or bounds.negated(clause.text[: match.start()]) or _SOURCE.search(clause.text[: match.start()]):
                continue
            whole = ("whole",) if _ENTIRE.search(clause.text) else ()
            found.append(Criterion(kind=kind, quote=request.quote(clause.start + match.start(), clause.start + match.end()), words=whole))
            found += named.asked(request, clause, match.end(), kind)
            break
    return found


def met(criterion: Criterion, content: Content) -> Finding:
    if criterion.kind in named.KINDS:
        return named.met(criterion, content, [content.body, *_FENCED.findall(content.text)])
    if criterion.kind == "table_format":
        met = sum("|" in line.strip(" \t|") for line in content.lines) >= 2 or "<table" in content.lower or "\t" in content.text
        return Finding(met=met, found="no table")
    name = _NAMES[criterion.kind]
    texts = [content.body] if criterion.words else [content.body, *_FENCED.findall(content.text)]
    results: list[Met] = [_READERS[name](text.strip()) for text in texts]
    return Finding(met=True if True in results else None if None in results else False, found=f"it cannot be read as {name.upper()}")


def _json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _csv(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    for delimiter in ",;\t":
        try:
            widths = {len(row) for row in csv.reader(lines, delimiter=delimiter)}
        except csv.Error:
            continue
        if len(widths) == 1 and widths.pop() > 1:
            return True
    return False


def _yaml(text: str) -> bool | None:
    """No reader in the standard library: what has the shape may be YAML, what has not is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    return None if lines and all(_YAML_LINE.match(line[:500]) for line in lines) else False


def _xml(text: str) -> bool | None:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None  # entities can grow without bound
    from xml.etree import ElementTree

    try:
        ElementTree.fromstring(text)  # noqa: S314 - without a document type there are no entities to expand
    except (ElementTree.ParseError, ValueError):
        return False
    return True


def _html(text: str) -> bool:
    return re.search(r"<(?:html|body|div|p|ul|ol|h[1-6]|table|section|article|main)\b", text.lower()) is not None


_READERS = {"json": _json, "csv": _csv, "yaml": _yaml, "xml": _xml, "html": _html}
