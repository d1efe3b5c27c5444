"""Which lessons matter here: by their standing, which holds from turn to turn, and by how they touch this turn's words. No clock."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from habitus.types import Rule

FRESH_DAYS = 30.0
"""A month after it was learned, or last used, half of a rule's newness is gone."""

FRESH = 0.5
"""What newness is worth beside confidence: a rule of today (0.75) stands above one of last year that is surer (0.95)."""

SPECIFIC = {"project": 0.3, "user": 0.2, "agent": 0.1, "global": 0.0}
"""What was said of this project was said of less, so it is likelier to be meant here."""

PROVEN = 0.5
"""What evidence can add or take: heeded and repeated against overridden."""


def standing(rule: Rule, now: datetime) -> float:
    """How much a rule is worth before anything is asked. Evidence of one either way weighs little; of ten it weighs most of what it can."""
    age = max(0.0, (now - max(rule.created_at, rule.last_used or rule.created_at)).total_seconds()) / 86_400
    proven = (rule.evidence_for - 1 - rule.evidence_against) / (rule.evidence_for + rule.evidence_against + 2)
    return rule.confidence + FRESH * math.exp2(-age / FRESH_DAYS) + SPECIFIC[rule.scope.level] + PROVEN * proven


def relevance(found: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Lesson → 0 to 1, from the words of the prompt that it has. A word that many lessons have says little about each."""
    common: dict[str, int] = {}
    for words in found.values():
        for word in words:
            common[word] = common.get(word, 0) + 1
    weight = {word: 1 / math.log2(1 + times) for word, times in common.items()}
    whole = sum(sorted(weight.values(), reverse=True)[:FEW]) or 1.0
    return {lesson: min(1.0, sum(weight[word] for word in words) / whole) for lesson, words in found.items()}


FEW = 4
"""Words shared that make a lesson wholly about a prompt: a long prompt has many words, and no rule has them all."""
