"""What only a person does: answer for one, take a lesson away, or take the watch away. A command in, a claim out. No I/O.

Why: an agent that can run `habitus approvals approve` approves its own blocked call; and one that can run `habitus learn` on a file that it
wrote itself, or `habitus rules add`, puts words into a person's mouth. No approval lifts this, for whoever may give one has a terminal of
their own. Bias: it is a rail for agents that mean well and one sentence for the rest; whoever writes SQL into the store with a program of
their own is stopped by file permissions, not by us.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from habitus.parse import shell
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAMES = frozenset({"habitus", "habitus.cli"})
EVERYBODYS = wordset(
    "check detect compare guard normalize fix validate doctor run replay status classify errors graph serve worker proxy mcp ledger blame"
    " completion"
)
"""Commands that look, judge or start a process. They decide nothing for a person, and say nothing as one."""
PERSONS = wordset("install uninstall learn chat hook undo keys")
"""Commands that change what an agent is held to. What `learn`, `chat` and `hook` are told counts as a person's word."""
GROUPS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "approvals": (wordset("list"), wordset("approve deny")),
    "inbox": (wordset("show"), wordset("approve reject keep-old")),
    "rules": (
        wordset("list show search backtest conflicts explain export test"),
        wordset("add edit on off delete promote demote import"),
    ),
    "evolution": (wordset("effect metrics suggestions run"), wordset("approve reject rollback")),
    "agents": (wordset("list show"), wordset("add set")),
    "persona": (wordset("list show history diff"), wordset("edit set rollback")),
    "skills": (
        wordset("list show search diff draft export history validate"),
        wordset("new patch import rm restore purge rollback accept grant revoke"),
    ),
    "queue": (wordset("list dead run retry"), wordset("clear")),
    "learning": (wordset("status history show strategies"), wordset("forget")),
    "daemon": (wordset("start status"), wordset("stop")),
}
"""Groups of commands: what in them is everybody's, and what is a person's."""
VALUED = frozenset({"--config"})
"""Options before the command that take the word behind them."""

MESSAGE = "Only a person may do that: it changes what you are held to. Tell the user what you would like, and let them run the command."


def is_persons(command: str, cwd: str = "") -> bool:
    if "habitus" not in command:
        return False
    return any(_is_ours(one.argv) for one in shell.commands(command, cwd).commands)


def _is_ours(argv: Sequence[str]) -> bool:
    """The reader has taken off what runs us: `env`, `sudo`, `bash -c`, `python -m`."""
    if not argv or argv[0].replace("\\", "/").rpartition("/")[2] not in NAMES:
        return False
    words = [word for before, word in pairwise(argv) if not word.startswith("-") and before not in VALUED]
    command = _first(words, EVERYBODYS | PERSONS | GROUPS.keys())
    if command not in GROUPS:
        return command in PERSONS
    looks, persons = GROUPS[command]
    return _first(words[words.index(command) + 1 :], looks | persons) in persons


def _first(words: Iterable[str], known: Iterable[str]) -> str:
    """What is no name of a command is the value of an option: `inbox --state pending approve`."""
    return next((word for word in words if word in known), "")
