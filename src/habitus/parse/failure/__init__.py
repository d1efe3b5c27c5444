"""Errors as others wrote them -> which failure it is. No I/O, no clock, nothing learned from one message to the next."""

from __future__ import annotations

from habitus.parse.failure.kinds import category, is_silent, is_transient, kind
from habitus.parse.failure.masking import family, pattern
from habitus.parse.failure.names import Category

__all__ = ["Category", "category", "family", "is_silent", "is_transient", "kind", "pattern"]
