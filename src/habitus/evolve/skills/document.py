"""SKILL.md in the Agent Skills format (agentskills.io): text in, `Document` out, and out again as other agents expect it.

On the way in it is lenient where people and models are: a display name for a name, a missing description, a value that lacks its quotes.
What is kept follows the format to the letter, so that the folder works in Claude Code, Codex and others as it is. The body stays untouched.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.evolve.skills import frontmatter
from habitus.evolve.skills.limits import DESCRIPTION, SKILL_MD, read_as
from habitus.evolve.skills.rewrite import rewritten
from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping

FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s")
_MARKS = re.compile(r"^(?:#+|>|[-*+]|\d+[.)])\s+")


@noun
class Document:
    """A SKILL.md that was read."""

    block: str
    """The frontmatter, as its lines were written; with quotes where they were missing."""
    body: str
    """All below it, to the byte."""
    frontmatter: Mapping[str, Any]
    name: str
    """As it was given: a slug, or a title."""
    description: str
    """As it was given; where none was, what the body begins with."""
    newline: str = "\n"
    mended: tuple[int, ...] = ()
    """Lines whose values lacked their quotes."""

    def title(self) -> str:
        """For people: the name, or what it was before it became a slug."""
        metadata = self.frontmatter.get("metadata")
        kept = metadata.get("title") if isinstance(metadata, dict) else None
        return kept if isinstance(kept, str) and kept else self.name


def read(text: str) -> Document:
    """Refused where the frontmatter cannot be read or names no skill, with the line and the remedy."""
    found = parsed(text)
    if not found.name:
        raise Refused("SKILL.md:2 the frontmatter needs a `name`: add `name: what-it-does` between the dashes")
    return found


def parsed(text: str) -> Document:
    """The same for a text whose name may be missing."""
    if (size := len(text.encode("utf-8", "replace"))) > SKILL_MD:
        raise Refused(f"SKILL.md has {read_as(size)}, and {SKILL_MD:,} at most: move parts of it to files beside it")
    first, newline, rest = text.removeprefix("\ufeff").partition("\n")
    if first.rstrip() != "---":
        raise Refused("SKILL.md:1 must begin with a line `---`, then `name:` and `description:`, then a line `---`")
    closing = FENCE.search(rest)
    if not newline or closing is None:
        raise Refused("SKILL.md:1 opens a frontmatter that is never closed: add a line `---` behind its last field")
    block, body = rest[: closing.start()], rest[closing.end() + 1 :]
    block, fields, mended = _fields(block)
    name, description = _text(block, fields, "name"), _text(block, fields, "description")
    return Document(
        block=block, body=body, frontmatter=fields, name=name, description=description or _opening(body) or name,
        newline="\r\n" if first.endswith("\r") else "\n", mended=mended,
    )  # fmt: skip


def canonical(document: Document, slug: str, provenance: Mapping[str, str]) -> str:
    """The text that is kept: `name` is the slug, the title and where it came from stand in `metadata`. Twice is the same as once."""
    added = {key: value for key, value in provenance.items() if key != "title"}
    if document.name != slug:
        added["title"] = document.name
    wanted = {"name": slug}
    if not document.frontmatter.get("description"):
        wanted["description"] = document.description
    block = rewritten(document.block, document.frontmatter, wanted, added, document.newline)
    fence = f"---{document.newline}"
    return f"{fence}{block}{fence}{document.body}"


def line(document: Document, key: str) -> int:
    """Where a field begins in SKILL.md; the line of the first, where it cannot be told."""
    return next((at for at, row in enumerate(document.block.splitlines(), 2) if frontmatter.named(row) == key), 2)


def _fields(block: str) -> tuple[str, dict[str, Any], tuple[int, ...]]:
    try:
        return block, frontmatter.values(block), ()
    except Refused:
        again, lines = frontmatter.mended(block)
        if not lines:
            raise
        return again, frontmatter.values(again), lines


def _text(block: str, fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key, "")
    if value is not None and not isinstance(value, str):
        at = next((at for at, row in enumerate(block.splitlines(), 2) if frontmatter.named(row) == key), 2)
        raise Refused(f"SKILL.md:{at} `{key}` must be text, not {value!r:.40}: put it in quotes")
    return (value or "").strip()


def _opening(body: str) -> str:
    """The first sentence of a body, without its marks: what other agents show for a skill that does not describe itself."""
    rows = [row.strip() for row in body[:20_000].splitlines() if row.strip() and not row.strip().startswith(("```", "---", "<!--"))]
    told = next((row for row in rows if not row.startswith("#")), rows[0] if rows else "")
    return _SENTENCE.split(_MARKS.sub("", told))[0][:DESCRIPTION].strip()
