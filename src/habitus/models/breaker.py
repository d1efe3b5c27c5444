"""The circuit breaker: when a provider fails again and again, leave it alone for a while.

Closed: every call goes through. Open: none does. Half open, once the pause is over: one call tries, the others wait for
its result. In memory and per process: a restart asks again at once, which costs one failed call.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from threading import Lock
from typing import TYPE_CHECKING

from habitus.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from habitus.types import Clock


class Open(Exception):
    """Not now."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Breaker:
    """Only a `ModelError` counts as a failure. A cancelled call says nothing about the provider."""

    def __init__(self, clock: Clock, *, failures: int, seconds: float) -> None:
        self._clock = clock
        self._limit = failures
        self._pause = timedelta(seconds=seconds)
        self._in_a_row = 0
        self._until: datetime | None = None
        self._trying = False
        self._lock = Lock()

    @property
    def until(self) -> datetime | None:
        """None: questions are let through."""
        return self._until if self._until is not None and self._clock() < self._until else None

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Around one call. Raises `Open` instead of letting it begin."""
        is_trial = self._enter()
        try:
            yield
        except ModelError:
            self._failed()
            raise
        else:
            self._succeeded()
        finally:
            if is_trial:
                self._trying = False

    def _enter(self) -> bool:
        with self._lock:
            if self._until is None:
                return False
            if self._trying or self._clock() < self._until:
                raise Open(self._until)
            self._trying = True
            return True

    def _failed(self) -> None:
        with self._lock:
            self._in_a_row += 1
            if 0 < self._limit <= self._in_a_row:
                self._until = self._clock() + self._pause

    def _succeeded(self) -> None:
        with self._lock:
            self._in_a_row = 0
            self._until = None
