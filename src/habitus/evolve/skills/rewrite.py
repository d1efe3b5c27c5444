"""Change fields of a frontmatter where they stand: comments, order and unknown fields stay as they were.

Lines are changed, and the result is read again: where it does not say exactly what was wanted (somebody's YAML is stranger than lines can
tell), or may say something else to another reader, the frontmatter is written anew from its values, without the comments. So the text that
is kept means one thing, and the same to everybody.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.evolve.skills import frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def rewritten(block: str, fields: Mapping[str, Any], wanted: Mapping[str, str], added: Mapping[str, str], newline: str) -> str:
    """`wanted` are fields, `added` are entries of `metadata`. What already is as it should be is not touched."""
    metadata, new = _merged(fields.get("metadata"), added)
    target = {**fields, **wanted, **({"metadata": metadata} if new else {})}
    is_plain = not frontmatter.is_read_otherwise(block)
    if target == fields and is_plain:
        return block
    rows = _rows(block, newline)
    for key, value in wanted.items():
        if fields.get(key) != value:
            rows = _with(rows, key, value, newline)
    if new:
        rows = _with_metadata(rows, fields.get("metadata"), metadata, new, newline)
    edited = "".join(rows)
    return edited if is_plain and _says(edited, target) else "".join(_written(target.items(), newline))


def _merged(held: Any, added: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """All of `metadata`, and which entries of it are new. One that is no mapping is kept as an entry of its own."""
    kept: dict[str, Any] = held if isinstance(held, dict) else {} if held in (None, "") else {"value": held}
    new = {key: value for key, value in added.items() if kept.get(key) != value}
    return {**kept, **new}, new


def _says(block: str, target: Mapping[str, Any]) -> bool:
    try:
        return frontmatter.values(block) == target
    except Refused:
        return False


def _rows(block: str, newline: str) -> list[str]:
    rows = re.findall(r"[^\n]*\n|[^\n]+\Z", block)
    return [row if row.endswith("\n") else row + newline for row in rows]


def _span(rows: list[str], key: str, indent: str = "") -> tuple[int, int] | None:
    """The lines of a field: its own, and those that belong to its value."""
    for at, row in enumerate(rows):
        if row.startswith(indent) and frontmatter.named(row[len(indent) :]) == key:
            end = at + 1
            while end < len(rows) and _goes_on(rows[end], indent):
                end += 1
            while end > at + 1 and not rows[end - 1].strip():
                end -= 1
            return at, end
    return None


def _goes_on(row: str, indent: str) -> bool:
    if not row.strip():
        return True
    inner = row[len(indent) :] if row.startswith(indent) else ""
    return inner[:1] in (" ", "\t") or inner.startswith(("- ", "-\n", "-\r", "]", "}"))


def _with(rows: list[str], key: str, value: str, newline: str) -> list[str]:
    span = _span(rows, key)
    if span is None:
        name = _span(rows, "name")
        at = name[1] if name else 0
        return [*rows[:at], f"{key}: {frontmatter.scalar(value)}{newline}", *rows[at:]]
    start, end = span
    comment = _comment(rows[start].partition(":")[2]) if end == start + 1 else ""
    said = f"{key}: {frontmatter.scalar(value)}{comment}{newline}"
    return [*rows[:start], said, *rows[end:]]


def _comment(value: str) -> str:
    """What stands behind a plain value, with the space before it. In a quoted one a `#` may be text: then there is none."""
    plain, mark, rest = value.partition(" #")
    return f"{plain[len(plain.rstrip()) :]} #{rest.rstrip()}" if mark and not set(plain) & set("\"'|>") else ""


def _with_metadata(rows: list[str], held: Any, metadata: Mapping[str, Any], new: Mapping[str, str], newline: str) -> list[str]:
    span = _span(rows, "metadata")
    if span is None:
        return [*rows, *_entries(metadata, newline)]
    start, end = span
    inner = rows[start + 1 : end]
    indent = next((row[: len(row) - len(row.lstrip())] for row in inner if row.strip() and not row.lstrip().startswith("#")), "")
    is_block = isinstance(held, dict) and held and indent and not rows[start].partition(":")[2].partition("#")[0].strip()
    if not is_block:
        return [*rows[:start], *_entries(metadata, newline), *rows[end:]]
    for key, value in new.items():
        said = f"{indent}{frontmatter.scalar(key)}: {frontmatter.scalar(value)}{newline}"
        known = _span(inner, key, indent) if key in held else None
        inner = [*inner[: known[0]], said, *inner[known[1] :]] if known else [*inner, said]
    return [*rows[: start + 1], *inner, *rows[end:]]


def _entries(metadata: Mapping[str, Any], newline: str) -> list[str]:
    return [f"metadata:{newline}", *(f"  {row}" for row in _written(metadata.items(), newline))]


def _written(items: Iterable[tuple[str, Any]], newline: str) -> list[str]:
    rows = []
    for key, value in items:
        if key == "metadata" and isinstance(value, dict) and value:
            rows += _entries(value, newline)
        else:
            said = frontmatter.scalar(value) if isinstance(value, str) else frontmatter.quoted(value)
            rows.append(f"{frontmatter.scalar(key)}: {said}{newline}")
    return rows
