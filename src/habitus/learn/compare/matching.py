"""Which terms of one statement the other has: the same, or a kind of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.learn.compare.items import Item

TOO_GENERAL = 0.5
"""What a term is worth where the other side only has something more general: somebody who cuts may be slicing."""


def has(need: Item, given: Item) -> float:
    """How far `given` brings what `need` says."""
    if not need.kinds.isdisjoint(given.near):
        return 1.0
    if not given.kinds.isdisjoint(need.above):
        return TOO_GENERAL
    return 0.0


def cover(needs: Sequence[Item], given: Sequence[Item]) -> float:
    """The share of `needs`, by weight, that `given` brings."""
    total = met = 0.0
    for need in needs:
        total += need.weight
        met += need.weight * max((has(need, one) for one in given), default=0.0)
    return met / total if total else 0.0


def ceiling(needs: Sequence[Item], reach: frozenset[str]) -> float:
    """What `cover` could be at most, found without looking at pairs."""
    total = met = 0.0
    for need in needs:
        total += need.weight
        if not need.near.isdisjoint(reach):
            met += need.weight
    return met / total if total else 0.0


def missing(needs: Sequence[Item], given: Sequence[Item]) -> list[Item]:
    return [need for need in needs if not any(has(need, one) for one in given)]


def opposed(one: Item, other: Item) -> str:
    """The thing of which they are different values; empty where there is none."""
    for thing, value in one.sides:
        for same, unlike in other.sides:
            if thing == same and value != unlike:
                return thing
    return "made" if other.word in one.denies or one.word in other.denies else ""


def differ(one: Item, other: Item) -> bool:
    """Are they known to be two things? Two names, two numbers, or two kinds of one kind."""
    if (one.is_name and other.is_name) or (one.is_number and other.is_number):
        return one.kinds != other.kinds
    return not one.above.isdisjoint(other.above) or bool(opposed(one, other))
