"""How a program that runs another is read: one function per kind, each hands the reader what would run.

Each answers whether that is all there is to say of the command; where it is not, the command itself counts too.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache, partial
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.shell import feed, shells
from habitus.parse.shell.prints import printed, stdin
from habitus.parse.shell.types import UNKNOWN, Command
from habitus.parse.shell.words import LONGEST_VALUE
from habitus.parse.shell.wrappers import BEFORE_SUBCOMMAND, NODE_PROGRAMS, WRAPPERS, Wrapper
from habitus.parse.synopsis import takes_next

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.parse.shell.reader import Reader

    How = Callable[[Reader, Command], bool]

ASSIGNS = re.compile(r"[A-Za-z_]\w*=")
CHDIR = re.compile(r"--chdir(?:=(?P<long>.*))?$|-[i0v]*C(?P<short>.*)", re.DOTALL)
"""Where `env` goes before it runs the command; the next word, where it is not said in this one."""
FILES = (">", ">>", ">|", "&>", "&>>", "<>", "<")


class _Known(NamedTuple):
    """A wrapper, ready to read with."""

    words: tuple[str, ...]
    label: str
    how: Wrapper
    valued: frozenset[str]
    script: frozenset[str]
    describes: frozenset[str]


# ── sudo, timeout 5, docker exec web, ssh host, su -c ────────────────────────────────────────────


def wrapper(reader: Reader, command: Command) -> bool:
    for known in _KNOWN[command.name]:
        at = _past(command.argv, known.words, command.name) if known.words else 1
        if at:
            return _Unwrapping(reader, command, known).read(at)
    return False


def _past(argv: tuple[str, ...], words: tuple[str, ...], name: str) -> int:
    """Where the subcommand's own words begin; 0 where it is another subcommand."""
    if words[-1] not in argv:
        return 0
    at = 1
    for word in words:
        at = _past_flags(argv, at, name, word)
        if at >= len(argv) or argv[at] != word:
            return 0
        at += 1
    return at


def _past_flags(argv: tuple[str, ...], at: int, name: str, word: str = "") -> int:
    valued = _BEFORE.get(name, _NO_FLAGS)
    while at < len(argv) and argv[at].startswith("-") and argv[at] != word:
        at += 2 if takes_next(argv[at], valued) else 1
    return at


class _Unwrapping:
    def __init__(self, reader: Reader, command: Command, known: _Known) -> None:
        self.reader, self.command, self.known = reader, command, known
        self.argv = command.argv
        self.assigned: list[tuple[str, str]] = []
        self.ran = False
        self.to = ""
        self.entry = ""

    def read(self, at: int) -> bool:
        how = self.known.how
        at = self.flags(at)
        if at < 0:
            return False
        argv = self.argv
        is_behind = how.dashes and "--" in argv[at - 1 :]
        if is_behind:
            at = argv.index("--", at - 1) + 1
        elif not self.ran:
            at += how.operands
            at += at < len(argv) and argv[at] == "--"
            if at < len(argv) and argv[at] in self.known.script:  # `flock FILE -c SCRIPT`
                at = self.flag(argv[at], at)
        inner = argv[at:] if is_behind or not how.only_script else ()
        if self.entry and not self.ran:
            inner = (self.entry, *inner)
        if inner and self.to:
            self.elsewhere(inner)
        elif inner:
            self.inner(inner)
        elif how.logs_in and not self.ran:
            return shells.reads_script(self.reader, self.command)
        return bool(inner) or self.ran

    def flags(self, at: int) -> int:
        """Past the wrapper's own flags and assignments; -1 where it only tells about the command."""
        known, is_env = self.known, self.command.name == "env"
        while at < len(self.argv):
            word = self.argv[at]
            if word == "--":
                return at + 1
            if word.startswith("-") and (len(word) > 1 or is_env):
                if known.describes and _is_one(word, known):
                    return -1
                at = self.split(at) if is_env and word.startswith(("-S", "--split-string")) else self.flag(word, at)
            elif known.how.assigns and ASSIGNS.match(word):
                name, _, text = word.partition("=")
                self.assigned.append((name, text))
                at += 1
            elif known.how.only_script:
                at += 1
            else:
                break
        return at

    def flag(self, word: str, at: int) -> int:
        name, _, text = word.partition("=")
        script = self.known.script
        if name in script or (script and not name.startswith("--") and "-" + name[-1] in script):
            if not text:
                at += 1
                text = self.argv[at] if at < len(self.argv) else ""
            self.reader.inner(text, f"{self.known.label} {name}", self.command)
            self.ran = True
            return at + 1
        if self.command.name == "env" and (found := CHDIR.match(word)):
            self.to = found["long"] or found["short"] or next(iter(self.argv[at + 1 : at + 2]), "")
        elif name == "--entrypoint":
            self.entry = text or next(iter(self.argv[at + 1 : at + 2]), "")
        return at + (2 if takes_next(word, self.known.valued) else 1)

    def split(self, at: int) -> int:
        """`env -S 'A=1 cmd'`: the value is cut into words that stand before the rest."""
        word = self.argv[at]
        inline = word.partition("=")[2] if word.startswith("--") else word[2:]
        behind = at + (1 if inline else 2)
        text = inline or (self.argv[at + 1] if at + 1 < len(self.argv) else "")
        self.argv = (*self.argv[:at], *text.split(), *self.argv[behind:])
        return at

    def elsewhere(self, inner: tuple[str, ...]) -> None:
        """`env -C dir cmd`: the command runs there; what the shell has opened for it lies where the shell is."""
        with self.reader.apart():
            before = self.command.cwd
            self.reader.cwd = _moved(before, self.to)
            opened = (one._replace(target=_opened(before, one.target)) if one.op in FILES else one for one in self.command.redirects)
            self.command = self.command._replace(cwd=self.reader.cwd, redirects=tuple(opened))
            self.inner(inner)

    def inner(self, inner: tuple[str, ...]) -> None:
        label = self.known.label
        if not self.known.how.joins:
            self.reader.again(inner, label, self.command, tuple(self.assigned))
        elif label == "trap":
            self.reader.inner(inner[0], label, self.command)
        else:
            self.reader.inner((" " if label != "hyperfine" else "\n").join(inner), label, self.command)


def _opened(cwd: str, path: str) -> str:
    return path if path.startswith("~") else posixpath.join(cwd, path)


def _is_one(word: str, known: _Known) -> bool:
    """Is it a flag that only describes, or a cluster with one in it? `-ueve` is the user eve."""
    if word in known.describes or word.startswith("--"):
        return word in known.describes
    flags = takewhile(lambda flag: flag not in known.valued, ("-" + c for c in word[1:]))
    return any(flag in known.describes for flag in flags)


def git(reader: Reader, command: Command) -> bool:
    """`git -c alias.x='!cmd' x` runs the command, and so does `git x` behind `git config alias.x '!cmd'`; so do `bisect run`, `rebase -x`
    and the like."""
    argv = command.argv
    if "-c" in argv:
        for word in argv[1:]:
            _run_alias(reader, word.partition("=")[2] if word.startswith("alias.") else "", command)
    if "config" in argv:
        reader.aliases.update((word.removeprefix("alias."), text) for word, text in pairwise(argv) if word.startswith("alias."))
    elif reader.aliases:
        import shlex

        at = _past_flags(argv, 1, "git")
        if at < len(argv) and (text := reader.aliases.pop(argv[at], "")):  # one that runs itself runs no further
            _run_alias(reader, f"{text} {shlex.join(argv[at + 1 :])}", command)
            reader.aliases[argv[at]] = text
    return not _GIT_RUNS.isdisjoint(argv) and wrapper(reader, command)


def _run_alias(reader: Reader, text: str, command: Command) -> None:
    if text:
        reader.inner(text.removeprefix("!") if text[0] == "!" else f"git {text}", "git alias", command)


def brings(reader: Reader, command: Command) -> bool:
    """`yarn rimraf x`, `pnpm run eslint`: a program that the project brings along, by its bare name."""
    argv, name = command.argv, command.name
    if at := _past(argv, ("workspace",), name):  # `yarn workspace web rimraf x`
        reader.again((argv[0], *argv[at + 1 :]), "yarn workspace", command)
        return True
    if wrapper(reader, command):
        return True
    at = _past(argv, ("run",), name) or _past_flags(argv, 1, name)
    if at < len(argv) and argv[at] in NODE_PROGRAMS:
        reader.again(argv[at:], name, command)
        return True
    return name == "bun" and shells.interpreter(reader, command)


# ── what changes the surroundings ────────────────────────────────────────────────────────────────


def cd(reader: Reader, command: Command) -> bool:
    to = next((w for w in command.argv[1:] if not w.startswith("-") or w == "-"), "~")
    reader.cwd = reader.variables["PWD"] = UNKNOWN if command.name == "popd" else _moved(reader.cwd, to)
    return False


@lru_cache(maxsize=256)
def _moved(cwd: str, to: str) -> str:
    if UNKNOWN in to or to == "-" or (cwd == UNKNOWN and not to.startswith(("/", "~"))):
        return UNKNOWN
    there = posixpath.normpath(to if to.startswith("~") else posixpath.join(cwd, to))
    return there if len(there) <= LONGEST_VALUE else UNKNOWN


def declares(reader: Reader, command: Command) -> bool:
    for word in command.argv[1:]:
        name, equals, text = word.partition("=")
        if equals and not word.startswith("-"):
            reader.assign(name, reader.assigned(name, text) if text.startswith("(") else text)
    return False


def alias(reader: Reader, command: Command) -> bool:
    """`alias k='rm -rf'`, then `k x`. One that is never used does nothing."""
    for word in command.argv[1:]:
        name, equals, text = word.partition("=")
        if equals and name and name not in HOW:
            # `alias rm='rm -i'` is the program, not itself again.
            own = "command " if text.split(" ", 1)[0] == name else ""
            reader.functions[name] = partial(reader.deeper, f'{own}{text} "$@"')
            reader.called.add(name)
    return False


def forgets(reader: Reader, command: Command) -> bool:
    for word in command.argv[1:]:
        (reader.functions if "-f" in command.argv else reader.variables).pop(word, None)
    return False


def sets(reader: Reader, command: Command) -> bool:
    """`set -- rm -rf x`: the words that `"$@"` stands for."""
    if "--" in command.argv:
        reader.arguments(("sh", *command.argv[command.argv.index("--") + 1 :]))
    return False


def tee(reader: Reader, command: Command) -> bool:
    text = stdin(command)
    if text is not None:
        for word in command.argv[1:]:
            reader.files[reader.path(word)] = text
    return False


def writes(reader: Reader, command: Command) -> bool:
    """`echo ... > f`: what a later `sh f` would run."""
    for redirect in command.redirects:
        if redirect.op in (">", ">>", ">|", "&>") and redirect.fd in ("", "1"):
            text = printed(command)
            if text is not None:
                path = reader.path(redirect.target)
                reader.files[path] = reader.files.get(path, "") + text if redirect.op == ">>" else text
    return False


_NO_FLAGS: frozenset[str] = frozenset()
_BEFORE = {name: frozenset(flags.split()) for name, flags in BEFORE_SUBCOMMAND.items()}
_GIT_RUNS = frozenset(label.split()[1] for label in WRAPPERS if label.startswith("git "))
_KNOWN: dict[str, list[_Known]] = {}
for _label, _how in WRAPPERS.items():
    _name, *_words = _label.split()
    _KNOWN.setdefault(_name, []).append(
        _Known(tuple(_words), _label, _how, *(frozenset(flags.split()) for flags in (_how.valued, _how.script, _how.describes)))
    )

HOW: dict[str, How] = {
    **dict.fromkeys(_KNOWN, wrapper),
    **dict.fromkeys(("cd", "pushd", "popd", "chdir"), cd),
    **dict.fromkeys(("export", "declare", "local", "readonly", "typeset"), declares),
    **dict.fromkeys(("read", "mapfile", "readarray", "unset"), forgets),
    **dict.fromkeys(("echo", "printf", "cat"), writes),
    **feed.HOW,
    **shells.HOW,
    **dict.fromkeys(("yarn", "pnpm", "bun"), brings),
    "alias": alias,
    "git": git,
    "set": sets,
    "tee": tee,
}
FAR = frozenset(name for label, how in WRAPPERS.items() if how.far for name in (label, *(f"{label} {flag}" for flag in how.script.split())))
"""What runs through these does not touch our files."""
