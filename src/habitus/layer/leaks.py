"""Secrets in what is kept as it stands, a skill or a persona: nobody could use a placeholder there, so they are refused by their line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe import redact
from habitus.types import Violation

if TYPE_CHECKING:
    from habitus.types import Bundle

RULE = "secret"
"""What an operator accepts who knows that it is none."""

TAKEN = "[secret:"
"""How one begins that was taken out already: of a call, only that is known."""

WHY = "it holds a secret ({kind}): name the environment variable or the place where it is kept instead"


def within(text: str, path: str = "") -> list[Violation]:
    """Where a text holds one, each line once."""
    found = [(one.start, one.kind) for one in redact.findings(text)]
    at = text.find(TAKEN)
    while at >= 0:
        found.append((at, "taken out already"))
        at = text.find(TAKEN, at + 1)
    lines = {text.count("\n", 0, start) + 1: kind for start, kind in sorted(found, reverse=True)}
    return [Violation(RULE, RULE, line, "", WHY.format(kind=kind), path) for line, kind in sorted(lines.items())]


def of(bundle: Bundle) -> list[Violation]:
    """The same of a skill with all that lies beside it and is text."""
    found = within(bundle.text, "SKILL.md")
    for path, content in sorted(bundle.files.items()):
        try:
            found += within(content.decode(), path)
        except UnicodeDecodeError:
            continue
    return found
