"""Remind the agent, once a turn, that a long task can be shared.

Why: a turn of many calls is often several tasks; a sub-agent does one of them with a context of its own.
Instead: dispatch an agent for what can be done apart. It fires at the fifth call of a turn, as the seed says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check, Cooldown

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session

CALLS = 5


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.nth >= limit


CHECK = Check(
    id="delegate_complex",
    when="post_tool",
    action="remind",
    on=("*",),
    message="This is call {tool_calls_this_turn} of this turn. If a part of the task stands on its own, dispatch an agent for it.",
    fires=fires,
    limit=CALLS,
    cooldown=Cooldown(turns=1),
    description="Share long tasks with sub-agents.",
)
