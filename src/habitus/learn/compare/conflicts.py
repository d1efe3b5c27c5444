"""Find what two readings cannot both want: one wants what the other forbids, or another value in the same place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.compare.matching import ceiling, cover, has, missing, opposed
from habitus.learn.compare.opposites import topics
from habitus.types import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from habitus.learn.compare.items import Item
    from habitus.learn.compare.reading import Reading
    from habitus.learn.compare.statements import Statement

FORBIDDEN = 0.8
"""How much of what is forbidden the other side must want: less is another case of it, all of it in every word is rare."""
SAME_CASE = 0.75
"""How much of the rest must agree for two values to stand in the same place."""


class Found(NamedTuple):
    score: float
    why: str
    is_reversal: bool = False


def conflict(a: Reading, b: Reading) -> Relation | None:
    every = (one for s in a.statements for t in b.statements for one in _between(s, t, a, b))
    found = max(every, key=lambda one: (one.score, one.is_reversal), default=None)
    return Relation("conflict", round(found.score, 3), found.why, found.is_reversal) if found else None


def _between(s: Statement, t: Statement, a: Reading, b: Reading) -> Iterator[Found]:
    is_rule = a.is_rule or b.is_rule
    if s.is_wanted != t.is_wanted:
        no, yes, wanting = (t, s, a) if s.is_wanted else (s, t, b)
        if ceiling(no.items, wanting.reach) >= FORBIDDEN:
            yield from _forbidden(no, yes)
    elif s.is_wanted:
        yield from _ordered(s, t)
        if a.denied or b.denied or not a.things.isdisjoint(b.things):
            yield from _opposed(s, t, is_rule=is_rule)
        yield from _counted(s, t)
        yield from _chosen(s, t) if is_rule else _named(s, t)


def _forbidden(no: Statement, yes: Statement) -> Iterator[Found]:
    """What the one forbids, the other wants: all of it, be it in so many words or as a kind of it."""
    covered = _wanted(no, yes)
    if covered < FORBIDDEN or (no.split >= 0 and yes.split >= 0 and cover(_in_order(no)[0], _in_order(yes)[0]) < SAME_CASE):
        return
    back = cover(yes.items, no.items)
    yield Found(0.5 + 0.3 * covered + 0.2 * back, "one wants what the other forbids", _is_all_in(no, yes) and _is_all_in(yes, no))


def _is_all_in(s: Statement, t: Statement) -> bool:
    """Does the other have every word that counts, and nothing vaguer in its place?"""
    return all(any(has(i, other) == 1.0 for other in t.items) for i in s.items if i.weight == 1.0)


def _wanted(no: Statement, yes: Statement) -> float:
    """How much of what is forbidden is wanted. What only bounds a case is not: "answer in Spanish even if asked in English"."""
    main = [i for i in yes.items if not i.when]
    bounds = [i for i in no.items if i.when]
    if not bounds:
        return cover(no.items, main)
    core = [i for i in no.items if not i.when]
    return min(cover(core, main), cover(no.items, yes.items))


def _ordered(s: Statement, t: Statement) -> Iterator[Found]:
    """This before that, against that before this."""
    if s.split < 0 or t.split < 0:
        return
    first, second = _in_order(s)
    early, late = _in_order(t)
    if min(cover(first, late), cover(second, early), cover(late, first), cover(early, second)) > SAME_CASE:
        yield Found(0.9, "before against after", is_reversal=True)


def _in_order(s: Statement) -> tuple[Sequence[Item], Sequence[Item]]:
    first, second = s.items[: s.split], s.items[s.split :]
    return (second, first) if s.is_after else (first, second)


def _opposed(s: Statement, t: Statement, *, is_rule: bool) -> Iterator[Found]:
    for one in s.items:
        for other in t.items:
            thing = opposed(one, other)
            if thing and not _is_in(one, t.items) and not _is_in(other, s.items):
                yield from _in_one_place(one, other, thing, s, t, is_rule=is_rule)


def _in_one_place(one: Item, other: Item, thing: str, s: Statement, t: Statement, *, is_rule: bool) -> Iterator[Found]:
    free = topics().get(thing, frozenset())
    left = [i for i in s.items if i is not one]
    right = [i for i in t.items if i is not other]
    more, less = missing(left, right), missing(right, left)
    if is_rule and not (_is_weighty(more) and _is_weighty(less)):
        more, less = _without(more, free), _without(less, free)
    extra = sum(i.weight for i in (*more, *less))
    shared = sum(i.weight for i in left) - sum(i.weight for i in more)
    is_conditional = any(i.when for i in (*more, *less))
    if (more and less) or is_conditional or extra >= (1.0 if is_rule else 0.5):
        return
    if not is_rule and shared < 1.0:
        return
    score = 0.9 - 0.2 * extra
    yield Found(score, f"{one.word} against {other.word}", not more and not less)


def _counted(s: Statement, t: Statement) -> Iterator[Found]:
    """The same, with another number."""
    here, there = [i for i in s.items if i.is_number], [i for i in t.items if i.is_number]
    if len(here) != 1 or len(there) != 1 or here[0].kinds == there[0].kinds:
        return
    left, right = [i for i in s.items if not i.is_number], [i for i in t.items if not i.is_number]
    if left and right and not missing(left, right) and not missing(right, left):
        yield Found(0.9, f"{here[0].word} against {there[0].word}", is_reversal=True)


def _chosen(s: Statement, t: Statement) -> Iterator[Found]:
    """Another tool for the same."""
    if s.chosen < 0 or t.chosen < 0:
        return
    if s.is_naming and t.is_naming and cover(s.items, t.items) < SAME_CASE:
        yield Found(0.8, f"{s.items[s.chosen].word} against {t.items[t.chosen].word}", is_reversal=True)
    one, other = s.items[s.chosen], t.items[t.chosen]
    if (one.is_name or other.is_name) and not has(one, other) and not has(other, one) and _is_rest_alike(one, other, s, t):
        yield Found(0.7, f"{one.word} against {other.word}")


def _named(s: Statement, t: Statement) -> Iterator[Found]:
    """The same fact with another name in it."""
    here, there = missing(s.items, t.items), missing(t.items, s.items)
    if len(here) == len(there) == 1 < len(s.items) and here[0].is_name and there[0].is_name:
        yield Found(0.7, f"{here[0].word} against {there[0].word}", is_reversal=True)


def _is_rest_alike(one: Item, other: Item, s: Statement, t: Statement) -> bool:
    left, right = [i for i in s.items if i is not one], [i for i in t.items if i is not other]
    return bool(left and right) and not missing(left, right) and not missing(right, left)


def _is_in(one: Item, items: Iterable[Item]) -> bool:
    return any(has(one, other) == 1.0 and not opposed(one, other) for other in items)


def _is_weighty(items: list[Item]) -> bool:
    return any(i.weight == 1.0 for i in items)


def _without(items: list[Item], free: frozenset[str]) -> list[Item]:
    return [i for i in items if i.kinds.isdisjoint(free) and i.name not in free]
