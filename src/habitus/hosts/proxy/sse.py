"""Server-sent events: bytes in, in whatever pieces they come; frames out, each with the very bytes it was made of.

What nobody here understands goes on as it came. Where the pieces were cut makes no difference to what comes out.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

END = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
LINE = re.compile(rb"\r\n|\n|\r")
BOM = b"\xef\xbb\xbf"


class Frame(NamedTuple):
    """One event. `raw` has its blank line, if it came with one."""

    raw: bytes
    event: str = ""
    data: bytes = b""


class TooLong(Exception):
    """A frame that goes on beyond any that a provider sends."""


class Frames:
    """The frames of a stream, as soon as each is whole. `longest` bounds what is kept of one that is not."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = b""

    def feed(self, piece: bytes) -> list[Frame]:
        looked = max(0, len(self._rest) - 3)  # the longest end of a frame has four bytes
        rest = self._rest + piece if self._rest else piece
        found: list[Frame] = []
        start = 0
        for match in END.finditer(rest, looked):
            end = match.end()
            if end == len(rest) and rest[-1] == 0x0D:
                break  # a line feed may follow that belongs to it
            found.append(frame(rest[start:end]))
            start = end
        self._rest = rest[start:]
        if len(self._rest) > self._longest:
            raise TooLong
        return found

    def end(self) -> list[Frame]:
        """What came last without its blank line. There are clients that take it for an event all the same; but an object that breaks off is
        one for nobody, and nobody could tell what is in it."""
        rest, self._rest = self._rest, b""
        last = frame(rest)
        return [last] if rest and not _is_half(last.data) else []


def _is_half(data: bytes) -> bool:
    if data[:1] != b"{":
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return True
    return False


def frame(raw: bytes) -> Frame:
    event, data = "", []
    for line in LINE.split(raw.removeprefix(BOM)):
        name, _, value = line.partition(b":")
        if name == b"data":
            data.append(value.removeprefix(b" "))
        elif name == b"event":
            event = value.removeprefix(b" ").decode("utf-8", "replace")
    return Frame(raw, event, data[0] if len(data) == 1 else b"\n".join(data))


def written(data: bytes, event: str = "") -> bytes:
    """A frame of ours. The data is JSON, so it has no line ends."""
    return b"event: %b\ndata: %b\n\n" % (event.encode(), data) if event else b"data: %b\n\n" % data
