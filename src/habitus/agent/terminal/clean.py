"""Somebody else's words, made fit for a terminal: nothing in them moves its cursor, sets its title or turns its writing around.

Control sequences are left out whole, also when they come in two pieces. Only what the grammar of a sequence takes is left out: one that
never ends hides nothing of what follows it.
"""

from __future__ import annotations

import unicodedata

ESCAPE, CSI = "\x1b", "\x9b"
JOINERS = "\u200c\u200d"
"""They shape letters and pictures, and move nothing."""
STRANGE = "\ufffd"
"""Stands for a sign that is not shown, so that it is seen that there was one."""


class Cleaner:
    """Text in pieces: what was begun in one piece is known in the next."""

    def __init__(self) -> None:
        self._within = ""
        """What a sequence has begun with; empty outside of one."""

    def __call__(self, piece: str) -> str:
        if not self._within and piece.isascii() and piece.isprintable():
            return piece
        return "".join(map(self._sign, piece))

    def _sign(self, sign: str) -> str:
        within, self._within = self._within, ""
        if within == ESCAPE:
            return self._after_escape(sign)
        if within == CSI and " " <= sign <= "?":
            self._within = CSI
            return ""
        if within == CSI and "@" <= sign <= "~":
            return ""
        if sign in (ESCAPE, CSI):
            self._within = sign
            return ""
        return _plain(sign)

    def _after_escape(self, sign: str) -> str:
        if sign == "[":
            self._within = CSI
        elif sign == ESCAPE or " " <= sign <= "/":  # of character sets the sign that follows is the end
            self._within = ESCAPE
        elif not " " <= sign <= "~":
            return _plain(sign)
        return ""


def clean(text: str) -> str:
    """A whole text."""
    return Cleaner()(text)


def line(text: str, most: int = 200) -> str:
    """The same on one line, cut where it gets too long."""
    flat = " ".join(clean(text[: most * 8]).split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def exact(text: str) -> str:
    """For a text that a person answers for: what cannot be seen is spelled out, and nothing is left out."""
    return "".join(sign if sign in "\n\t" or sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _plain(sign: str) -> str:
    if sign in "\n\t" or sign in JOINERS or sign.isprintable():
        return sign
    if sign in "\r\a\x00\xad":  # said in plenty by honest programs, and nothing to see
        return ""
    kind = unicodedata.category(sign)
    if kind.startswith("Z"):
        return " "
    return sign if kind == "Cn" else STRANGE  # signs that are newer than our tables are no controls
