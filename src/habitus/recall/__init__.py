"""Lesson -> Guidance: the only place where learned text becomes prompt text. No I/O, no clock."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from habitus.types import Guidance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Rule, Session

HEADING = {"en": "[LEARNED BEHAVIORAL RULES]", "es": "[REGLAS APRENDIDAS]"}
SPOKEN = ("operator", "user")
"""Whose words may direct the model. What a tool or a document said is never a directive."""


def guide(rules: Iterable[Rule], session: Session, *, lang: str, token_budget: int, max_rules: int) -> Guidance:
    """The rules for this session within the budget. The newest get in first; then they stand oldest first, so that the text of one
    turn begins like the text of the turn before and the provider's prompt cache stays warm."""
    heading = HEADING.get(lang, HEADING["en"])
    left = token_budget - tokens(heading)
    chosen: list[tuple[Rule, str]] = []
    for rule in sorted(rules, key=lambda rule: (rule.created_at, rule.id), reverse=True):
        if not concerns(rule, session) or len(chosen) == max_rules:
            continue
        line = f"• [{rule.rule_type}] {_fenced(rule.text)}"
        if tokens(line) <= left:
            left -= tokens(line)
            chosen.append((rule, line))
    if not chosen:
        return Guidance(text="")
    chosen.reverse()
    return Guidance(
        text="\n".join([heading, *(line for _, line in chosen)]),
        lessons=tuple(rule.id for rule, _ in chosen),
        tokens=token_budget - left,
    )


def concerns(rule: Rule, session: Session) -> bool:
    if rule.state != "active" or rule.origin.speaker not in SPOKEN:
        return False
    here = {"global": "", "project": session.workspace, "agent": session.agent, "user": ""}
    return rule.scope.name == here[rule.scope.level]


def tokens(text: str) -> int:
    """An estimate that errs on the large side: about 3.5 characters a token in English and Spanish, and one for the line."""
    return math.ceil(len(text) / 3.5) + 1


def _fenced(text: str) -> str:
    """One line, no headings of ours inside: a rule's text cannot pretend to be another block."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()).replace("[", "(").replace("]", ")")
