"""Warn when the same tool is called many times in a row.

Why: a long run of one tool is most often a loop: the same search with other words, the same command until it works.
Instead: stop, say what was learned so far, and choose another way. The limit is the number of the call that draws the warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check
from habitus.enforce.profiles import NUMBERS

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    return session.streak + 1 >= limit and session.streak_tool == call.action


CHECK = Check(
    id="max_sequential_same_tool",
    when="pre_tool",
    action="warn",
    on=("*",),
    message="This is call {consecutive_same_tool} of {tool} in a row. Stop and say what you have learned; then choose another way.",
    fires=fires,
    limit=NUMBERS["max_sequential_same_tool"],
    setting="max_sequential_same_tool",
    description="Do not call the same tool over and over.",
)
