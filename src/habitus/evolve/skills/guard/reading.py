"""A file of a skill -> its pieces: paragraphs, list items, table rows, fenced code. Lines in, line numbers kept.

Only pieces with a hot line, which is one that opens a rule, are made: most have none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def pieces(lines: list[str], hot: list[int], path: str = "") -> list[Piece]:
    """The pieces that have a hot line, in order. A script is one piece, Markdown and the rest are read as Markdown."""
    kind = _whole(lines, path)
    if kind:
        return [Piece(kind, 0, len(lines), is_file=True)] if hot else []
    return _Markdown(lines, hot).read() if hot else []


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
    def __init__(self, lines: list[str], hot: list[int]) -> None:
        self.lines = lines
        self.hot = iter((*hot, len(lines)))
        self.next = next(self.hot)
        """The first hot line that no piece has yet; the end, where there is none."""
        self.found: list[Piece] = []
        self.open: list[tuple[int, int]] = []
        """Level and line of each heading that is open."""
        self.above = (0, 0)
        """The last paragraph: it may introduce what comes."""
        self.start = -1
        """Where the open paragraph began; -1: there is none."""
        self.is_item = False
        self.table = -1

    def read(self) -> list[Piece]:
        at, lines = self._front(), self.lines
        many = len(lines)
        while at < many and self.next < many:
            bare = lines[at].strip()
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
        if first == "#":
            is_more = bare.lstrip("#")[:1] in ("", " ")
            if is_more:
                self._heading(at, bare)
        elif first == "|":
            is_more = bare.count("|") > 1
            if is_more:
                self._row(at)
        else:
            fence = _FENCE.match(self.lines[at]) if "```" in bare or "~~~" in bare else None
            if fence:
                return self._fence(at, fence)
            is_more = (first in _POINTS and len(bare) > 1) or (first in _DIGITS and _NUMBERED.match(bare) is not None)
            if is_more:
                self._close(at)
                self.start, self.is_item = at, True
        if not is_more and self.start < 0:
            self.start, self.is_item = at, False
        return at + 1

    def _front(self) -> int:
        """The lines of the front matter, if there is one."""
        if self.lines[0].strip() != "---":
            return 0
        for at in range(1, min(len(self.lines), 200)):
            if self.lines[at].strip() in ("---", "..."):
                for n in range(at + 1):
                    self._add("prose", n, n + 1)
                return at + 1
        return 0

    def _fence(self, at: int, fence: re.Match[str]) -> int:
        self._close(at)
        end = self._closing(at, fence[1])
        self._add(language(fence[2]), at + 1, end, self.open, self.above)
        return end + 1

    def _closing(self, at: int, fence: str) -> int:
        lines = self.lines
        for end in range(at + 1, len(lines)):
            if fence in lines[end]:
                bare = lines[end].strip()
                if bare.startswith(fence) and not bare.strip(fence[0]):
                    return end
        return len(lines)

    def _heading(self, at: int, bare: str) -> None:
        self._close(at)
        self._add("prose", at, at + 1)
        level = len(bare) - len(bare.lstrip("#"))
        while self.open and self.open[-1][0] >= level:
            self.open.pop()
        self.open.append((level, at))
        self.above = (at, at)

    def _row(self, at: int) -> None:
        self._close(at)
        if self.table < 0:
            self.table = at
        self._add("prose", at, at + 1, self.open, (self.table, self.table + 1))

    def _close(self, at: int) -> None:
        """End the open paragraph here. What is no list item, or ends in a colon, may introduce what follows."""
        if self.start < 0:
            return
        if self.next < at:
            self._add("prose", self.start, at, self.open, self.above if self.is_item else (0, 0))
        if not self.is_item or self.lines[at - 1].rstrip().endswith(":"):
            self.above = (self.start, at)
        self.start = -1

    def _add(self, kind: Kind, start: int, end: int, headings: Iterable[tuple[int, int]] = (), intro: tuple[int, int] = (0, 0)) -> None:
        while self.next < start:
            self.next = next(self.hot)
        if self.next < end:
            self.found.append(Piece(kind, start, end, tuple([line for _, line in headings]), intro))
