"""Conversations that a program keeps in a database, or in a folder of small files: one value after another, as their readers know them.

OpenCode's database (`opencode.db`) and its older folders (`storage/session/<project>/ses_*.json`); Cursor's (`state.vscdb`). Databases are
opened for reading alone. What in them is no JSON, or is longer than a message can be, is passed over.
"""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError
from habitus.hosts.transcripts.sources import LONGEST

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

MAGIC = b"SQLite format 3\0"
SUFFIXES = (".db", ".vscdb")
SESSIONS = "SELECT id, parent_id, directory, time_created FROM session ORDER BY time_created, id"
MESSAGES = "SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id"
PARTS = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
COMPOSERS = "SELECT key, value FROM cursorDiskKV WHERE key GLOB 'composerData:*' ORDER BY key"
BUBBLE = "SELECT value FROM cursorDiskKV WHERE key = ?"


def is_one(file: Path, head: bytes) -> bool:
    if head.startswith(MAGIC):
        return bool(_kind(file))
    return file.name.startswith("ses_") and file.parent.parent.name == "session" and file.parent.parent.parent.name == "storage"


def values(file: Path) -> Iterator[dict[str, Any]]:
    """Raises `EventError` where the database cannot be read."""
    if not file.name.endswith(SUFFIXES):
        yield from _folders(file)
        return
    import sqlite3  # here and below at first use: hooks load the formats, and read no database

    kind = _kind(file)
    try:
        with closing(_opened(file)) as database:
            yield from _opencode(database) if kind == "opencode" else _cursor(database)
    except sqlite3.Error as error:
        raise EventError("file", f"cannot be read to its end ({error}): close the program that writes it, and try again") from None


def count(file: Path) -> int:
    """How many sessions it holds."""
    import sqlite3

    kind = _kind(file)
    if not kind:
        return 1
    query = "SELECT count(*) FROM session" if kind == "opencode" else "SELECT count(*) FROM cursorDiskKV WHERE key GLOB 'composerData:*'"
    try:
        with closing(_opened(file)) as database:
            return int(database.execute(query).fetchone()[0])
    except sqlite3.Error:
        return 0


def _kind(file: Path) -> str:
    if not file.name.endswith(SUFFIXES):
        return ""
    import sqlite3

    try:
        with closing(_opened(file)) as database:
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return ""
    return "opencode" if tables >= {"session", "message", "part"} else "cursor" if "cursorDiskKV" in tables else ""


def _opened(file: Path) -> sqlite3.Connection:
    import sqlite3
    from urllib.parse import quote

    database = sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True, timeout=1)
    database.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return database


def _opencode(database: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for id, parent, directory, created in database.execute(SESSIONS).fetchall():
        session = {"id": id, "parentID": parent, "directory": directory, "time": {"created": created}}
        for message, at, data in database.execute(MESSAGES, (id,)):
            info = {"time": {"created": at}, **_loaded(data), "id": message, "sessionID": id}
            found = [{**_loaded(part), "id": name} for name, part in database.execute(PARTS, (message,))]
            yield {"session": session, "info": info, "parts": found}


def _cursor(database: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for key, value in database.execute(COMPOSERS):
        id, composer = key.partition(":")[2], _loaded(value)
        heads = composer.get("fullConversationHeadersOnly")
        for head in heads if isinstance(heads, list) else ():
            bubble = head.get("bubbleId") if isinstance(head, dict) else None
            row = database.execute(BUBBLE, (f"bubbleId:{id}:{bubble}",)).fetchone() if bubble else None
            if row and (found := _loaded(row[0])):
                yield {"composerId": id, "bubble": {"bubbleId": bubble, **found}}


def _folders(file: Path) -> Iterator[dict[str, Any]]:
    session = _read(file)
    root = file.parent.parent.parent
    for message in _listed(root / "message" / file.stem):
        info = {"sessionID": file.stem, **_read(message)}
        found = [{"id": part.stem, **_read(part)} for part in _listed(root / "part" / message.stem)]
        yield {"session": session, "info": {"id": message.stem, **info}, "parts": found}


def _listed(folder: Path) -> list[Path]:
    """Their names are in the order of time."""
    try:
        return sorted(one for one in folder.iterdir() if one.name.endswith(".json") and one.is_file() and not one.is_symlink())
    except OSError:
        return []


def _read(file: Path) -> dict[str, Any]:
    try:
        return _loaded(file.read_bytes()) if file.stat().st_size <= LONGEST else {}
    except OSError:
        return {}


def _loaded(data: Any) -> dict[str, Any]:
    if not isinstance(data, str | bytes) or len(data) > LONGEST:
        return {}
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
