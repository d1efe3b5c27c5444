"""What a shell text says would run."""

from __future__ import annotations

from typing import NamedTuple

UNKNOWN = "\0"
"""Stands in a word for what only the run will know. No argument of a real program can contain it."""


BOMB = "fork bomb"
"""The name of a function that starts itself twice, and again, until nothing else runs. No program is called that."""


class Redirect(NamedTuple):
    op: str
    """`>`, `>>`, `<`, `&>` ...; `<<` for a here-document or here-string, whose `target` is the text itself."""
    target: str
    fd: str = ""


class Command(NamedTuple):
    """One program that would run. A tuple: a call is judged in microseconds, and a frozen dataclass takes four times as long to make."""

    name: str
    """The program without its folder, in lower case."""
    argv: tuple[str, ...]
    """Quotes removed, variables with known values filled in, `UNKNOWN` for the rest."""
    text: str
    """The part of the script that it was read from."""
    through: tuple[str, ...] = ()
    """What runs it, outermost first: `("sudo", "bash -c")`."""
    assignments: tuple[tuple[str, str], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    pipe: Command | None = None
    """The command whose output it reads."""
    cwd: str = ""
    """Where it runs; empty: where the script was started; `UNKNOWN`: after a `cd` to who knows where."""
    guessed: bool = False
    """Read word by word, because the text could not be parsed or its meaning hangs on input."""


class Script(NamedTuple):
    commands: tuple[Command, ...] = ()
    """In the order in which they would run; those of every branch."""
    unclear: tuple[str, ...] = ()
    """Why a part could not be read, in words. Empty: all of it was."""
    is_cut: bool = False
    """Some of it was not looked at: it is too long, or nested too deep."""
