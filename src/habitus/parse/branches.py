"""The branch that a git command works on, where it can be known. No I/O.

Whoever has seen the disk says which one a script was started on; what it switches to on the way is read here. After a `cd` out of the
workspace, a `-C` or a switch to what cannot be read, nobody knows, and no rule about branches speaks: a false alarm costs more than a miss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.shell.types import UNKNOWN
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.parse.shell import Command, Script

ELSEWHERE = wordset("-C --git-dir --work-tree")
NEW = wordset("-b -B -c -C --create --force-create --orphan")
"""Options of `checkout` and `switch` in front of the name of a branch that they make."""
RENAMES = wordset("-m -M --move")
HERE = wordset("HEAD @")
NOT_THE_BRANCH = wordset("--tags --all --branches --mirror")
"""What `git push` is told to push instead of the branch that it is on."""


class Start(NamedTuple):
    """Where a script is started."""

    branch: str = ""
    """Empty: nobody knows, or there is none."""
    workspace: str = ""


NOWHERE = Start()


def of(command: Command, script: Script, start: Start) -> str:
    """The branch that a command of the script finds when it runs; empty where that cannot be told."""
    if not start.branch or not _is_here(command, start):
        return ""
    on = start.branch
    for one in script.commands:
        if one is command:
            return on
        if one.name in ("git", "gh") and _is_here(one, start):
            on = _after(one, on)
    return ""


def pushed(argv: tuple[str, ...], operands: tuple[str, ...], on: str) -> tuple[str, ...]:
    """The branch that `git push` means without naming it. `operands`: those behind `push`."""
    if not on or not NOT_THE_BRANCH.isdisjoint(argv):
        return ()
    named = operands[1:]
    return (on,) if not named or any(one.lstrip("+") in HERE for one in named) else ()


def _is_here(command: Command, start: Start) -> bool:
    """Does it work in the repository that the script was started in? A folder below is taken for a part of it."""
    root, cwd = start.workspace.rstrip("/"), command.cwd
    if cwd and root and cwd != root and not cwd.startswith(f"{root}/"):
        return False
    if not root and cwd.startswith(("/", "~", "..", UNKNOWN)):
        return False
    return not any(word.partition("=")[0] in ELSEWHERE for word in command.argv[1 : _subcommand(command.argv)])


def _subcommand(argv: tuple[str, ...]) -> int:
    """Where the options that stand before it end."""
    at = 1
    while at < len(argv) and argv[at].startswith("-"):
        at += 2 if argv[at] in ("-c", "-C", "--git-dir", "--work-tree", "--namespace", "-R") else 1
    return at


def _after(command: Command, on: str) -> str:
    """The branch after a command that may switch to another."""
    at = _subcommand(command.argv)
    what, words = " ".join((command.name, *command.argv[at : at + 1])), command.argv[at + 1 :]
    if what == "gh pr" and "checkout" in words:
        return ""
    if what == "git branch" and not RENAMES.isdisjoint(words):
        return _known(words[-1])
    return _switched(what, words, on) if what in ("git checkout", "git switch") else on


def _switched(what: str, words: tuple[str, ...], on: str) -> str:
    made = next((words[n + 1] for n, word in enumerate(words[:-1]) if word in NEW), "")
    names = [word for word in words if word == "-" or not word.startswith("-")]
    if made:
        return _known(made)
    if "--detach" in words or "-d" in words:
        return ""
    is_of_files = "--" in words or len(names) != 1
    return on if is_of_files else _known(names[0])


def _known(name: str) -> str:
    """`-`: the one before, whichever that was."""
    return "" if name == "-" or UNKNOWN in name else name
