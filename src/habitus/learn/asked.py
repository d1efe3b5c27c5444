"""A rule from a model, where the person's own words did not say it plainly: what to ask, and whether to believe the answer. No I/O."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.learn import rules
from habitus.types import Question

if TYPE_CHECKING:
    from habitus.types import Correction, Exchange, Rule

NAME = re.compile(r"[`'\"]([^`'\"\n]+)[`'\"]|\b(\w*[_/.\d]\w[\w/.-]*|[a-z]+[A-Z]\w+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The shape of the answer."""

    clear: bool
    rule: str = ""


def question(correction: Correction) -> Question:
    exchange = correction.exchange
    return Question(
        instructions=(Path(__file__).parent / "ask_rule.md").read_text(encoding="utf-8"),
        material=f"The person asked: {exchange.request}\n\nThe agent: {exchange.answer}\n\nThe person then said: {exchange.correction}",
        purpose="rule from a correction",
        item=correction.id,
        max_tokens=300,
    )


def believed(answer: Draft, correction: Correction) -> Rule | None:
    """The model's rule if it names nothing that the exchange does not. None: the correction stays unclear."""
    text = " ".join(answer.rule.split())
    if not answer.clear or not 0 < len(text) <= rules.LONGEST or invented(text, correction.exchange):
        return None
    return replace(rules.made(correction, text), confidence=min(0.6, correction.signal.confidence))


def invented(text: str, exchange: Exchange) -> list[str]:
    """Names in a rule that nobody said."""
    said = f"{exchange.request}\n{exchange.answer}\n{exchange.correction}".lower()
    return [name for found in NAME.finditer(text) if (name := found[1] or found[2]).lower().strip(".") not in said]
