"""Past sessions: a file in, events out, a piece at a time, so that memory does not grow with the file.

    sources        a file → its lines              claude_code, codex, ours …  a host's line → events
    values         a JSON file → its values        messages                    a log of openai's or anthropic's messages → events
    stores         a program's database → values   specstory                   lines of Markdown → events
    discovery      where histories lie

Formats are known by their shape, not by the name of the file. What cannot be read is a fault with its place; the rest goes on.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.errors import EventError
from habitus.hosts.transcripts import shapes, stores, times
from habitus.hosts.transcripts.reading import Given, Position, Read, stem
from habitus.hosts.transcripts.sources import LONGEST, TROUBLE, Source
from habitus.hosts.transcripts.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Generator

    from habitus.types import Event

__all__ = ["LONGEST", "Position", "Read", "events", "find", "is_transcript"]

OTHERS = (".json", ".md", ".markdown")
NOT_OURS = frozenset({"node_modules", ".git", ".venv", "__pycache__"})
"""Folders full of JSON and Markdown in which nobody keeps a transcript."""

PIECES = frozenset({"message", "part", "session_diff", "todo"})
"""Folders of OpenCode's storage whose files are read with their session's."""


def find(paths: list[Path], read: Read | None = None) -> list[Path]:
    """The transcripts among files and folders, in a stable order; links are not followed out of a folder.

    A file that is named is taken as it is. In a folder, JSON and Markdown are taken where they are transcripts.
    """
    found: dict[Path, None] = {}
    for path in paths:
        found.update(dict.fromkeys(_within(path, read) if path.is_dir() else [path]))
    return list(found)


def _within(folder: Path, read: Read | None) -> list[Path]:
    def fault(error: OSError) -> None:
        if read is not None:
            read.fault(str(error.filename), f"cannot be read ({error.strerror}): check its permissions")

    found: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=fault):
        folders[:] = [name for name in folders if name not in NOT_OURS and not (name in PIECES and place.endswith("storage"))]
        for name in files:
            file = Path(place) / name
            if _is_wanted(file):
                found.append(file)
    return sorted(found)


def _is_wanted(file: Path) -> bool:
    plain = file.name.lower().removesuffix(".gz")
    return plain.endswith((*shapes.LINES, *OTHERS, *stores.SUFFIXES)) and not file.is_symlink() and file.is_file() and is_transcript(file)


def is_transcript(file: Path) -> bool:
    """By its first bytes. What cannot be read counts as one, so that it is said and not passed over."""
    try:
        source = Source(file)
    except EventError:
        return False
    except OSError:
        return True
    try:
        kind = shapes.of_file(file, source)
        return kind != "" and not (kind == "lines" and shapes.is_foreign(source))
    except TROUBLE:
        return True
    finally:
        source.close()


def events(file: Path, read: Read, start: Position | None = None) -> Generator[Event, None, None]:
    """What the file tells, from `start` on; `read` keeps account. If the file is no longer what it was at `start`, from its beginning."""
    try:
        source = Source(file)
    except (EventError, OSError) as error:
        read.fault(str(file), f"cannot be read ({error.strerror})" if isinstance(error, OSError) else str(error))
        return
    before = read.bytes
    given = Given(stem=stem(file), at=times.moment(source.modified) or datetime.fromtimestamp(0, UTC), roots=read.roots)
    telling = Telling(file, source, read, given)
    read.place = telling.position
    try:
        telling.go_on(start or Position())
        yield from telling.told()
    except (EventError, *TROUBLE) as error:
        read.fault(f"{file}:{source.line}", str(error) or "is cut off: what came before was read")
        yield from telling.held()
    finally:
        reached = telling.position()
        read.place = lambda: reached
        read.bytes = before + source.size
        source.close()
