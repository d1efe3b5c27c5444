"""What a failure, a fix and a piece of knowledge add to the graph, and how alike two failures are.

A triple tells of one sighting; `again` lays it on what is known. Bias: two errors are called similar late rather than early, because
confidence travels along that edge: a fix must not gain from the success of one that has nothing to do with it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from habitus.learn.graph.nodes import error, fix, node
from habitus.parse.terms import terms
from habitus.types import Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from habitus.types import Learning

SIMILAR = 0.6
"""Of 1: more than half of the weighted words shared. Below it, errors of one tool join that share only their frame ("failed to …")."""
CLOSEST = 5
"""Similar errors that one failure is joined to: as many as the original looked at, and a bound on what a later change can reach."""
SAME_TOOL, SAME_CATEGORY = 0.1, 0.05
"""What these add where words are shared at all: the same message from another tool is still the same kind of trouble."""
MASK, NAME, WORD = 0.25, 3.0, 1.0
"""A placeholder stands in half of all patterns, and what is quoted is a value; the name of an error, or its code, is what it is about."""
TOKEN = re.compile(
    r"<[^<>\s]{1,30}>|(?<!\w)(?:'[^'\n]{1,80}'|\"[^\"\n]{1,80}\"|`[^`'\n]{1,80}[`'])(?!\w)|[^\W\d_][\w.-]*\w|\d+|[\u3400-\u9fff]"
)
NAMED = re.compile(r"[a-z][A-Z]|^[A-Z][A-Z0-9_]{2,}$|_|\d")


def of_failure(learning: Learning, session: str, similar: Iterable[Learning], *, at: datetime, origin: str = "") -> list[Triple]:
    """A failure that was seen. `similar`: learnings that may be alike; the nearest of them are joined to it."""
    here = error(learning)
    found = [_triple(here, "causedBy", node("tool", learning.tool), at, origin)]
    if session:
        found.append(_triple(here, "inSession", node("session", session), at, origin))
    for other, score in closest(learning, similar):
        one, two = sorted((here, error(other)))  # likeness has no direction: one edge, however it was found
        if one != two:
            found.append(_triple(one, "similarTo", two, at, origin, weight=score))
    return found


def of_fix(learning: Learning, session: str, *, at: datetime, origin: str = "") -> list[Triple]:
    """What helps against it, and where that was learned. Nothing while no fix is known."""
    if not learning.text.strip():
        return []
    there = fix(learning.text)
    found = [_triple(error(learning), "resolvedBy", there, at, origin or learning.id, weight=learning.confidence)]
    if session:
        found.append(_triple(there, "learnedFrom", node("session", session), at, origin or learning.id))
    return found


def of_knowledge(said: tuple[str, str, str], lesson: str, session: str, *, at: datetime, weight: float = 1.0) -> list[Triple]:
    """A triple that somebody stated: its ends are things, its provenance is the piece of knowledge."""
    subject, predicate, thing = (part.strip() for part in said)
    if not (subject and predicate and thing):
        return []
    here = node("thing", subject)
    found = [_triple(here, predicate, node("thing", thing), at, lesson, weight=weight)]
    if session:
        found.append(_triple(here, "learnedFrom", node("session", session), at, lesson))
    return found


def again(known: Triple | None, seen: Triple) -> Triple:
    """What is known of an edge after one more sighting. The same sighting told twice changes nothing."""
    if known is None:
        return seen
    if known.origin == seen.origin and known.at >= seen.at:
        return known
    latest = max(known.at, seen.at)
    times = known.times + seen.times
    is_measured = seen.predicate in ("similarTo", "resolvedBy")
    weight = seen.weight if is_measured else round(times / (times + 1), 4)
    return replace(seen, times=times, weight=weight, at=latest)


def closest(learning: Learning, others: Iterable[Learning], *, least: float = SIMILAR, most: int = CLOSEST) -> list[tuple[Learning, float]]:
    """The learnings that are alike enough to be joined to it, the nearest first."""
    here = error(learning)
    scored = [(other, score) for other in others if error(other) != here and (score := similar(learning, other)) >= least]
    return sorted(scored, key=lambda pair: (-pair[1], error(pair[0])))[:most]


def similar(a: Learning, b: Learning) -> float:
    """How alike two failures are, 0 to 1: by the words of their patterns; the tool and the category only add to that."""
    if a.pattern == b.pattern:
        shared = 1.0
    else:
        one, two = _weighed(a.pattern), _weighed(b.pattern)
        both = sum(weight for word, weight in one.items() if word in two)
        every = sum({**one, **two}.values())
        shared = both / every if every else 0.0
    if not shared:
        return 0.0
    bonus = SAME_TOOL * (a.tool == b.tool) + SAME_CATEGORY * (a.category == b.category)
    return round(shared * (1 - SAME_TOOL - SAME_CATEGORY) + bonus, 4)


@lru_cache(maxsize=4096)
def _weighed(pattern: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for token in TOKEN.findall(pattern):
        if token[0] in "<'\"`":
            found[token if token[0] == "<" else "<quoted>"] = MASK
        elif NAMED.search(token):
            found[token.lower()] = NAME
        else:
            found.update(dict.fromkeys(_meant(token), WORD))
    return found


def _meant(word: str) -> Sequence[str]:
    """A word as its concept; function words say nothing about an error."""
    found = terms(f"{word} x0x0")
    return [term for term in found if term != "x0x0"]


def _triple(subject: str, predicate: str, thing: str, at: datetime, origin: str, *, weight: float = 0.5) -> Triple:
    return Triple(subject=subject, predicate=predicate, object=thing, weight=round(weight, 4), origin=origin, at=at)
