"""How much anybody may ask for: requests a second, and bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from habitus.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.config.settings import Server

MB = 1024 * 1024
LARGER = (
    ("/v1/skill", 30 * MB),  # 20 MB of files, as JSON
    ("/v1/persona", 4 * MB),  # one file, however it is escaped
    ("/v1/events", 16 * MB),  # past sessions
    ("/v1/learning", 0),  # begins like the next, and reads no transcripts
    ("/v1/learn", 16 * MB),
    ("/v1/replay", 16 * MB),
    ("/v1/hooks/", 16 * MB),  # what a tool wrote
    ("/v1/logs", 16 * MB),  # telemetry comes in batches
    ("/v1/traces", 16 * MB),
    ("/v1/metrics", 16 * MB),
    ("/beta/litellm_", 16 * MB),  # a long conversation with its tools
)
"""Where more is needed."""

AT_ONCE, GUESSED_AT_ONCE = 2.0, 20.0
"""Seconds' worth that may come at once: a page asks for several things; and whoever mistypes a token does it a few times in a row."""


class Rates(NamedTuple):
    """Of one application: requests a second, and at once."""

    asked: tuple[float, float]
    hot: tuple[float, float]
    """What agents do at every call."""
    refused: tuple[float, float]
    """Wrong keys from one address, before no other of them is looked up."""


def rates(server: Server) -> Rates:
    return Rates(
        asked=_rate(server.requests_per_second, AT_ONCE),
        hot=_rate(server.judged_per_second, AT_ONCE),
        refused=_rate(server.wrong_tokens_per_second, GUESSED_AT_ONCE),
    )


def _rate(each: float, at_once: float) -> tuple[float, float]:
    return each, max(1.0, at_once * each)


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

    def is_spent(self, who: str) -> bool:
        """Would the next one have to wait? Counts nothing."""
        left, since = self._left.get(who, (self._most, 0.0))
        return left + (time.monotonic() - since) * self._each < 1.0


def largest(path: str, usual: int) -> int:
    return max(usual, next((size for prefix, size in LARGER if path.startswith(prefix)), 0))


def small_enough(headers: Mapping[bytes, str], most: int) -> None:
    given = headers.get(b"content-length", "0")
    if not given.isascii() or not given.isdigit() or int(given) > most:
        raise Problem(413, f"A request here has at most {most:,} bytes: send less, or in several parts.")
