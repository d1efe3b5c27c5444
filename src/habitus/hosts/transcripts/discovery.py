"""Where the histories of agents lie on this machine, and how much there is of them. Nothing is read but names, sizes and times."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from habitus.hosts import transcripts
from habitus.hosts.transcripts import stores

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Found(NamedTuple):
    host: str
    title: str
    place: Path
    files: tuple[Path, ...]
    sessions: int
    bytes: int
    since: datetime
    """When the oldest of them was last written to."""
    until: datetime


def places(home: Path, environ: Mapping[str, str]) -> list[tuple[str, str, list[Path]]]:
    """Each host, and where it keeps its sessions; most of these will not be there."""
    claude = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "opencode"
    settings = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    kept = Path("Cursor", "User", "globalStorage", "state.vscdb")
    database = data / "opencode.db"
    return [
        ("claude-code", "Claude Code", [claude / "projects"]),
        ("codex", "Codex", [codex / "sessions", codex / "archived_sessions"]),
        ("gemini", "Gemini CLI", _glob(home / ".gemini" / "tmp", "*/chats")),
        ("cursor", "Cursor", [*_glob(home / ".cursor" / "projects", "*/agent-transcripts"), settings / kept,
                              home / "Library" / "Application Support" / kept]),
        # the folders were moved into the database, which then holds all of it
        ("opencode", "OpenCode", [database if database.is_file() else data / "storage" / "session"]),
    ]  # fmt: skip


def discover(home: Path | None = None, environ: Mapping[str, str] | None = None) -> list[Found]:
    found = []
    for host, title, where in places(home or Path.home(), os.environ if environ is None else environ):
        there = [place for place in where if place.exists()]
        files = transcripts.find(there)
        if files:
            found.append(_counted(host, title, there[0], files))
    return found


def _counted(host: str, title: str, place: Path, files: Iterable[Path]) -> Found:
    kept = [(file, file.stat()) for file in files if file.is_file()]
    times = [datetime.fromtimestamp(stat.st_mtime, UTC) for _, stat in kept]
    sessions = sum(stores.count(file) for file, _ in kept)
    size = sum(stat.st_size for _, stat in kept)
    return Found(host, title, place, tuple(file for file, _ in kept), sessions, size, min(times), max(times))


def _glob(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern)) if folder.is_dir() else []
