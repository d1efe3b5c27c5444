"""Do two readings say the same? By the words they share, or by what the words mean."""

from __future__ import annotations

from posixpath import commonprefix
from typing import TYPE_CHECKING

from habitus.learn.compare.items import LIGHT_WEIGHT
from habitus.learn.compare.matching import ceiling, cover, differ, missing, opposed
from habitus.learn.compare.opposites import COMPLEMENTS, topics
from habitus.types import Relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.learn.compare.items import Item
    from habitus.learn.compare.reading import Reading

SEED = 0.6
"""More than this share of the words is a duplicate: the seed's number."""


NEARLY = 0.7
"""For rules, by meaning: in a rule of three words, one more word is another rule."""
AKIN = 5
"""Letters at the beginning that two forms of a word share at least."""


def words_shared(a: Reading, b: Reading) -> float:
    return len(a.words & b.words) / max(len(a.words), len(b.words), 1)


def likeness(a: Reading, b: Reading) -> Relation:
    shared = words_shared(a, b)
    if a.things.isdisjoint(b.things):
        most = max(shared, min(ceiling(a.items, b.reach), ceiling(b.items, a.reach)))
        if most <= SEED:
            return Relation("distinct", round(most, 3))
    elif _says_by_denying(a, b):
        return Relation("duplicate", 0.8, "not the one is the other")
    return _weighed(a, b, *_told_apart(a, b), shared)


def _weighed(a: Reading, b: Reading, here: Sequence[Item], there: Sequence[Item], shared: float) -> Relation:
    more, less = missing(here, there), missing(there, here)
    meant = min(cover(here, there), cover(there, here))
    score = round(max(meant, shared), 3)
    other = _replaced(more, less, LIGHT_WEIGHT if a.is_rule and b.is_rule else 1.0)
    if _is_turned(a, b):
        return Relation("distinct", score, "one wants something else than the other forbids")
    if other:
        return Relation("distinct", score, f"{other[0].word} is not {other[1].word}")
    if not more and not less and _goes_back(a, b):
        return Relation("distinct", score, "the other way round")
    is_read = a.is_whole and b.is_whole
    is_near = shared > SEED or (is_read and meant > (NEARLY if a.is_rule or b.is_rule else SEED))
    if is_near and not any((i.when and i.weight == 1.0) or i.is_number or i.is_name for i in (*more, *less)):
        return Relation("duplicate", score, "they say the same")
    return Relation("distinct", score)


def _told_apart(a: Reading, b: Reading) -> tuple[Sequence[Item], Sequence[Item]]:
    """The items of both without what goes without saying: who wants metric units wants the metric system."""
    free = frozenset(topic for thing in a.things & b.things for topic in topics().get(thing, ()))
    more, less = missing(a.items, b.items), missing(b.items, a.items)
    # Short functions are no short answers: one speaks of its topic, the other of something else.
    if not free or (_is_said(more) and _is_said(less) and any(i.weight == 1.0 and i.kinds.isdisjoint(free) for i in (*more, *less))):
        return a.items, b.items
    here, there = ([i for i in items if i.sides or i.kinds.isdisjoint(free)] for items in (a.items, b.items))
    return here, there


def _is_said(items: list[Item]) -> bool:
    return any(i.weight >= LIGHT_WEIGHT for i in items)


def _replaced(more: list[Item], less: list[Item], least: float) -> tuple[Item, Item] | None:
    """A word on each side that the other does not have: something else is meant, or may be. One of them may weigh as little as `least`:
    short answers are not short functions."""
    for one in more:
        for other in less:
            weights = one.weight, other.weight
            if differ(one, other) or (max(weights) == 1.0 and min(weights) >= least and not _akin(one.word, other.word)):
                return one, other
    return None


def _akin(one: str, other: str) -> bool:
    """Two forms of one word that the stemmer does not know: they begin alike."""
    return len(commonprefix((one, other))) >= max(AKIN, len(max(one, other, key=len)) * 0.6)


def _goes_back(a: Reading, b: Reading) -> bool:
    here = frozenset(name for s in a.statements for name in s.towards)
    there = frozenset(name for s in b.statements for name in s.towards)
    return bool(here and there) and here.isdisjoint(there)


def _says_by_denying(a: Reading, b: Reading) -> bool:
    """ "Don't be verbose" and "be brief": of two values, the one is what the other is not."""
    if len(a.statements) != 1 or len(b.statements) != 1 or a.statements[0].is_wanted == b.statements[0].is_wanted:
        return False
    here, there = a.statements[0].items, b.statements[0].items
    more, less = missing(here, there), missing(there, here)
    return len(more) == len(less) == 1 and opposed(more[0], less[0]) in COMPLEMENTS


def _is_turned(a: Reading, b: Reading) -> bool:
    return {s.is_wanted for s in a.statements} != {s.is_wanted for s in b.statements}
