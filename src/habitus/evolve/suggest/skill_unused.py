"""Suggest to archive a skill that nobody uses.

Why: the list of skills is read in every prompt; what is never used makes the rest harder to find.
Instead: archive it, files and all. A system's skills stay: they are not ours to put away.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from habitus.evolve.suggest.suggestion import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Skill

PATIENCE = timedelta(days=30)
"""A month: work that comes once a month has come."""


def skill_unused(skills: Iterable[Skill], *, now: datetime, after: timedelta = PATIENCE) -> tuple[Suggestion, ...]:
    """`after`: how long a skill may lie since it was last used or changed."""
    return tuple(_suggested(one, now) for one in skills if one.status == "active" and not one.is_system and now - _last(one) >= after)


def _last(skill: Skill) -> datetime:
    return max(skill.created_at, skill.updated_at, skill.last_used or skill.created_at)


def _suggested(skill: Skill, now: datetime) -> Suggestion:
    days = (now - _last(skill)).days
    used = f"was last used or changed {days} days ago" if skill.uses else f"has not been used once in {days} days"
    return Suggestion(
        kind="skill_unused",
        subject=skill.slug,
        sentence=f"The skill “{skill.name}” {used}. Archive it.",
        evidence={"uses": skill.uses, "days": days, "helped": skill.helped},
        parameters={"does": "archive_skill", "skill": skill.slug, "version": skill.version},
    )
