"""What only a person does: answer for one, take a lesson away, or take the watch away. A command in, a claim out. No I/O.

Why: an agent that can run `habitus approvals approve` approves its own blocked call. No approval lifts this, for whoever may give one has
a terminal of their own. Bias: it is a rail for agents that mean well and one sentence for the rest; whoever writes SQL into the store with
a program of their own is stopped by file permissions, not by us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.parse import shell

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = frozenset({"habitus", "habitus.cli"})
ALL = frozenset({"*"})
PERSONS: dict[str, frozenset[str]] = {
    "approvals": frozenset({"approve", "deny"}),
    "inbox": frozenset({"approve", "reject", "keep-old"}),
    "rules": frozenset({"edit", "on", "off", "delete", "promote", "demote", "import"}),
    "evolution": frozenset({"approve", "reject", "rollback"}),
    "agents": frozenset({"add", "set"}),
    "persona": frozenset({"edit", "set", "rollback"}),
    "skills": frozenset({"accept", "grant", "revoke"}),
    "queue": frozenset({"clear"}),
    "daemon": frozenset({"stop"}),
    "keys": ALL,
    "undo": ALL,
    "uninstall": ALL,
    "install": ALL,
}
"""Groups of our own command line, and what in them is for people."""

MESSAGE = "Only a person may do that: it changes what you are held to. Tell the user what you would like, and let them run the command."


def is_persons(command: str, cwd: str = "") -> bool:
    if "habitus" not in command:
        return False
    return any(_is_ours(one.argv) for one in shell.commands(command, cwd).commands)


def _is_ours(argv: Sequence[str]) -> bool:
    """The reader has taken off what runs us: `env`, `sudo`, `bash -c`, `python -m`."""
    words = [word for word in argv if not word.startswith("-")]
    if len(words) < 2 or words[0].replace("\\", "/").rpartition("/")[2] not in NAMES:
        return False
    found = PERSONS.get(words[1])
    return found is not None and (found is ALL or (len(words) > 2 and words[2] in found))
