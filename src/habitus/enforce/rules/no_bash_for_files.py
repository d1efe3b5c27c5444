"""Warn when the shell is used to show or change a file.

Why: `cat` and `sed -i` go past what the file tools keep track of: what was read, what was changed, how much is shown.
Instead: Read, Edit and Write. Shell commands that only pass text along (a pipe into `head`, a here-document into a program) are fine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    if not call.command:
        return False
    from habitus.parse.effects import reads_file  # the parser is loaded at the first command

    return bool(reads_file(call.script))


CHECK = Check(
    id="no_bash_for_files",
    when="pre_tool",
    action="warn",
    on=("bash",),
    message="Use the file tools for files, not the shell: Read to look, Edit or Write to change. They keep track of what you saw.",
    fires=fires,
    description="Use the file tools, not the shell, to read and change files.",
)
