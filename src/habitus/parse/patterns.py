"""Patterns that somebody else wrote: searched in linear time by re2, so that none of them can hang us. Imported at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.parse.text import storable

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 2000
MEMORY = 8 << 20
"""Bytes that one pattern may take; `(a{1000}){1000}` wants more."""


class PatternError(ValueError):
    """What is wrong with a pattern, in words."""


def searcher(pattern: str) -> Callable[[str], bool]:
    """Does the pattern occur in a text? Upper and lower case are alike."""
    import re2

    if len(pattern) > LONGEST:
        raise PatternError(f"is a pattern of more than {LONGEST} characters")
    if storable(pattern) != pattern:
        raise PatternError("is a pattern with characters that no text has")
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = MEMORY
    try:
        found = re2.compile(pattern, options)
    except re2.error as error:
        said = error.args[0].decode() if error.args and isinstance(error.args[0], bytes) else str(error)
        raise PatternError(
            f"is not a pattern that can be searched for: {said} (look-around and back-references are not supported)"
        ) from None
    return lambda text: found.search(storable(text)) is not None
