"""A script that an agent ran -> the statements that are worth telling, as they were written.

Agents pile up what they do: `cd there && build 2>&1 | tail -5; echo done`. A way of working is the `build` in it. What hangs together (a
loop, a here-document, a variable) is kept whole: a piece of it alone would do something else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

WHOLE = re.compile(
    r"""<<|(?m:^|[;&|])\s*(?:for|while|until|if|case|select|function|\{|\(|\[)(?=\s|\()|\w\s*\(\)|(?<![&>])&(?![&>\d])|\bset\ -"""
    r"""|(?m:^|[;&])\s*(?:export\s+)?\w+=(?:\$\(|(?:"[^"]*"|'[^']*'|\S)*\s*(?:[;&\n]|\Z))"""
)
"""Signs that the statements need each other."""
ASIDES = wordset("cd echo printf true : sleep pwd date clear exit")
VIEWS = wordset("head tail less more cat grep egrep rg wc sort uniq tee column")
"""What only makes an output shorter, at the end of a pipe."""
_QUIET = re.compile(r"\s*(?:2>&1|&?[12]?>\s*/dev/null)$")
_PIECE = re.compile(r"""(?<!\S)\#[^\n]*|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\$\(|\(|\)|&&|\|\||[;|\n]|[^\\'"`$()&|;\n#]+|.""", re.DOTALL)


def statements(script: str) -> list[str]:
    """Without looking on and talking in between. A folder that was entered stands before what was done there."""
    if WHOLE.search(script):
        return [script.strip()]
    parts = list(_split(script, ("&&", "||", ";", "\n")))
    if any(mark == "||" and _program(text) not in ASIDES for mark, text in parts):
        return [script.strip()]
    told, folder = [], ""
    for mark, text in parts:
        if _program(text) == "cd":
            folder = _entered(folder, text)
        elif mark != "||" and _program(text) not in ASIDES and (short := _shortened(text)):
            told.append(f"cd {folder} && {short}" if folder else short)
    return told


def _entered(folder: str, text: str) -> str:
    """Below where the agent works. Elsewhere is another machine's business: it is left out."""
    where = text.partition(" ")[2].strip().strip("\"'").rstrip("/")
    if not where or where.startswith(("/", "~", "-", "$", "..")) or where == ".":
        return "" if where != "." else folder
    return f"{folder}/{where}" if folder else where


def _shortened(text: str) -> str:
    pipe = [part for _, part in _split(text, ("|",))]
    while len(pipe) > 1 and _program(pipe[-1]) in VIEWS:
        pipe.pop()
    short = " | ".join(pipe)
    while quiet := _QUIET.search(short):
        short = short[: quiet.start()]
    return short.strip()


def _program(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0] if words else ""


def _split(text: str, marks: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Parts, each with the mark before it. Marks in quotes and brackets are text."""
    before, part, depth = "", "", 0
    for piece in _PIECE.findall(text):
        if piece in marks and depth <= 0:
            if part.strip():
                yield before, part.strip()
            before, part = piece, ""
        elif piece[0] != "#" or piece == "#":
            depth += (piece in ("$(", "(")) - (piece == ")")
            part += piece
    if part.strip():
        yield before, part.strip()
