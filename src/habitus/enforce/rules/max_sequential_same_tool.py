"""Warn when the same tool is called many times in a row.

Why: a long run of one tool is most often a loop: the same search with other words, the same command until it works.
Instead: stop, say what was learned so far, and choose another way. The limit is the number of the call that draws the warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Call, Check

if TYPE_CHECKING:
    from habitus.types import Session

IN_A_ROW = 8
"""Digitorn's number for coding: enough for a burst of reads, too many for a plan."""


def fires(session: Session, call: Call, limit: int) -> bool:
    return session.streak_tool == call.tool and session.streak + 1 >= limit


CHECK = Check(
    id="max_sequential_same_tool",
    when="pre_tool",
    action="warn",
    on=frozenset(),
    message="This is call {limit} or later of {tool} in a row. Stop and say what you have learned; then choose another way.",
    fires=fires,
    limit=IN_A_ROW,
    description="Do not call the same tool over and over.",
)
