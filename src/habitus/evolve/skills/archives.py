"""A .zip, .tar or .tar.gz from outside -> its files, in memory; and a skill -> a .zip. Nothing is ever unpacked to the disk.

No size is believed: the library's readers are only asked for what we have measured first. They would read a header of any length, and
unfold without an end.
"""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import zipfile
import zlib
from typing import TYPE_CHECKING

from habitus.errors import Refused
from habitus.evolve.skills.limits import ARCHIVE, COMPANIONS, ENTRIES, EXTENDED, HEADERS, SKILL_MD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from habitus.types import Bundle

_END = struct.Struct("<4s4H2LH")
"""The record at the end of a zip: how large its list of names is."""
_BLOCK = 512
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError, struct.error,
    OverflowError, MemoryError, LookupError,
)  # fmt: skip
"""All that the libraries raise over a damaged or a hostile archive."""

Entry = tuple[str, bytes]


def packed(bundle: Bundle, folder: str) -> bytes:
    """A skill as a zip. The same bytes for the same skill, so the files carry no times."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {"SKILL.md": bundle.text.encode(), **bundle.files}.items():
            entry = zipfile.ZipInfo(f"{folder}/{path}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if content.startswith(b"#!") else 0o100644) << 16
            archive.writestr(entry, content)
    return data.getvalue()


def entries(data: bytes, name: str, wants: Callable[[str], bool]) -> list[Entry]:
    """The files, by their names as they were written. `wants` is asked about every name, folders included, before anything is unpacked."""
    reader = _zip if data[:2] == b"PK" else _tar
    try:
        return list(reader(data, wants))
    except Refused as refused:
        raise Refused(f"{name}: {refused}") from None
    except _DAMAGED as error:
        raise Refused(f"{name}: the archive is damaged, or none that we read (.zip, .tar, .tar.gz): {error}"[:400]) from None


class _Sum:
    """What has been unpacked so far."""

    def __init__(self) -> None:
        self.left = COMPANIONS + SKILL_MD

    def declared(self, name: str, size: int) -> None:
        if size > self.left:
            raise Refused(f"{name[:200]!r} would unpack to more than a skill may hold ({COMPANIONS:,} bytes beside SKILL.md)")

    def took(self, name: str, data: bytes, size: int) -> None:
        if len(data) != size:
            raise Refused(f"{name[:200]!r} does not have the size that the archive says")
        self.left -= size


# ── zip ──


def _zip(data: bytes, wants: Callable[[str], bool]) -> Iterator[Entry]:
    _list_checked(data)
    total = _Sum()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = archive.infolist()
        if len(found) > ENTRIES:
            raise Refused(f"{len(found):,} entries, and {ENTRIES:,} at most")
        for info in found:
            name = info.orig_filename
            _zip_kind_checked(info, name)
            if not wants(name) or info.is_dir() or name.endswith("\\"):
                continue
            total.declared(name, info.file_size)
            with archive.open(info) as file:
                content = file.read(info.file_size + 1)
            total.took(name, content, info.file_size)
            yield name, content


def _list_checked(data: bytes) -> None:
    at = data.rfind(b"PK\5\6", max(0, len(data) - _END.size - 0xFFFF))
    if at < 0 or len(data) < at + _END.size:
        raise Refused("the archive is damaged: its list of names is missing")
    size = _END.unpack_from(data, at)[5]
    if data[at - 20 : at - 16] == b"PK\6\7":
        raise Refused("it is a zip64, for archives larger than any skill: pack it again")
    if size > HEADERS:
        raise Refused(f"its list of names has {size:,} bytes, and {HEADERS:,} at most")


def _zip_kind_checked(info: zipfile.ZipInfo, name: str) -> None:
    shown = f"{name[:200]!r}"
    if "\0" in name:
        raise Refused(f"{shown} holds a NUL")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Refused(f"{shown} is {_kind(kind)}: a skill holds files only")
    if info.flag_bits & 0x41:
        raise Refused(f"{shown} is encrypted: pack it again without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(f"{shown} is packed in a way that we do not read: pack it again with deflate")


# ── tar ──


def _tar(data: bytes, wants: Callable[[str], bool]) -> Iterator[Entry]:
    if data[:2] == b"\x1f\x8b":
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            data = packed.read(ARCHIVE + 1)
        if len(data) > ARCHIVE:
            raise Refused(f"it unpacks to more than {ARCHIVE:,} bytes")
    _blocks_checked(data)
    total = _Sum()
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for many, member in enumerate(archive, 1):
            if many > ENTRIES:
                raise Refused(f"more than {ENTRIES:,} entries")
            _tar_kind_checked(member)
            if not wants(member.name) or member.isdir():
                continue
            total.declared(member.name, member.size)
            file = archive.extractfile(member)
            content = file.read(member.size + 1) if file else b""
            total.took(member.name, content, member.size)
            yield member.name, content


def _blocks_checked(data: bytes) -> None:
    """Long names stand in headers of their own, whose size nobody limits: a walk over them, before the library takes it. It would end at
    one that is damaged, or where the archive is cut off, and say nothing of what is missing."""
    at = 0
    while block := data[at : at + _BLOCK].strip(b"\0") and data[at : at + _BLOCK]:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")  # it checks the sum
        kind, raw = block[156:157], block[124:136]
        size = int.from_bytes(raw[1:], "big") if raw[:1] >= b"\x80" else int(raw.split(b"\0")[0].strip() or b"0", 8)
        if size < 0 or size > len(data):
            raise Refused("an entry says that it is larger than the archive")
        at += _BLOCK
        if kind and kind in b"xgXLKS":
            _extended_checked(kind, data[at : at + size])
        at += -(-size // _BLOCK) * _BLOCK
    if at >= len(data):
        raise Refused("the archive is damaged: its end is missing")


def _extended_checked(kind: bytes, header: bytes) -> None:
    if len(header) > EXTENDED:
        raise Refused(f"it has a header of {len(header):,} bytes, and {EXTENDED:,} at most")
    # Both would have the library see other entries than the walk: a size beside the size, and a file with holes of any size.
    if kind == b"S" or b" GNU.sparse" in header or (kind in b"xgX" and b" size=" in header):
        raise Refused("it has a sparse file, or one with two sizes: pack it again without")


def _tar_kind_checked(member: tarfile.TarInfo) -> None:
    if "\0" in member.name:
        raise Refused(f"{member.name[:200]!r} holds a NUL")
    if member.issparse() or not (member.isreg() or member.isdir()):
        kinds = {
            tarfile.SYMTYPE: stat.S_IFLNK,
            tarfile.FIFOTYPE: stat.S_IFIFO,
            tarfile.CHRTYPE: stat.S_IFCHR,
            tarfile.BLKTYPE: stat.S_IFBLK,
        }
        kind = "a hard link" if member.islnk() else _kind(kinds.get(member.type, -1))
        raise Refused(f"{member.name[:200]!r} is {kind}: a skill holds files only")


KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def _kind(mode: int) -> str:
    return KINDS.get(mode, "no plain file")
