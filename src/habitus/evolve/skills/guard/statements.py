"""SQL in a skill: found where a statement could begin, then parsed."""

from __future__ import annotations

import re
from itertools import islice

from habitus.parse import sql

_GAP = r"(?:\s|/\*(?:[^*]|\*(?!/)){0,200}\*/|--[^\n]{0,200}\n){1,20}"
_NAME = r"[\"`\[]?[A-Za-z_]"
_BEGINS = re.compile(
    # With a set of letters in front, only words that begin with one are tried; the rest does not tell them apart again.
    r"[DdTt](?<!\w[DdTt])(?i:"
    rf"rop{_GAP}(?:table|schema|database|keyspace|tablespace)\b{_GAP}(if\s+exists\s+)?{_NAME}"
    rf"|runcate\b{_GAP}(?:(?:table|only)\b{_GAP})?(?:only\s+)?{_NAME}"
    rf"|elete{_GAP}from\b{_GAP}{_NAME})",
)
LONGEST = 400
"""Characters of a statement that are parsed."""
MOST = 100
"""Statements of one piece that are parsed."""


def find(text: str, *, is_code: bool) -> list[tuple[int, str]]:
    """Where a statement that takes data away begins, and the rule it breaks. In prose it must look like SQL, not like a sentence."""
    found: list[tuple[int, str]] = []
    for match in islice(_BEGINS.finditer(text), MOST):
        tail = re.split(r";|\n\s*\n|`", text[match.start() : match.start() + LONGEST], maxsplit=1)[0]
        if not is_code and not _is_statement(match, tail, text):
            continue
        rule = _rule(tail)
        if rule:
            found.append((match.start(), rule))
    return found


def _is_statement(match: re.Match[str], tail: str, text: str) -> bool:
    """`drop table rows` in a sentence is about a page; in capitals, with `if exists`, a semicolon, or alone on its line it is SQL."""
    words = match[0].split()
    if text[match.start() + len(tail) : match.start() + len(tail) + 1] == ";" or match[1]:
        return True
    if words[0].isupper():
        return True
    return len(words) > 2 and len(tail.split()) <= len(words) + 1 and not text[: match.start()].strip()


def _rule(tail: str) -> str:
    for statement in sql.each(tail):
        if statement.kind == "truncate":
            return "truncate_table"
        if statement.kind == "drop":
            return "drop_database" if re.match(r"\s*drop\W[^\w]*(?:/\*.*?\*/\s*)?database", tail, re.IGNORECASE) else "drop_table"
        if statement.kind in ("delete_all",):
            return "drop_table"
    return ""
