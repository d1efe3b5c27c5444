"""What the doctor found, for a page that cannot wait for it: looking takes seconds, so it is done aside and remembered."""

from __future__ import annotations

import logging
import threading
from time import monotonic
from typing import TYPE_CHECKING

from habitus.errors import HabitusError

if TYPE_CHECKING:
    from habitus.server.doctor import Finding

LOG = logging.getLogger(__name__)
FRESH = 600.0
"""Seconds: hosts are installed by hand, not by the minute."""


class Checkup:
    def __init__(self, home: str) -> None:
        self._home = home
        self._found: list[Finding] = []
        self._at = -FRESH
        self._lock = threading.Lock()

    def __call__(self) -> list[Finding]:
        """What was last found; where that is old, somebody goes and looks again."""
        if self._home and monotonic() - self._at >= FRESH and self._lock.acquire(blocking=False):
            self._at = monotonic()
            threading.Thread(target=self._look, name="habitus-checkup", daemon=True).start()
        return self._found

    def _look(self) -> None:
        from habitus.hosts.hooks import install
        from habitus.server import doctor

        try:
            if install.installed(self._home):
                self._found = doctor.examined(install.here(self._home))
        except (HabitusError, OSError) as error:
            LOG.warning("the doctor could not look: %s", error)
        finally:
            self._lock.release()
