"""HTTP/1.1 as a client speaks it (RFC 9112): the head of a request as bytes, and an answer out of bytes, piece by piece as they come.

Each piece of an answer passes here once, so there is nothing between the bytes and their frame. Strict where two readers could disagree
about where an answer ends: such an answer is refused, and its connection is not used again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.hosts.proxy.headers import Header

HEAD_BYTES = 128 * 1024
"""Of all headers, and of all that follows the last chunk."""

LINE_BYTES = 4096
"""Of the line before a chunk."""

STATUS = re.compile(rb"HTTP/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?")
HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00\r\n]*?)[ \t]*")
SIZE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;.*)?")
LENGTH = re.compile(rb"\d{1,18}")
TARGET = re.compile(rb"[\x21-\xff]+")
BODILESS = (204, 304)
SWITCHING = 101


class Malformed(Exception):
    """Not HTTP, or an answer that ends before its end."""


class Head(NamedTuple):
    status: int
    headers: list[Header]
    is_kept: bool
    """Does the connection stay open after this answer?"""


def asked(method: bytes, target: bytes, headers: Sequence[Header]) -> bytes:
    """The head of a request. Raises `Malformed` where a name or a value would be more than that."""
    lines = [b"%b %b HTTP/1.1" % (method, target), *(b"%b: %b" % header for header in headers), b"", b""]
    head = b"\r\n".join(lines)
    is_whole = head.count(b"\n") == head.count(b"\r") == len(lines) - 1 and b"\0" not in head
    if not TARGET.fullmatch(target) or b" " in method or not is_whole:
        raise Malformed("the request has a line break where none belongs")
    return head


class Reader:
    """One answer. What is read is taken out of `got`; what is left in it at the end is not this answer's."""

    def __init__(self, got: bytearray, *, has_body: bool = True) -> None:
        self._got = got
        self._has_body = has_body
        self._is_chunked = False
        self._left: int | None = 0
        """Bytes to come, of the body or of a chunk; None: all that comes."""
        self._is_behind = self._is_trailing = False
        self._trailed = 0
        self.is_over = False

    def head(self) -> Head | None:
        """None: more of it must come. News on the way (100, 103) are passed over."""
        while True:
            end = self._got.find(b"\r\n\r\n")
            if end < 0:
                if len(self._got) > HEAD_BYTES:
                    raise Malformed("its head has no end")
                return None
            first, *lines = bytes(self._got[:end]).split(b"\r\n")
            del self._got[: end + 4]
            status = STATUS.fullmatch(first)
            found = [HEADER.fullmatch(line) for line in lines]
            if status is None or None in found or end > HEAD_BYTES:
                raise Malformed("its head is not HTTP")
            number = int(status[2])
            if number >= 200:
                return self._begun(number, status[1] == b"1", [(match[1], match[2]) for match in found if match])
            if number == SWITCHING:
                raise Malformed("it switches to a protocol that nobody asked for")

    def _begun(self, status: int, is_new: bool, headers: list[Header]) -> Head:
        """Where the body ends (RFC 9112, 6.3)."""
        by = {name: [v.strip().lower() for k, v in headers if k.lower() == name] for name in FRAMING}
        codings = b",".join(by[b"transfer-encoding"])
        lengths = sorted({length.strip() for value in by[b"content-length"] for length in value.split(b",")})
        if codings and lengths:
            raise Malformed("it says twice how long it is")
        if not self._has_body or status in BODILESS:
            self.is_over = True
        elif codings:
            self._is_chunked = codings.rpartition(b",")[2].strip() == b"chunked"
            self._left = 0 if self._is_chunked else None
        elif lengths:
            if len(lengths) > 1 or not LENGTH.fullmatch(lengths[0]):
                raise Malformed("it does not say how long it is")
            self._left = int(lengths[0])
            self.is_over = not self._left
        else:
            self._left = None
        options = b",".join(by[b"connection"])
        is_kept = b"close" not in options if is_new else b"keep-alive" in options
        return Head(status, headers, is_kept and self._left is not None)

    def body(self) -> bytes:
        """What there is of it now; nothing may mean that more must come."""
        if self.is_over:
            return b""
        if self._is_chunked:
            return self._chunks()
        piece = bytes(self._got[: self._left])
        del self._got[: len(piece)]
        if self._left is not None:
            self._left -= len(piece)
            self.is_over = not self._left
        return piece

    def _chunks(self) -> bytes:
        got, pieces, at = self._got, [], 0
        while at < len(got) and not self.is_over:
            if self._left:
                pieces.append(got[at : at + self._left])
                at += len(pieces[-1])
                self._left -= len(pieces[-1])
                self._is_behind = not self._left
                continue
            end = got.find(b"\r\n", at, at + LINE_BYTES)
            if end < 0:
                if len(got) - at >= LINE_BYTES:
                    raise Malformed("its chunks have no end")
                break
            self._line(bytes(got[at:end]))
            at = end + 2
        del got[:at]
        return b"".join(pieces)

    def _line(self, line: bytes) -> None:
        """Between chunks: the break behind one, the size of the next, what follows the last."""
        if self._is_trailing:
            self._trailed += len(line) + 2
            self.is_over = not line
            if self._trailed > HEAD_BYTES:
                raise Malformed("it has no end")
        elif self._is_behind:
            self._is_behind = False
            if line:
                raise Malformed("a chunk is longer than it says")
        else:
            size = SIZE.fullmatch(line)
            if size is None:
                raise Malformed("a chunk does not say how long it is")
            self._left = int(size[1], 16)
            self._is_trailing = not self._left

    def ended(self) -> None:
        """The other side has hung up. Raises `Malformed` if that is not how this answer ends."""
        if not self.is_over and self._left is not None:
            raise Malformed("it breaks off")
        self.is_over = True


FRAMING = (b"transfer-encoding", b"content-length", b"connection")
