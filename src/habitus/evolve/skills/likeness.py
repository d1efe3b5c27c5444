"""Is there such a skill already? A document and the others in, the nearest out. Pure, and by words: no model.

Half of the score is what a skill says it is for (title and description), half is what it says to do. There, having all that the other has
counts like sharing all: a shorter telling of the same steps is the same skill. Two skills made from one template are told apart by their
subject: where each has a word of its name that it goes on about and that the other never says (`deploy-web`, `deploy-docs`), they differ.
Bias: a duplicate that is told in other words is missed rather than a new skill refused: the answer to a hit is an offer to patch the other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.evolve.skills.document import Document

THRESHOLD = 0.55
"""Of 26,000 pairs among 228 real skills six reach it: four of the seven pairs that bear one name (.84 and more; the other three, .33 and
less, share little but the name) and two of different skills. Cut mechanically, not told anew by a person: with another name and the first
sentence of its description a skill keeps .55 in 98 cases of 100, and in 78 when every other section is gone as well."""
TWO_SUBJECTS = 0.5
"""What is left of the score where each has a subject that the other does not know."""
READ = 8_000
"""Characters of a body that are read: a list of five hundred skills has to be looked through while somebody waits."""

_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)


class Terms(NamedTuple):
    """What a skill is compared by."""

    name: frozenset[str]
    purpose: frozenset[str]
    steps: frozenset[str]
    subject: frozenset[str]
    """Words of the name that it goes on about."""


def nearest(document: Document, others: Iterable[tuple[str, Document]]) -> tuple[str, float] | None:
    """The slug of the skill that this one repeats, and how alike they are; None where it is new. Of equals the first."""
    own = told(document)
    scored = [(slug, score(own, told(other))) for slug, other in others]
    best = max(scored, key=lambda pair: pair[1], default=None)
    return best if best is not None and best[1] >= THRESHOLD else None


def told(document: Document) -> Terms:
    name = frozenset(terms(document.title().replace("-", " ")))
    body = document.body[:READ]
    purpose = frozenset(terms(document.description))
    steps = frozenset(terms(body))
    return Terms(name, name | purpose, steps, name & (purpose | frozenset(terms(_HEADING.sub("", body)))))


def score(one: Terms, other: Terms) -> float:
    """0 to 1, the same from both sides."""
    purpose = _shared(one.purpose, other.purpose)
    steps = max(_shared(one.steps, other.steps), _held(one.steps, other.steps))
    alike = (purpose + steps) / 2
    strange = one.subject - other.purpose - other.steps and other.subject - one.purpose - one.steps
    return round(alike * TWO_SUBJECTS if strange else alike, 3)


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


def _held(one: frozenset[str], other: frozenset[str]) -> float:
    """How much of the shorter is in the longer, halfway to what they share: everything is in a text that is long enough."""
    least = min(len(one), len(other))
    return (len(one & other) / least + _shared(one, other)) / 2 if least else 0.0
