"""Week -> Suggestions: one file for each kind, each with its reason. Values in, values out; no I/O, no clock.

Every kind looks at all that the week holds, not at the first that it finds. What is new among them is told by `fresh`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.fix_stopped_working import Fixed, fix_stopped_working
from habitus.evolve.suggest.low_retrieval_usage import Searches, low_retrieval_usage
from habitus.evolve.suggest.repeated_tool import Streak, repeated_tool
from habitus.evolve.suggest.rule_never_helps import Measured, rule_never_helps
from habitus.evolve.suggest.rules_in_conflict import Clash, rules_in_conflict
from habitus.evolve.suggest.skill_unused import skill_unused
from habitus.evolve.suggest.suggestion import Kind, Suggestion
from habitus.evolve.suggest.tool_failure import Tool, tool_failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Skill

__all__ = ["Answer", "Clash", "Fixed", "Kind", "Limits", "Measured", "Searches", "Streak", "Suggestion", "Tool", "Week", "fresh", "look"]

COOL_DOWN = timedelta(days=14)
"""Two windows: the figures that a person said no to have left the week, and there is a week of others."""


class Week(NamedTuple):
    """What one agent's last seven days hold."""

    searches: tuple[Searches, ...] = ()
    tools: tuple[Tool, ...] = ()
    streaks: tuple[Streak, ...] = ()
    rules: tuple[Measured, ...] = ()
    skills: tuple[Skill, ...] = ()
    fixes: tuple[Fixed, ...] = ()
    clashes: tuple[Clash, ...] = ()


class Limits(NamedTuple):
    """Each is a setting; the reason for each stands in the file of its kind."""

    recall_below: float = 0.2
    recall_least: int = 50
    failure_above: float = 0.2
    failure_least: int = 20
    in_a_row: int = 5
    streak_times: int = 3
    streak_sessions: int = 2
    skill_days: float = 30.0
    fix_least: int = 5


USUAL = Limits()


class Answer(NamedTuple):
    """A suggestion that was made before: waiting, or answered at a time."""

    kind: Kind
    subject: str
    at: datetime


def look(week: Week, *, now: datetime, limits: Limits = USUAL) -> tuple[Suggestion, ...]:
    return (
        *low_retrieval_usage(week.searches, below=limits.recall_below, least=limits.recall_least),
        *tool_failure(week.tools, above=limits.failure_above, least=limits.failure_least),
        *repeated_tool(week.streaks, in_a_row=limits.in_a_row, times=limits.streak_times, sessions=limits.streak_sessions),
        *rule_never_helps(week.rules),
        *skill_unused(week.skills, now=now, after=timedelta(days=limits.skill_days)),
        *fix_stopped_working(week.fixes, least=limits.fix_least),
        *rules_in_conflict(week.clashes),
    )


def fresh(
    suggestions: Iterable[Suggestion],
    pending: Iterable[Answer],
    answered: Iterable[Answer],
    now: datetime,
    cool_down: timedelta = COOL_DOWN,
) -> tuple[Suggestion, ...]:
    """Those worth a person's time: one of each kind and subject, none that waits already, none that was answered within `cool_down`.

    All lists are one agent's. `pending`: what waits, approved and not yet applied included. `answered`: rejected, but also applied and
    rolled back: the week still holds the figures from before, and the same step would be asked for every day.
    """
    known = {(one.kind, one.subject) for one in pending}
    known.update((one.kind, one.subject) for one in answered if now - one.at < cool_down)
    new = {(one.kind, one.subject): one for one in reversed(tuple(suggestions)) if (one.kind, one.subject) not in known}
    return tuple(reversed(new.values()))
