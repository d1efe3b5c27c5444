"""Which files a script reads, writes and deletes; and whether it runs the tests, browses folders, or does what a file tool does.

Paths come out relative to where the script starts, or absolute. Those that only the run knows, patterns and devices are left out. What
runs on another machine or in a container touches no file of ours.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, takewhile
from posixpath import basename, join, normpath
from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.runners import BEHIND, BROWSERS, FORMATTERS, TESTS
from habitus.parse.shell import UNKNOWN, stdin
from habitus.parse.shell.unwrap import FAR
from habitus.parse.synopsis import Args, Manual, Program, compiled, match, split
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from habitus.parse.shell import Command, Script


class Effects(NamedTuple):
    reads: tuple[str, ...] = ()
    """Files whose contents were shown. What went into a variable or another file was seen by nobody."""
    writes: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    """Those of the written that only got another form: no test tells the difference."""


class Uses(NamedTuple):
    """What a program does with its operands."""

    how: str
    """reads, writes, deletes: all of them; filters: the first is a pattern, the others are read; copies, moves: the last is written;
    fetches: none is a file of ours; unpacks: those behind the archive are written."""
    valued: str = ""
    in_place: str = ""
    """Flags with which a filter writes what it reads."""
    pattern: str = ""
    """Flags that bring the pattern, so that every operand is a file."""
    output: str = ""
    """Flags whose value is a file that is written."""


_SHOWS = Uses("reads", "-n -c -b -s -l -r --lines --bytes --line-range --language --style --theme")
_GREP = Uses(
    "filters",
    "-e -f -m -A -B -C -g -t -T -d -D -j -M --regexp --file --max-count --glob --type --include --exclude --exclude-dir",
    pattern="-e -f --regexp --file",
)
_SED = Uses("filters", "-e -f -l --expression --file", "-i -I --in-place", "-e -f --expression --file")
_AWK = Uses("filters", "-F -v -f -i", "-i", "-f")
_JQ = Uses("filters", "-f --arg --argjson --indent --from-file", "-i --inplace", "-f --from-file")
_CODE = Uses("filters", "-e -E -I -r", "-i", "-e -E -pe -ne -pi -i")
_COPIES = Uses("copies", "-t -S -m -o -g --target-directory --suffix --mode --owner --group")
_PATCHES = Uses("patches", "-p -d -i -o --directory --input")

USES: dict[str, Uses] = {
    **dict.fromkeys(wordset("cat tac nl head tail less more most bat batcat view xxd od hexdump strings rev column"), _SHOWS),
    **dict.fromkeys(wordset("grep egrep fgrep rg ag zgrep"), _GREP),
    **dict.fromkeys(wordset("sed gsed"), _SED),
    **dict.fromkeys(wordset("awk gawk mawk nawk"), _AWK),
    **dict.fromkeys(wordset("jq yq"), _JQ),
    **dict.fromkeys(wordset("perl ruby"), _CODE),
    **dict.fromkeys(wordset("cp gcp install"), _COPIES),
    **dict.fromkeys(wordset("mv gmv"), _COPIES._replace(how="moves")),
    "ln": _COPIES,
    "rsync": Uses("copies", "-e -f -B -M --rsh --filter --exclude --include --exclude-from --include-from --files-from --chmod --chown"),
    "scp": Uses("copies", "-c -F -i -J -l -o -P -S"),
    **dict.fromkeys(wordset("tee touch sponge"), Uses("writes", "-d -t -r --date --reference")),
    **dict.fromkeys(wordset("rm grm unlink shred trash trash-put rmdir rimraf del-cli"), Uses("deletes", "-n -s")),
    **dict.fromkeys(wordset("patch apply_patch applypatch"), _PATCHES),
    "curl": Uses("fetches", "-o --output -X -H -d -u -A -e -b -c -F -T -w -x --request --header --data --url --user", output="-o --output"),
    "cut": Uses("reads", "-d -f -c -b --delimiter --fields"),
    "dd": Uses("dd"),
    "diff": Uses("reads", "-U -C -x -I --exclude"),
    "find": Uses("finds"),
    "gfind": Uses("finds"),
    "sort": Uses("reads", "-k -t -o -S -T --key --output", output="-o --output"),
    "tar": Uses("unpacks", "-f -C -I -T -X --file --directory --files-from --exclude --exclude-from --strip-components --transform"),
    "unzip": Uses("unpacks", "-d -x -P"),
    "truncate": Uses("writes", "-s -r --size --reference"),
    "wget": Uses("fetches", "-O --output-document -o -P -U --header --user-agent", output="-O --output-document -o"),
}
PATCHED = re.compile(r"^\*\*\* (Update|Add|Delete) File: (.+?)[ \t\r]*$|^\*\*\* Move to: (.+?)[ \t\r]*$", re.MULTILINE)
DIFFED = re.compile(r"^\+\+\+ (?:b/)?([^\t\r\n]+)", re.MULTILINE)

SHOWN = wordset("cat tac nl head tail less more most bat batcat sed gsed awk gawk mawk nawk perl")
"""Programs that put a file in front of the reader, or change it: a file tool does that better."""
SPOKEN = wordset("echo printf cat tee sed gsed perl")
"""Programs whose output is text that somebody wrote, not the log of a program."""
FAR_AWAY = re.compile(r"[\w.@-]+:")
"""`host:path`: a file of another machine."""
OUTPUT = (">", ">>", ">|", "&>", "&>>", "<>")
NOWHERE = ("/dev/", "/proc/", "/sys/")


def effects(script: Script, *, globs: bool = False) -> Effects:
    """`globs`: also what is named by a pattern, or by what only the run knows: `src/*.py`, `src/$f`."""
    found: dict[str, dict[str, None]] = {"r": {}, "w": {}, "d": {}, "f": {}}
    for command in _ours(script):
        is_hidden = "$( )" in command.through or any(r.op in OUTPUT and r.fd in ("", "1") for r in command.redirects)
        for kind, path in _used(command):
            known = "" if is_hidden and kind == "r" else _path(path, command.cwd, globs=globs)
            if known:
                found[kind].setdefault(known)
    formats = tuple(path for path in found["f"] if path not in found["w"])
    return Effects(tuple(found["r"]), (*found["w"], *formats), tuple(found["d"]), formats)


def is_test_run(script: Script) -> bool:
    return any(_matches(command, _tests()) for command in script.commands if not command.guessed)


def browses(script: Script) -> bool:
    """Does it look around in folders? A search tool does that with less noise."""
    return any(_matches(command, _browsers()) for command in _ours(script))


def reads_file(script: Script) -> str:
    """The file that a script shows or writes as a file tool would; empty where it does not."""
    for command in _ours(script):
        name = command.name
        is_followed = name == "tail" and not {"-f", "-F", "--follow"}.isdisjoint(command.argv)
        # `tee` counts where it stands for code that writes; behind a pipe it keeps the output of a program.
        if "$( )" in command.through or is_followed or (name == "tee" and not command.through):
            continue
        for kind, path in _used(command):
            known = _path(path, command.cwd) if (name in SHOWN if kind == "r" else name in SPOKEN) else ""
            if known:
                return known
    return ""


def _ours(script: Script) -> Iterator[Command]:
    """Commands on this machine that were read for certain."""
    return (command for command in script.commands if not command.guessed and FAR.isdisjoint(command.through))


def _path(path: str, cwd: str, *, globs: bool = False) -> str:
    """One spelling for a path; empty where only the run knows it."""
    if globs and "\n" not in path:
        path = path.replace(UNKNOWN, "*")
    elif any(c in path for c in "*?[\n"):
        return ""
    if not path or path == "-" or UNKNOWN in path or path.startswith(NOWHERE):
        return ""
    if path.startswith(("/", "~")):
        return normpath(path)
    return "" if cwd == UNKNOWN else normpath(join(cwd, path))


# ── one command ──────────────────────────────────────────────────────────────────────────────────


def _used(command: Command) -> Iterator[tuple[str, str]]:
    """What a command does with which path: (r)ead, (w)rite, (d)elete, (f)ormat."""
    for redirect in command.redirects:
        if redirect.op in OUTPUT:
            yield "w", redirect.target
        elif redirect.op == "<":
            yield "r", redirect.target
    uses = USES.get(command.name)
    if uses is not None:
        yield from _by_operands(command, uses, split(command.argv, _manual(command.name)))
    elif command.name == "git":
        yield from _by_git(command)
    elif command.name in _formatters():
        yield from _by_formatter(command)


def _by_operands(command: Command, uses: Uses, args: Args) -> Iterator[tuple[str, str]]:
    operands = [operand for operand in args.operands if operand]  # `sed -i '' ...` on a Mac
    yield from (("w", args.flags[flag]) for flag in uses.output.split() if flag in args.flags)
    if uses.how in ("reads", "writes", "deletes"):
        yield from ((uses.how[0], path) for path in operands)
    elif uses.how == "filters":
        edits = any(given.startswith(flag) for flag in uses.in_place.split() for given in args.flags)
        has_pattern = not args.flags.keys().isdisjoint(uses.pattern.split())
        yield from (("w" if edits else "r", path) for path in operands[not has_pattern :])
    elif uses.how == "patches":
        yield from _by_patch(command, args)
    elif uses.how in ("copies", "moves"):
        yield from _by_copy(args, is_move=uses.how == "moves")
    elif uses.how == "unpacks":
        yield from _by_archive(command.name, args)
    elif uses.how == "dd":
        yield from (("w", path[3:]) for path in operands if path.startswith("of="))
    elif uses.how == "finds":
        yield from _by_find(command.argv[1:])


def _by_copy(args: Args, *, is_move: bool) -> Iterator[tuple[str, str]]:
    folder = args.flags.get("-t") or args.flags.get("--target-directory")
    *sources, to = (*args.operands, folder + "/") if folder else args.operands or ("",)
    for source in sources if not FAR_AWAY.match(to) else ():
        if is_move:
            yield "d", source
        is_folder = len(sources) > 1 or to in (".", "..") or to.endswith(("/", "/.", "/.."))
        yield "w", join(to, basename(source)) if is_folder else to


def _by_archive(name: str, args: Args) -> Iterator[tuple[str, str]]:
    """The members that are named: of an archive that is unpacked whole only the run knows them."""
    given, members = args.flags.keys(), args.operands
    if name == "unzip":
        is_unpacked, members = given.isdisjoint(("-l", "-t", "-p", "-v", "-Z", "-z")), members[1:]
    elif given.isdisjoint(("-x", "--extract", "--get", "-c", "-t", "-r", "-u", "--create", "--list")):  # `tar xzf ARCHIVE`
        letters = next(iter(members), "")
        is_unpacked, members = "x" in letters and "O" not in letters, members[2 if "f" in letters else 1 :]
    else:
        is_unpacked = not given.isdisjoint(("-x", "--extract", "--get")) and given.isdisjoint(("-O", "--to-stdout"))
    folder = next((args.flags[flag] for flag in ("-C", "--directory", "-d") if flag in given), "")
    yield from (("w", join(folder, path)) for path in members if is_unpacked)


def _by_formatter(command: Command) -> Iterator[tuple[str, str]]:
    for manual in _formatters()[command.name]:
        files = match(command.argv, manual)
        if files:  # the files that it names; of a folder only the run knows them
            yield from (("f", path) for path in split(command.argv, manual).operands[files == BEHIND :] if "." in basename(path).strip("."))


def _by_find(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """`find DIR -name '*.pyc' -delete`. What it runs for each is a command of its own."""
    if "-delete" not in words:
        return
    starts = list(takewhile(lambda word: not word.startswith(("-", "(", "!")), words)) or ["."]
    names = [words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-name", "-iname")]
    yield from (("d", join(start, name) if name else start) for start in starts for name in names or [""])


def _by_patch(command: Command, args: Args) -> Iterator[tuple[str, str]]:
    text = stdin(command) or ""
    if command.name == "patch":
        yield from (("w", path) for path in args.operands[:1])
    else:
        text = "\n".join((text, *args.operands))
    for what, path, moved in PATCHED.findall(text):
        yield ("d" if what == "Delete" else "w"), path or moved
    yield from (("w", path) for path in DIFFED.findall(text))


def _by_git(command: Command) -> Iterator[tuple[str, str]]:
    first, *rest = [word for word in command.argv[1:] if not word.startswith("-")] or [""]
    if first == "apply":
        yield from (("w", path) for path in DIFFED.findall(stdin(command) or ""))
    elif first == "rm" and "--cached" not in command.argv:
        yield from (("d", path) for path in rest)
    elif first in ("checkout", "restore", "clean"):
        yield from _by_git_again(first, rest, command.argv)
    elif first == "mv" and len(rest) == 2:
        yield from (("d", rest[0]), ("w", rest[1]))


def _by_git_again(first: str, rest: list[str], argv: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Files as they were: what was written since is gone. One word behind `checkout` may as well be a branch."""
    behind = argv[argv.index("--") + 1 :] if "--" in argv else None
    if first == "clean":
        yield from (("d", path) for path in rest)
    elif first == "checkout":
        yield from (("w", path) for path in (rest[1:] if behind is None and "-b" not in argv else behind or ()))
    elif not {"--staged", "-S"}.isdisjoint(argv) and {"--worktree", "-W"}.isdisjoint(argv):
        return
    else:
        is_value = {word for flag, word in pairwise(argv) if flag in ("-s", "--source")}
        yield from (("w", path) for path in (behind if behind is not None else rest) if path not in is_value)


@cache
def _manual(name: str) -> Manual:
    return compiled(Program(name, {}, valued=USES[name].valued), {})


# ── tables of commands ───────────────────────────────────────────────────────────────────────────


def _matches(command: Command, table: dict[str, list[Manual]]) -> bool:
    known = table.get(command.name) or table.get(command.name.partition(".")[0]) or ()
    return any(match(command.argv, manual) for manual in known)


def _by_name(programs: tuple[Program, ...]) -> dict[str, list[Manual]]:
    table: dict[str, list[Manual]] = {}
    for program in programs:
        manual = compiled(program, {})
        for name in program.names.split("|"):
            table.setdefault(name, []).append(manual)
    return table


@cache
def _tests() -> dict[str, list[Manual]]:
    return _by_name(TESTS)


@cache
def _formatters() -> dict[str, list[Manual]]:
    return _by_name(FORMATTERS)


@cache
def _browsers() -> dict[str, list[Manual]]:
    return _by_name(BROWSERS)
