"""PostgreSQL: the same store for a team. A pool of connections; one transaction per thread at a time.

Rows come back as SQLite gives them (times as ISO text, JSON as text), so that everything above is written once.

A database that does not answer yet is asked again by whoever needs it: a process that starts while it is away judges calls all the same.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from habitus.errors import Away, ConfigError, StoreError
from habitus.parse.urls import public
from habitus.store.migrate import SCHEMA_VERSION, migrations, schema
from habitus.store.queries import WATCHED, named_for_psycopg

try:
    import psycopg
    from psycopg.adapt import Loader
    from psycopg.rows import dict_row
    from psycopg_pool import ConnectionPool, PoolTimeout
except ImportError as error:  # pragma: no cover - the message is the test of the extra
    raise ConfigError("`store.url` names PostgreSQL and its client is not installed: pip install 'habitus[postgres]'") from error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from habitus.types import Row

# While the database is away it complains once a second for each connection. That it is away is said once, by whoever needs it.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)

TIME = "SET timezone TO 'UTC'"
"""Said once we are in: as an option of the connection it would push aside those of `store.url`, and a PgBouncer lets none through."""

OURS = "SET LOCAL habitus.ours TO 'yes'; "
"""Announces a change as ours: the triggers write a ledger line for any other. Until the transaction ends and no longer: behind a PgBouncer
that pools transactions, the next one over this connection is anybody's."""

NAMED = re.compile(r"%\((\w+)\)s")

PATIENCE = 5.0
"""Seconds that a database may take to answer for the first time."""

PAUSE = 1.0
"""Seconds after which one that did not answer is asked again."""

SOON = (
    "starting up", "shutting down", "recovery", "too many", "remaining connection slots",
    "no more connections allowed", "query_wait_timeout", "server login has been failing", "pgbouncer cannot connect",
)  # fmt: skip
"""What a database says, or a PgBouncer before it, that will let us in later. Any other refusal is for a person: a wrong password, a
database that is not there."""

NO_TRANSACTIONS = "statement pooling mode"
"""What a PgBouncer says whose pool cannot be ours, today or later."""

MIGRATING = 0x48414249
"""Advisory lock: two replicas that start at once migrate one after the other."""


class _Time(Loader):
    def load(self, data: Any) -> str:
        return datetime.fromisoformat(bytes(data).decode()).astimezone(UTC).isoformat()


class _Text(Loader):
    def load(self, data: Any) -> str:
        return bytes(data).decode()


class _Json(Loader):
    def load(self, data: Any) -> str:
        return json.dumps(json.loads(bytes(data)), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class Postgres:
    """See `sql.Database` for what is promised."""

    is_typed = True

    def __init__(self, url: str, *, busy_seconds: float = 30.0, connections: int = 10) -> None:
        self.where = public(url)
        self._url = url
        self._patience = min(busy_seconds, PATIENCE)
        self._opening = threading.Lock()
        self._is_open = False
        self._silent = ""
        """Why it did not answer when it was last asked."""
        self._again = 0.0
        self._sql = named_for_psycopg()
        self._mine = threading.local()
        self._busy_seconds, self._connections = busy_seconds, connections
        self._pool = self._unopened()
        with suppress(Away):
            self._ready()

    def _unopened(self) -> ConnectionPool[psycopg.Connection[dict[str, Any]]]:
        return ConnectionPool(
            self._url,
            min_size=1,
            max_size=self._connections,
            timeout=self._busy_seconds,
            open=False,
            kwargs={"autocommit": True, "row_factory": dict_row, "cursor_factory": psycopg.ClientCursor},
            configure=_configure,
            check=ConnectionPool.check_connection,
        )

    def _ready(self) -> ConnectionPool[psycopg.Connection[dict[str, Any]]]:
        """The pool, once the database has answered and has our tables."""
        if not self._is_open:
            with self._opening:
                if not self._is_open:
                    self._reach()
        return self._pool

    def _reach(self) -> None:
        if self._silent and time.monotonic() < self._again:
            raise Away(self._silent)
        try:
            self._knock()
            self._pool.open()
            with self._speaking():
                self._migrate()
        except Away as error:
            self._silent, self._again = str(error), time.monotonic() + PAUSE
            raise
        except BaseException:
            self._pool.close()
            self._pool = self._unopened()  # what was closed cannot be opened again, and what is wrong may be put right meanwhile
            raise
        self._is_open = True

    def _knock(self) -> None:
        """Asked once without the pool, which would try again and again and never say what is wrong."""
        try:
            psycopg.connect(self._url, connect_timeout=max(2, int(self._patience))).close()
        except psycopg.Error as error:
            reason = public(" ".join(str(error).split()))
            is_refused = "FATAL" in reason and not any(sign in reason for sign in SOON)
            said = f"the store {self.where} does not answer: {reason}; check `store.url` and that the server runs"
            raise (StoreError if is_refused else Away)(said) from error

    def _migrate(self) -> None:
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(f"{OURS}SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
            known = connection.execute("SELECT to_regclass('meta') AS meta").fetchall()[0]["meta"]
            found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() if known else None
            version = found["value"] if found else 0
            if version > SCHEMA_VERSION:
                raise StoreError(
                    f"the store {self.where} was written by a newer Habitus (schema {version}, this one knows {SCHEMA_VERSION}): "
                    "upgrade with `pip install -U habitus`"
                )
            for script in [schema("postgres")] if version == 0 else migrations("postgres", after=version):
                connection.execute(script)
            connection.execute(
                "INSERT INTO meta (key, value) VALUES ('schema', %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [SCHEMA_VERSION],
            )

    def run(self, name: str, values: Row) -> list[Row]:
        with self._connection() as connection:
            return connection.execute(self._sql[name], values).fetchall()

    def change(self, name: str, values: Row) -> int:
        with self._connection() as connection:
            if name not in WATCHED:
                return connection.execute(self._sql[name], values).rowcount
            announced = connection.execute(f"{OURS}{self._sql[name]}", values)
            announced.nextset()
            return announced.rowcount

    def add(self, name: str, values: Row) -> int:
        return int(self.run(name, values)[0]["id"])

    def change_many(self, name: str, values: Sequence[Row]) -> int:
        if not values:
            return 0
        with self._connection() as connection, connection.cursor() as cursor:
            cursor.executemany(self._sql[name], values)
            return cursor.rowcount

    def insert(self, name: str, values: Sequence[tuple[Any, ...]]) -> int:
        names = NAMED.findall(self._sql[name])
        return self.change_many(name, [dict(zip(names, row, strict=True)) for row in values])

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext()  # whoever reads has a connection of the pool anyway

    def at_once(self) -> AbstractContextManager[None]:
        return nullcontext()  # several write at a time, and whoever must not wait does not cross a network

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if getattr(self._mine, "connection", None) is not None:
            yield
            return
        with self._lent() as connection, connection.transaction():
            self._mine.connection = connection
            try:
                yield
                if connection.closed:  # psycopg would leave without a word, and without a commit
                    raise psycopg.OperationalError("the connection was lost in the midst of a transaction")
            finally:
                self._mine.connection = None

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        mine = getattr(self._mine, "connection", None)
        if mine is None:
            with self._lent() as connection:
                yield connection
        else:
            with self._speaking():
                yield mine

    @contextmanager
    def _lent(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        with self._speaking(), self._ready().connection() as connection:
            try:
                yield connection
            except psycopg.errors.ReadOnlySqlTransaction:
                connection.close()  # the next one may lead to whoever has taken its place
                raise

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout as error:
            raise Away(f"the store {self.where} does not answer: nothing was written; try again when the server is back") from error
        except psycopg.errors.ProgramLimitExceeded as error:  # of the same family as the next, and yet it is what was to be written
            raise StoreError(f"the store {self.where} cannot take it: {' '.join(str(error).split())}") from error
        except psycopg.errors.ReadOnlySqlTransaction as error:  # a standby, or a server that is about to run out of disk
            raise Away(f"the store {self.where} takes no writes for now: {' '.join(str(error).split())}") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:  # nobody answers, or hangs up
            if NO_TRANSACTIONS in str(error):
                raise StoreError(
                    f"the store {self.where} is behind a PgBouncer that takes no transactions: "
                    "set its `pool_mode` to `transaction` or `session`"
                ) from error
            raise Away(f"the store {self.where} failed: {' '.join(str(error).split())}") from error
        except psycopg.Error as error:
            raise StoreError(f"the store {self.where} failed: {' '.join(str(error).split())}") from error


def _configure(connection: psycopg.Connection[Any]) -> None:
    connection.adapters.register_loader("timestamptz", _Time)
    connection.adapters.register_loader("uuid", _Text)
    connection.adapters.register_loader("jsonb", _Json)
    connection.execute(TIME)
