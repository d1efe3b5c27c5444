"""Suggest advice on a tool that keeps failing.

Why: an agent tries a failing tool again in every session, because it does not remember the last one.
Instead: say before it is called that it fails, and name the tool that does the same and does not. Nothing is switched off: what
fails for one task may be the only way for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.suggest.suggestion import Suggestion, exceeds, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Tool(NamedTuple):
    name: str
    calls: int
    failures: int
    action: str = ""
    """What it does, in the house's words: tools of one action can stand in for each other."""
    pattern: str = ""
    """How it fails most often."""


def tool_failure(week: Iterable[Tool], *, above: float = 0.2, least: int = 20) -> tuple[Suggestion, ...]:
    """`above`: share of calls that may fail; `least`: calls before that can be told. Every such tool, not only the first."""
    tools = tuple(week)
    failing = [one for one in tools if one.calls >= least and exceeds(one.failures, one.calls, above)]
    steady = [one for one in tools if one.calls >= least and one not in failing]
    return tuple(_suggested(one, _stands_in(one, steady)) for one in failing)


def _stands_in(failing: Tool, steady: Sequence[Tool]) -> str:
    others = [one for one in steady if failing.action and one.action == failing.action]
    return min(others, key=lambda one: (one.failures / one.calls, one.name)).name if others else ""


def _suggested(one: Tool, fallback: str) -> Suggestion:
    often = f"{one.failures} of {one.calls} calls ({percent(one.failures, one.calls)})"
    how = f", mostly with “{one.pattern}”" if one.pattern else ""
    advice = f"`{one.name}` has failed often lately{how}. " + (
        f"Prefer `{fallback}` where it can do the same."
        if fallback
        else "Check its arguments before you call it, and have another way ready."
    )
    return Suggestion(
        kind="tool_failure",
        subject=one.name,
        sentence=f"`{one.name}` failed in {often} this week{how}. Tell the agent"
        + (f", and name `{fallback}` as the other way." if fallback else " to check its arguments, and look at how the tool is set up."),
        evidence={"calls": one.calls, "failures": one.failures, "failure_rate": one.failures / one.calls, "pattern": one.pattern},
        parameters={"does": "tool_advice", "tool": one.name, "fallback": fallback, "advice": advice},
    )
