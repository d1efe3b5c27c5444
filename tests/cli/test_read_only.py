"""A home that may not be written: a copy on a read-only disk, another account's. It can be looked at."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed
from habitus.errors import ReadOnly
from habitus.store.sqlite import Sqlite

LISTINGS = (
    ["rules", "list"], ["rules", "search", "pnpm"], ["ledger"], ["errors"], ["inbox"], ["queue", "list"], ["queue", "dead"],
    ["skills", "list"], ["agents", "list"], ["approvals", "list"], ["learning", "history"], ["persona", "list"],
    ["evolution", "metrics"], ["evolution", "suggestions"], ["evolution", "effect"], ["keys", "list"],
)  # fmt: skip


def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a read-only disk says it. Tests may run as root, whom no bits on a file stop."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)


@pytest.mark.parametrize("words", LISTINGS, ids=" ".join)
def test_a_listing_needs_no_store_that_can_be_written(
    typed: Typed, asked: Callable[..., Any], story: Path, home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    typed("learn", story)
    before = asked(*words)
    files = {file.name: file.read_bytes() for file in home.iterdir() if file.is_file()}
    locked(monkeypatch)

    assert asked(*words) == before
    assert {file.name: file.read_bytes() for file in home.iterdir() if file.is_file()} == files


def test_a_write_says_that_the_store_is_read_only(typed: Typed, story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed("learn", story)
    locked(monkeypatch)

    assert "is read-only: make the file and its folder writable" in typed("rules", "add", "Use tabs.", fails=2).output


def test_what_another_process_has_just_written_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Sqlite(tmp_path / "a b?.db")
    locked(monkeypatch)
    reader = Sqlite(tmp_path / "a b?.db", or_read=True)

    writer.change("meta_set", {"key": "ours", "value": 7})

    assert reader.run("meta_get", {"key": "ours"}) == [{"value": 7}]
    with pytest.raises(ReadOnly):
        reader.change("meta_set", {"key": "ours", "value": 8})


def test_whoever_has_to_write_is_told_at_once(tmp_path: Path) -> None:
    """A store of an older version has to be brought up to date first, and nobody may."""
    old = Sqlite(tmp_path / "old.db")
    old._db.execute("PRAGMA user_version = 1")
    old.close()
    with pytest.MonkeyPatch.context() as monkeypatch, pytest.raises(ReadOnly, match="older Habitus"):
        locked(monkeypatch)
        Sqlite(tmp_path / "old.db", or_read=True)
