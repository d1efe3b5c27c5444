"""Programs that run a command once for each thing they find or are told: `find -exec`, `fd -x`, `xargs`, `parallel`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.parse.shell.prints import stdin
from habitus.parse.shell.shells import script_at
from habitus.parse.shell.types import UNKNOWN, Command
from habitus.parse.shell.wrappers import PARALLEL_VALUED, SHELLS, XARGS_VALUED
from habitus.parse.synopsis import takes_next

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.parse.shell.reader import Reader

MOST_ITEMS = 8
"""Known lines that a command is followed for; more of the same change nothing."""
MOST_WORDS = 64
"""Known words that are put behind a command."""
PLACE = re.compile(r"\{[./#%+]*\}")
"""Where `parallel` and `xargs` put an item."""


def find(reader: Reader, command: Command) -> bool:
    """`find -exec CMD ;`. With `-ok` it asks a person first, and that is nobody's command yet."""
    argv, at = command.argv, 1
    while at < len(argv):
        word = argv[at]
        at += 1
        if word in ("-exec", "-execdir"):
            end = next((i for i in range(at, len(argv)) if argv[i] in (";", "\\;", "+")), len(argv))
            inner = tuple(w.replace("{}", UNKNOWN).removesuffix(";") for w in argv[at:end])
            at = end
            if inner:
                reader.again(inner, f"find {word}", command)
    return False


def fd(reader: Reader, command: Command) -> bool:
    argv = command.argv
    at = next((i for i, word in enumerate(argv) if word in ("-x", "-X", "--exec", "--exec-batch")), len(argv))
    inner = tuple(word.replace("{}", UNKNOWN) for word in argv[at + 1 :] if word != ";")
    if inner:
        reader.again(inner if any(UNKNOWN in word for word in inner) else (*inner, UNKNOWN), "fd -x", command)
    return False


def xargs(reader: Reader, command: Command) -> bool:
    argv = command.argv
    at, mark = 1, ""
    while at < len(argv) and argv[at].startswith("-"):
        word = argv[at]
        if word in ("-p", "--interactive"):
            return False
        mark = _mark(word, argv[at + 1 : at + 2]) or mark
        at += 2 if takes_next(word, XARGS_VALUED) else 1
        if word == "--":
            break
    inner = argv[at:]
    if not inner:
        return False
    from_file = any(word.startswith(("-a", "--arg-file")) for word in argv[1:at])
    text = "" if from_file else stdin(command) or ""
    each(reader, command, inner, mark, text.splitlines() if mark else text.split())
    return True


def _mark(word: str, after: tuple[str, ...]) -> str:
    """What stands for the item: `-I%`, `-I %`, `-i`, `--replace=FOO`."""
    if word.startswith(("-I", "-J")):
        return word[2:] or "".join(after)
    if word.startswith("-i"):
        return word[2:] or "{}"
    name, _, text = word.partition("=")
    return text or "{}" if name == "--replace" else ""


def parallel(reader: Reader, command: Command) -> bool:
    """`parallel CMD ::: items`; without a command the items are the commands."""
    argv = command.argv
    at = 1
    while at < len(argv) and argv[at].startswith("-"):
        if argv[at] in ("--dry-run", "--dryrun", "--version", "--help"):
            return False
        at += 2 if takes_next(argv[at], PARALLEL_VALUED) else 1
    end = next((i for i, word in enumerate(argv) if word.startswith(":::") and i >= at), len(argv))
    inner = argv[at:end]
    if end == len(argv):
        items = (stdin(command) or "").splitlines()
    else:
        items = [word for word in argv[end + 1 :] if not word.startswith(":::")] if argv[end] in (":::", ":::+") else []
    if inner:
        each(reader, command, inner, "{}" if any(PLACE.search(word) for word in inner) else "", items)
        return True
    for item in items[:MOST_ITEMS]:
        reader.inner(item, "parallel", command)
    return False


def each(reader: Reader, command: Command, inner: tuple[str, ...], mark: str, items: list[str]) -> None:
    """A command on items: in the place of a mark, or behind its words."""
    items = [item for item in items if item]
    if _is_script(inner, mark) and not any(word.startswith(":::") for word in command.argv):
        # A shell whose whole script is the item runs whatever arrives; that this one is harmless says nothing of the next.
        reader.again((inner[0], "-c", UNKNOWN), command.name, command)
    if not mark:
        _one(reader, command, (*inner, *(items[:MOST_WORDS] or [UNKNOWN])))
        return
    for item in (items[:MOST_ITEMS] if reader.may_repeat() else []) or [UNKNOWN]:
        _one(reader, command, tuple(_filled(word, mark, item) for word in inner))


def _filled(word: str, mark: str, item: str) -> str:
    return PLACE.sub(lambda _: item, word) if mark == "{}" else word.replace(mark, item)


def _one(reader: Reader, command: Command, words: tuple[str, ...]) -> None:
    # `parallel 'rm -rf {}'` is one word with blanks: a script, not a program of that name.
    if " " in words[0]:
        reader.inner(" ".join(words), command.name, command)
    else:
        reader.again(words, command.name, command)


def _is_script(inner: tuple[str, ...], mark: str) -> bool:
    if inner[0].rpartition("/")[2] not in SHELLS:
        return False
    at = script_at(inner)
    return inner[at] == mark if 0 < at < len(inner) else at == len(inner) and not mark


HOW: dict[str, Callable[[Reader, Command], bool]] = {
    **dict.fromkeys(("fd", "fdfind"), fd),
    **dict.fromkeys(("find", "gfind", "bfs"), find),
    **dict.fromkeys(("xargs", "gxargs"), xargs),
    **dict.fromkeys(("parallel", "xe", "rush"), parallel),
}
