"""How much anybody may ask for: requests a second, and bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

LARGEST = 1024 * 1024
"""Bytes of a request. A tool call with more arguments than that is not one that anybody could read."""

MB = 1024 * 1024
LARGER = (
    ("/v1/skill", 30 * MB),  # 20 MB of files, as JSON
    ("/v1/persona", 4 * MB),  # one file, however it is escaped
    ("/v1/events", 16 * MB),  # past sessions
    ("/v1/hooks/", 16 * MB),  # what a tool wrote
    ("/v1/logs", 16 * MB),  # telemetry comes in batches
    ("/v1/traces", 16 * MB),
    ("/v1/metrics", 16 * MB),
    ("/proxy", 32 * MB),  # pictures for a model
)
"""Where more is needed."""

ASKED = (200.0, 400.0)
"""Requests a second, and at once, of one caller: a dashboard polls once a second, a script should not lean on a person's machine."""

HOT = (5000.0, 10_000.0)
"""The same for what agents do at every call."""

REFUSED = (1.0, 20.0)
"""Wrong tokens a second, and at once, from one address, before they are no longer answered in words."""


class Rates(NamedTuple):
    """Of one application: requests a second, and at once."""

    asked: tuple[float, float] = ASKED
    hot: tuple[float, float] = HOT
    refused: tuple[float, float] = REFUSED


CALLERS = 1000
"""Callers that are kept count of; the one that was silent longest goes first."""


class Rate:
    """A bucket for every caller: so many at once, so many a second."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self._each, self._most = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, who: str) -> float:
        """Count one. 0: go ahead; else the seconds to wait."""
        now = time.monotonic()
        left, since = self._left.get(who, (self._most, now))
        left = min(self._most, left + (now - since) * self._each)
        self._left[who] = (left - 1.0 if left >= 1.0 else left, now)
        self._left.move_to_end(who)
        if len(self._left) > CALLERS:
            self._left.popitem(last=False)
        return 0.0 if left >= 1.0 else (1.0 - left) / self._each


def largest(path: str) -> int:
    return next((size for prefix, size in LARGER if path.startswith(prefix)), LARGEST)
