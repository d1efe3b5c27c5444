"""Read: the lines of a file, with their numbers."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Any

from habitus.agent.tools import files, texts
from habitus.agent.tools.answer import LEAST, capped, named
from habitus.agent.tools.tool import Tool, ToolFailed, schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place

LINES = 2000
"""Where the model does not say how many it wants."""
LONGEST = 2000
"""Characters of a line: longer ones are data."""
BLOCK = 65_536
"""Characters that are passed over at once on the way to a line far down."""
NAMES = 20
"""Of a folder that was taken for a file."""
MOST = 32_000_000
"""Bytes of a file that are looked at."""


def run(args: Mapping[str, Any], place: Place) -> str:
    spot = files.find(place, args["file_path"])
    if (there := files.looked(spot)) and stat.S_ISDIR(there.st_mode):
        raise ToolFailed(f"{spot.shown} is a folder, not a file. {_held(spot)}")
    data, kind = files.content(spot, MOST)
    found = texts.read(data[:MOST])
    if found is None:
        raise ToolFailed(f"{spot.shown} is {texts.sign(data)} ({kind.st_size:,} bytes). Use Bash with a program that understands it.")
    beyond = kind.st_size - MOST if len(data) > MOST else 0
    if not found.text:
        return "(the file is empty)"
    return _shown(spot.shown, found.text, max(1, args.get("offset", 1)), args.get("limit", LINES), place.output, beyond)


def _held(spot: files.Spot) -> str:
    names = files.names(spot)
    more = f" and {len(names) - NAMES:,} more" if len(names) > NAMES else ""
    return f"It holds {', '.join(map(named, names[:NAMES]))}{more}. Read one of them." if names else "It is empty."


def _shown(name: str, text: str, first: int, limit: int, most: int, beyond: int) -> str:
    at = _start(text, first)
    if at is None:
        raise ToolFailed(f"{name} has only {_count(text)} lines. Give a smaller offset.")
    lines: list[str] = []
    room = max(most, LEAST) - min(LEAST // 2, most // 4) - 60  # for the last line, which tells what is left
    while at < len(text) and len(lines) < limit:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = f"{first + len(lines):>6}\t{_line(text, at, end)}"
        room -= len(line) + 1
        if room < 0 and lines:
            break
        lines.append(line)
        at = end + 1
    left = _count(text[at:]) if at < len(text) else 0
    if left or beyond:
        more = f"{left:,} more lines; go on with offset={first + len(lines)}" if left else ""
        rest = f"{beyond:,} more bytes that Read does not reach; use Bash with tail or sed" if beyond else ""
        lines.append(f"[{'; '.join(filter(None, (more, rest)))}]")
    return capped("\n".join(lines), most, "give a smaller limit")


def _line(text: str, at: int, end: int) -> str:
    if end - at <= LONGEST:
        return text[at:end].removesuffix("\r")
    return f"{text[at : at + LONGEST]} [cut: {end - at - LONGEST:,} more characters in this line]"


def _start(text: str, first: int) -> int | None:
    """Where a line begins; None where there is no such line."""
    at, above = 0, first - 1
    while at < len(text) and (passed := text.count("\n", at, at + BLOCK)) < above:
        at, above = at + BLOCK, above - passed
    for _ in range(above):
        at = text.find("\n", at) + 1
        if not at:
            return None
    return at if at < len(text) else None


def _count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))


READ = Tool(
    name="Read",
    module="filesystem",
    description=(
        "Read a text file. Every line comes with its number and a tab, which are not part of the file. "
        f"Without limit the first {LINES} lines; offset is the line to begin with, counted from 1."
    ),
    parameters=schema(
        {
            "file_path": {"type": "string", "description": "The file, absolute or from the working directory"},
            "offset": {"type": "integer", "minimum": 0, "description": "First line, from 1"},
            "limit": {"type": "integer", "minimum": 1, "description": "Number of lines"},
        },
        "file_path",
        aliases=True,
    ),
    aliases=files.ALIASES,
    run=run,
)
