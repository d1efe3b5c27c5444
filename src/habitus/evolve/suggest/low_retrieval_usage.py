"""Suggest a lower retrieval threshold where searches seldom bring anything that is used.

Why: a search that finds nothing, or nothing of use, leaves the agent to guess what was already known.
Instead: let entries that are a little further from the question through. One step at a time: too low a threshold fills the prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

TARGET = "retrieval_threshold"
STEP = 0.1
"""The seed's, and the most that the guardrails let through."""


class Searches(NamedTuple):
    source: str
    """Who searched: `auto_inject`, `memory_search`."""
    queries: int
    """All of them, those that found nothing included."""
    recalled: int
    """Those of which something was used."""


def low_retrieval_usage(week: Iterable[Searches], *, below: float = 0.2, least: int = 50) -> tuple[Suggestion, ...]:
    """`below`: share of searches that must be of use; `least`: searches before that can be told."""
    return tuple(_suggested(one) for one in week if one.queries >= least and one.queries > 0 and one.recalled / one.queries < below)


def _suggested(one: Searches) -> Suggestion:
    return Suggestion(
        kind="low_retrieval_usage",
        subject=one.source,
        sentence=f"Of {one.queries} searches by {one.source} this week, {one.recalled} ({percent(one.recalled, one.queries)}) brought "
        f"something that was used. Lower `{TARGET}` by {STEP}, so that more is found.",
        evidence={"queries": one.queries, "recalled": one.recalled, "recall_rate": one.recalled / one.queries},
        parameters={"does": "lower_threshold", "source": one.source, "target": TARGET, "delta": -STEP},
    )
