"""Skills as folders: `skills-store/<slug>/<n>/SKILL.md`, and `.trash/<slug>.<seconds>` for what was deleted.

The store is written first and holds every content; the folders are made to agree with it, whenever one is found that does not. So a
process that ends between the two leaves nothing half done: the next one to look finishes it.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from habitus.errors import Refused, StoreError
from habitus.evolve.skills import folders, slugs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from habitus.types import Shelf, Skill

TRASH = ".trash"

TRIES = 20
"""Times that folders are looked at which others move about."""


class Shelving:
    def __init__(self, root: Path, shelf: Shelf) -> None:
        self.root = root
        self._shelf = shelf

    def place(self, slug: str, version: int) -> Path:
        return self.root / slug / str(version)

    def agree(self, slug: str) -> bool:
        """The folders of one skill. Another process may move them as we look: then the store has changed too, and is looked at again."""
        for _ in range(TRIES - 1):
            with suppress(StoreError, OSError):
                return self._agree(slug)
        return self._agree(slug)

    def agree_all(self) -> list[str]:
        """Every skill; answers the names of those that did not agree."""
        if not self.root.exists() and not self._shelf.skills(""):
            return []
        self._sweep()
        there = {name: self._names(self.root / name) for name in self._names(self.root)}  # first: what comes later is in the store by then
        known = {one.slug: one for one in self._shelf.skills("")}
        versions = self._shelf.all_versions()
        for slug in there.keys() & versions.keys():
            self._put_aside_if_unknown(slug, there[slug], versions[slug])
        found = sorted({*known, *(name for name in there if name in versions or self._is_ours(name))})
        return [slug for slug in found if self.agree(slug)]

    def discarded(self, slug: str) -> list[Path]:
        """Take what lies in the trash out of reach, to be removed; under names that are swept up, should nobody live to do it."""
        trash = self.root / TRASH
        lying = [name for name in self._names(trash) if name.partition(".")[0] == slug]
        return [place for name in lying if (place := _moved(trash / name, trash / f".{name}.{os.getpid()}.unfinished"))]

    @staticmethod
    def remove(places: Iterable[Path]) -> None:
        for place in places:
            shutil.rmtree(place)

    def _agree(self, slug: str) -> bool:
        place, skill = self.root / slug, self._shelf.skill(slug)
        versions = {one.version: one.digest for one in self._shelf.versions(slug)}
        if skill is None or skill.status == "deleted":
            trash = skill.trash if skill and skill.trash else f"{slug}.0"
            return self._to_trash(place, trash) if place.is_dir() else False
        moved = self._back(place, slug, versions)
        self._put_aside_if_changed(skill, versions)
        missing = sorted(version for version in versions if not (place / str(version)).is_dir())
        for version in missing:
            self._write(slug, version)
        return moved or bool(missing)

    def _put_aside_if_changed(self, skill: Skill, versions: Mapping[int, str]) -> None:
        """What is served is what was checked: a folder that says something else is not ours, whoever wrote it."""
        place, digest = self.place(skill.slug, skill.version), versions.get(skill.version)
        if digest and os.path.lexists(place) and _digest(place) != digest:
            self._to_trash(place, f"{skill.slug}.{skill.version}.changed")

    def _put_aside_if_unknown(self, slug: str, names: list[str], versions: Mapping[int, str]) -> None:
        """A number that the store never gave."""
        for name in names:
            if name.isdecimal() and int(name) not in versions:
                self._to_trash(self.root / slug / name, f"{slug}.{name}.changed")

    def _is_ours(self, name: str) -> bool:
        """Of numbers only: left by a change that never came to be, or forgotten by the store. Any other folder is somebody's own."""
        with suppress(FileNotFoundError):
            return not slugs.problem(name) and all(one.name.isdecimal() and one.is_dir() for one in (self.root / name).iterdir())
        return False

    def _write(self, slug: str, version: int) -> None:
        target = self.place(slug, version)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            folders.write(self._shelf.bundle(slug, version), target)
        except StoreError:
            if not target.is_dir():  # another process has just written the same
                raise

    def _to_trash(self, place: Path, name: str) -> bool:
        """A second folder of the same name stays beside the first: nothing that was deleted is lost."""
        trash = self.root / TRASH
        trash.mkdir(parents=True, exist_ok=True, mode=0o700)
        target, more = trash / name, 0
        while target.exists():
            more += 1
            target = trash / f"{name}-{more}"
        return _moved(place, target) is not None

    def _back(self, place: Path, slug: str, versions: Mapping[int, str]) -> bool:
        """A skill that was restored has its folder in the trash: it comes back as it lay there."""
        if place.exists() or not versions:
            return False
        lying = [name for name in self._names(self.root / TRASH) if name.rpartition(".")[0] == slug]
        if not lying:
            return False
        try:
            (self.root / TRASH / max(lying)).rename(place)
        except OSError:
            return False  # it can be written again
        return True

    def _sweep(self) -> None:
        """What a process left that was ended while it wrote."""
        trash = self.root / TRASH
        inner = (*(self.root / name for name in self._names(self.root)), *(trash / name for name in self._names(trash)))
        for folder in (self.root, *inner):
            for name in self._names(folder):
                if folders.is_unfinished(name):
                    shutil.rmtree(folder / name, ignore_errors=True)

    @staticmethod
    def _names(folder: Path) -> list[str]:
        try:
            return sorted(one.name for one in folder.iterdir() if one.is_dir() and not one.is_symlink())
        except (FileNotFoundError, NotADirectoryError):
            return []


def _moved(place: Path, target: Path) -> Path | None:
    """None: another process was first."""
    with suppress(FileNotFoundError):
        return place.rename(target)
    return None


def _digest(place: Path) -> str:
    try:
        return folders.digest(folders.read(place).bundle)
    except Refused:
        return ""
