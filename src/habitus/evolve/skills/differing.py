"""Two versions of a skill, side by side: a unified diff over all their files. Files that are no text are only named."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.types import Bundle


def diff(before: Bundle | None, after: Bundle | None, was: str, now: str) -> str:
    """`was` and `now`: what the versions are called."""
    old, new = _lines(before), _lines(after)
    found: list[str] = []
    for path in sorted({*old, *new}):
        found += difflib.unified_diff(old.get(path, []), new.get(path, []), f"{was}/{path}", f"{now}/{path}")
    return "".join(line if line.endswith("\n") else line + "\n" for line in found)


def _lines(bundle: Bundle | None) -> dict[str, list[str]]:
    if bundle is None:
        return {}
    found = {"SKILL.md": bundle.text.splitlines(keepends=True)}
    for path, content in bundle.files.items():
        try:
            found[path] = content.decode().splitlines(keepends=True)
        except UnicodeDecodeError:
            found[path] = [f"({len(content)} bytes that are no text)\n"]
    return found
