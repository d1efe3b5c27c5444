"""Which words of a shell script name something that it would write. No I/O.

`habitus.parse.effects` answers for rules, where a false alarm costs more than a miss, and leaves out what it only guesses. A lock is the
other way round: a program that is not known to only read is taken to write what it is given, and patterns count for all they may match.
"""

from __future__ import annotations

import re
from posixpath import basename, join
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from habitus.parse.effects import OUTPUT
from habitus.parse.shell import UNKNOWN, commands, stdin
from habitus.parse.shell.code import LANGUAGES
from habitus.parse.shell.unwrap import FAR
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from habitus.parse.shell import Command


Kind: TypeAlias = Literal["file", "folder", "taken", "loose"]
"""file: exactly this is written. folder: files in it are, under names that are not told. taken: it goes, with all below it.
loose: the program is not known; it may write this, or below it, or only read."""


class Word(NamedTuple):
    """A path that a command may write, as it is written there."""

    text: str
    kind: Kind = "file"
    cwd: str = ""
    is_far: bool = False
    """On another machine, or in a container: ours only if a folder of ours is handed in."""


READS = wordset(
    """
    cat tac nl head tail less more most bat batcat grep egrep fgrep rg ag ack zgrep wc ls ll eza exa tree stat file du df diff cmp comm
    md5sum sha1sum sha256sum sha512sum shasum cksum b2sum echo printf test [ [[ cd pushd popd pwd realpath readlink basename dirname cut tr
    rev strings od hexdump column fold fmt jq which type export declare local readonly unset true false exit return read mapfile source .
    gh mkdir open xdg-open code aspell hunspell markdownlint mdl vale pandoc glow mdcat set : sleep date whoami env id kill wait
    pytest ssh seq xargs sudo time
    """
)
"""Programs whose operands are only read, or are no files. What they print may still be redirected."""
READS_UNLESS = {
    "curl": ("-o", "--output", "-O", "--remote-name", "--output-dir"),
    "diff": ("--output",),
    "fd": ("-x", "-X", "--exec", "--exec-batch"),
    "find": ("-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprintf", "-fls"),
    "less": ("-o", "-O"),
    "markdownlint": ("--fix",),
    "pandoc": ("-o", "--output"),
    "sort": ("-o", "--output"),
    "tree": ("-o",),
    "yq": ("-i", "--inplace"),
    "zip": ("-m", "--move"),
}
"""... unless one of these is given."""
WRITES = wordset("tee touch truncate dd")
TAKES = wordset("rm grm unlink shred trash")
REPLACES = frozenset("nT")
"""Flags of `ln`, `mv` and `cp` that put the new thing in a folder's place."""
LOGS = re.compile(r"(?:^|[\s;|&(])(?:(?:script|logsave)\s|(?:time|strace|ltrace|perf)\s(?:[^;|&\n]*\s)?(?:-o|--output))")
"""Programs that run another and write what they saw: their own words are not told apart from the other's."""
TARGET = re.compile(r"-[a-su-zA-Z]*t(.*)")
BARE = re.compile(r"[^\s'\";|&<>()]+")
TELLS = wordset("alias make crontab at batch sqlite3 psql mysql ex vi vim nvim ed emacs tmux screen expect")
"""Programs that are told commands of their own, in their words or on standard input."""
SECOND = wordset("uniq xxd")
TARS = wordset("tar gtar bsdtar")
PATCHERS = wordset("patch apply_patch applypatch")
GIT_READS = wordset(
    "add commit diff log show status blame ls-files grep check-ignore cat-file rev-parse shortlog push fetch tag branch remote describe"
    " diff-tree whatchanged annotate format-patch ls-tree"
)
COPIES = wordset("cp gcp install rsync scp mv gmv ln gln link")
CODE_WRITES = re.compile(
    r"writ|append|\btee\b|rename|replace\s*\(|copy|move|\blink|symlink|unlink|remove|truncate|system|popen|subprocess|exec|spawn|shutil|dump|save"
    r"|put_contents|createwrite|fopen|\bcp\b|\brm\b|>|['\"][wax]b?\+?['\"]|r\+|o_wronly|o_rdwr|mode\s*=|^-\w*i|\bunlink|utime|chmod|fileinput",
    re.IGNORECASE | re.MULTILINE,
)
"""What code says that does more than look."""
JOINED = re.compile(r"['\"]\s*(?:\+|\.|\.\.)?\s*['\"]")
"""Between two halves of a string: `'IDENT' + 'ITY.md'`."""
IN_QUOTES = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
REDIRECTED = re.compile(r">[>|]?\s*([^\s;|&<>()]+)")
STRING = re.compile(r"['\"]([^'\"\n]{1,300})['\"]")
PATH_PARTS = re.compile(r"['\"][^'\"\n]{1,300}['\"](?:\)?\s*[/,]\s*['\"][^'\"\n]{1,300}['\"])+")
"""`'a') / 'b'`, `'a', 'b'`."""
SED_WRITES = re.compile(r"(?:^|[;{}\n/|,]|\b[gipI0-9]+)\s*w\s+([^\n;}]+)")
PATCHED = re.compile(
    r"^\s*\*{3}\s*(?:update|add|delete|create|move)\s+(?:file|to)\s*:\s*(.+?)\s*$"
    r"|^(?:\+\+\+|---)[ \t]+([^\t\r\n]+)|^(?:rename|copy) to (.+?)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
MOST = 64
"""Words that braces are spread to."""
MOST_WORDS = 4_000
"""Words of a script that are looked at: it takes a machine to write more."""


def words(text: str, cwd: str) -> list[Word]:
    """Every word that a script may write to, as it is spelled there; each once."""
    found: dict[Word, None] = {}
    wide: dict[str, Command] = {}
    for command in commands(text, cwd).commands:
        is_far = not FAR.isdisjoint(command.through)
        given = [Word(redirect.target) for redirect in command.redirects if redirect.op in OUTPUT]
        given += [Word(arg) for word in given if word.text == "!" for arg in command.argv[1:]]  # `>! f`, as zsh and csh write it
        for word in (*given, *_operands(command)):
            found.update(dict.fromkeys(Word(one, word.kind, command.cwd, is_far) for one in spread(word.text)))
        for why in _why_whole(command, is_far=is_far):
            wide.setdefault(why, command)
        if len(found) > MOST_WORDS:
            break
    for why, command in wide.items():
        found.update(dict.fromkeys(Word(one, "loose" if why == "logs" else "file", command.cwd) for one in _in_whole(why, text)))
    return list(found)


def _why_whole(command: Command, *, is_far: bool) -> Iterator[str]:
    """Why the words of the command are not enough: what it writes stands elsewhere in the script."""
    if command.through:
        yield "logs"
    if is_far:
        yield "far"
    if command.name in PATCHERS or (command.name == "git" and not {"apply", "am"}.isdisjoint(command.argv)):
        yield "patch"


def _in_whole(why: str, script: str) -> list[str]:
    if why == "logs":
        return BARE.findall(script)[:MOST_WORDS] if LOGS.search(script) else []
    if why == "patch":
        return _suffixes(patched(script)[:MOST_WORDS])
    # `ssh host cat x > f` writes f here, `ssh host 'cat x > f'` there.
    return REDIRECTED.findall(IN_QUOTES.sub("''", script))[:MOST_WORDS]


def spread(word: str) -> list[str]:
    """`{a,b}.md` -> `a.md`, `b.md`. A shell does it before a program sees the word; no harm in a word where it would not."""
    found = [word]
    while len(found) < MOST and (brace := BRACES.search(found[0])):
        head = found.pop(0)
        found += [head[: brace.start()] + one + head[brace.end() :] for one in brace[1].split(",")]
    return found


def patched(text: str) -> list[str]:
    """The files that a patch names, in any of the usual forms; without the `a/` and `b/` of a diff too."""
    named = [one.strip().strip('"') for found in PATCHED.findall(text) for one in found if one.strip()]
    return named + [one.partition("/")[2] for one in named if "/" in one]


# ── one command ──


def _operands(command: Command) -> Iterator[Word]:
    name, args = command.name, command.argv[1:]
    if name == "git":
        yield from _by_git(args, command)
    elif name in COPIES:
        yield from _by_copy(name, args)
    elif name in PATCHERS:
        yield from (Word(one) for one in _suffixes(patched("\n".join((stdin(command) or "", *args)))))
        yield from _all(args, "loose")
    elif name in LANGUAGES:
        yield from _by_code("\n".join((*args, stdin(command) or "")), args)
    elif name in TELLS:
        yield from _all((*args, *BARE.findall("\n".join((*args, stdin(command) or "")))), "loose")
    elif name in TARS:
        yield from _by_tar(args)
    elif name in SECOND or name in ("sed", "gsed"):
        yield from _by_filter(name, args)
    elif name in TAKES:
        yield from _all(args, "taken")
    elif name in WRITES:
        yield from _all(args, "file")
    elif not _only_reads(name, args):
        yield from (*_all(args, "loose"), Word(".", "loose"))
        if name in ("fd", "fdfind"):  # its patterns are parts of names
            yield from (Word(f"{arg}*", "loose") for arg in args if arg.isalnum())


def _only_reads(name: str, args: tuple[str, ...]) -> bool:
    unless = READS_UNLESS.get(name)
    if unless is None:
        return name in READS or not name
    return not any(_is_flag(arg, flag) for arg in args for flag in unless)


def _is_flag(arg: str, flag: str) -> bool:
    """`-o` is also in `-sSo` and `-ofile`; a longer one stands alone, or before `=`."""
    if len(flag) == 2:
        return arg.startswith("-") and not arg.startswith("--") and flag[1] in arg[1:]
    return arg.partition("=")[0] == flag


def _all(args: Iterable[str], kind: Kind) -> Iterator[Word]:
    """Operands, and the values that hang on a flag or a key: `of=x`, `--output=x`, `-ox`; and what an address would be saved as."""
    for arg in args:
        yield Word(arg, kind)
        if "=" in arg:
            yield Word(arg.partition("=")[2], kind)
        if arg.startswith("-") and not arg.startswith("--") and len(arg) > 2:
            yield Word(arg[2:], kind)
        if "://" in arg:
            yield Word(basename(arg.partition("?")[0]), kind)


def _by_filter(name: str, args: tuple[str, ...]) -> Iterator[Word]:
    """`sed -i` writes what it reads, `w` in its script writes a file; of `uniq` and `xxd` the second operand is written."""
    if name in SECOND:
        yield from _all([arg for arg in args if not arg.startswith("-")][1:], "file")
    elif any(_is_flag(arg, flag) for arg in args for flag in ("-i", "-I", "--in-place")):
        yield from _all(args, "file")
    else:
        yield from (Word(found.strip()) for arg in args for found in SED_WRITES.findall(arg))


def _by_tar(args: tuple[str, ...]) -> Iterator[Word]:
    """What packs or lists writes the archive; what unpacks, anything."""
    mode = "".join(arg.lstrip("-") for arg in args[:1]) if args and not args[0].startswith("--") else " ".join(args)
    if "x" in mode or "--extract" in args or "--get" in args:
        yield from (*_all(args, "loose"), Word(".", "loose"))
    else:
        yield from _all(args[1:2], "file")
        yield from (Word(arg.partition("=")[2]) for arg in args if arg.startswith("--file="))


def _by_copy(name: str, args: tuple[str, ...]) -> Iterator[Word]:
    """The last is written, or the folder that a flag names. What is moved goes; what is linked can be written under another name."""
    folder = _target(args) if name not in ("rsync", "scp") else ""
    plain = [arg for arg in args if not arg.startswith("-") and arg != folder]
    *sources, to = (*plain, folder) if folder else plain or [""]
    if name not in ("cp", "gcp", "install", "rsync", "scp"):
        yield from (Word(source, "taken") for source in sources)
    if name == "rsync" and any(arg.startswith("--delete") for arg in args):
        yield Word(to, "taken")
    for source in sources:
        for one in spread(source):
            last = basename(one)
            is_whole = last in ("", ".", "..") or UNKNOWN in last or any(c in last for c in "*?[")
            yield Word(to, "folder" if is_whole or (to.endswith("/") and "." not in last) else "file")
            yield Word(join(to, last), "folder")
    if any(arg.startswith("-") and not arg.startswith("--") and (REPLACES & set(arg)) for arg in args):
        yield Word(to, "folder")
    if len(plain) == 1 and name in ("ln", "gln"):
        yield Word(basename(to))


def _target(args: tuple[str, ...]) -> str:
    """The folder of `-t DIR`, `-atDIR`, `--target-directory=DIR`; empty without one."""
    for arg, after in zip(args, (*args[1:], ""), strict=True):
        short = TARGET.match(arg)
        if short or arg == "--target-directory":
            return short[1] or after if short else after
        if arg.startswith("--target-directory="):
            return arg.partition("=")[2]
    return ""


def _by_git(args: tuple[str, ...], command: Command) -> Iterator[Word]:
    at = next((i for i, arg in enumerate(args) if not arg.startswith("-") and (i == 0 or args[i - 1] not in ("-C", "-c"))), len(args))
    done = args[at] if at < len(args) else ""
    if done in GIT_READS:
        yield from (Word(arg.partition("=")[2]) for arg in args if arg.startswith("--output="))
        return
    folder = next((args[i + 1] for i, arg in enumerate(args[:-1]) if arg == "-C"), ".")
    if done in ("apply", "am"):
        yield from (Word(join(folder, one)) for one in _suffixes(patched(stdin(command) or "")))
    if done:
        kind: Kind = "taken" if done in ("rm", "mv", "clean") else "loose"
        yield from (Word(join(folder, word.text), kind) for word in _all(args[at + 1 :], kind))
        yield Word(folder, "loose")


def _by_code(code: str, args: tuple[str, ...]) -> Iterator[Word]:
    """Strings in code that does more than look. The calls that we can read come as commands of their own."""
    if CODE_WRITES.search(code):
        whole = JOINED.sub("", code)
        yield from (Word(one, "loose") for text in dict.fromkeys((code, whole)) for one in _strings(text))
        yield from _all(args, "loose")
        if "/" in whole and UNKNOWN not in whole:
            yield from (Word(_joined(found)) for found in PATH_PARTS.findall(whole))


def _strings(code: str) -> Iterator[str]:
    """Strings, and the words in them: perl opens `">file"`, awk pipes into `"tee file"`."""
    for text in STRING.findall(code):
        yield text
        yield from BARE.findall(text)


def _joined(found: str) -> str:
    """`Path('a') / 'b' / 'c'` and `join('a', 'b')` as one path."""
    return "/".join(STRING.findall(found))


def _suffixes(paths: list[str]) -> list[str]:
    """`patch -p2` takes two folders off each name: any number may be meant."""
    return list(dict.fromkeys(path.split("/", depth)[-1] for path in paths for depth in range(path.count("/") + 1)))
