"""Match a command against lines written like the synopsis of a manual page.

    "push -f|--force"                    the words in this order, and one of these flags in any spelling: `git push origin -uf`
    "clean -f|--force !-n|--dry-run"     ... unless one of those is given
    "stash drop|clear"                   one word or the other
    "... delete"                         the word, after any others: `gcloud compute instances delete`
    "checkout <*> <*>"                   two more operands, each of the given shape; "<a*|b*>" for several shapes, "<@root>" for a named one
    "checkout -- <*>"                    operands after a bare `--`
    "truncate -s=0|--size=0"             a flag with a value of the given shape

What a program's flags mean stands in its `Program`: which take the next word as their value, which only explain or rehearse.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

SHORTEST = 5
"""`--forc` is `--force` to most programs; shorter than `--for`, abbreviations are too ambiguous to mean anything."""


class Program(NamedTuple):
    names: str
    """`docker|podman`: programs that are called alike."""
    lines: dict[str, str]
    """A synopsis -> what is to be said where a command matches it. The first match counts."""
    valued: str = ""
    """Flags whose value is the next word."""
    valued_by: dict[str, str] = {}  # noqa: RUF012 - a NamedTuple's default is shared, and never written to
    """... of one subcommand only."""
    choices: dict[str, str] = {}  # noqa: RUF012
    """Flags whose value may be the next word, and is when it is one of these."""
    harmless: str = "--help --version"
    """Flags with which nothing happens."""
    one_dash: bool = False
    """`-delete` is one flag, not seven."""


Flags = tuple[tuple[str, re.Pattern[str] | None], ...]
"""One of these, each with the shape that its value must have, if any."""


class Args(NamedTuple):
    operands: tuple[str, ...]
    flags: dict[str, str]
    """As written, without its value -> the value. `-rf` also stands under `-r` and `-f`."""
    given: tuple[tuple[str, str], ...]
    """The same in order, and as often as given."""
    after_dashes: int
    """How many of the operands stand after a bare `--`; -1 without one."""


class Line(NamedTuple):
    words: tuple[re.Pattern[str], ...]
    anywhere: bool
    flags: tuple[Flags, ...]
    unless: Flags
    shapes: tuple[re.Pattern[str], ...]
    dashes: bool
    says: str


class Manual(NamedTuple):
    """A program's lines, ready to match."""

    program: Program
    by_word: dict[str, tuple[Line, ...]]
    """Lines by their first word; those that begin with none, or with any, under the empty string. Both are in order."""
    has_words: bool
    valued: frozenset[str]
    valued_by: dict[str, frozenset[str]]
    harmless: Flags


def takes_next(flag: str, valued: frozenset[str]) -> bool:
    """Is the word after this flag its value? `-nu` takes one where `-u` does, `-ubob` and `--user=bob` have theirs."""
    if flag in valued:
        return True
    if flag.startswith("--") or len(flag) < 3:
        return False
    return next((i == len(flag) - 1 for i, c in enumerate(flag[1:], 1) if "-" + c in valued), False)


def compiled(program: Program, shapes: dict[str, tuple[str, ...]]) -> Manual:
    by_word: dict[str, list[Line]] = {}
    for text, says in program.lines.items():
        line = _line(text, says, shapes)
        first = text.split(" ", 1)[0] if line.words and not line.anywhere and text[0] not in "-<!" else ""
        for word in {"" if "*" in word else word for word in first.split("|")}:
            by_word.setdefault(word, []).append(line)
    return Manual(
        program,
        {word: tuple(lines) for word, lines in by_word.items()},
        any(word for word in by_word),
        frozenset(program.valued.split()),
        {word: frozenset((program.valued + " " + flags).split()) for word, flags in program.valued_by.items()},
        _flags("|".join(program.harmless.split())),
    )


def match(argv: tuple[str, ...], manual: Manual) -> str:
    """What the first matching line says; empty where none does."""
    args = split(argv, manual)
    operands = args.operands
    first = operands[0] if operands else ""
    lines = manual.by_word.get(first, ()) if first else ()
    lines += manual.by_word.get("", ())
    if not lines or first == "help" or operands[-1:] == ("help",) or _has(args.flags, manual.harmless, exact=True):
        return ""
    return next((line.says for line in lines if _fits(line, args)), "")


def split(argv: tuple[str, ...], manual: Manual) -> Args:
    """Operands and flags apart. Which flags take a value may hang on the first operand, the subcommand."""
    operands: list[str] = []
    given: list[tuple[str, str]] = []
    valued, choices = manual.valued, manual.program.choices
    at, dashes = 1, -1
    while at < len(argv):
        word = argv[at]
        at += 1
        if word[:1] != "-" or word == "-":
            operands.append(word)
            if len(operands) == 1 and manual.valued_by:
                valued = manual.valued_by.get(word, valued)
        elif word != "--":
            takes = at < len(argv) and (takes_next(word, valued) or argv[at] in choices.get(word, "").split())
            given += _given(word, argv[at] if takes else "", valued, one_dash=manual.program.one_dash)
            at += takes
        elif operands or not manual.has_words:
            # `git -- reset` is how some write it; only dashes behind the subcommand end its flags.
            dashes = len(operands)
            operands += argv[at:]
            break
    return Args(tuple(operands), dict(given), tuple(given), len(operands) - dashes if dashes >= 0 else -1)


def _given(word: str, after: str, valued: frozenset[str], *, one_dash: bool) -> list[tuple[str, str]]:
    """A flag as written, with its value; `-rf` also as `-r` and `-f`, `-ubob` also as `-u`."""
    if one_dash or word.startswith("--"):
        name, equals, value = word.partition("=")
        return [(name, value if equals else after)]
    found = [(word, after)]
    for i, c in enumerate(word[1:], 1):
        flag = "-" + c
        if flag in valued:
            found.append((flag, word[i + 1 :].removeprefix("=") or after))
            break
        found.append((flag, after))
    return found


def _fits(line: Line, args: Args) -> bool:
    operands = args.operands
    if line.words:
        start = _after_words(line, operands)
        if start < 0:
            return False
        operands = operands[start:]
    if line.dashes and args.after_dashes < 1:
        return False
    if line.dashes:
        operands = operands[-args.after_dashes :]
    if any(not _has(args.flags, group) for group in line.flags):
        return False
    if line.unless and _has(args.flags, line.unless, exact=True):
        return False
    return not line.shapes or _shaped(line.shapes, operands)


def _after_words(line: Line, operands: tuple[str, ...]) -> int:
    """Where a line's words end among the operands; -1 where they do not stand there."""
    many = len(line.words)
    last = len(operands) - many
    for start in range(last + 1 if line.anywhere else min(1, last + 1)):
        if all(word.fullmatch(operands[start + i]) for i, word in enumerate(line.words)):
            return start + many
    return -1


def _shaped(shapes: tuple[re.Pattern[str], ...], operands: tuple[str, ...]) -> bool:
    """Does each shape find an operand of its own?"""
    left = list(operands)
    for shape in shapes:
        found = next((i for i, word in enumerate(left) if shape.fullmatch(word)), -1)
        if found < 0:
            return False
        del left[found]
    return True


def _has(flags: dict[str, str], wanted: Flags, *, exact: bool = False) -> bool:
    """Is one of these flags given? Exactly, where it would excuse a command; else an abbreviation will do."""
    for name, shape in wanted:
        value = flags.get(name)
        if value is None and not exact and name.startswith("--"):
            value = next((v for f, v in flags.items() if f[:2] == "--" and len(f) >= SHORTEST and name.startswith(f)), None)
        if value is not None and (shape.fullmatch(value) if shape else not exact or value not in ("false", "none", "0")):
            return True
    return False


def _line(text: str, says: str, shapes: dict[str, tuple[str, ...]]) -> Line:
    words: list[re.Pattern[str]] = []
    flags: list[Flags] = []
    unless: Flags = ()
    shaped: list[re.Pattern[str]] = []
    anywhere = dashes = False
    for part in re.findall(r"<[^>]*>|\S+", text):
        if part == "...":
            anywhere = True
        elif part == "--":
            dashes = True
        elif part.startswith("<@"):
            shaped.append(_shape(shapes[part[2:-1]]))
        elif part.startswith("<"):
            shaped.append(_shape(tuple(part[1:-1].split("|"))))
        elif part.startswith("!"):
            unless += _flags(part[1:])
        elif part.startswith("-"):
            flags.append(_flags(part))
        else:
            words.append(_shape(tuple(part.split("|"))))
    # A narrow shape takes its operand before `*` can.
    shaped.sort(key=lambda shape: shape is _shape(("*",)))
    return Line(tuple(words), anywhere, tuple(flags), unless, tuple(shaped), dashes, says)


@lru_cache(maxsize=1024)
def _flags(text: str) -> Flags:
    parts = (flag.partition("=") for flag in text.split("|"))
    return tuple((name, _shape((glob,)) if equals else None) for name, equals, glob in parts if name)


@lru_cache(maxsize=1024)
def _shape(globs: tuple[str, ...]) -> re.Pattern[str]:
    """Shell patterns as one expression. In a path, `*` stays within its folder."""
    return re.compile("|".join(_expression(glob) for glob in globs), re.DOTALL)


def _expression(glob: str) -> str:
    known = {"*": "[^/]*" if glob.startswith(("/", "~")) else ".*", "?": "."}
    pieces = re.findall(r"\[[^]]+\]|\*|\?|[^[*?]+|.", glob)
    return "".join(known.get(piece) or (piece if re.fullmatch(r"\[.+\]", piece) else re.escape(piece)) for piece in pieces)
