"""Warn when a turn begins with a tool call and not a word.

Why: a sentence about what is to be done and why costs little, and shows a misunderstanding before it has effects.
Instead: say in a sentence what you are going to do, then do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    return not session.spoke and session.calls_this_turn == 0


CHECK = Check(
    id="plan_before_execute",
    when="pre_tool",
    action="warn",
    on=("*",),
    message="Say in a sentence what you are going to do and why, before the first tool call of a turn.",
    fires=fires,
    description="Say what you are going to do before you do it.",
)
