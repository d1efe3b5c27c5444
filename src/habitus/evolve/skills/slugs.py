"""The name that a skill is kept under: a folder, a lock and the `name` of its SKILL.md are all the same word."""

from __future__ import annotations

import re

from habitus.evolve.skills.limits import NAME
from habitus.parse.locks import fnv, lock_key
from habitus.parse.terms import fold
from habitus.parse.wordset import wordset

__all__ = ["lock_key", "problem", "slugify"]

SHORTEST = 2
SHAPE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
DEVICES = wordset("con prn aux nul clock conin conout") | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
"""Names that Windows opens as a device, whatever their folder and ending."""

_OTHERS = re.compile(r"[^a-z0-9]+")


def problem(slug: str) -> str:
    """Why this cannot be a slug, in words that follow "the slug"; empty where it can."""
    if not SHORTEST <= len(slug) <= NAME:
        return f"must have {SHORTEST} to {NAME} characters, not {len(slug)}"
    if not SHAPE.fullmatch(slug):
        return "may hold lowercase letters, digits and single hyphens between them, nothing else"
    return "is the name of a device on Windows; add a word to it" if slug in DEVICES else ""


def slugify(name: str) -> str:
    """Always a slug, and a slug stays as it is. A name in another script is known by a number: two of them must not meet under one word."""
    slug = _OTHERS.sub("-", fold(name))[: NAME + 1].strip("-")[:NAME].strip("-")
    if not slug:
        return f"skill-{fnv(name) >> 32:08x}" if any(c.isalnum() for c in name) else "skill"
    return f"{slug}-skill" if problem(slug) else slug
