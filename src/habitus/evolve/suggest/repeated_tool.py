"""Suggest a skill where one tool is called many times in a row, again and again.

Why: a long row of the same call is a way of working that the agent works out anew each time.
Instead: keep the row as a skill, drafted from what was really called. Once is a task; several times in several sessions is a habit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Streak(NamedTuple):
    tool: str
    session: str
    length: int
    """Calls in a row, none of another tool in between."""
    calls: tuple[str, ...] = ()
    """The calls, a line each."""


def repeated_tool(week: Iterable[Streak], *, in_a_row: int = 5, times: int = 3, sessions: int = 2) -> tuple[Suggestion, ...]:
    """`times` that a row of `in_a_row` calls came, in so many `sessions`, before it is a habit."""
    rows: dict[str, list[Streak]] = {}
    for one in week:
        if one.length >= in_a_row:
            rows.setdefault(one.tool, []).append(one)
    habits = {tool: found for tool, found in rows.items() if len(found) >= times and len({one.session for one in found}) >= sessions}
    return tuple(_suggested(tool, found) for tool, found in sorted(habits.items()))


def _suggested(tool: str, found: Sequence[Streak]) -> Suggestion:
    longest = max(found, key=lambda one: (len(one.calls), one.length))
    sessions = len({one.session for one in found})
    most = max(one.length for one in found)
    return Suggestion(
        kind="repeated_tool",
        subject=tool,
        sentence=f"`{tool}` was called {min(one.length for one in found)} times in a row or more, {len(found)} times in {sessions} "
        f"sessions this week, at most {most} times. Draft a skill from what these rows have in common.",
        evidence={"times": len(found), "sessions": sessions, "longest": most},
        parameters={"does": "skill_draft", "tool": tool, "steps": list(longest.calls), "sessions": sorted({one.session for one in found})},
    )
