"""What a person names -> a skill that stands there: a folder, an archive, a SKILL.md, standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.errors import Refused
from habitus.evolve.skills import changes, folders
from habitus.evolve.skills.folders import Taken
from habitus.evolve.skills.limits import ARCHIVE
from habitus.evolve.skills.paths import SKILL_MD, is_litter
from habitus.parse.wordset import wordset
from habitus.types import Bundle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.changes import Create
    from habitus.types import Visibility

DEPENDENCIES = wordset("node_modules venv site-packages")
"""Folders in which other people's skills may lie: nobody means those."""


def read(path: str) -> Taken:
    """`-` is standard input. Of a SKILL.md that is named itself, only the text is taken."""
    if path == "-":
        return folders.received(sys.stdin.buffer.read(ARCHIVE + 1), "standard input")
    place = Path(path)
    if place.suffix.lower() != ".md" or not place.is_file():
        return folders.read(place)
    with place.open("rb") as file:
        text = _text(file.read(ARCHIVE), path)
    return Taken(Bundle(text=text, files={}), place.resolve().parent.name, ())


def wish(taken: Taken, *, slug: str = "", visibility: Visibility | None = None) -> Create:
    return changes.whole(taken.bundle, slug=slug, visibility=visibility)


def beside(path: str) -> int:
    """How many files lie beside a SKILL.md that was named itself."""
    place = Path(path)
    is_one = path != "-" and place.name == SKILL_MD and place.is_file()
    return sum(not is_litter(one.name) for one in place.resolve().parent.iterdir()) - 1 if is_one else 0


def within(path: Path) -> list[Path]:
    """The skills in a folder, however deep. A skill or an archive stands for itself; a link is named, so that it can be refused."""
    if not path.is_dir() or (path / SKILL_MD).is_file():
        return [path]
    return sorted(_walked(path.resolve() if path.is_symlink() else path))


def _walked(root: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(root):
        if SKILL_MD in files:
            names.clear()
            yield Path(folder)
            continue
        names[:] = [name for name in names if not is_litter(name) and name not in DEPENDENCIES]
        yield from (place for name in names if (place := Path(folder, name)).is_symlink() and (place / SKILL_MD).is_file())


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refused(f"{name}:{data.count(10, 0, error.start) + 1} is not UTF-8: save it as UTF-8") from None
