"""Bytes of a file as text, and back to the same bytes. Pure.

UTF-8 unless a mark at the beginning says otherwise; bytes that are no UTF-8 make it a Windows text, or, among much that is, damage that
is kept as it is. Zeros without a mark make it no text at all.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
"""The longer first: UTF-32 begins like UTF-16."""
LOOKED_AT = 65_536
"""Bytes by which it is told whether a file is text."""
SIGNS = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"), (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"), (b"\x1f\x8b", "a gzip archive"), (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
)  # fmt: skip


class Text(NamedTuple):
    text: str
    codec: str
    errors: str
    mark: bytes

    def encoded(self, text: str) -> bytes:
        """Raises UnicodeEncodeError where the file's own encoding has no such sign."""
        return self.mark + text.encode(self.codec, self.errors)


def sign(data: bytes) -> str:
    """What bytes are that are no text."""
    return next((what for begins, what in SIGNS if data.startswith(begins)), "no text")


def read(data: bytes) -> Text | None:
    """None: this is no text."""
    for mark, codec in MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], codec, mark)
    if b"\0" in data[:LOOKED_AT] or data.startswith((b"%PDF", b"\x1f\x8b")):
        return None
    return _decoded(data, "utf-8", b"")


def _decoded(data: bytes, codec: str, mark: bytes) -> Text | None:
    try:
        return Text(data.decode(codec), codec, "strict", mark)
    except UnicodeDecodeError:
        if codec != "utf-8":
            return None
    damaged = data.decode("utf-8", "surrogateescape")
    whole = len(data.decode("utf-8", "ignore"))
    bad, good = len(damaged) - whole, whole - len(data.decode("ascii", "ignore"))
    if good > bad or mark:
        return Text(damaged, "utf-8", "surrogateescape", mark)
    for windows in ("cp1252", "latin-1"):
        try:
            return Text(data.decode(windows), windows, "strict", mark)
        except UnicodeDecodeError:
            continue
    return None
