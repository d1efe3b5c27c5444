"""How large a skill may be. Bytes, unless it says otherwise."""

from __future__ import annotations

SKILL_MD = 102_400
"""A model reads it whole. More belongs into files beside it, which are read when they are needed."""
PAYLOAD_FILE = 2_097_152
"""One file that a model sends in a call. Larger ones come as a folder, and then only the sum counts."""
COMPANIONS = 20_971_520
"""All files beside SKILL.md together."""
FILES = 2_000
"""Files of one skill. Real ones have a dozen; a hostile folder should not cost more than a moment."""
ENTRIES = 10_000
"""Names that are looked at in a folder or an archive, those that are left out included."""
DEPTH = 16
"""Folders within folders."""
PART, PATH = 255, 1_024
"""A name, and a whole path, in UTF-8: what file systems can keep."""
ARCHIVE = 33_554_432
"""An archive, packed and unpacked: all a skill may hold, with the headers and the padding of its many small files."""
HEADERS = 2_097_152
"""An archive's list of names: enough for more entries than are looked at."""
EXTENDED = 65_536
"""One extended header of a tar. They hold long names; the library's reading of larger ones can take minutes."""
FRONTMATTER = 16_384
"""Characters of a frontmatter. Everybody's skills have it in their first screen."""

NAME, DESCRIPTION, COMPATIBILITY = 64, 1_024, 500
"""Characters, by the Agent Skills format (agentskills.io)."""


def read_as(size: int) -> str:
    return f"{size:,} bytes"
