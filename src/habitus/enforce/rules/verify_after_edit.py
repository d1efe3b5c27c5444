"""Remind the agent to look at what it has just edited.

Why: an edit that was reported as done may still have landed in the wrong place; the next step then builds on a file that nobody has seen.
Instead: read the changed part again, or run what exercises it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.error is None


CHECK = Check(
    id="verify_after_edit",
    when="post_tool",
    action="remind",
    on=("edit",),
    message="You edited {target}. Read the changed part, or run what uses it, before you rely on it.",
    fires=fires,
    description="After an edit, look at the result before you go on.",
)
