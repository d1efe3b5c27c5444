"""Warn when the shell is used to look around in folders.

Why: a listing of everything answers no question and costs as much context as a file.
Instead: Glob for names, Grep for contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    if not call.command:
        return False
    from habitus.parse.effects import browses  # the parser is loaded at the first command

    return browses(call.script)


CHECK = Check(
    id="no_blind_exploration",
    when="pre_tool",
    action="warn",
    on=("bash",),
    message="Do not list folders to look around. Use Glob for file names and Grep for contents.",
    fires=fires,
    description="Search for what you need instead of listing folders.",
)
