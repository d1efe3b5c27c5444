"""When something happened, however a host writes it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

LATEST_SECONDS = 100_000_000_000
"""A larger number counts milliseconds: in seconds it would be the year 5138."""


def moment(value: Any) -> datetime | None:
    """An aware time in UTC; None where this is none. Without a zone it is taken for UTC."""
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            if at.tzinfo is UTC:
                return at
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            return datetime.fromtimestamp(value / 1000 if value > LATEST_SECONDS else value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None
