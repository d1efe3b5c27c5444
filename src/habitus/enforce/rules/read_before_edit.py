"""Warn when the agent edits a file it has not read.

Why: an edit to unseen text misses its target, or overwrites something the model never knew was there.
Instead: read the file first. Edits given by line number pass: the numbers can only come from an earlier read. What the agent wrote
itself in this session it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session

LINES = frozenset(("start_line", "end_line"))


def is_known(session: Session, target: str) -> bool:
    """The agent has seen this file, or made it."""
    sets = session.sets
    return target in sets.get("read_files", ()) or target in sets.get("written_files", ())


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.target != "" and not is_known(session, call.target) and LINES.isdisjoint(call.args)


CHECK = Check(
    id="read_before_edit",
    when="pre_tool",
    action="warn",
    on=("edit",),
    message="You are editing {target} without having read it in this session. Read it first, then edit what is really there.",
    fires=fires,
    description="Read a file before you edit it.",
)
