"""Glob: files by their names, the newest first."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from habitus.agent.tools import files, patterns
from habitus.agent.tools.answer import listed, named
from habitus.agent.tools.tool import Tool, schema
from habitus.agent.tools.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place

MOST = 200
"""Files that are named: who needs more needs a narrower pattern."""


def run(args: Mapping[str, Any], place: Place) -> str:
    path, pattern = _split(args.get("path") or ".", args["pattern"])
    spot = files.find(place, path)
    fits = patterns.namer(pattern)
    walk = Walk(place, spot, pattern)
    times = [(-_changed(found.entry), found.path) for found in walk if fits(found.path)]
    lines = [named(spot.below + path) for _, path in sorted(times)]
    missed = f"\n[not all was looked at: {walk.missed}]" if walk.missed else ""
    if not lines:
        return f"No file fits {named(args['pattern'])} in {spot.shown}.{missed}"
    hint = "narrow the pattern or the path"
    return listed(lines[:MOST], place.output - len(missed), max(0, len(lines) - MOST), "files", hint) + missed


def _split(path: str, pattern: str) -> tuple[str, str]:
    """Folders at the beginning of a pattern are where the search begins: `/repo/src/**/*.py`, `../other/*`."""
    parts = pattern.split("/")
    plain = 0
    while plain < len(parts) - 1 and not any(sign in parts[plain] for sign in patterns.WILD):
        plain += 1
    if not plain:
        return path, pattern
    head = "/".join(parts[:plain]) or "/"
    rest = "/".join(parts[plain:])
    # Without a folder left in it the rest would be a name at any depth; it was meant in this one.
    return os.path.join(path, head), rest if "/" in rest else f"/{rest}/"  # noqa: PTH118 - `~` and `..` are resolved later


def _changed(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns
    except OSError:
        return 0


GLOB = Tool(
    name="Glob",
    module="filesystem",
    description=(
        "Find files by name, the newest first: `**/*.py`, `src/**/*.{ts,tsx}`, `*.md` (at any depth). "
        ".git and node_modules are left out unless the pattern names them; links are not followed."
    ),
    parameters=schema(
        {
            "pattern": {"type": "string", "description": "Pattern of names"},
            "path": {"type": "string", "description": "Folder to begin in; the working directory if left out"},
        },
        "pattern",
        aliases=True,
    ),
    aliases={"glob": "pattern", "directory": "path", "dir": "path", "dir_path": "path", "folder": "path"},
    run=run,
)
