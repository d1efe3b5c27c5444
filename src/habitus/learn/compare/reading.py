"""text -> what it asks for and what it asks not to do, ready to be compared with many others.

"Use tabs, not spaces" is two statements, one wanted, one not; "never refuse to send email" wants sending.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.compare import signs
from habitus.learn.compare.plain import LIMIT, names, pieces
from habitus.learn.compare.statements import Reader, Statement

if TYPE_CHECKING:
    from habitus.learn.compare.items import Item


class Reading(NamedTuple):
    words: frozenset[str]
    """As the seed counts them: in lower case, between spaces."""
    statements: tuple[Statement, ...]
    items: tuple[Item, ...]
    """Of all statements, each once."""
    reach: frozenset[str]
    """Every name under which it could meet another text."""
    things: frozenset[str]
    """What it gives values of."""
    denied: frozenset[str]
    """Words of which it has the opposite by a beginning: `uncommented` of `commented`."""
    is_rule: bool
    """It tells somebody to do something, and not what is the case."""
    is_whole: bool
    """It was short enough to be read to its end."""


def read(text: str) -> Reading:
    """The reading of a text; those of rules are kept, those of documents would fill the memory."""
    return _kept(text) if len(text) <= LIMIT else _read(text)


@lru_cache(maxsize=4_096)
def _kept(text: str) -> Reading:
    return _read(text)


def _read(text: str) -> Reading:
    found = pieces(text)
    is_rule = _is_rule(found)
    statements = Reader(found, names(text), is_rule=is_rule).statements()
    items = tuple({(i.name, i.when): i for s in statements for i in s.items}.values())
    things = frozenset(thing for i in items for thing, _ in i.sides)
    return Reading(
        words=frozenset(text.lower().split()),
        statements=statements,
        items=items,
        reach=things.union(*(i.near for i in items)),
        things=things,
        denied=frozenset(word for i in items for word in i.denies),
        is_rule=is_rule,
        is_whole=len(text) <= LIMIT,
    )


def _is_rule(found: list[str]) -> bool:
    if not found or not signs.MODAL.isdisjoint(found):
        return True
    opens_with_no = (found[0] in signs.NOT or found[0] == "no") and not signs.BE.isdisjoint(found[1:4])
    return found[0] not in signs.SUBJECTS and not opens_with_no
