"""The files below a folder, found without following a link. What is not looked into is told, not kept quiet."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from habitus.agent.tools import files
from habitus.agent.tools.tool import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.agent.tools.tool import Place

ENTRIES = 200_000
"""Names that are looked at: a second's work."""
DEEPEST = 60
"""Folders below one another: each is held open."""
SKIPPED = frozenset((".git", "node_modules"))
"""Not the project's own text, and more of it than of that."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Found(NamedTuple):
    path: str
    """As seen from where the walk began."""
    entry: os.DirEntry[str]
    above: int
    """The folder that it lies in, opened: good until the next one is asked for."""


class Walk:
    """Goes through a folder once, the same way every time."""

    def __init__(self, place: Place, spot: files.Spot, wanted: str = "") -> None:
        self._place = place
        self._spot = spot
        parts = {*spot.parts, *wanted.split("/")}
        self._skipped = frozenset() if parts & SKIPPED else SKIPPED
        self.seen = 0
        self.missed = ""
        """What was not looked into, in words; empty: all of it was."""

    def __iter__(self) -> Iterator[Found]:
        with files.folder(self._spot) as above:
            try:
                fd = os.open(self._spot.name, _FOLDER, dir_fd=above)
            except OSError as error:
                raise ToolFailed(f"{self._spot.shown} is no folder that can be looked into ({error.strerror}). Name another.") from None
        try:
            yield from self._below(fd, "", 0)
        finally:
            os.close(fd)

    def _below(self, fd: int, path: str, depth: int) -> Iterator[Found]:
        for entry in self._entries(fd):
            self.seen += 1
            if self.seen > ENTRIES:
                self.missed = f"there are more than {ENTRIES:,} files here; give a narrower path"
                return
            if self._place.stopped.is_set():
                raise ToolFailed("Stopped: the person cancelled.")
            name = path + entry.name
            if not entry.is_dir(follow_symlinks=False):
                if files.is_ours(self._place, f"{self._spot.real}/{name}"):
                    continue
                yield Found(name, entry, fd)
            elif entry.name not in self._skipped:
                yield from self._into(fd, entry.name, name, depth)

    def _into(self, fd: int, name: str, path: str, depth: int) -> Iterator[Found]:
        if depth >= DEEPEST:
            self.missed = self.missed or f"folders more than {DEEPEST} deep; give a deeper path"
            return
        try:
            below = os.open(name, _FOLDER, dir_fd=fd)
        except OSError:
            self.missed = self.missed or "some folders may not be read"
            return
        try:
            yield from self._below(below, f"{path}/", depth + 1)
        finally:
            os.close(below)

    def _entries(self, fd: int) -> list[os.DirEntry[str]]:
        """Sorted by name; of a folder that is too large, no more than we look at."""
        found: list[os.DirEntry[str]] = []
        with os.scandir(fd) as entries:
            for entry in entries:
                found.append(entry)
                if len(found) > ENTRIES:
                    break
        return sorted(found, key=lambda entry: entry.name)
