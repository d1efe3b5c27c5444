"""Does a script run this command, and is this path meant? What rules about commands and files are matched with. No I/O.

Commands are compared as they were parsed: `sudo npm i` and `bash -c 'npm i'` run npm, `echo npm` does not. Guessed readings are left
out, and so is what only tells about itself or rehearses (`npm --version`, `git push --dry-run`): a false alarm costs more here than a miss.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from habitus.parse import actions, paths
from habitus.parse.branches import NOWHERE, of, pushed
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from habitus.parse.branches import Start
    from habitus.parse.effects import Effects
    from habitus.parse.shell import Command, Script
    from habitus.parse.synopsis import Args, Manual

T = TypeVar("T")

LONGEST = 4096
"""Characters of an operand or a path that are compared with a pattern: as long as a path can be."""

ABOUT = wordset("--help --version --dry-run")
ONLY_ABOUT = wordset("-V help version")
"""... which mean that only where they stand alone. Not `-v` and `-h`: `pytest -v` runs, and `df -h` too."""

IN_EARNEST = wordset("--dry-run=none --dry-run=false")
MAKES = wordset("make gmake")
PRINTS = re.compile(r"--just-print|--recon|-[BeikqrRsStw]*n[BeikqrRsStwn]*")
"""With which `make` says what it would do: `-n`, also among other letters."""

TOLD = wordset("cat tee rm psql")
"""Programs that stand for what code does to files."""

ONE_DASH = wordset("go find java javac terraform gcc g++ clang clang++ xcodebuild ffmpeg openssl convert magick")
"""Programs whose `-race` is one option and not four."""

OUTPUT = (">", ">>", ">|", "&>", "&>>")

VALUED = {
    "aws": "--profile --region --output --endpoint-url",
    "cargo": "-p --package --manifest-path --config --features --target",
    "gh": "-R --repo",
    "git": "-m --message -F -b -B -o --push-option --receive-pack --exec --author --date",
    "go": "-C -run -tags -o",
    "helm": "-n --namespace --kube-context --kubeconfig -f --values",
    "make": "-C -f -j --directory --file",
    "pip": "-r -c -e -i -t --requirement --constraint --index-url --target",
    "pytest": "-k -m -n -p -c -o --rootdir --maxfail",
    "terraform": "-chdir -var -var-file",
}
"""Options that take the next word, where that word could be taken for an operand; besides those that stand before a subcommand."""


class Called(NamedTuple):
    """A command as a rule describes it. Whatever is empty may be anything."""

    programs: frozenset[str] = frozenset()
    words: tuple[tuple[str, ...], ...] = ()
    """Subcommands, one of which must come first: `("run", "test")`."""
    options: tuple[frozenset[str], ...] = ()
    """Of each group one must be given: `-r` or `--recursive`, and `-f` or `--force`."""
    without: frozenset[str] = frozenset()
    """None of these is given."""
    args: tuple[str, ...] = ()
    """One of these patterns fits an operand behind the subcommand. A bare `git push` has the branch that it is on for one."""
    branches: tuple[str, ...] = ()
    """One of these patterns fits the branch that it is run on."""
    piped: bool | None = None
    """Whether its text comes from another command, or goes to one, to a file or into a variable."""

    def runs(self, script: Script, start: Start = NOWHERE) -> bool:
        programs = self.programs
        for command in script.commands:
            if programs and (command.name not in programs or _stands_for_code(command)):
                if command.through and self._wraps(command) and not command.guessed:
                    return True
            elif not command.guessed and command.argv and self._fits(command, script, start) and self._stands(command, script):
                return True
        return False

    def _fits(self, command: Command, script: Script, start: Start) -> bool:
        if tells(command.argv) and not self.options:
            return False
        if self.branches and not any(fits(pattern, of(command, script, start)) for pattern in self.branches):
            return False
        if not (self.words or self.options or self.without or self.args):
            return True
        if self.words and not any(one[0] in command.argv for one in self.words):
            return False
        given = split(command.name, command.argv)
        operands = _behind(self.words, given.operands) if self.words else given.operands
        if operands is None or any(not _given(group, given) for group in self.options) or (self.without and _given(self.without, given)):
            return False
        if self.args and start.branch and command.name == "git" and given.operands[:1] == ("push",):
            operands += pushed(command.argv, given.operands[1:], of(command, script, start))
        return not self.args or any(fits(pattern, operand) for pattern in self.args for operand in operands)

    def _stands(self, command: Command, script: Script) -> bool:
        if self.piped is None:
            return True
        is_kept = "$( )" in command.through or any(one.op in OUTPUT and one.fd in ("", "1") for one in command.redirects)
        return self.piped is (is_kept or command.pipe is not None or any(one.pipe == command for one in script.commands))

    def _wraps(self, command: Command) -> bool:
        """`sudo` leaves no command of its own: it stands among what the others run through. Its options are not known there."""
        if self.options or self.without or self.args or self.branches or self.piped is not None:
            return False
        for label in command.through:
            name, *words = label.split()
            if name in self.programs and (not self.words or any(list(one) == words[: len(one)] for one in self.words)):
                return True
        return False


def described(parts: Mapping[str, tuple[str, ...]], piped: bool | None = None) -> Called:
    """A command from its parts as a rule writes them."""
    return Called(
        programs=frozenset(name.lower() for name in parts.get("program", ())),
        words=tuple(tuple(one.split()) for one in parts.get("subcommand", ())),
        options=tuple(frozenset(one.split("|")) for one in parts.get("options", ())),
        without=frozenset(option for one in parts.get("without_options", ()) for option in one.split("|")),
        args=parts.get("args", ()),
        branches=parts.get("branch", ()),
        piped=piped,
    )


def _stands_for_code(command: Command) -> bool:
    """`python -c "open('f').read()"` is told as `cat f`, which touches the same file; but nobody runs `cat`."""
    if not command.through or command.name not in TOLD:
        return False
    from habitus.parse.shell.code import LANGUAGES

    name, _, flag = command.through[-1].partition(" ")
    return name in LANGUAGES and flag != "-m"


def tells(argv: tuple[str, ...]) -> bool:
    """Does it only tell about itself, or rehearse?"""
    if not ABOUT.isdisjoint(argv) or (len(argv) == 2 and argv[1] in ONLY_ABOUT):
        return True
    return any(word.startswith("--dry-run=") and word not in IN_EARNEST for word in argv) or (
        argv[0].rpartition("/")[2] in MAKES and any(map(PRINTS.fullmatch, argv))
    )


@lru_cache(maxsize=64)  # the rules about one program ask the same of one command
def split(name: str, argv: tuple[str, ...]) -> Args:
    from habitus.parse import synopsis

    return synopsis.split(argv, _manual(name))


@lru_cache(maxsize=1024)  # names come from outside
def _manual(name: str) -> Manual:
    from habitus.parse.shell.wrappers import BEFORE_SUBCOMMAND
    from habitus.parse.synopsis import Program, compiled

    valued = f"{BEFORE_SUBCOMMAND.get(name, '')} {VALUED.get(name, '')}"
    return compiled(Program(name if name in VALUED or name in BEFORE_SUBCOMMAND else "", {}, valued=valued, one_dash=name in ONE_DASH), {})


def _behind(words: tuple[tuple[str, ...], ...], operands: tuple[str, ...]) -> tuple[str, ...] | None:
    return next((operands[len(one) :] for one in words if operands[: len(one)] == one), None)


def _given(group: frozenset[str], given: Args) -> bool:
    if not group.isdisjoint(given.flags):
        return True
    return any("=" in option and given.flags.get(option.partition("=")[0]) == option.partition("=")[2] for option in group)


# ── paths ──


class Path(NamedTuple):
    """A path as a rule names it: a file, or a folder with everything below. `generated/`, `*.lock` and `src/legacy` are meant at any depth
    of the workspace; `/etc` and `~/.ssh` where they are."""

    text: str
    literal: str
    """`/src/legacy/`, to be looked for in a path as it is; empty where there are wildcards."""
    ending: str
    """`.md` of `*.md`."""
    parts: tuple[str, ...]

    def holds(self, inside: str, parts: list[str]) -> bool:
        """Is this file, as seen from the workspace, meant?"""
        if self.literal:
            return self.literal in inside
        if self.ending:
            return inside.endswith(self.ending, 0, -1)
        if len(self.parts) == 1:
            return any(fits(self.parts[0], part) for part in parts)
        return _glob(("**", *self.parts, "**"), parts, "**", fits)

    def is_anchored(self) -> bool:
        return self.text.startswith(("/", "~"))

    def is_there(self, path: str) -> bool:
        """The same for `/etc` and `~/.ssh`."""
        parts = _below_home(path) if self.text.startswith("~") else path[1:].split("/") if path.startswith("/") else None
        return parts is not None and _glob((*self.parts, "**"), parts, "**", fits)


def meant(wanted: tuple[Path, ...], path: str, workspace: str = "") -> bool:
    """Is a path, absolute or relative to the workspace, one of these? Of a file outside the workspace only the name counts."""
    if len(path) > LONGEST:
        return False
    seen = relative(path, workspace)
    inside, parts = ("", []) if seen is None else (f"/{seen}/", seen.split("/"))
    name = path.rpartition("/")[2]
    for one in wanted:
        if one.is_anchored():
            found = one.is_there(path)
        elif seen is None:
            found = len(one.parts) == 1 and fits(one.parts[0], name)
        else:
            found = one.holds(inside, parts)
        if found:
            return True
    return False


def path(text: str) -> Path:
    plain = text.removeprefix("./").strip("/")
    plain = plain.removeprefix("~").lstrip("/") if text.startswith("~") else plain
    is_wild = any(c in plain for c in "*?")
    rest = plain.removeprefix("*")
    is_ending = plain.startswith("*.") and not any(c in rest for c in "*?/")
    return Path(text, "" if is_wild else f"/{plain}/", rest if is_ending else "", tuple(plain.split("/")))


def relative(path: str, workspace: str) -> str | None:
    """A path as seen from the workspace; None where it lies outside. Without a workspace everything lies inside."""
    if path.startswith("/") and workspace:
        root = workspace.rstrip("/")
        return "" if path == root else path[len(root) + 1 :] if path.startswith(root + "/") else None
    return None if path.startswith(("~", "../")) else path.strip("/")


def _below_home(path: str) -> list[str] | None:
    if path.startswith("~/"):
        return path[2:].split("/")
    parts = path.split("/")
    if parts[:2] == ["", "root"]:
        return parts[2:]
    return parts[3:] if len(parts) > 3 and parts[:2] in (["", "home"], ["", "Users"]) else None


# ── patterns, without an engine: none can hang us ──


def fits(pattern: str, text: str) -> bool:
    """Shell patterns with `*` and `?`."""
    if "?" in pattern:
        return len(text) <= LONGEST and _glob(pattern, text, "*", _same)
    if "*" not in pattern:
        return pattern == text
    first, *between, last = pattern.split("*")
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in between:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def _same(pattern: str, text: str) -> bool:
    return pattern in ("?", text)


def _glob(pattern: Sequence[T], given: Sequence[T], star: T, same: Callable[[T, T], bool]) -> bool:
    """The wildcard match that only ever goes back to the last star: no pattern takes more than its length times the text's."""
    at = p = 0
    back, mark = -1, 0
    while at < len(given):
        if p < len(pattern) and pattern[p] == star:
            back, mark = p, at
            p += 1
        elif p < len(pattern) and same(pattern[p], given[at]):
            p, at = p + 1, at + 1
        elif back >= 0:
            mark += 1
            p, at = back + 1, mark
        else:
            return False
    return all(one == star for one in pattern[p:])


# ── what a script does, remembered: twenty rules ask the same of one call ──


@lru_cache(maxsize=64)
def effects(command: str, cwd: str) -> Effects:
    from habitus.parse import effects, shell

    return effects.effects(shell.commands(command, cwd), globs=True)


@lru_cache(maxsize=64)
def runs_tests(command: str, cwd: str) -> bool:
    from habitus.parse import effects, shell

    return effects.is_test_run(shell.commands(command, cwd))


# ── the files of a call ──

DELETES = wordset("delete_file remove_file unlink delete remove rm")
MOVES = wordset("move_file rename_file")


def files(kinds: str, action: str, target: str, args: Mapping[str, Any], command: str, workspace: str) -> Iterable[str]:
    """The files that a call would (w)rite, (d)elete or (r)ead: through a file tool, a patch or the shell."""
    if action == "bash":
        done = effects(command, workspace) if command else None
        return () if done is None else [file for kind in kinds for file in getattr(done, DONE[kind])]
    if action in ("edit", "write"):
        if target:
            return (target,) if "w" in kinds else ()
        patch = next((text for name in ("command", "input", "patch") if isinstance(text := args.get(name), str)), "")
        return [paths.normal(file, workspace) for kind, file in _patched(patch) if kind in kinds]
    if action == "read":
        return (target,) if target and "r" in kinds else ()
    return _moved(kinds, action, target, args, workspace)


DONE = {"r": "reads", "w": "writes", "d": "deletes"}


def _patched(patch: str) -> Iterator[tuple[str, str]]:
    """The files of a patch in Codex's form, and what happens to each."""
    from habitus.parse.effects import PATCHED

    for what, file, moved in PATCHED.findall(patch):
        yield ("d" if what == "Delete" else "w"), (file or moved).strip()


def _moved(kinds: str, action: str, target: str, args: Mapping[str, Any], workspace: str) -> Iterable[str]:
    """What file tools delete and move, which are none of the usual actions."""
    module, _, last = action.rpartition(".")
    if module and module.rpartition(".")[2] not in actions.FILE_MODULES:
        return ()
    if last in DELETES:
        return (target,) if target and "d" in kinds else ()
    named = (("source", "d"), ("destination", "w")) if last in MOVES else ()
    given = [args.get(name) for name, kind in named if kind in kinds]
    return [paths.normal(file, workspace) for file in given if isinstance(file, str) and file]
