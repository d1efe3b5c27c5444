"""Remind the agent to hand over a long reading session.

Why: five files in a row are a survey; a sub-agent can make it and bring back what matters.
Instead: dispatch an agent to read and summarise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session

READS = 5


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.error is None and session.counters.get("reads_since_search", 0) >= limit


CHECK = Check(
    id="delegate_large_reads",
    when="post_tool",
    action="remind",
    on=("read",),
    message="You have read {counter:reads_since_search} files in a row. Let an agent read the rest and report what matters.",
    fires=fires,
    limit=READS,
    description="Let a sub-agent make surveys of many files.",
)
