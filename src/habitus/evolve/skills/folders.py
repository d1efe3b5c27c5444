"""Skills on a disk. A folder or an archive from outside -> a bundle, with suspicion; a bundle -> a folder of ours, whole or not at all.

Reading follows no link, opens nothing but plain files, and looks at what it opened rather than at its name: what changes between the look
and the opening is noticed. Hidden files and what systems leave behind are left out and named. Bias: in doubt the whole skill is refused.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import Refused, StoreError
from habitus.evolve.skills import archives, paths
from habitus.evolve.skills.archives import KINDS
from habitus.evolve.skills.limits import ARCHIVE, COMPANIONS, DEPTH, ENTRIES, FILES, read_as
from habitus.evolve.skills.limits import SKILL_MD as LARGEST_SKILL_MD
from habitus.evolve.skills.paths import SKILL_MD
from habitus.types.skills import Bundle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_LOOK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_UNFINISHED = ".unfinished"


class Taken(NamedTuple):
    bundle: Bundle
    folder: str
    """The name of the folder in which SKILL.md stood: an archive's own name, where it stood at the top."""
    skipped: tuple[str, ...]
    """Files that were left out."""


def read(path: Path) -> Taken:
    """A folder, a .zip, a .tar or a .tar.gz; SKILL.md at its top or one level down. Refused with the reason and the entry."""
    try:
        fd = os.open(path, _LOOK)
    except OSError as error:
        raise Refused(f"{path}: {_why(error)}") from None
    try:
        kind = os.fstat(fd)
        if stat.S_ISDIR(kind.st_mode):
            return _from_folder(fd, path)
        if not stat.S_ISREG(kind.st_mode):
            raise Refused(f"{path} is {KINDS.get(stat.S_IFMT(kind.st_mode), 'no plain file')}: give a folder or an archive")
        data = _content(fd, ARCHIVE)
    finally:
        os.close(fd)
    if data is None:
        raise Refused(f"{path} has more than {ARCHIVE:,} bytes: no skill is that large")
    return unpacked(data, path.name)


def unpacked(data: bytes, name: str) -> Taken:
    """The same for an archive that has been received."""
    if len(data) > ARCHIVE:
        raise Refused(f"{name} has {read_as(len(data))}, and {ARCHIVE:,} at most")
    skipped: dict[str, None] = {}

    def wants(raw: str) -> bool:
        plain = _plain(raw)
        if litter := _litter(plain):
            skipped[litter] = None
        elif plain:
            paths.checked(plain, skill_md=True)
        return bool(plain) and not litter

    files: dict[str, bytes] = {}
    for raw, content in archives.entries(data, name, wants):
        path = paths.checked(_plain(raw), skill_md=True)
        if path in files:
            raise Refused(f"{name}: {path!r} is in it twice")
        files[path] = content
    return _of_files(files, name, [*skipped])


def received(data: bytes, name: str) -> Taken:
    """What came without a name that says what it is: an archive, or the text of a SKILL.md."""
    if data[:2] in (b"PK", b"\x1f\x8b") or data[257:262] == b"ustar":
        return unpacked(data, name)
    return Taken(Bundle(text=_skill_text(data), files={}), "", ())


def digest(bundle: Bundle) -> str:
    """Of the whole folder, whatever the order of its files. Lengths go in, so that no two folders read alike."""
    whole = sha256()
    for path, content in sorted({**bundle.files, SKILL_MD: bundle.text.encode("utf-8", "surrogatepass")}.items()):
        name = path.encode("utf-8", "surrogatepass")
        whole.update(f"{len(name)}:{len(content)}:".encode() + name + content)
    return whole.hexdigest()


def size(bundle: Bundle) -> int:
    return len(bundle.text.encode("utf-8", "surrogatepass")) + sum(map(len, bundle.files.values()))


# ── a folder ──


def _from_folder(fd: int, path: Path) -> Taken:
    if _has_skill(fd):
        return _walked(fd, path.resolve().name, str(path))
    inner = [name for name in _names(fd, str(path)) if not paths.is_litter(name) and _holds_skill(fd, name)]
    if not inner:
        raise Refused(f"{path} has no SKILL.md at its top or one level down: add one, in capitals")
    if len(inner) > 1:
        raise Refused(f"{path} holds several skills ({', '.join(sorted(inner)[:10])}): give one of their folders")
    with _opened(fd, inner[0], f"{path}/{inner[0]}") as below:
        return _walked(below, inner[0], f"{path}/{inner[0]}")


def _walked(fd: int, folder: str, shown: str) -> Taken:
    walk = _Walk(shown)
    walk.visit(fd, "", 0)
    return _of_files(walk.files, folder, walk.skipped)


class _Walk:
    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.files: dict[str, bytes] = {}
        self.skipped: list[str] = []
        self.seen = 0
        self.left = COMPANIONS + LARGEST_SKILL_MD

    def visit(self, fd: int, above: str, depth: int) -> None:
        if depth > DEPTH:
            raise Refused(f"{self.shown}/{above} is more than {DEPTH} folders deep")
        for name in sorted(_names(fd, self.shown)):
            path = above + name
            self.seen += 1
            if self.seen > ENTRIES:
                raise Refused(f"{self.shown} has more than {ENTRIES:,} files: no skill is that large")
            if paths.is_litter(name):
                self.skipped.append(path)
                continue
            with _opened(fd, name, f"{self.shown}/{path}") as opened:
                if stat.S_ISDIR(os.fstat(opened).st_mode):
                    self.visit(opened, f"{path}/", depth + 1)
                else:
                    self._take(opened, path)

    def _take(self, fd: int, path: str) -> None:
        where = paths.checked(path, skill_md=True)
        content = _content(fd, self.left)
        if content is None:
            raise Refused(f"{self.shown}/{path}: the files are more than a skill may hold ({COMPANIONS:,} bytes beside SKILL.md)")
        self.left -= len(content)
        self.files[where] = content


def _names(fd: int, shown: str) -> list[str]:
    found = []
    with os.scandir(fd) as listing:
        for entry in listing:
            found.append(entry.name)
            if len(found) > ENTRIES:
                raise Refused(f"{shown} has more than {ENTRIES:,} files: no skill is that large")
    return found


@contextmanager
def _opened(above: int, name: str, shown: str) -> Iterator[int]:
    """A plain file or a folder, and the same that was looked at. A device is not even opened: that alone can do something."""
    fd = -1
    try:
        before = os.stat(name, dir_fd=above, follow_symlinks=False)
        _kind_checked(before, shown)
        fd = os.open(name, _LOOK, dir_fd=above)
        after = os.fstat(fd)
    except OSError as error:
        raise Refused(f"{shown}: {_why(error)}") from None
    try:
        _kind_checked(after, shown)
        if (before.st_dev, before.st_ino) != (after.st_dev, after.st_ino):
            raise Refused(f"{shown} was exchanged while it was read: try again when nobody writes there")
        yield fd
    finally:
        os.close(fd)


def _kind_checked(found: os.stat_result, shown: str) -> None:
    kind = stat.S_IFMT(found.st_mode)
    if kind not in (stat.S_IFREG, stat.S_IFDIR):
        raise Refused(f"{shown} is {KINDS.get(kind, 'no plain file')}: a skill holds files only; copy what it stands for, or leave it out")
    if kind == stat.S_IFREG and found.st_nlink > 1:
        raise Refused(f"{shown} is a hard link, and may be a file from elsewhere: copy it, or leave it out")


def _has_skill(fd: int) -> bool:
    with suppress(OSError):
        os.stat(SKILL_MD, dir_fd=fd, follow_symlinks=False)
        return True
    return False


def _holds_skill(fd: int, name: str) -> bool:
    with suppress(OSError):
        below = os.open(name, _LOOK | os.O_DIRECTORY, dir_fd=fd)
        try:
            return _has_skill(below)
        finally:
            os.close(below)
    return False


def _content(fd: int, most: int) -> bytes | None:
    """What a file holds; None where that is more. Its size is not believed: it may grow while it is read."""
    with os.fdopen(fd, "rb", closefd=False) as file:
        data = file.read(most + 1)
    return data if len(data) <= most else None


def _why(error: OSError) -> str:
    link = "is a symbolic link: give what it points to"
    return link if error.errno == errno.ELOOP else (error.strerror or str(error)).lower()


# ── what was read, as a skill ──


def _of_files(files: dict[str, bytes], folder: str, skipped: list[str]) -> Taken:
    if SKILL_MD not in files:
        inner = sorted({path.partition("/")[0] for path in files if path.partition("/")[2] == SKILL_MD})
        if len(inner) > 1:
            raise Refused(f"{folder} holds several skills ({', '.join(inner[:10])}): give one of them")
        if not inner:
            raise Refused(f"{folder} has no SKILL.md at its top or one level down: add one, in capitals")
        folder = inner[0]
        skipped += [path for path in files if not path.startswith(f"{folder}/")]
        files = {path.removeprefix(f"{folder}/"): content for path, content in files.items() if path.startswith(f"{folder}/")}
    else:
        folder = folder.removesuffix(".gz").removesuffix(".tgz").removesuffix(".tar").removesuffix(".zip").removesuffix(".skill")
    text = _skill_text(files.pop(SKILL_MD))
    if clash := paths.collision([*files, SKILL_MD]):
        raise Refused(clash)
    if len(files) > FILES:
        raise Refused(f"{folder} has {len(files):,} files, and {FILES:,} at most")
    if (total := sum(map(len, files.values()))) > COMPANIONS:
        raise Refused(f"the files beside SKILL.md have {read_as(total)}, and {COMPANIONS:,} at most")
    return Taken(Bundle(text=text, files=files), folder, tuple(sorted(skipped)))


def _skill_text(raw: bytes) -> str:
    if len(raw) > LARGEST_SKILL_MD:
        raise Refused(f"SKILL.md has {read_as(len(raw))}, and {LARGEST_SKILL_MD:,} at most: move parts of it to files beside it")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Refused(f"SKILL.md:{raw.count(10, 0, error.start) + 1} is not UTF-8: save it as UTF-8") from None
    if "\0" in text:
        raise Refused(f"SKILL.md:{text.count(chr(10), 0, text.index(chr(0))) + 1} holds a NUL: it is no text")
    return text


def _plain(raw: str) -> str:
    """Without the `./` that tar begins with; empty for the top itself."""
    plain = raw.replace("\\", "/")
    while plain.startswith("./"):
        plain = plain[2:].lstrip("/")
    return "" if plain == "." else plain


def _litter(path: str) -> str:
    """The part of a path that is not wanted, with what it lies in. A path that climbs is none: it is refused by its name."""
    parts = [] if ".." in path.split("/") else path.split("/")
    return next(("/".join(parts[: at + 1]) for at, part in enumerate(parts) if paths.is_litter(part)), "")


# ── writing ──


def write(bundle: Bundle, target: Path) -> None:
    """The folder appears whole and on the disk, or not at all. What stands there already is never touched."""
    names = {SKILL_MD: bundle.text.encode(), **bundle.files}
    for path in names:
        if paths.checked(path, skill_md=True) != path:
            raise Refused(f"file path {path!r} is not written the way it is kept")
    if clash := paths.collision(names):
        raise Refused(clash)
    draft = target.with_name(f".{target.name}.{os.urandom(8).hex()}.{os.getpid()}{_UNFINISHED}")
    try:
        _fill(draft, names)
        if os.path.lexists(target):
            raise StoreError(f"{target} exists already: a version is never written twice")
        draft.rename(target)  # fails over a folder that came to be in between, unless it is empty
        _synced(target.parent)
    except OSError as error:
        raise StoreError(f"cannot write {target}: {(error.strerror or str(error)).lower()}; nothing was kept of it") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def is_unfinished(name: str) -> bool:
    """Was this folder left by a process that was ended while it wrote? It can be deleted; that of one still at work cannot."""
    writer = name.removesuffix(_UNFINISHED).rpartition(".")[2]
    return name.startswith(".") and name.endswith(_UNFINISHED) and not (writer.isdecimal() and _is_alive(int(writer)))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's
    return True


def _fill(root: Path, names: Mapping[str, bytes]) -> None:
    root.mkdir(mode=0o755)
    made = {root}
    for path, content in names.items():
        file = root / path
        for folder in reversed(file.relative_to(root).parents[:-1]):
            (root / folder).mkdir(mode=0o755, exist_ok=True)
            made.add(root / folder)
        # A bundle keeps no modes; what begins like a script can be run.
        fd = os.open(file, _MAKE, 0o755 if content.startswith(b"#!") else 0o644)
        with os.fdopen(fd, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
    for folder in made:
        _synced(folder)


def _synced(folder: Path) -> None:
    """Names are on the disk only when their folder is."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
