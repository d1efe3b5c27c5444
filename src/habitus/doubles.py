"""Doubles for the tests of whoever builds on us, and for our own: shipped, so that nobody need patch anything."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from habitus.models.scripted import ScriptedModel
from habitus.store import memory as MemoryStore  # noqa: N812 - used as one

__all__ = ["FrozenClock", "MemoryStore", "ScriptedModel"]


class FrozenClock:
    """Stands still until it is told to move."""

    def __init__(self, now: datetime = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)
