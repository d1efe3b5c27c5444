"""Past sessions: a file in, events out, a line at a time, so that memory does not grow with the file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError
from habitus.hosts import trace
from habitus.hosts.transcripts import claude_code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from habitus.types import Event

LONGEST = 16 * 1024 * 1024
"""Bytes of a line. A longer one is not a message anybody wrote."""


@dataclass(slots=True, kw_only=True)
class Read:
    """How far a file has been read, and what in it could not be."""

    bytes: int = 0
    lines: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, file: Path, problem: str) -> None:
        self.faults.append(f"{file}:{self.lines} {problem}")


def find(paths: list[Path]) -> list[Path]:
    """The transcripts among files and folders, in a stable order; links are not followed out of a folder."""
    found: list[Path] = []
    for path in paths:
        found += sorted(p for p in path.rglob("*.jsonl") if p.is_file() and not p.is_symlink()) if path.is_dir() else [path]
    return found


def events(file: Path, read: Read) -> Iterator[Event]:
    """Claude Code's JSONL, or our own; each line says by its shape which it is."""
    modified = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    missing = trace.Missing(session=file.stem, agent="", at=modified)
    with file.open("rb") as lines:
        while line := lines.readline(LONGEST):
            read.lines += 1
            read.bytes += len(line)
            if not line.strip():
                continue
            try:
                yield from _events(_json(line), missing, read)
            except EventError as error:
                read.fault(file, str(error))


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise EventError("line", "is not JSON" + (", or is longer than 16 MB" if len(line) >= LONGEST else "")) from None


def _events(line: Any, missing: trace.Missing, read: Read) -> Iterator[Event]:
    if isinstance(line, dict) and "event" in line:
        # A line without a key is known by its number, so that reading the file again adds nothing.
        yield trace.event({"key": f"line:{read.lines}", **line} if line["event"] not in ("call", "result") else line, missing)
    elif isinstance(line, dict) and "type" in line:
        yield from claude_code.events(line, missing)
    else:
        raise EventError("line", "is neither Claude Code's format nor ours")
