"""What the model's answer becomes in the agent's prompt.

It is advice made of other people's words: it names nothing outside the vocabularies, is cut to size, and cannot look like a block of ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.enforce.classifier.lines import fill, line
from habitus.enforce.classifier.words import APPROACHES, COMPLEXITY, RISKS, chosen, usual

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.enforce.classifier.ask import Answer
    from habitus.enforce.classifier.options import Options

LONGEST = 240
"""Characters of one directive: the thirty words it was asked for, with room for long ones."""

BULLET = re.compile(r"\s*(?:[-*•·]|\d+[.)])\s+")


def directive(options: Options, answer: Answer) -> str:
    """Empty where the model had nothing to say, or nothing that we understand."""
    lines = _lines(answer.directives, options.max_directives)
    complexity = chosen(answer.complexity, options.complexity_levels)
    approach = chosen(answer.approach, options.approaches)
    risk = chosen(answer.risk_level, options.risk_levels)
    if not lines and (answer.skip_reason or not (complexity or approach or risk)):
        return ""
    complexity = complexity or usual(options.complexity_levels, COMPLEXITY, "moderate", len(options.complexity_levels) // 2)
    approach = approach or usual(options.approaches, APPROACHES, "direct", 0)
    risk = risk or usual(options.risk_levels, RISKS, "low", 0)
    words = {"complexity": complexity.name, "approach": approach.name, "risk": risk.name, "approach_label": approach.title}
    warning = options.high_risk_warning if _is_high(risk.name, options) else ""
    parts = [fill(options.directive_prefix, words), fill(warning, words), *lines, fill(options.directive_footer, words)]
    return "\n".join(part.strip() for part in parts if part.strip())


def _lines(directives: Iterable[str], most: int) -> list[str]:
    said = dict.fromkeys(line(BULLET.sub("", text, count=1) if BULLET.match(text) else text, LONGEST) for text in directives)
    return [f"- {text}" for text in said if text][:most]


def _is_high(risk: str, options: Options) -> bool:
    levels = [term.name for term in options.risk_levels]
    return levels.index(risk) >= levels.index(options.high_risk_threshold)
