"""Paths and files that a model names, from which nothing escapes.

A path is resolved first, links and all, and must lie below a folder that may be used. Then it is walked again from that folder, one part
after another, following no link: what was exchanged between the look and the opening is noticed, not obeyed. Only plain files are opened,
so that no pipe or device can keep us waiting. A file is replaced whole, or not at all.
Left open: a hard link to a file outside is a file inside, to read; to write, it is replaced and the other one stays as it is.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from habitus.agent.tools.answer import named
from habitus.agent.tools.tool import ToolFailed
from habitus.parse.text import storable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.agent.tools.tool import Place

LONGEST = 4096
"""Bytes of a path, to Linux."""
LISTED = 5000
"""Names of a folder that are looked at for one that is like the one that was asked for."""
ALIASES = dict.fromkeys(("path", "file", "filename", "filepath", "absolute_path"), "file_path")
HERE = "the working directory"
NO_FILES = ("/proc", "/sys", "/dev")
"""Where what looks like a file is something else; and where this process can be read, keys and all."""

OURS = re.compile(r"habitus\.(?:db|ya?ml)|(?:.*\.)?(?:token|key|sock|port|lock)$|plugins\.json$")
"""Files of the layer's home, by their names."""
SETTINGS = "habitus.yaml"
"""Ours in every folder: it holds for whoever is started there next."""

_CLOSED = os.O_CLOEXEC | os.O_NOFOLLOW
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | _CLOSED
_READ = os.O_RDONLY | os.O_NONBLOCK | _CLOSED
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOSED
KINDS = {
    stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a link",
}  # fmt: skip


class Spot(NamedTuple):
    """A place on the disk that may be used."""

    root: str
    """The folder that it must stay below, as the disk knows it."""
    parts: tuple[str, ...]
    shown: str
    """As the model is told of it: from the working directory where it lies there."""

    @property
    def name(self) -> str:
        return self.parts[-1] if self.parts else "."

    @property
    def below(self) -> str:
        """What stands before the names in it."""
        return "" if self.shown == HERE else f"{self.shown}/"

    @property
    def real(self) -> str:
        return os.path.join(self.root, *self.parts)  # noqa: PTH118 - a name may hold what Path would tidy away


def find(place: Place, path: str, *, to_write: bool = False) -> Spot:
    """Where a path leads; ToolFailed where that is out of bounds."""
    if not path or "\0" in path or len(path.encode("utf-8", "surrogatepass")) > LONGEST or storable(path) != path:
        raise ToolFailed(f"{named(path)!r} is no path. Name a file or folder.")
    home = os.path.realpath(place.workdir)
    real = resolved(home, path)
    also = place.writable if to_write else (*place.writable, *place.readable)
    roots = [home, *map(os.path.realpath, also), *(["/"] if place.may_leave else [])]
    root = next((one for one in roots if is_below(real, one)), None)
    if root is None:
        raise ToolFailed(f"{named(path)} lies outside the working directory {named(home)}. Work inside it, or ask the user to allow more.")
    if is_special(real) and not is_special(root):
        raise ToolFailed(f"{named(path)} is no file but a part of the system. Use a program that asks for what you need.")
    if is_ours(place, real):
        raise ToolFailed(f"{named(path)} belongs to what watches over this session, and is not for its tools. Leave it.")
    parts = tuple(part for part in real[len(root) :].split("/") if part)
    inside = real[len(home) :].strip("/") or HERE if is_below(real, home) else real
    return Spot(root, parts, named(inside))


def resolved(home: str, path: str) -> str:
    """A path from `home` as the disk knows it now."""
    try:
        return os.path.realpath(os.path.join(home, os.path.expanduser(path)))  # noqa: PTH111, PTH118
    except (OSError, ValueError):
        raise ToolFailed(
            f"{named(path)} was changed while it was looked at, or is no path. Look for it with Glob, and try again."
        ) from None


def is_below(real: str, root: str) -> bool:
    return real == root or real.startswith(root.rstrip("/") + "/")


def is_ours(place: Place, real: str) -> bool:
    """The layer's own store, settings and keys: whoever has its token can give approvals, and whoever writes its settings needs none."""
    folder, _, name = real.rpartition("/")
    if not sounds_ours(place, name):
        return False
    if name == SETTINGS or real.removesuffix("-wal").removesuffix("-shm") in place.ours:
        return True
    return place.layer is not None and bool(place.layer.home) and folder == os.path.realpath(place.layer.home)


def sounds_ours(place: Place, name: str) -> bool:
    """By its name alone, before its path is looked up."""
    return bool(OURS.match(name)) or any(name.startswith(one.rpartition("/")[2]) for one in place.ours)


def is_special(real: str) -> bool:
    return any(is_below(real, one) for one in NO_FILES)


# ── opening ──


@contextmanager
def folder(spot: Spot, *, make: bool = False) -> Iterator[int]:
    """The folder in which it lies, opened. `make`: with those that are not there yet."""
    with _told(spot):
        fd = os.open(spot.root, _FOLDER)
    try:
        for part in spot.parts[:-1]:
            with _told(spot):
                below = _step(fd, part, make=make)
            os.close(fd)
            fd = below
        yield fd
    finally:
        os.close(fd)


def _step(fd: int, part: str, *, make: bool) -> int:
    try:
        return os.open(part, _FOLDER, dir_fd=fd)
    except FileNotFoundError:
        if not make:
            raise
    with suppress(FileExistsError):  # somebody else was quicker
        os.mkdir(part, dir_fd=fd)
    return os.open(part, _FOLDER, dir_fd=fd)


def looked(spot: Spot) -> os.stat_result | None:
    """What is there now; None: nothing, or not even its folder."""
    try:
        with folder(spot) as above:
            return os.stat(spot.name, dir_fd=above, follow_symlinks=False)
    except ToolFailed as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ToolFailed(_why(error, spot)) from error


@contextmanager
def opened(spot: Spot) -> Iterator[BinaryIO]:
    """A plain file, to be read."""
    with folder(spot) as above:
        try:
            plain(os.stat(spot.name, dir_fd=above, follow_symlinks=False), spot)  # to open a device can be to use it
            file = os.fdopen(os.open(spot.name, _READ, dir_fd=above), "rb")
        except FileNotFoundError as error:
            raise ToolFailed(f"There is no file {spot.shown}{_like(spot, above)}") from error
        except OSError as error:
            raise ToolFailed(_why(error, spot)) from error
    with file:
        plain(os.fstat(file.fileno()), spot)
        yield file


def content(spot: Spot, most: int) -> tuple[bytes, os.stat_result]:
    """At most so many bytes and one more, by which it shows that there are more."""
    with opened(spot) as file:
        try:
            return file.read(most + 1) or b"", os.fstat(file.fileno())
        except OSError as error:
            raise ToolFailed(_why(error, spot)) from error


def plain(kind: os.stat_result, spot: Spot) -> None:
    if stat.S_ISREG(kind.st_mode):
        return
    what = KINDS.get(stat.S_IFMT(kind.st_mode), "no plain file")
    if what == "a link":
        raise ToolFailed(f"{spot.shown} is a link that has changed or leads in a circle. Look at it with Glob, and try again.")
    raise ToolFailed(f"{spot.shown} is {what}, not a file. {'Look into it with Glob.' if what == 'a folder' else 'Name a file.'}")


# ── replacing ──


def replace(spot: Spot, data: bytes, known: os.stat_result | None) -> None:
    """`known`: what was there when it was read; where something else is there by now, nothing is written."""
    if spot.name == ".":
        raise ToolFailed(f"{spot.shown} is a folder. Name a file in it.")
    with folder(spot, make=True) as above:
        try:
            _put(spot, above, data, known)
        except OSError as error:
            raise ToolFailed(_why(error, spot)) from error


def _put(spot: Spot, above: int, data: bytes, known: os.stat_result | None) -> None:
    fresh = f".habitus-{os.urandom(8).hex()}"
    fd = os.open(fresh, _MAKE, 0o666, dir_fd=above)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            if known is not None:
                _like_before(file.fileno(), known)
            os.fsync(file.fileno())
        _unchanged(spot, above, known)
        os.replace(fresh, spot.name, src_dir_fd=above, dst_dir_fd=above)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh, dir_fd=above)
        raise


def _like_before(fd: int, known: os.stat_result) -> None:
    """Owner and mode. Not setuid: what was trusted with it was another content."""
    with suppress(OSError):
        os.fchown(fd, known.st_uid, known.st_gid)
    os.fchmod(fd, known.st_mode & 0o777)


def _unchanged(spot: Spot, above: int, known: os.stat_result | None) -> None:
    try:
        now = os.stat(spot.name, dir_fd=above, follow_symlinks=False)
    except FileNotFoundError:
        return
    if known is None or (now.st_ino, now.st_mtime_ns, now.st_size) != (known.st_ino, known.st_mtime_ns, known.st_size):
        raise ToolFailed(f"{spot.shown} was changed by somebody else just now, and nothing was written. Read it again, then decide.")


def writable(kind: os.stat_result, spot: Spot) -> None:
    plain(kind, spot)
    if not kind.st_mode & 0o222:  # the folder would allow it, and so would being root: nobody meant that
        raise ToolFailed(f"{spot.shown} is read-only. Leave it, or ask the user to make it writable.")


# ── saying what went wrong ──


@contextmanager
def _told(spot: Spot) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ToolFailed(_why(error, spot)) from error


def _why(error: OSError, spot: Spot) -> str:
    match error.errno:
        case errno.ENOENT:
            return f"There is no folder for {spot.shown}. Look for the right one with Glob."
        case errno.ENOTDIR | errno.ELOOP:
            return f"A part of {spot.shown} is no folder, or a link that has changed. Look at it with Glob, and try again."
        case errno.EACCES | errno.EPERM:
            return f"The system does not permit it: {spot.shown}. Leave it, or ask the user."
        case errno.EISDIR:
            return f"{spot.shown} is a folder. Name a file in it."
        case errno.ENAMETOOLONG:
            return f"The name {spot.shown} is too long. Choose a shorter one."
        case _:
            return f"{spot.shown}: {error.strerror or error}. Nothing was changed; look at the cause before you try again."


def _like(spot: Spot, above: int) -> str:
    """Names beside it that are like the one that is not there."""
    near = get_close_matches(spot.name[:100], [name for name in _names(".", above) if len(name) <= 100], n=3)
    return f". Did you mean {' or '.join(map(named, near))}?" if near else ". Look for it with Glob."


def names(spot: Spot) -> list[str]:
    """What a folder holds, as far as we look."""
    with folder(spot) as above:
        return _names(spot.name, above)


def _names(name: str, above: int) -> list[str]:
    try:
        fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | _CLOSED, dir_fd=above)
    except OSError:
        return []
    try:
        with os.scandir(fd) as entries:
            return sorted(f"{entry.name}/" if entry.is_dir(follow_symlinks=False) else entry.name for entry in islice(entries, LISTED))
    finally:
        os.close(fd)
