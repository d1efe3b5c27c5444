"""What went wrong with a notice, and whether a later try may help. No message holds a token, a secret or the path of a URL."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

DAY = 86400.0
"""Nobody may ask us to wait longer, in seconds: a wrong number must not silence a channel for years."""


def may_pass(status: int) -> bool:
    """Is this answer about the moment (too slow, too early, too often, broken over there), and not about what we sent?"""
    return status in (408, 425, 429) or status >= 500


def seconds(asked: object) -> float | None:
    """A wait as JSON or a header gives it, between nothing and a day. None where it is no number of seconds."""
    if isinstance(asked, str) and asked.isascii() and asked.strip().isdigit():
        asked = float(asked)
    if isinstance(asked, bool) or not isinstance(asked, int | float) or not asked >= 0:
        return None
    return float(min(asked, DAY))


def retry_after(header: str | None, now: datetime) -> float | None:
    """`Retry-After`, which is a number of seconds or a date."""
    wait = seconds(header)
    if header is None or wait is not None:
        return wait
    try:
        date = parsedate_to_datetime(header)
        return seconds(max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()))
    except (ValueError, OverflowError):
        return None
