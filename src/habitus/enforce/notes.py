"""What the model reads: the list of rules for its system prompt, and the notes about its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.enforce.check import Check
    from habitus.types import Verdict

HEADINGS = {"block": "[BEHAVIOR BLOCKED]", "warn": "[BEHAVIOR WARNING]", "remind": "[BEHAVIOR REMINDER]"}


def listed(checks: Iterable[Check], prompt: str = "") -> str:
    """The rules as a numbered list. Rules in shadow are not in it: nobody is told of them."""
    lines = [
        f"{number}. {check.description or check.id} ({'BLOCKED' if check.action == 'block' else 'enforced'})"
        for number, check in enumerate((check for check in checks if not check.shadow), 1)
    ]
    return "\n\n".join(filter(None, (prompt, "\n".join(["[BEHAVIOR RULES]", *lines]) if lines else "")))


def note(verdict: Verdict) -> str:
    said = f"{HEADINGS[verdict.action]} {verdict.message}\nRule: {verdict.rule}"
    return f"{said}\nThe call was not executed." if verdict.action == "block" else said


def notes(verdicts: Iterable[Verdict]) -> str:
    """What is said of one step, in one piece."""
    return "\n\n".join(note(verdict) for verdict in verdicts)
