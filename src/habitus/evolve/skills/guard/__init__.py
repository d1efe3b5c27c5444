"""The content guard: the text of a skill or a persona file in, what must not be there out. No I/O, no clock.

Commands are parsed, not matched; a gate of words decides which lines are looked at at all. Bias: a command that harms is found wherever it
stands, a sentence only where it is an order; who warns of a thing may name it. Nothing in a text can make the scan run long or fail.
`guard/rules/` holds what is looked for, one file per category.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.rules import RULES
from habitus.evolve.skills.guard.scanning import MOST, Scan

if TYPE_CHECKING:
    from habitus.types import Bundle, Violation

__all__ = ["MOST", "RULES", "Rule", "named", "readable", "scan", "scan_all"]


def scan(text: str, path: str = "") -> tuple[Violation, ...]:
    """What must not be there, by line. `path` tells what kind of file it is; without one it is read as Markdown."""
    return Scan(text, path).violations()


def scan_all(bundle: Bundle) -> tuple[Violation, ...]:
    """SKILL.md and every file beside it that is text."""
    found = list(scan(bundle.text, "SKILL.md"))
    for path in sorted(bundle.files):
        text = readable(bundle.files[path])
        if text is not None:
            found += scan(text, path)
    return tuple(found)


def readable(raw: bytes) -> str | None:
    """The text of a file; None where it is no text."""
    for encoding in ("utf-8-sig", *(("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ())):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    # Scripts in an old encoding run all the same.
    return None if b"\0" in raw else raw.decode("latin-1")


def named(name: str) -> Rule | None:
    return next((one for one in RULES if one.id == name), None)
