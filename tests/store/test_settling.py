"""A process that writes much: its log is carried over aside, and nothing of it is lost."""

import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from habitus.store import settling, sqlite
from habitus.store.sql import SqlStore
from habitus.types import Note

NOW = datetime(2026, 10, 1, tzinfo=UTC)


def written(store: SqlStore, count: int) -> None:
    for n in range(count):
        store.note(Note(verb="tried", item=f"{n}", content={"said": "x" * 500}, actor="test"), NOW)


def test_a_process_that_writes_little_has_no_thread_for_it(tmp_path: Path) -> None:
    store = SqlStore(sqlite.Sqlite(tmp_path / "a.db"))
    written(store, 20)
    assert "habitus-settling" not in [thread.name for thread in threading.enumerate()]
    store.close()


def test_the_log_does_not_grow_with_what_is_written(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    store = SqlStore(sqlite.Sqlite(file))
    written(store, sqlite.MUCH)
    assert "habitus-settling" in [thread.name for thread in threading.enumerate()]
    end = time.monotonic() + 60
    size = 0
    while time.monotonic() < end and size < 2_000_000:  # it is in the file itself while the process still writes
        written(store, settling.EACH)
        size = file.stat().st_size
    assert size >= 2_000_000
    count = len(store.entries(limit=10**6))
    store.close()
    assert "habitus-settling" not in [thread.name for thread in threading.enumerate()]
    assert not os.path.exists(f"{file}-wal")  # noqa: PTH110 - the last one to leave tidies up
    again = SqlStore(sqlite.Sqlite(file))
    assert len(again.entries(limit=10**6)) == count
    again.close()


def test_a_log_that_would_never_begin_anew_by_itself_is_made_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "LONG", 50)
    file = tmp_path / "a.db"
    store = SqlStore(sqlite.Sqlite(file))
    written(store, sqlite.MUCH)
    end = time.monotonic() + 60
    salts: set[bytes] = set()
    while time.monotonic() < end and len(salts) < 3:  # nobody pauses; each log has a sign of its own in its head
        written(store, 20)
        salts.add((tmp_path / "a.db-wal").read_bytes()[16:24])
    store.close()
    assert len(salts) >= 3
    again = SqlStore(sqlite.Sqlite(file))
    assert [one.item for one in again.entries(limit=20)] == [f"{n}" for n in reversed(range(20))]
    again.close()
