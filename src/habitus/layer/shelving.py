"""Skills as folders: `skills-store/<slug>/<n>/SKILL.md`, and `.trash/<slug>.<seconds>` for what was deleted.

The store is written first and holds every content; the folders are made to agree with it, whenever one is found that does not. So a
process that ends between the two leaves nothing half done: the next one to look finishes it.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from habitus.errors import StoreError
from habitus.evolve.skills import folders

if TYPE_CHECKING:
    from pathlib import Path

    from habitus.types import Shelf, Skill

TRASH = ".trash"


class Shelving:
    def __init__(self, root: Path, shelf: Shelf) -> None:
        self.root = root
        self._shelf = shelf

    def place(self, slug: str, version: int) -> Path:
        return self.root / slug / str(version)

    def agree(self, slug: str) -> None:
        """The folders of one skill."""
        found = self._shelf.skill(slug)
        versions = {one.version for one in self._shelf.versions(slug)}
        self._agree(slug, found, versions)

    def agree_all(self) -> list[str]:
        """Every skill; answers the names of those that did not agree."""
        if not self.root.exists() and not self._shelf.skills(""):
            return []
        self._sweep()
        known = {one.slug: one for one in self._shelf.skills("")}
        versions = self._shelf.all_versions()
        slugs = sorted({*known, *(name for name in self._names(self.root) if name in versions)})
        return [slug for slug in slugs if self._agree(slug, known.get(slug), set(versions.get(slug, ())))]

    def purge(self, skill: Skill) -> None:
        for name in self._names(self.root / TRASH):
            if name.rpartition(".")[0] == skill.slug:
                shutil.rmtree(self.root / TRASH / name)

    def _agree(self, slug: str, skill: Skill | None, versions: set[int]) -> bool:
        place = self.root / slug
        if skill is None or skill.status == "deleted":
            trash = skill.trash if skill and skill.trash else f"{slug}.0"
            return self._to_trash(place, trash) if place.is_dir() else False
        moved = self._back(place, slug, versions)
        missing = sorted(version for version in versions if not (place / str(version)).is_dir())
        for version in missing:
            self._write(slug, version)
        return moved or bool(missing)

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
        try:
            place.rename(target)
        except FileNotFoundError:
            return False  # another process was first
        return True

    def _back(self, place: Path, slug: str, versions: set[int]) -> bool:
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
        for folder in (self.root, *(self.root / name for name in self._names(self.root))):
            for name in self._names(folder):
                if folders.is_unfinished(name):
                    shutil.rmtree(folder / name, ignore_errors=True)

    @staticmethod
    def _names(folder: Path) -> list[str]:
        return sorted(one.name for one in folder.iterdir() if one.is_dir() and not one.is_symlink()) if folder.is_dir() else []
