"""Warn when the agent overwrites a file that exists and that it has not read.

Why: a write replaces the whole file; whatever stood there is gone, and the model cannot know what that was.
Instead: read it first, or edit the part that must change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check
from habitus.enforce.rules.read_before_edit import is_known

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.target != "" and not is_known(session, call.target) and call.is_on_disk


CHECK = Check(
    id="read_before_write_existing",
    when="pre_tool",
    action="warn",
    on=("write",),
    message="{target} exists and you have not read it in this session. Read it before you replace it, or edit only what must change.",
    fires=fires,
    description="Read an existing file before you overwrite it.",
)
