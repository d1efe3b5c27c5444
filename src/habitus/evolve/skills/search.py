"""Words in, skills out, the best match first: by the name and the description, then by the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.terms import fold, terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Skill

PURPOSE, STEPS = 3, 1
"""A word in what a skill is for counts more than one in how it is done."""


class Match(NamedTuple):
    score: int
    skill: Skill

    @property
    def rank(self) -> tuple[int, int, str]:
        """Of two that match alike, the more used one."""
        return (-self.score, -self.skill.uses, self.skill.slug)


def ranked(asked: str, skills: Iterable[tuple[Skill, str]]) -> list[Match]:
    """Each skill comes with the text of its SKILL.md. Those that have none of the words are left out."""
    wanted = [(fold(word), frozenset(terms(word))) for word in asked.split()]
    scored = [Match(_score(wanted, one, steps), one) for one, steps in skills]
    return sorted((match for match in scored if match.score), key=lambda match: match.rank)


def _score(wanted: list[tuple[str, frozenset[str]]], one: Skill, steps: str) -> int:
    purpose = f"{one.slug} {one.name} {one.description}"
    return PURPOSE * _times(wanted, purpose) + STEPS * _times(wanted, steps)


def _times(wanted: list[tuple[str, frozenset[str]]], text: str) -> int:
    """How many of the words a text has, as they stand or by their stem."""
    folded, known = fold(text), frozenset(terms(text))
    return sum(word in folded or bool(stems & known) for word, stems in wanted)
