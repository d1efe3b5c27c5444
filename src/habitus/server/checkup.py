"""What the doctor found, for a page that cannot wait for it: looking takes seconds, so it is done aside and remembered."""

from __future__ import annotations

import logging
import subprocess
import threading
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import HabitusError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from habitus.server.doctor import Finding
    from habitus.types import Clock

LOG = logging.getLogger(__name__)
FRESH = 600.0
"""Seconds: hosts are installed by hand, not by the minute."""


class Seen(NamedTuple):
    findings: Sequence[Finding] = ()
    """Empty: no host is installed from here."""
    at: datetime | None = None
    """When it was looked; None: never yet."""
    is_looking: bool = False


class Checkup:
    def __init__(self, home: str, clock: Clock) -> None:
        self._home = home
        self._clock = clock
        self._seen = Seen()
        self._looked = -FRESH
        self._lock = threading.Lock()

    def __call__(self) -> Seen:
        """What was last found; where that is old, somebody goes and looks again."""
        if monotonic() - self._looked >= FRESH:
            self.look()
        return self._seen._replace(is_looking=self._lock.locked())

    def look(self) -> threading.Thread | None:
        """Go and look now, unless somebody is looking, or there is nothing to look at."""
        if not self._home or not self._lock.acquire(blocking=False):
            return None
        self._looked = monotonic()
        if not self._has_hosts():
            self._lock.release()
            return None
        looking = threading.Thread(target=self._look, name="habitus-checkup", daemon=True)
        looking.start()
        return looking

    def _look(self) -> None:
        from habitus.hosts.hooks import install
        from habitus.server import doctor

        try:
            self._seen = Seen(doctor.examined(install.here(self._home)), self._clock())
        except (HabitusError, OSError, subprocess.SubprocessError) as error:
            LOG.warning("the doctor could not look: %s", error)
            self._seen = Seen([doctor.Finding("doctor", "fault", f"it could not look: {error}", "run `habitus doctor`")], self._clock())
        finally:
            self._lock.release()

    def _has_hosts(self) -> bool:
        from habitus.hosts.hooks import install

        if install.installed(self._home):
            return True
        self._seen = Seen((), self._clock())
        return False
