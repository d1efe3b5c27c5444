"""A file of a skill -> its pieces: paragraphs, list items, table rows, fenced code. Lines in, line numbers kept."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from habitus.parse.wordset import wordset

Kind = Literal["prose", "shell", "code", "sql", "text"]

SHELL = wordset("sh bash zsh shell console terminal shellscript shell-session ksh fish powershell ps1 pwsh cmd bat batch command")
SQL = wordset("sql postgres postgresql mysql sqlite plsql tsql psql")
TEXT = wordset(
    "text txt plain markdown md mdx prompt json jsonc json5 yaml yml toml ini csv xml html log diff env dotenv conf properties http mermaid"
)
SUFFIXES: dict[str, Kind] = {
    **dict.fromkeys(wordset("sh bash zsh ksh fish command ps1 bat cmd"), "shell"),
    **dict.fromkeys(wordset("sql"), "sql"),
    **dict.fromkeys(
        wordset("py pyw js mjs cjs ts tsx jsx rb pl php lua go rs java kt c cc cpp h cs swift r jl scala groovy ipynb"), "code"
    ),
}
_FENCE = re.compile(r"\s{0,12}(?:[-*+>]\s+|\d+[.)]\s+)*(`{3,}|~{3,})\s*([\w+-]*)")
_POINTS, _DIGITS = frozenset("-*+•"), frozenset("0123456789")
_BEGIN = _POINTS | _DIGITS | frozenset("#|>`~")
_NUMBERED = re.compile(r"\d+[.)]\s*(?=\S)")


class Piece(NamedTuple):
    kind: Kind
    start: int
    """Its first line, counted from 0."""
    end: int
    """The line behind its last."""
    headings: tuple[int, ...] = ()
    """The lines of the headings above it, outermost first."""
    intro: tuple[int, int] = (0, 0)
    """The lines that introduce it: the paragraph above a list or a fence, the head of a table."""
    is_file: bool = False
    """All of a script, and not an example in a text."""


def pieces(lines: list[str], path: str = "") -> list[Piece]:
    """All of a file, piece by piece. A script is one piece, Markdown and the rest are read as Markdown."""
    kind = _whole(lines, path)
    if kind:
        return [Piece(kind, 0, len(lines), is_file=True)]
    return _Markdown(lines).read()


def _whole(lines: list[str], path: str) -> Kind | None:
    found = SUFFIXES.get(path.rpartition(".")[2].lower()) if "." in path else None
    if found is None and lines and lines[0].startswith("#!"):
        return "shell" if re.search(r"\b(?:ba|z|da|k)?sh\b", lines[0]) else "code"
    return found


def language(info: str) -> Kind:
    """What the word behind a fence says; nothing said is taken for a shell's, which reads anything."""
    info = info.lower()
    if info in SHELL or not info:
        return "shell"
    return "sql" if info in SQL else "text" if info in TEXT else "code"


class _Markdown:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.bares = [line.strip() for line in lines]
        self.found: list[Piece] = []
        self.open: list[tuple[int, int]] = []
        """Level and line of each heading that is open."""
        self.headings: tuple[int, ...] = ()
        self.above = (0, 0)
        """The last paragraph: it may introduce what comes."""
        self.start = -1
        """Where the open paragraph began; -1: there is none."""
        self.is_item = False
        self.table = -1

    def read(self) -> list[Piece]:
        at, bares = self._front(), self.bares
        self.found += (Piece("prose", n, n + 1) for n in range(at))
        many = len(bares)
        while at < many:
            bare = bares[at]
            if not bare:
                if self.start >= 0:
                    self._close(at)
                self.table = -1
                at += 1
            elif bare[0] in _BEGIN:
                at = self._begun(at, bare)
            else:
                if self.start < 0:
                    self.start, self.is_item = at, False
                at += 1
        self._close(at)
        return self.found

    def _begun(self, at: int, bare: str) -> int:
        """A line whose first character may make it more than a paragraph; gives the line to go on with."""
        first = bare[0]
        fence = _FENCE.match(self.lines[at]) if "```" in bare or "~~~" in bare else None
        if fence:
            return self._fence(at, fence)
        if first == "#" and bare.lstrip("#")[:1] in ("", " "):
            self._heading(at, bare)
        elif first == "|" and bare.count("|") > 1:
            self._row(at)
        elif (first in _POINTS and len(bare) > 1) or (first in _DIGITS and _NUMBERED.match(bare)):
            self._close(at)
            self.start, self.is_item = at, True
        elif self.start < 0:
            self.start, self.is_item = at, False
        return at + 1

    def _front(self) -> int:
        """The lines of the front matter, if there is one."""
        if not self.lines or self.bares[0] != "---":
            return 0
        for at in range(1, min(len(self.lines), 200)):
            if self.bares[at] in ("---", "..."):
                return at + 1
        return 0

    def _fence(self, at: int, fence: re.Match[str]) -> int:
        self._close(at)
        end = self._closing(at, fence[1])
        self.found.append(Piece(language(fence[2]), at + 1, end, self.headings, self.above))
        return end + 1

    def _closing(self, at: int, fence: str) -> int:
        bares = self.bares
        for end in range(at + 1, len(bares)):
            if bares[end].startswith(fence) and not bares[end].strip(fence[0]):
                return end
        return len(bares)

    def _heading(self, at: int, bare: str) -> None:
        self._close(at)
        self.found.append(Piece("prose", at, at + 1))
        level = len(bare) - len(bare.lstrip("#"))
        while self.open and self.open[-1][0] >= level:
            self.open.pop()
        self.open.append((level, at))
        self.headings = tuple([line for _, line in self.open])
        self.above = (at, at)

    def _row(self, at: int) -> None:
        self._close(at)
        if self.table < 0:
            self.table = at
        self.found.append(Piece("prose", at, at + 1, self.headings, (self.table, self.table + 1)))

    def _close(self, at: int) -> None:
        """End the open paragraph here. What is no list item, or ends in a colon, may introduce what follows."""
        if self.start < 0:
            return
        self.found.append(Piece("prose", self.start, at, self.headings, self.above if self.is_item else (0, 0)))
        if not self.is_item or self.bares[at - 1].endswith(":"):
            self.above = (self.start, at)
        self.start = -1
