"""What an errand was asked, on the disk until it is done: a process that is killed over it loses nothing.

A paper lies in `errands/` of the home, readable by its owner alone, and is locked by the process that works on it; the system takes the
lock away when that dies, whichever way. Then whoever finds it at the same home goes on. How often it was begun is in its name: one that no
process lives through is given up.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "errands"
TOLD = ("kind", "who", "began_at", "asked")


class Paper:
    """One that this process holds."""

    def __init__(self, file: Path, lock: int) -> None:
        self._file, self._lock = file, lock

    @property
    def id(self) -> str:
        return self._file.name.partition(".")[0]

    @property
    def begun(self) -> int:
        """How often."""
        return int(self._file.name.split(".")[1])

    @property
    def place(self) -> Path:
        """A folder for what is made on the way; it goes with the paper."""
        return self._file.parent / f"{self.id}.files"

    def told(self) -> dict[str, Any]:
        """Raises `ValueError` where it is none: a disk may be damaged, a file somebody else's."""
        found = json.loads(self._file.read_bytes())
        if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in TOLD):
            raise ValueError("it does not say what was asked")
        return found

    def begin(self) -> None:
        """Once more, from the beginning."""
        self._file = self._file.rename(self._file.with_name(f"{self.id}.{self.begun + 1}.json"))
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(mode=0o700)

    def remove(self) -> None:
        shutil.rmtree(self.place, ignore_errors=True)
        self._file.unlink(missing_ok=True)
        self.leave()

    def put_aside(self) -> Path:
        """Where nobody looks for it; a person may."""
        aside = self._file.rename(self._file.with_suffix(".unreadable"))
        self.leave()
        return aside

    def leave(self) -> None:
        """To whoever finds it."""
        os.close(self._lock)


def written(home: str, id: str, told: dict[str, Any]) -> Paper:
    """On the disk when this returns."""
    folder = Path(home) / FOLDER
    file = folder / f"{id}.0.json"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Nobody may find it before it is locked and whole: it would look like one whose owner is dead.
        fresh = folder / f"{id}.new"
        lock = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with open(lock, "wb", closefd=False) as out:
                out.write(json.dumps(told).encode())
            os.fsync(lock)
            fresh.rename(file)
        except BaseException:
            fresh.unlink(missing_ok=True)
            os.close(lock)
            raise
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written ({error.strerror}): free some space, or let us write there; nothing was begun"
        ) from error
    return Paper(file, lock)


def left(home: str) -> Iterator[Paper]:
    """Those whose process has ended, in the order of their names: each is held by whoever gets it from here."""
    for file in sorted((Path(home) / FOLDER).glob("*.json")) if home else ():
        with suppress(OSError):  # another process was quicker, holds it, or is done with it
            lock = os.open(file, os.O_RDONLY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                is_it = os.path.samestat(os.fstat(lock), file.stat())
            except OSError:
                is_it = False
            if is_it:
                yield Paper(file, lock)
            else:
                os.close(lock)


def is_there(home: str, id: str) -> bool:
    return bool(home) and any((Path(home) / FOLDER).glob(f"{id}.*.json"))
