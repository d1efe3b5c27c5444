"""A fresh schema and a migrated one are the same; a store from another time or program is refused."""

import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row

from habitus.errors import Away, StoreError
from habitus.store.migrate import SCHEMA_VERSION, migrations
from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite
from nouns import START
from real.postgres import PostgresServer


def sqlite_schema(path: Path) -> dict[str, str]:
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    db.close()
    return {name: re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split())) for name, sql in rows}


def test_a_fresh_sqlite_schema_equals_a_migrated_one(tmp_path: Path) -> None:
    Sqlite(tmp_path / "fresh.db").close()
    db = sqlite3.connect(tmp_path / "old.db")
    db.executescript(migrations("sqlite", after=0)[0])
    db.execute("PRAGMA user_version = 1")
    db.close()
    Sqlite(tmp_path / "old.db").close()

    assert sqlite_schema(tmp_path / "old.db") == sqlite_schema(tmp_path / "fresh.db")


def test_keys_that_were_made_before_there_were_some_for_agents_are_kept(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "old.db")
    for step in migrations("sqlite", after=0)[:9]:
        db.executescript(step)
    db.execute("INSERT INTO api_keys (id, name, role, hash, created_at) VALUES ('k1', 'ana', 'operator', 'abc', '2026-10-01')")
    db.execute("PRAGMA user_version = 9")
    db.commit()
    db.close()

    with closing(SqlStore(Sqlite(tmp_path / "old.db"))) as store:
        store.doors().key_add("k2", "bot's machine", "agent", "def", START)
        kept = store.doors().keys()

    assert [(row["name"], row["role"]) for row in kept] == [("ana", "operator"), ("bot's machine", "agent")]


def test_what_is_put_right_in_a_database_that_came_later_is_found_without_a_restart(postgres_server: PostgresServer) -> None:
    Postgres(postgres_server.url).close()
    with psycopg.connect(postgres_server.url, autocommit=True) as by_hand:
        by_hand.execute("UPDATE meta SET value = 9999 WHERE key = 'schema'")
    postgres_server.stop()
    with closing(Postgres(postgres_server.url)) as late:
        postgres_server.start()
        for _ in range(2):
            assert "newer Habitus" in refused(late)
        with psycopg.connect(postgres_server.url, autocommit=True) as by_hand:
            by_hand.execute("UPDATE meta SET value = %s WHERE key = 'schema'", [SCHEMA_VERSION])

        assert refused(late) == ""


def refused(database: Postgres) -> str:
    """Why it is, once it answers at all."""
    for _ in range(1000):
        try:
            database.run("pending_depth", {})
        except Away:
            threading.Event().wait(0.02)
        except StoreError as error:
            return str(error)
        else:
            return ""
    return "away"


def postgres_schema(url: str) -> list[dict[str, object]]:
    queries = (
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
        "WHERE table_schema = 'public' ORDER BY 1, 2",
        "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef",
        "SELECT pg_get_triggerdef(oid) AS sql FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
        "SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'habitus%' ORDER BY 1",
        "SELECT conname, pg_get_constraintdef(oid) AS sql FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1",
    )
    with psycopg.connect(url, row_factory=dict_row) as db:
        return [row for query in queries for row in db.execute(query).fetchall()]


def test_a_fresh_postgres_schema_equals_a_migrated_one(postgres: str) -> None:
    Postgres(postgres).close()
    fresh = postgres_schema(postgres)
    with psycopg.connect(postgres) as db:
        db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        db.execute(migrations("postgres", after=0)[0])
        db.execute("INSERT INTO meta (key, value) VALUES ('schema', 1)")
    Postgres(postgres).close()

    assert postgres_schema(postgres) == fresh


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_every_version_has_its_step(dialect: str) -> None:
    assert len(migrations(dialect, after=0)) == SCHEMA_VERSION


def test_opening_a_store_again_keeps_what_is_in_it(tmp_path: Path) -> None:
    first = Sqlite(tmp_path / "habitus.db")
    first.change("session_open", {"id": "s1", "agent": "", "workspace": "", "at": "2026-01-01T00:00:00+00:00"})
    first.close()

    second = Sqlite(tmp_path / "habitus.db")

    assert second.run("counts", {})[0]["sessions"] == 1
    second.close()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    Sqlite(tmp_path / "home" / "habitus.db").close()

    assert (tmp_path / "home" / "habitus.db").stat().st_mode & 0o077 == 0
    assert (tmp_path / "home").stat().st_mode & 0o077 == 0


def test_a_store_from_a_newer_version_is_refused_and_untouched(tmp_path: Path) -> None:
    file = tmp_path / "habitus.db"
    Sqlite(file).close()
    db = sqlite3.connect(file)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    before = file.read_bytes()

    with pytest.raises(StoreError, match=r"newer Habitus.*pip install -U habitus"):
        Sqlite(file)

    assert file.read_bytes() == before


def test_a_newer_postgres_store_is_refused(postgres: str) -> None:
    Postgres(postgres).close()
    with psycopg.connect(postgres) as db:
        db.execute("UPDATE meta SET value = value + 1 WHERE key = 'schema'")

    with pytest.raises(StoreError, match="newer Habitus"):
        Postgres(postgres)


@pytest.mark.parametrize("content", [b"not a database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_named_and_untouched(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "habitus.db"
    file.write_bytes(content)

    with pytest.raises(StoreError, match=r"habitus\.db (is not a Habitus store|is damaged)"):
        Sqlite(file)

    assert file.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    db = sqlite3.connect(file)
    db.execute("CREATE TABLE accounts (id INTEGER)")
    db.commit()
    db.close()

    with pytest.raises(StoreError, match="another program's tables"):
        Sqlite(file)

    assert "events" not in sqlite_schema(file)


def test_a_folder_in_the_way_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Sqlite(tmp_path)


@pytest.mark.parametrize(
    "url", ["postgresql://habitus:secret@127.0.0.1:1/x", "postgresql://nobody:secret@127.0.0.1:1/x?connect_timeout=1", "postgresql://[bad"]
)
def test_a_postgres_that_does_not_answer_is_named_without_its_password(url: str) -> None:
    with pytest.raises(StoreError, match=r"does not answer|not a URL") as error:
        Postgres(url).run("counts", {})

    assert "secret" not in str(error.value)
