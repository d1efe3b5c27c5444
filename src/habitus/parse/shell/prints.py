"""What a command would read and print, where the script alone tells: `echo cm0= | base64 -d | sh` says what the shell gets."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

from habitus.parse.shell.types import UNKNOWN, Command
from habitus.parse.shell.words import ansi
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable

PASS_ON = wordset("cat tee sort uniq head tail grep egrep fgrep rg tac pv sponge column fold fmt")
"""They print what they read, or some of it: to take all of it is the safer side."""
STDIN = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
DIRECTIVE = re.compile(r"%(?:%|[-+ 0#]*\d*(?:\.\d+)?[bsqdicxXouefg])")
MOST_ROUNDS = 64
"""`printf` repeats its format while there are arguments."""


def stdin(command: Command) -> str | None:
    """The text that a command reads; None where the script does not say."""
    for redirect in reversed(command.redirects):
        if redirect.op == "<<":
            return redirect.target
        if redirect.op == "<":
            return None
    return printed(command.pipe) if command.pipe else None


def printed(command: Command) -> str | None:
    how = HOW.get(command.name)
    return how(command) if how else None


def _echo(command: Command) -> str:
    argv = command.argv
    at, escapes = 1, False
    while at < len(argv) and re.fullmatch(r"-[neE]+", argv[at]):
        escapes = escapes or "e" in argv[at]
        at += 1
    text = " ".join(argv[at:])
    return (ansi(text) if escapes else text) + "\n"


def _printf(command: Command) -> str:
    shape, *values = [word for i, word in enumerate(command.argv) if i and (i > 1 or word != "--")] or [""]
    slots = sum(d != "%%" for d in DIRECTIVE.findall(shape))
    rounds = min(MOST_ROUNDS, max(1, -(-len(values) // slots))) if slots else 1
    rest = iter(values)
    return "".join(DIRECTIVE.sub(lambda d: "%" if d[0] == "%%" else next(rest, ""), ansi(shape)) for _ in range(rounds))


def _base64(command: Command) -> str | None:
    text = stdin(command)
    if text is None or UNKNOWN in text or not any(re.fullmatch(r"-\w*[dD]\w*|--decode", word) for word in command.argv[1:]):
        return None
    try:
        return base64.b64decode("".join(text.split()) + "==").decode(errors="replace").replace(UNKNOWN, "")
    except (binascii.Error, ValueError):
        return None


def _xxd(command: Command) -> str | None:
    text = stdin(command)
    if text is None or UNKNOWN in text or not any("r" in word for word in command.argv[1:] if word.startswith("-")):
        return None
    try:
        return bytes.fromhex("".join(text.split())).decode(errors="replace").replace(UNKNOWN, "")
    except ValueError:
        return None


def _rev(command: Command) -> str | None:
    text = stdin(command)
    return None if text is None else "\n".join(line[::-1] for line in text.split("\n"))


def _name(command: Command) -> str:
    """`which rm` prints a path to it, and any path to it is it."""
    return command.argv[-1] + "\n"


HOW: dict[str, Callable[[Command], str | None]] = {
    **dict.fromkeys(PASS_ON, stdin),
    **dict.fromkeys(("which", "command", "whence"), _name),
    "base64": _base64,
    "echo": _echo,
    "printf": _printf,
    "rev": _rev,
    "xxd": _xxd,
    "yes": lambda command: " ".join(command.argv[1:]) or "y",
}
