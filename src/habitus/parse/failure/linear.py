"""Searches in linear time by re2, for patterns of our own: many at once, or the next place of one. Imported at first use.

`parse.patterns` is for those that somebody else wrote. The texts are storable ones: half a character is not UTF-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MEMORY = 8 << 20
"""Bytes for the states of a search. Where they are full it forgets them and starts afresh."""


def several(patterns: Iterable[str]) -> Callable[[str], list[int] | None]:
    """Which of the patterns occur in a text, by their numbers; None: none does. As dear as one of them. Upper and lower case differ."""
    import re2

    options = re2.Options()
    options.max_mem = MEMORY
    made = re2.Set.SearchSet(options)
    for each in patterns:
        made.Add(each)
    made.Compile()
    match: Callable[[str], list[int] | None] = made.Match
    return match


def following(pattern: str) -> Callable[[str, int], Any]:
    """The next match in a text from a place on, as `re` gives one, or None. Upper and lower case are alike."""
    import re2

    options = re2.Options()
    options.max_mem = MEMORY
    options.case_sensitive = False
    search: Callable[[str, int], Any] = re2.compile(pattern, options).search
    return search
