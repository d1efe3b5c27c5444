"""How two rules stand to each other: the same, against each other, or neither. No model, no clock, no I/O.

Conflict is looked for before likeness, because a reversal shares nearly all its words with what it takes back. What counts is structure:
what is wanted or not, of what, in which case, with which value. It prefers "distinct" where it cannot tell: a rule too many is seen and
can be removed, a rule swallowed as a duplicate is gone, and a false conflict puts a good rule in doubt. Scores: bench/results.md.
"""

from __future__ import annotations

from habitus.learn.compare.conflicts import conflict
from habitus.learn.compare.likeness import likeness
from habitus.learn.compare.reading import Reading, read
from habitus.types import Relation

__all__ = ["Reading", "prepared", "related", "relation"]

prepared = read
"""Read a text once, to compare it with many; readings are also kept in a cache, so that `relation` may be called on texts."""


def relation(a: str, b: str) -> Relation:
    return related(prepared(a), prepared(b))


def related(a: Reading, b: Reading) -> Relation:
    if a == b:
        return Relation("duplicate", 1.0, "they say the same")
    if a.reach.isdisjoint(b.reach):
        return Relation("distinct", 0.0)
    return conflict(a, b) or likeness(a, b)
