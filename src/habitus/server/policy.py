"""Rules that are changed in the settings file hold for running sessions too: the file is looked at every so often.

A file that cannot be read, or says what cannot be, changes nothing. Where it lies, what is listened on and which store is used is decided
when a process starts.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from habitus import assemble, config
from habitus.errors import HabitusError

if TYPE_CHECKING:
    from habitus.layer import Layer

log = logging.getLogger("habitus.server")

LOOK = 2.0
"""Seconds between two looks: a person who has saved the file tries at once."""


class Policy:
    def __init__(self, layer: Layer, file: str | None = None) -> None:
        """`file`: the one that was named, if one was."""
        self._layer = layer
        self._file = file
        self._seen = stamp(file)

    def look(self) -> bool:
        """Has something changed? Then it is in force."""
        now = stamp(self._file)
        if now == self._seen:
            return False
        try:
            chosen = assemble.settings(self._file)
            behavior, gates = assemble.behaviour(chosen)
        except HabitusError as error:
            self._seen = now
            log.warning("the settings have changed and cannot be used; the old ones hold: %s", error)
            return False
        changed = self._layer.adopt(chosen, gates, behavior.tracking)  # while the store is away it fails, and the next look tries again
        self._seen = now
        return changed


def stamp(file: str | None = None) -> tuple[str, int, int]:
    """Of the settings file that is in force: another one where it has changed."""
    try:
        found = config.find(file)
        if found is None:
            return "", 0, 0
        about = os.stat(found)  # noqa: PTH116
    except (OSError, HabitusError):
        return "gone", 0, 0
    return str(found), about.st_mtime_ns, about.st_size
