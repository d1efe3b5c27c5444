"""Errors as others wrote them -> which failure it is. No I/O, no clock, nothing learned from one message to the next."""

from __future__ import annotations

from habitus.parse.failure.kinds import Category, category, is_transient
from habitus.parse.failure.masking import family, pattern

__all__ = ["Category", "category", "family", "is_transient", "pattern"]
