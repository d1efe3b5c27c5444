"""What one file may cost. A text that would cost more is refused as unreadable, so that nobody can make the guard run long."""

from __future__ import annotations

import re

from habitus.parse.shell.reader import DEEPEST

FULL = 120_000
"""About a tenth of a second. Scripts, sentences and calls are charged by what makes them slow, not by their length alone; a skill of 100 KB
as people write them takes a tenth to a third of it."""
EACH = 20
"""Asking a rule about a piece, compared with reading a character of a script. The other prices are in the same coin."""
SCRIPT, COMMAND, WORD, PIPE, INNER = 60, 20, 2, 90, 45
"""Of a script: itself, each command, each word, each pipe (who reads is asked what it reads), each `$( )`, which is a script again."""
BRACKET, CALL, CALLS = 10, 60, 200
"""A bracket in code; a call, whose arguments are read, and how many of them are."""
LONG_CALL = 30
"""A bracket in a line that is longer than lines are: a pattern about calls may begin there."""
SPAN = 90
"""A line from which a pattern over several lines may begin."""
DECODED = 300
"""A text that was encoded: it is scanned by itself."""


class Purse:
    def __init__(self, left: int = FULL) -> None:
        self.left = left

    def pays(self, price: int) -> bool:
        """Is there enough left? It is taken either way: who cannot pay once does not go on."""
        self.left -= price
        return self.left >= 0

    @property
    def is_empty(self) -> bool:
        return self.left < 0


def script(text: str) -> int:
    """What stands in brackets is read again at every depth."""
    count = text.count
    pipes = count("|")
    commands = count("\n") + count(";") + count("&") + pipes
    inner = count("$(") + count("`") + count("<(")
    price = SCRIPT + len(text) // 2 + COMMAND * commands + WORD * count(" ") + PIPE * pipes + INNER * inner
    return price + (_nested(text) if "(" in text else 0)


def code(text: str) -> int:
    """A quote that nobody closes is looked for to the end of the text, from each escaped quote anew."""
    escaped = text.count('\\"') + text.count("\\'")
    calls = text.count("(")
    return len(text) // 3 + BRACKET * calls + CALL * min(calls, CALLS) + len(text) * escaped // 2000


def _nested(text: str) -> int:
    price = depth = last = 0
    for found in _BRACKET.finditer(text):
        price += min(depth, DEEPEST) * (found.start() - last)
        depth = depth + 1 if found[0] == "(" else max(0, depth - 1)
        last = found.start()
    return price + min(depth, DEEPEST) * (len(text) - last)


_BRACKET = re.compile(r"[()]")


def sentence(text: str, hot: int) -> int:
    """Each word that a pattern could begin with may meet each that it could go on with."""
    return len(text) // 4 + hot * hot
