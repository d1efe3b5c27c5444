"""What later events do to a lesson's word."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.types import Rule

LEAST = 0.05
"""Confidence never reaches nothing: a rule that was once said can be said again."""


def contested(rule: Rule) -> Rule:
    """A person wanted it otherwise: the doubt doubles."""
    doubt = max(1 - rule.confidence, 0.1) * 2
    return replace(rule, evidence_against=rule.evidence_against + 1, confidence=round(max(LEAST, 1 - doubt), 4))
