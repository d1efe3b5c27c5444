"""Figures as sentences: what was seen, in words that say what each number counts. Values in, text out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.server.pages.asked import pretty

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.server.pages.asked import Asked

SENTENCES = {
    "fix_stopped_working": "It worked {worked_before} of {uses_before} times before, and {worked} of {uses} times lately.",
    "low_retrieval_usage": "Of {queries} searches, {recalled} gave something that was used ({recall_rate}).",
    "repeated_tool": "{times} times in {sessions} sessions, up to {longest} calls in a row.",
    "rule_never_helps": (
        "The mistake came on {with} of {told} occasions with it and on {without} of {untold} without it; "
        "what it spares lies between {low} and {high}."
    ),
    "rules_in_conflict": "They contradict each other ({why}), and were told together {together} times.",
    "skill_unused": "It was used {uses} times, {helped} of them to good effect, and has lain for {days} days.",
    "tool_failure": "{failures} of {calls} calls failed ({failure_rate}), mostly like this: {pattern}",
    "promotion": "It spoke {fired} times in {sessions} sessions; it was heeded in {heeded} of them, and overruled {overridden} times.",
}
"""By the kind of suggestion or proposal that the figures belong to."""

SHARES = frozenset({"recall_rate", "failure_rate", "with", "without", "low", "high", "success_rate", "precision", "effectiveness_score"})
FIGURES = {
    "invocation_count": "{n} calls", "success_rate": "{n} went well", "failure_count": "{n} failed", "avg_duration_ms": "{n} ms each",
    "query_count": "{n} searches", "recall_rate": "{n} brought something that was used", "precision": "{n} of what was shown was used",
    "relevance_score": "the best hit scored {n} of 1", "ratings": "{n} ratings", "messages": "{n} messages of praise or complaint",
    "rating": "{n} of 5 stars", "sentiment": "mood {n} (from −1, complaints, to 1, praise)",
    "effectiveness_score": "{n} content",
}  # fmt: skip
"""The seed's names for what is counted, as a person would say them."""


def evidence(asked: Asked, kind: str, seen: Mapping[str, Any]) -> str:
    """What a suggestion rests on. Figures that nobody has a sentence for are told by their names."""
    told = {name: _told(asked, name, value) for name, value in seen.items()}
    values = {name: asked.retold(value, "conflict") if name == "why" else value for name, value in told.items()}
    try:
        return asked.t(SENTENCES[kind], **values)
    except KeyError:
        return " · ".join(f"{name.replace('_', ' ')}: {value}" for name, value in values.items())


def figures(asked: Asked, metric: Mapping[str, Any]) -> list[str]:
    """Of one tool, source or kind of feedback: what was counted, and how much of it. What is not known is left out."""
    known = {name: value for name, value in metric.items() if name in FIGURES and value is not None}
    return [asked.t(FIGURES[name], n=_told(asked, name, value)) for name, value in known.items()]


def _told(asked: Asked, name: str, value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.0%}" if name in SHARES else asked.number(value, ".3g")
    return pretty(value)
