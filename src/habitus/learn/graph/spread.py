"""A change of confidence, handed on to the fixes of similar errors: changes in, smaller changes out. No I/O.

What helped against one error speaks a little for what helps against its like. All that is handed on together is at most `rate` of what
changed, each hop at most `rate` of the one before, and no node is moved twice, so nothing can feed itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.learn.graph.nodes import kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.learn.graph.walk import Neighbours

HOPS = 2
"""Likeness is not transitive: what is like something like it has little in common with it."""
WIDEST = 20
"""Similar errors of one node that are looked at, the nearest first."""
LEAST = 0.001
"""A change smaller than this is no news."""
FINEST = 1e6


def spread(changes: Mapping[str, float], neighbours: Neighbours, *, rate: float = 0.3, hops: int = HOPS) -> dict[str, float]:
    """Error or fix → how much its confidence moved, in; error → how much the confidence of its fix moves with it, out.

    Errors, because a learning is one error: a fix in the same words may belong to others that are nothing like it.
    """
    front = _sources(changes, neighbours)
    seen = set(front) | set(changes)
    budget = rate * sum(abs(delta) for delta in front.values())
    found: dict[str, float] = {}
    for _ in range(hops):
        front = _hop(front, neighbours, seen, rate)
        seen.update(front)
        gains = {name: delta for name, delta in front.items() if _is_resolved(name, neighbours)}
        moved = sum(abs(delta) for delta in gains.values())
        share = min(1.0, budget / moved) if moved else 0.0
        for name, delta in gains.items():
            part = _down(delta * share)
            budget -= abs(part)
            if abs(part) >= LEAST:
                found[name] = part
    return found


def _sources(changes: Mapping[str, float], neighbours: Neighbours) -> dict[str, float]:
    """The errors that changed: by themselves, or because the fix that resolves them did; then all of them together by that much."""
    found: dict[str, float] = {}
    for name in sorted(changes):
        delta = max(-1.0, min(1.0, changes[name]))
        errors = [name]
        if kind(name) == "fix":
            errors = sorted({one.subject for one in neighbours([name]) if one.predicate == "resolvedBy" and one.object == name})
        for one in errors:
            found[one] = found.get(one, 0.0) + delta / len(errors)
    return found


def _hop(front: Mapping[str, float], neighbours: Neighbours, seen: set[str], rate: float) -> dict[str, float]:
    """One step along likeness. What a node hands on is shared among its like by how alike they are."""
    found: dict[str, float] = {}
    for name in sorted(front):
        likes = [(other, weight) for other, weight in _alike(name, neighbours) if other not in seen]
        whole = max(1.0, sum(weight for _, weight in likes))
        for other, weight in likes:
            found[other] = found.get(other, 0.0) + front[name] * rate * weight / whole
    return {name: delta for name, delta in found.items() if abs(delta) >= LEAST}


def _alike(name: str, neighbours: Neighbours) -> Iterable[tuple[str, float]]:
    ends: dict[str, float] = {}
    for one in neighbours([name]):
        if one.predicate == "similarTo":
            other = one.object if one.subject == name else one.subject
            ends[other] = max(ends.get(other, 0.0), min(1.0, max(0.0, one.weight)))
    ends.pop(name, None)
    return sorted(ends.items(), key=lambda pair: (-pair[1], pair[0]))[:WIDEST]


def _is_resolved(name: str, neighbours: Neighbours) -> bool:
    return any(one.predicate == "resolvedBy" and one.subject == name for one in neighbours([name]))


def _down(delta: float) -> float:
    """Towards nothing, so that roundings never add up to more than was there."""
    return int(delta * FINEST) / FINEST
