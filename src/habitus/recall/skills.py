"""Skills -> a list of what an agent can look up: name and purpose first, the steps only when it opens one. No I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.parse.terms import terms
from habitus.recall import fenced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.types import Skill

HEADING = {"en": "[SKILLS] Open SKILL.md before you follow one.", "es": "[HABILIDADES] Abre SKILL.md antes de seguir una."}
SHOWN = 160
"""Characters of a description: what it is for stands at the beginning."""


def listed(skills: Sequence[Skill], prompt: str, *, most: int, folder: str, lang: str = "en") -> tuple[str, tuple[str, ...]]:
    """The text, and the skills in it: those that this turn touches, then those in use, `most` in all; always in the same order."""
    words = set(terms(prompt))
    about = {one.slug: len(words & set(terms(f"{one.name} {one.description}"))) for one in skills}
    chosen = sorted(skills, key=lambda one: (-about[one.slug], -one.uses, one.slug))[:most]
    chosen.sort(key=lambda one: one.slug)
    if not chosen:
        return "", ()
    lines = [f"• {one.slug}: {fenced(one.description)[:SHOWN]} ({folder}/{one.slug}/{one.version}/SKILL.md)" for one in chosen]
    return "\n".join([HEADING.get(lang, HEADING["en"]), *lines]), tuple(one.slug for one in chosen)
