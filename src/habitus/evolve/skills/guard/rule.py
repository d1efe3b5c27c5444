"""What a rule of the guard is made of. The tables in `rules/` are lists of these; `guard/__init__.py` asks them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command


class Rule(NamedTuple):
    """Something that must not be in a skill. It is found by any of `command`, `says`, `code`, `names`."""

    id: str
    category: str
    reason: str
    """What it does, in words that a person can check."""
    instead: str
    """What to write in its place."""
    words: frozenset[str] = frozenset()
    """One of these stands in every text that the rule could find: letters, digits and `_`, in lower case. With `signs` they are the gate:
    a piece that has none is never looked at. Rare words make a fast guard."""
    signs: tuple[str, ...] = ()
    """The same for what is no word: any characters, in lower case."""
    also: tuple[frozenset[str], ...] = ()
    """Further words: one of each set must stand in the piece, too."""
    programs: frozenset[str] = frozenset()
    """Programs that `command` is asked about, `*` for any. Where there are neither words nor signs, these are the gate."""
    command: Callable[[Command, Around], bool] | None = None
    """Is this parsed command, in its script, what the rule is about?"""
    says: tuple[str, ...] = ()
    """Patterns over one sentence of prose, in lower case."""
    code: tuple[str, ...] = ()
    """Patterns over a line of code of any language, as written. They are about calls: a line without a bracket has none."""
    names: tuple[str, ...] = ()
    """Patterns over any line, prose or code: files and names that nobody has to speak of."""
    span: tuple[str, ...] = ()
    """Patterns over a whole block of code, for what takes several lines."""
    within: str = ""
    """A part of whatever `span` finds, letter for letter: to look for it first is cheap."""
    marks: str | Callable[[str], bool] = ""
    """A pattern that must be in a piece before its commands are parsed for this rule, or what else a piece must have."""
    unless: str = ""
    """A pattern that makes a line harmless for `names` and `code`."""
    is_pardoned: bool = True
    """A sentence that warns of it may hold it. False where the sentence itself is the harm."""
    is_quotable: bool = False
    """In quotation marks it is an example, not an order."""


@cache
def compiled(pattern: str, *, is_low: bool = False) -> re.Pattern[str]:
    """Made when first met: all of them would take a filter's whole start.

    Every repeat in a pattern is bounded or cannot meet its own neighbour: the texts are hostile.
    """
    return re.compile(pattern, re.DOTALL if is_low else re.IGNORECASE | re.DOTALL)
