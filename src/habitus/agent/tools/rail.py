"""A rail, not a sandbox: what a command says it will write must lie in the working directory. No I/O but the looking up of links.

The words of the command are read, not its deeds: a program that writes elsewhere by itself, a path that only the run knows and code in
another language pass. Whoever must be sure runs the agent in a container. Bias: what is named for writing and lies outside is refused,
also where the reading is a guess.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from habitus.agent.tools import files
from habitus.agent.tools.answer import named
from habitus.agent.tools.tool import ToolFailed
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.agent.tools.tool import Place
    from habitus.parse.shell import Command, Script

ALL_WORDS = wordset(
    "rm rmdir unlink shred mkdir touch chmod chown chgrp ln link truncate mkfifo mknod tee tar unzip rsync scp setfacl chattr gzip gunzip"
    " bzip2 xz zip 7z patch install dd"
)
"""Programs of whose words every path counts: they write to most of them."""
LAST_WORD = wordset("cp mv")
FOLDER_OPTIONS = wordset("-C --directory --git-dir --work-tree --prefix -d --target --dest --output-dir --cwd")
"""Options that name the folder in which a program works."""
WORKS_THERE = wordset("git make tar npm pnpm yarn cargo go pip pip3 uv unzip cmake ninja")
OUTPUTS = {"sort": ("o", "--output"), "wget": ("P", "--directory-prefix")}
"""Programs that write only where an option says so: its letter, and its long name."""
CLONES = ("clone", "init", "worktree")
DELETES = wordset("-delete -exec -execdir -fprint -fprintf -fls -ok")
OWN_ENVIRON = re.compile(r"/proc/[^/\s]+/(?:task/[^/\s]+/)?(?:environ|mem)\b")
FAR_AWAY = re.compile(r"[\w.-]+(?:@[\w.-]*)?:")
"""`host:path`, `user@host:path`: on another machine."""
HARMLESS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd")


def check(command: str, place: Place) -> None:
    """ToolFailed where the command names, for writing, what lies outside."""
    from habitus.parse import effects, shell
    from habitus.parse.shell.unwrap import FAR

    if OWN_ENVIRON.search(command):
        raise ToolFailed("The memory and environment of processes are not looked at: they hold keys. Ask the user for what you need.")
    home = os.path.realpath(place.workdir)
    script = shell.commands(command, home)
    for one in script.commands:
        _not_ours(one, place, home)
    if place.may_leave:
        return
    if script.is_cut:
        raise ToolFailed("The command is too long to be looked through. Write it to a script in the working directory, and run that.")
    sure = _without_doubt(script)
    done = effects.effects(sure)
    paths = [*done.writes, *done.deletes]
    for one in sure.commands:
        if not FAR.isdisjoint(one.through):
            continue  # on another machine, or in a container
        if one.cwd and "\0" not in one.cwd and one.name not in ("cd", "pushd", "popd", "pwd"):
            _inside(one.cwd, home, f"{one.name} would run there; name its path instead of going there")
        paths += [_from(one, path) for path in _named(one)]
    for path in paths:
        _inside(path, home, "the command would write there")


def _not_ours(command: Command, place: Place, home: str) -> None:
    """Not even to look at, and wherever it may go: the layer's token, store and settings, and the app file."""
    for word in (*command.argv[1:], *(redirect.target for redirect in command.redirects)):
        path = _from(command, word)
        sounds = files.sounds_ours(place, path.rpartition("/")[2])
        if sounds and len(path) <= files.LONGEST and files.is_ours(place, files.resolved(home, path)):
            raise ToolFailed(f"{named(word)} belongs to what watches over this session, and is not for its commands. Leave it.")


def _without_doubt(script: Script) -> Script:
    return script._replace(commands=tuple(one._replace(guessed=False) for one in script.commands))


def _named(command: Command) -> Iterator[str]:
    """Words that name what a command writes, beyond what its manual says."""
    words = list(command.argv[1:])
    plain = [word for word in words if not word.startswith("-")]
    if command.name in ALL_WORDS:
        yield from plain
    elif command.name in LAST_WORD or (command.name == "git" and any(word in CLONES for word in plain[:3])):
        yield from plain[-1:]
    elif command.name == "find" and not DELETES.isdisjoint(words):
        yield from plain[:1]
    for option, value in _options(command, words):
        if option in FOLDER_OPTIONS or command.name in ALL_WORDS:
            yield value
    if command.name in OUTPUTS:
        yield from _outputs(words, *OUTPUTS[command.name])
    yield from (redirect.target for redirect in command.redirects if redirect.op.endswith((">", ">>", ">|")))


def _options(command: Command, words: list[str]) -> Iterator[tuple[str, str]]:
    for word, following in pairwise([*words, ""]):
        option, is_joined, value = word.partition("=")
        if word.startswith("-") and is_joined:
            yield option, value
        elif word in FOLDER_OPTIONS and command.name in WORKS_THERE:
            yield word, following


def _outputs(words: list[str], letter: str, name: str) -> Iterator[str]:
    """`-o file`, `-ofile`, `-uo file`, `--output file`, `--output=file`."""
    for word, following in pairwise([*words, ""]):
        option, _, value = word.partition("=" if word.startswith("--") else letter)
        is_short = word.startswith("-") and not word.startswith("--") and letter in word
        if is_short or option == name:
            yield value or following


def _from(command: Command, path: str) -> str:
    """A path from where the command runs; the folder of a pattern. Empty where only the run knows it."""
    path = re.split(r"[*?\[{]", path, maxsplit=1)[0]
    if not path or "\0" in path or "\n" in path or "://" in path or FAR_AWAY.match(path):
        return ""
    if path.startswith(("/", "~")):
        return path
    return "" if "\0" in command.cwd else os.path.join(command.cwd, path)  # noqa: PTH118 - `..` is resolved later, links and all


def _inside(path: str, home: str, why: str) -> None:
    if not path or path.startswith(HARMLESS) or "\0" in path or len(path) > files.LONGEST:
        return
    if not files.is_below(files.resolved(home, path), home):
        raise ToolFailed(
            f"{named(path)} lies outside the working directory {named(home)}, and {why}. Work inside it, or ask the user to allow more."
        )
