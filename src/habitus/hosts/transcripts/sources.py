"""Files into lines: with a limit to their length, plain or compressed, from any place on. Memory does not grow with the file.

Only regular files are opened: a pipe or a device would never end.
"""

from __future__ import annotations

import gzip
import os
import stat
import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, cast

from habitus.errors import EventError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST = 16 * 1024 * 1024
"""Bytes of a line, or of one value in a JSON file. A longer one is not a message anybody wrote."""

HEAD = 64 * 1024
"""Bytes by which a format is known."""

SEALED = 256

INFLATES = 250
FREELY = 64 * 1024 * 1024
"""A compressed log is ten to a hundred times smaller than what is in it. Past this many bytes, one that claims more is a bomb."""

TROUBLE = (OSError, EOFError, zlib.error)
"""What a disk or a damaged archive says."""


class Source:
    """An open file and the place where it stands. `line` is the number of the line before that place."""

    def __init__(self, file: Path) -> None:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode):
            raise EventError("file", "is a pipe, a device or a folder: name a file")
        self.size, self.modified = found.st_size, found.st_mtime
        self.offset = self.line = 0
        self.broken = 0
        """The line that was longer than may be; 0 for none."""
        self._raw = file.open("rb")
        self._text: BinaryIO = self._raw
        self.is_packed = self._raw.read(2) == b"\x1f\x8b"
        self._raw.seek(0)
        if self.is_packed:
            self._text = cast("BinaryIO", gzip.GzipFile(fileobj=self._raw))
        self._whole = f"{self.size}:{found.st_mtime_ns}"

    def seek(self, offset: int, line: int = 0) -> None:
        self._text.seek(offset)
        self.offset, self.line = offset, line

    def passed(self) -> int:
        """Bytes of the file that were read: for a compressed one, as they lie on the disk."""
        return self._raw.tell() if self.is_packed else self.offset

    def head(self) -> bytes:
        """The first bytes, without a byte order mark; the place stays."""
        there, line = self.offset, self.line
        self.seek(0)
        text = self._text.read(HEAD)
        self.seek(there, line)
        return text.removeprefix(b"\xef\xbb\xbf")

    def read(self, size: int) -> bytes:
        return self._text.read(size)

    def lines(self) -> Iterator[bytes]:
        """One line after another, with its end. A line that is too long is passed over and its number left in `broken`."""
        readline = self._text.readline
        while line := readline(LONGEST):
            if len(line) == LONGEST and not line.endswith(b"\n"):
                self._pass_over(len(line))
                continue
            self.line += 1
            yield line
            self.offset += len(line)
            if self.is_packed and self.offset > FREELY:
                self._weigh()

    def _pass_over(self, size: int) -> None:
        self.line += 1
        self.offset += size
        self.broken = self.line
        while rest := self._text.readline(LONGEST):
            self.offset += len(rest)
            if self.is_packed:
                self._weigh()
            if rest.endswith(b"\n"):
                return

    def _weigh(self) -> None:
        if self.offset > max(FREELY, INFLATES * self.size):
            raise EventError("file", f"holds more than {INFLATES} times its own size: unpack it yourself if that is right")

    def seal(self, offset: int) -> str:
        """Stands for what lies before a place. A compressed file is the same only as a whole."""
        if self.is_packed:
            return self._whole
        begin = max(0, offset - SEALED)
        return blake2b(os.pread(self._raw.fileno(), offset - begin, begin), digest_size=8).hexdigest()

    def close(self) -> None:
        self._text.close()
        self._raw.close()
