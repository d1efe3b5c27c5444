"""Whose turn it is to write a file that another process writes too."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from habitus.errors import StoreError
from habitus.store import sqlite
from habitus.store.sql import SqlStore
from habitus.types import Busy, Note

NOW = datetime(2026, 10, 1, tzinfo=UTC)
NOTE = Note(verb="tried", item="a", content={}, actor="test")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(sqlite.Sqlite(tmp_path / "a.db"))) as store:
        yield store


@pytest.fixture
def other(store: SqlStore) -> Iterator[sqlite3.Connection]:
    """Another process, in the middle of a change."""
    with closing(sqlite3.connect(store.where, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_whoever_may_wait_writes_as_soon_as_the_other_has_done(
    store: SqlStore, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter((0.0, 0.0, 29.9, 29.9))

    def monotonic() -> float:
        now = next(looks)
        if now:
            other.rollback()
        return now

    monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=monotonic))
    store.note(NOTE, NOW)

    assert [entry.item for entry in store.entries()] == ["a"]


def test_nobody_waits_for_ever(store: SqlStore, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter((0.0, 0.0, 30.0))
    monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=lambda: next(looks)))

    with pytest.raises(StoreError, match=r"is locked by another program for longer than `store\.busy_seconds`"):
        store.note(NOTE, NOW)


def test_whoever_must_not_wait_is_told_and_has_changed_nothing(store: SqlStore, other: sqlite3.Connection) -> None:
    with store.at_once():
        assert store.entries() == []
        with pytest.raises(Busy):
            store.note(NOTE, NOW)

    other.rollback()
    store.note(NOTE, NOW)
    assert len(store.entries()) == 1
