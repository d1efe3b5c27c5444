"""A JSON file that is not one value per line: its values one after another, over a window that slides. Memory does not grow with it.

A list is taken apart: each element is a value of its own, and between two of them reading can stop and go on later. Any other value is
taken as a whole, and so is each of several that follow one another; only an object too long for that is taken apart too, where it holds
messages.
"""

from __future__ import annotations

import json
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import EventError
from habitus.hosts.transcripts.sources import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.hosts.transcripts.sources import Source

CHUNK = 256 * 1024

ESCAPED = "surrogateescape"
"""Bytes that are no UTF-8 come back as they were, so that offsets stay true."""

_decode = json.JSONDecoder().raw_decode


class Header(dict[str, Any]):
    """What an object says before its messages, which follow one by one."""


class TooLong(EventError):
    pass


class Value(NamedTuple):
    found: Any
    offset: int
    """Bytes of the file up to its end."""
    line: int
    """The line it begins on."""
    inside: bool
    """It is an element of a list: what follows it in the file does so too."""


class Window:
    """The text from a place on, as much of it as is needed."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._decoder = getincrementaldecoder("utf-8")(ESCAPED)
        self._text = ""
        self._at = 0
        self._ended = False
        self.offset = source.offset
        self.line = source.line + 1

    def more(self) -> bool:
        """Another piece of the file; twice as much as there is, so that a long value is not tried a hundred times."""
        if self._ended:
            return False
        self._text, self._at = self._text[self._at :], 0
        raw = self._source.read(max(CHUNK, len(self._text)))
        self._ended = not raw
        self._text += self._decoder.decode(raw, final=self._ended)
        return True

    def peek(self) -> str:
        """The next character that is not blank; empty at the end. A comma is blank: whether it may stand there is not our matter."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n,\ufeff":
                self.step(1)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self.more():
                return ""

    def step(self, count: int) -> None:
        passed = self._text[self._at : self._at + count]
        self.offset += len(passed.encode("utf-8", ESCAPED))
        self.line += passed.count("\n")
        self._at += count

    def take(self) -> Any:
        """The value that begins here."""
        while True:
            try:
                found, end = _decode(self._text, self._at)
            except RecursionError:
                raise EventError("value", "is nested too deeply to be a message") from None
            except ValueError:
                if len(self._text) - self._at > LONGEST:
                    raise TooLong("value", "is longer than 16 MB, or is not JSON") from None
                if not self.more():
                    raise EventError("value", "is not JSON, or is cut off here") from None
                continue
            if end < len(self._text) or not self.more():  # a number at the edge may go on
                self.step(end - self._at)
                return found


def values(source: Source, *, inside: bool = False, lists: tuple[str, ...] = ()) -> Iterator[Value]:
    """From where the source stands; `inside` says that this is in the middle of a list, `lists` under which names messages are kept.

    Raises `EventError` where it can go no further.
    """
    window = Window(source)
    while first := window.peek():
        source.line = window.line
        if first == "[" and not inside:
            window.step(1)
            inside = True
        elif first == "]" and inside:
            window.step(1)
            inside = False
        else:
            line = window.line
            try:
                found = window.take()
            except TooLong:
                if first != "{" or inside:
                    raise
                yield from _members(window, lists)
                continue
            yield Value(found, window.offset, line, inside)


def _members(window: Window, lists: tuple[str, ...]) -> Iterator[Value]:
    """An object, member by member. Lists of messages are handed on; the rest is its header, as far as it is known by then."""
    header = Header()
    window.step(1)
    while window.peek() not in ("}", ""):
        name = window.take()
        if window.peek() != ":" or not isinstance(name, str):
            raise EventError("value", "is not JSON")
        window.step(1)
        if window.peek() != "[" or name not in lists:
            header[name] = window.take()
            continue
        window.step(1)
        yield Value(header, 0, window.line, inside=False)
        while window.peek() not in ("]", ""):
            line = window.line
            yield Value(window.take(), 0, line, inside=False)
        window.step(1)
    window.step(1)
