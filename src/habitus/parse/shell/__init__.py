"""Shell text -> the commands that would run. Nothing is run, nothing raises, and every size has a limit.

`commands("sudo sh -c 'cd /x && rm -rf y'")` gives `cd` and `rm`, each with its words, what it was reached through, where it would run,
what it reads and writes. Comments, arguments of `echo`, patterns and messages are words of a command, never commands. Where the text has
a syntax error the likeliest meaning is read: such commands are `guessed`, and `unclear` says why.
"""

from __future__ import annotations

from functools import lru_cache

from habitus.parse.shell import heredocs
from habitus.parse.shell.prints import stdin
from habitus.parse.shell.reader import Reader
from habitus.parse.shell.types import UNKNOWN, Command, Redirect, Script

__all__ = ["UNKNOWN", "Command", "Redirect", "Script", "commands", "stdin"]

LONGEST = 65_536
"""Characters that are read, here-documents not counted."""
LONGEST_WHOLE = 1_000_000
"""Characters, here-documents and all."""


@lru_cache(maxsize=512)  # a call is judged, then folded: its command is read once
def commands(text: str, cwd: str = "") -> Script:
    reader = Reader(cwd)
    if UNKNOWN in text:
        text = text.replace(UNKNOWN, "")
    if len(text) > LONGEST:
        text = _shortened(text, reader)
    reader.read(text)
    if reader.functions:
        for name in [name for name in reader.functions if name not in reader.called]:
            with reader.inside((f"{name}()",), ()):
                reader.functions[name]()
    if reader.doubled:
        _read_doubled(reader, text)
    return Script(tuple(reader.commands), tuple(reader.unclear), reader.is_cut)


def _shortened(text: str, reader: Reader) -> str:
    """A long script is mostly here-documents. Without them it may be short enough."""
    bare = heredocs.take(text[:LONGEST_WHOLE], reader.heredocs)
    if len(text) > LONGEST_WHOLE or len(bare) > LONGEST:
        reader.cut(f"it is longer than {LONGEST} characters")
    return bare[:LONGEST]


def _read_doubled(reader: Reader, text: str) -> None:
    """`git status\\ngit push`: a line break that was escaped once too often. A shell would take the `n` for a letter."""
    again = Reader()
    again.guessed = True
    again.read(text.replace("\\n", "\n"))
    known = {command.argv for command in reader.commands}
    new = [command for command in again.commands if command.argv not in known]
    if new:
        reader.note("`\\n` may stand for a line break")
        reader.commands += new
