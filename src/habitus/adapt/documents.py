"""What a delivered file really is, by opening it: docx, xlsx, pptx (zip archives with their parts in place) and pdf. Bytes in, no disk."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from habitus.types.noun import noun

_PARTS = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "pptx": "ppt/presentation.xml"}
_TEXTS = {
    "docx": re.compile(r"word/document\.xml$"),
    "xlsx": re.compile(r"xl/sharedStrings\.xml$"),
    "pptx": re.compile(r"ppt/slides/slide\d+\.xml$"),
}
_BREAK = re.compile(r"</(?:w:p|a:p|si|row)>")
_TAG = re.compile(r"<[^>]{0,2000}>")
LARGEST = 8_000_000
"""Bytes that one part may unpack to: a small archive can hold gigabytes of nothing."""


@noun
class Opened:
    kind: str
    """docx, xlsx, pptx, pdf, or text where it is none of them, or unknown where it cannot be read."""
    text: str = ""
    """What can be read of it without a library for the format: nothing of a pdf."""


def opened(data: bytes) -> Opened:
    if data.startswith(b"%PDF-"):
        return Opened(kind="pdf" if b"%%EOF" in data[-2048:] else "unknown")
    if data.startswith(b"PK"):
        return _archive(data)
    try:
        return Opened(kind="text", text=data.decode())
    except UnicodeDecodeError:
        return Opened(kind="unknown")


def _archive(data: bytes) -> Opened:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            kind = next((kind for kind, part in _PARTS.items() if part in names), "unknown")
            wanted = [name for name in names if kind in _TEXTS and _TEXTS[kind].search(name)]
            return Opened(kind=kind, text="\n".join([_text(archive, name) for name in wanted[:200]]))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, ValueError, zlib.error):
        return Opened(kind="unknown")


def _text(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as part:
        xml = part.read(LARGEST).decode(errors="replace")
    return _TAG.sub("", _BREAK.sub("\n", xml)).strip()
