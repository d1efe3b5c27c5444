"""Is a command destructive? The tables beside this file say which are; here is only how they are asked.

Destructive is what cannot be taken back and touches more than the one thing named: `rm -rf`, `git reset --hard`, `DROP TABLE`. `rm file`
and `git push --force-with-lease` are not. A rehearsal, a help page, a listing is not. What could not be read for certain is judged by the
likeliest reading, and the finding says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from habitus.parse import sql
from habitus.parse.destructive import backups, brokers, ci, clouds, databases, files, git, search, secrets, system
from habitus.parse.shell import UNKNOWN, stdin
from habitus.parse.shell.wrappers import SHELLS
from habitus.parse.synopsis import Manual, Program, compiled, match, split

if TYPE_CHECKING:
    from habitus.parse.shell import Command, Script

FAMILIES: dict[str, tuple[Program, ...]] = {
    "files": files.PROGRAMS,
    "git": git.PROGRAMS,
    "databases": databases.PROGRAMS,
    "clouds": clouds.PROGRAMS,
    "brokers": brokers.PROGRAMS,
    "secrets": secrets.PROGRAMS,
    "search": search.PROGRAMS,
    "backups": backups.PROGRAMS,
    "ci": ci.PROGRAMS,
    "system": system.PROGRAMS,
}
SEARCHES = frozenset(("find -exec", "find -execdir", "fd -x"))
FEEDS = frozenset(("xargs", "parallel"))
"""Through these `rm -f` deletes not the file that was named, but all that is found."""
UNNAMED = ("rm", "git")
"""Programs that people put into a variable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    family: str
    reason: str
    """What it does, in words that continue "this ..."."""
    command: str
    """The part of the script that does it."""
    unclear: bool = False
    """Judged by the likeliest reading of something that could not be read for certain."""


def find(script: Script) -> Finding | None:
    """The first destructive command of a script."""
    for command in script.commands:
        name = command.name
        # `mkfs.ext4` is `mkfs`, `kafka-topics.sh` is `kafka-topics`.
        known = name if name in _PROGRAMS else name.partition(".")[0]
        found = _by_table(command, known) if known in _PROGRAMS else None
        if found is None and (command.redirects or name in _ASKED or UNKNOWN in name):
            found = _by_content(command)
        if found is not None:
            return found
    if script.is_cut:
        return Finding(family="system", reason="runs more than can be looked at", command=script.unclear[-1], unclear=True)
    return None


def find_sql(text: str, dialect: str = "") -> Finding | None:
    """The first destructive statement in SQL, wherever it came from."""
    for statement in sql.each(text, dialect):
        says = databases.STATEMENTS.get(statement.kind)
        if says:
            objects = ", ".join(statement.objects) or "a table"
            return Finding(family="databases", reason=says.format(objects=objects), command=statement.text, unclear=statement.guessed)
    return None


@cache
def _manuals(name: str) -> tuple[tuple[str, Manual], ...]:
    """What the families know of a program. Made when it is first met: all of them would take twenty milliseconds."""
    return tuple((family, compiled(program, files.SHAPES)) for family, program in _PROGRAMS[name])


def _by_table(command: Command, name: str) -> Finding | None:
    for family, manual in _manuals(name):
        says = match(command.argv, manual)
        if says:
            return _finding(family, says, command)
    return None


def _by_content(command: Command) -> Finding | None:
    """What a table of flags cannot say: where output goes, what SQL is sent, what arrives to be run."""
    name = command.name
    if any(redirect.op in _OUTPUT and _DEVICE.match(redirect.target) for redirect in command.redirects):
        return _finding("files", "writes over a disk", command)
    if UNKNOWN in name:
        return _by_words(command)
    if name in ("rm", "grm") and _is_bulk(command):
        return _finding("files", "deletes everything it finds, without asking", command)
    if name in SHELLS and UNKNOWN in command.argv and not FEEDS.isdisjoint(command.through):
        return _finding("system", "runs whatever text arrives as a command", command, unclear=True)
    client = databases.CLIENTS.get(name)
    return _by_client(command, client) if client else None


def _by_words(command: Command) -> Finding | None:
    """`$TOOL reset --hard`: which program runs is not known, but what it is told is."""
    for name in UNNAMED:
        found = _by_table(command, name)
        if found:
            return _finding(found.family, f"{found.reason}, if the program is {name}", command, unclear=True)
    return None


def _is_bulk(command: Command) -> bool:
    """`rm -f` on what a search found. For a file that was named, it passes."""
    if not re.search(r"(?:^|\s)-(?:\w*f|-force(?:\s|$))", " ".join(command.argv[1:])):
        return False
    pipe = command.pipe
    while pipe is not None and pipe.name not in ("find", "fd"):
        pipe = pipe.pipe
    return not SEARCHES.isdisjoint(command.through) or (pipe is not None and not FEEDS.isdisjoint(command.through))


def _by_client(command: Command, client: databases.Client) -> Finding | None:
    args = split(command.argv, _manual_of(command.name))
    texts = [text for flag, text in args.given if flag in client.flags]
    if client.operand >= 0:
        texts += args.operands[client.operand :]
    for text in texts or [stdin(command) or ""]:
        if client.speaks == "sql":
            found = find_sql(text, client.dialect)
            says, unclear = (found.reason, found.unclear) if found else ("", False)
        elif client.speaks == "documents":
            says, unclear = next((says for pattern, says in databases.DOCUMENTS.items() if re.search(pattern, text)), ""), False
        else:
            lines = (match((command.name, *line.split()), manual) for line in text.splitlines() for _, manual in _manuals(command.name))
            says, unclear = next(filter(None, lines), ""), False
        if says:
            return _finding("databases", says, command, unclear=unclear)
    return None


@cache
def _manual_of(name: str) -> Manual:
    client = databases.CLIENTS[name]
    return compiled(Program(name, {}, valued=" ".join((*client.flags, client.valued)), one_dash="-cmd" in client.flags), {})


def _finding(family: str, reason: str, command: Command, *, unclear: bool = False) -> Finding:
    return Finding(family=family, reason=reason, command=command.text, unclear=unclear or command.guessed)


_PROGRAMS: dict[str, list[tuple[str, Program]]] = {}
for _family, _programs in FAMILIES.items():
    for _program in _programs:
        for _name in _program.names.split("|"):
            _PROGRAMS.setdefault(_name, []).append((_family, _program))
_ASKED = frozenset(databases.CLIENTS) | SHELLS | {"rm", "grm"}
_OUTPUT = (">", ">>", ">|", "&>", "&>>", "<>")
_DEVICE = re.compile("|".join(device.replace("*", ".*") for device in files.DEVICES))
