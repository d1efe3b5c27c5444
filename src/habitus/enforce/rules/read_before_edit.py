"""Warn when the agent edits a file it has not read.

Why: an edit to unseen text misses its target, or overwrites something the model never knew was there.
Instead: read the file first. Edits given by line number pass: the numbers can only come from an earlier read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Call, Check

if TYPE_CHECKING:
    from habitus.types import Session

LINES = ("start_line", "end_line")


def fires(session: Session, call: Call, limit: int) -> bool:
    if not call.target or any(field in call.args for field in LINES):
        return False
    known = session.sets
    return not any(call.target in known.get(files, ()) for files in ("read_files", "written_files"))


CHECK = Check(
    id="read_before_edit",
    when="pre_tool",
    action="warn",
    on=frozenset({"edit"}),
    message="You are editing {target} without having read it in this session. Read it first, then edit what is really there.",
    fires=fires,
    description="Read a file before you edit it.",
)
