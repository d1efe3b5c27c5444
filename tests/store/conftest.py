"""One suite for every store: each test that asks for `store` runs on memory, SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from habitus.store import memory
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    match request.param:
        case "memory":
            found = memory()
        case "sqlite":
            found = SqlStore(Sqlite(tmp_path / "habitus.db"))
        case _:
            from habitus.store.postgres import Postgres

            found = SqlStore(Postgres(request.getfixturevalue("postgres"), connections=4))
    yield found
    found.close()
