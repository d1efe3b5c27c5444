"""Keeps it all: one port, two databases, the same SQL. `memory()` is SQLite without a file, so tests run on the real thing."""

from __future__ import annotations

from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite


def memory() -> SqlStore:
    return SqlStore(Sqlite(":memory:"))
