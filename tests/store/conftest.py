"""One suite for every store: each test that asks for `store` runs on memory, SQLite and PostgreSQL."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from habitus.store import memory
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite
from real.postgres import database


@pytest.fixture(scope="session")
def tables(postgres_url: str) -> Iterator[str]:
    """A database with our tables and nothing in them, to be copied: making them takes longer than most of what is done with them."""
    from habitus.store.postgres import Postgres

    with database(postgres_url) as url:
        Postgres(url, connections=1).close()
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture
def postgres_store(postgres_url: str, tables: str) -> Iterator[str]:
    """The URL of a new database of this test's own, with our tables in it."""
    with database(postgres_url, tables) as url:
        yield url


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> Iterator[SqlStore]:
    match request.param:
        case "memory":
            found = memory()
        case "sqlite":
            found = SqlStore(Sqlite(Path(shutil.copy(empty, tmp_path))))
        case _:
            from habitus.store.postgres import Postgres

            found = SqlStore(Postgres(request.getfixturevalue("postgres_store"), connections=4))
    yield found
    found.close()
