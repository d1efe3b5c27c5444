"""Take the here-documents out of a script, so that what is left can be read line by line.

The grammar does not follow several of them on one line, nor one inside `"$( )"`; agents write both all day. Each becomes `<` and the name
of a file that stands for its text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from habitus.parse.shell.words import CASE, COMMENT, LONGEST_SUM, closing

NAMED = "/dev/heredoc/"

TOKEN = re.compile(rf"""\\.|\$'(?:[^'\\]|\\.)*'|'[^']*(?:'|\Z)|"|\$?\(\(|\$\(|\(|\)|`|{COMMENT}|{CASE}|<<<|<<|\n""", re.DOTALL)
IN_QUOTES = re.compile(r"""\\.|"|\$\(\(|\$\(|`""", re.DOTALL)
DELIMITER = re.compile(r"""<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?[\w.+%@!-]+))""")
LINE = re.compile(r"^(\t*)([^\n]*?)[ \t\r]*$", re.MULTILINE)


class Heredoc(NamedTuple):
    text: str
    is_literal: bool
    """The delimiter was quoted: `$` and backticks in the text mean nothing."""


def take(text: str, known: list[Heredoc]) -> str:
    """The script without its here-documents, which are added to `known`; each is named by its place there."""
    return _Scan(text, known).read() if "<<" in text else text


class _Scan:
    def __init__(self, text: str, found: list[Heredoc]) -> None:
        self.text, self.found = text, found
        self.kept: list[str] = []
        self.at = 0
        """Up to here the text has been kept or taken."""
        self.waiting: list[re.Match[str]] = []
        self.inside = ["code"]
        self.lines: dict[str, list[tuple[int, int]]] = {}
        """What a line says -> where such lines begin and end. To search for each delimiter anew would take the square of the time."""

    def read(self) -> str:
        at = 0
        while True:
            token = (IN_QUOTES if self.inside[-1] == '"' else TOKEN).search(self.text, at)
            if token is None:
                break
            at = self.step(token)
        self.kept.append(self.text[self.at :])
        return "".join(self.kept)

    def step(self, token: re.Match[str]) -> int:
        what, inside = token[0], self.inside
        if what == "<<":
            return self.operator(token)
        if what == "\n" and self.waiting:
            return self.bodies(token.start())
        if what in ('"', "`"):
            self.quote(what)
        elif what in ("$((", "(("):
            inside += ["sum", "sum"] if self.is_sum(token.end()) else ["code", "code"]
        elif what in ("$(", "("):
            inside.append("sum" if inside[-1] == "sum" else "code")
        elif what.startswith("case"):
            inside.append("esac")
        elif (what == ")" and len(inside) > 1 and inside[-1] != "esac") or what == inside[-1]:
            inside.pop()
        return token.end()

    def is_sum(self, at: int) -> bool:
        """`$((1 << 2))` is one; `$((a) | b)` is a subshell, and may have here-documents. In doubt a sum: that hides nothing."""
        near = self.text[at : at + LONGEST_SUM]
        end = closing(near, 0, ")")
        return end == len(near) or near.startswith("))", end)

    def quote(self, mark: str) -> None:
        if self.inside[-1] == mark:
            self.inside.pop()
        else:
            self.inside.append(mark)

    def operator(self, token: re.Match[str]) -> int:
        found = DELIMITER.match(self.text, token.start())
        # In a sum, `<<` shifts bits.
        if found is None or self.inside[-1] == "sum":
            return token.end()
        self.waiting.append(found)
        return found.end()

    def bodies(self, at: int) -> int:
        """The texts that begin on the next line, in the order of their operators. One that never ends is left where it is."""
        start = at + 1
        for operator in self.waiting:
            tabs, *names = operator.groups()
            name = next(filter(None, names)).removeprefix("\\")
            end = self.ending(name, start, tabs=bool(tabs))
            if end is None:
                break
            body = self.text[start : end[0]]
            self.kept += [self.text[self.at : operator.start()], f"<{NAMED}{len(self.found)}"]
            self.at = operator.end()
            self.found.append(Heredoc(re.sub(r"(?m)^\t+", "", body) if tabs else body, is_literal=not names[2] or names[2][0] == "\\"))
            start = end[1] + 1
        self.waiting.clear()
        if start == at + 1:
            return at + 1
        self.kept.append(self.text[self.at : at])
        self.at = start - 1
        return start if self.text.startswith("\n", start - 1) else start - 1

    def ending(self, name: str, start: int, *, tabs: bool) -> tuple[int, int] | None:
        if not self.lines:
            for line in LINE.finditer(self.text):
                self.lines.setdefault(line[2], []).append((line.start(), line.end()))
        places = self.lines.get(name, [])
        for begin, end in places[bisect_left(places, (start, 0)) :]:
            if tabs or self.text[begin] != "\t":
                return begin, end
        return None
