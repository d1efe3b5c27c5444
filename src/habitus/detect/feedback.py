"""Find praise or a complaint about the agent's work in a user's message: seven languages, without a model.

Negation comes first: "not correct", "no funciona", "thanks but that's wrong" complain, whatever kind word is in them. A correction that
says the work is wrong is a complaint too. "No, thanks" is neither, and so is a task with a kind word in it ("send a thank you email").
A long message is work and not feedback: it is left alone, even where it opens with a kind word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.detect import corrections, evidence, spoken
from habitus.detect import language as tongue
from habitus.types import Feedback

if TYPE_CHECKING:
    from habitus.detect.evidence import Hit
    from habitus.types import Outcome, Signal

LONGEST = 20
"""Words (or, in Chinese, pairs of characters)."""
KINDS: tuple[tuple[str, Outcome], ...] = (("complaint", "negative"), ("praise", "positive"))
"""In this order."""
NO_COMPLAINT = "preference"
"""A wish for the future says nothing about the work at hand."""


def find(text: str, previous: str = "") -> Feedback | None:
    """Praise is positive, a complaint negative. `previous`: what the agent said and did before."""
    return beside(text, corrections.find(text, previous))


def beside(text: str, signal: Signal | None) -> Feedback | None:
    """The same, where it is known already whether the message corrects the agent."""
    text, said, sentences = spoken.heard(text)
    if _is_long(said):
        return None
    if signal and signal.rule_type != NO_COMPLAINT:
        return Feedback(outcome="negative", confidence=signal.confidence, quote=signal.quote, lang=signal.lang)
    for lang in tongue.ranked(said):
        found = _strongest(text, evidence.gather_feedback(sentences, lang), lang, signal)
        if found:
            return found
    return None


def _strongest(text: str, hits: list[Hit], lang: str, signal: Signal | None) -> Feedback | None:
    """A complaint before any praise."""
    for kind, outcome in KINDS:
        for hit in hits:
            if hit.cue.kind == kind and hit.weight >= corrections.ENOUGH and (kind == "complaint" or signal is None):
                return Feedback(outcome=outcome, confidence=hit.weight, quote=corrections.quoted(text, hit), lang=lang)
    return None


def _is_long(said: str) -> bool:
    count = len(said) / 2 if not said.isascii() and tongue.ranked(said)[0] == "zh" else len(spoken.words(said, LONGEST + 1))
    return count > LONGEST
