"""Skills from outside: what is there already stays, what says something else needs a word, and the guard reads all of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import Refused
from habitus.evolve.skills import document, folders
from habitus.layer.skills import SYSTEM, Rejected, scanned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.evolve.skills.changes import Create
    from habitus.evolve.skills.folders import Taken
    from habitus.layer import Layer
    from habitus.types import Caller, Skill


class Brought(NamedTuple):
    """What became of one skill."""

    outcome: str
    """taken or unchanged"""
    slug: str
    version: int = 0
    left_out: tuple[str, ...] = ()


def brought(
    layer: Layer, taken: Taken, wish: Create, caller: Caller, *, why: str, agents: Sequence[str] = (), update: bool = False,
    dry_run: bool = False,
) -> Brought:  # fmt: skip
    """`dry_run`: only what would become of it; refused as it would be."""
    known = same(layer, wish, update=update)
    if known is not None:
        return Brought("unchanged", known.slug, known.version)
    if dry_run:
        _would(layer, wish)
        return Brought("taken", wish.slug, 0, taken.skipped)
    skill = layer.skills.create_for(agents, wish, caller, why=why)[0]
    return Brought("taken", skill.slug, skill.version, taken.skipped)


def same(layer: Layer, wish: Create, *, update: bool) -> Skill | None:
    """The skill of that name, where it says the same; refused where it says something else and nobody asked for that."""
    known = layer.shelf.skill(wish.slug)
    if known is None or known.status != "active":
        return None
    if _is_same(known, wish):
        return known
    if not update:
        raise Refused(
            f"there is a skill {known.slug} already, version {known.version} of {known.owner}, and it says something else: change it with "
            f"`habitus skills patch {known.slug}`, make this its next version with --update (over HTTP `update=true`), or give this one "
            "another name"
        )
    return None


def _is_same(known: Skill, wish: Create) -> bool:
    """Apart from who kept it, and when."""
    metadata = known.frontmatter.get("metadata")
    ours = {key: value for key, value in metadata.items() if key.startswith("habitus-")} if isinstance(metadata, dict) else {}
    return folders.digest(replace(wish.bundle, text=document.canonical(wish.document, wish.slug, ours))) == known.digest


def _would(layer: Layer, wish: Create) -> None:
    known = layer.shelf.skill(wish.slug)
    if known is not None and known.is_system:
        raise Refused(SYSTEM)
    if found := scanned(wish.bundle):
        raise Rejected(found)
