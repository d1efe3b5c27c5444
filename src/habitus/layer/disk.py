"""Files and branches as the disk knows them."""

from __future__ import annotations

import os
from stat import S_ISLNK
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = b"ref: refs/heads/"
LONGEST = 1024
"""Bytes of a `HEAD`, or of a `.git` that names another folder: as long as a path, or the name of a branch."""

LARGEST = 1 << 20
"""Bytes of a file that is looked into, to see what stood there before."""


def real(path: str) -> str:
    """As `os.path.realpath`, in a third of the time where there is no link and no dot in a path: nearly always. What cannot be seen, or is
    a name that no disk can have, is as it was given: there are no links to follow."""
    try:
        return _followed(path)
    except (OSError, ValueError):
        return path


def _followed(path: str) -> str:
    if not path.startswith("/") or path.endswith("/") or "//" in path or "/." in path:
        return os.path.realpath(path)
    end = 0
    while end >= 0:
        end = path.find("/", end + 1)
        if S_ISLNK(os.lstat(path[:end] if end > 0 else path).st_mode):
            return os.path.realpath(path)
    return path


def branch(folder: str) -> str:
    """The branch that a folder's repository is on, without asking git, which takes longer than judging. Empty: none, or no repository."""
    while folder.startswith("/"):
        git = f"{folder.rstrip('/')}/.git"
        try:
            return _head(git)
        except NotADirectoryError:  # a worktree or a submodule: the file says where its own is
            return _elsewhere(folder, git)
        except (FileNotFoundError, ValueError):
            if folder == "/":
                return ""
            folder = folder.rstrip("/").rpartition("/")[0] or "/"
        except OSError:
            return ""
    return ""


def _head(git: str) -> str:
    said = _read(f"{git}/HEAD")
    return said.removeprefix(HEAD).decode(errors="replace") if said.startswith(HEAD) else ""


def _elsewhere(folder: str, file: str) -> str:
    try:
        said = _read(file).removeprefix(b"gitdir: ").decode()
        return _head(os.path.join(folder, said))  # noqa: PTH118 - pathlib takes longer to load than to use
    except (OSError, ValueError):
        return ""


def _read(file: str) -> bytes:
    return _begun(file, LONGEST).strip()


def _begun(file: str, most: int) -> bytes:
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)  # whatever was put there, we do not wait for it
    try:
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def held(file: str) -> str | None:
    """What a file holds; empty where there is none. None: it cannot be read, or is longer than code is."""
    try:
        said = _begun(file, LARGEST + 1)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return None
    return said.decode(errors="replace") if len(said) <= LARGEST else None


class Disk(NamedTuple):
    """What is asked of a disk. A test has one of its own."""

    real: Callable[[str], str] = real
    exists: Callable[[str], bool] = os.path.exists
    branch: Callable[[str], str] = branch
    held: Callable[[str], str | None] = held


DISK = Disk()
BLIND = Disk(real=str, exists=lambda path: False, branch=lambda folder: "", held=lambda path: "")
"""For a stranger's trace: it may not ask what lies on this machine."""
