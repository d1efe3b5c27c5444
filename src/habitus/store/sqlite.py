"""SQLite: one file, WAL, one writer at a time, safe with several processes and threads.

Every write is its own `BEGIN IMMEDIATE` transaction: it waits its turn at the start, never in the middle, so there is no deadlock to retry.

All threads share one connection, so a long list would hold up every call that is judged meanwhile. Whoever says that it only reads
(`aside`) gets a connection of its own from a few that are kept: the log lets it read beside the writer.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from habitus.errors import ReadOnly, StoreError
from habitus.store.migrate import SCHEMA_VERSION, migrations, schema
from habitus.store.queries import PARAMETER, WATCHED, named
from habitus.types import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from contextvars import ContextVar

    from habitus.store.settling import Settling
    from habitus.types import Row

REMEDIES = (
    ("newer", ""),
    ("readonly", "is read-only: make the file and its folder writable, or point `store.url` elsewhere"),
    ("full", "cannot grow, the disk is full: free some space; nothing was half-written"),
    ("not a database", "is not a Habitus store: point `store.url` at another file, or move this one away"),
    ("malformed", "is damaged: restore a copy, or `sqlite3 FILE .recover` into a new one"),
    ("locked", "is locked by another program for longer than `store.busy_seconds`: find it with `fuser FILE`"),
    ("unable to open", "cannot be opened: check that its folder exists and is yours"),
    ("disk i/o", "cannot be read or written: check the disk, and that the folder allows files beside the store"),
)


MUCH = 300
"""Transactions after which a process is one that writes all day."""

TOGETHER = 32
"""Rows added by one statement, where there are many."""

CACHED_KB = 4_096
"""Of the file, in memory: with the usual 2 MB, reading years of sessions writes the same pages of the indexes again and again."""

READERS = 4
"""Connections that are kept for those who read aside; when more read at once, theirs are closed again."""

MOMENT = 0.02
"""Seconds that SQLite waits for another process that writes: nearly always it has done by then. Who may wait longer asks again; who may
not has something else to do."""

PRIMARY = 0xFF
"""Of the code of an error, what it is; the rest says where."""


class Sqlite:
    """A connection that several threads share; see `sql.Database` for what is promised."""

    is_typed = False

    def __init__(
        self,
        path: str | os.PathLike[str] = ":memory:",
        *,
        busy_seconds: float = 30.0,
        synchronous: str = "normal",
        or_read: bool = False,
    ) -> None:
        """`or_read`: a file that may not be written is opened all the same, for those who only look."""
        self.where = os.fspath(path)
        self._busy_seconds = busy_seconds
        self._is_closed = False
        self._lock = threading.RLock()
        self._depth = 0
        self._waits = True
        """Does whoever holds the lock wait for another process?"""
        self._owner = 0
        """The thread that is in a transaction: it must see what it has written."""
        self._readers: list[sqlite3.Connection] = []
        self._is_aside: ContextVar[bool] | None = None
        self._sql = named()
        self._names: dict[str, list[str]] = {}
        self._writes = 0
        self._settling: Settling | None = None
        if self.where != ":memory:":
            self._make_room(os.path.dirname(self.where) or ".")  # noqa: PTH120 - pathlib takes longer to load than to use
        only_reads = or_read and _is_read_only(self.where)
        where = _unwritten(self.where) if only_reads else self.where
        with self._speaking():
            self._db = sqlite3.connect(where, timeout=busy_seconds, isolation_level=None, check_same_thread=False, uri=only_reads)
        try:
            with self._speaking():
                self._db.create_function("LOWER", 1, _lower, deterministic=True)
                self._look() if only_reads else self._prepare(synchronous)
        except BaseException:
            self._db.close()
            raise

    def _make_room(self, folder: str) -> None:
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        except OSError as error:
            raise StoreError(f"the store {self.where} has no folder and it cannot be made ({error.strerror}): check `store.url`") from error

    def _look(self) -> None:
        if self._known_version() < SCHEMA_VERSION:
            raise ReadOnly(f"the store {self.where} was written by an older Habitus and is read-only: open it once where it can be written")

    def _prepare(self, synchronous: str) -> None:
        version = self._known_version()
        if self.where != ":memory:" and version == 0:
            os.chmod(self.where, 0o600)  # noqa: PTH101
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute(f"PRAGMA cache_size = -{CACHED_KB}")
        self._db.execute(f"PRAGMA synchronous = {'FULL' if synchronous == 'full' else 'NORMAL'}")
        if version < SCHEMA_VERSION:
            self._migrate()
        self._db.execute(f"PRAGMA busy_timeout = {min(self._busy_seconds, MOMENT) * 1000:.0f}")

    def _known_version(self) -> int:
        version = self._version()
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"the store {self.where} was written by a newer Habitus (schema {version}, this one knows {SCHEMA_VERSION}): "
                "upgrade with `pip install -U habitus`"
            )
        return version

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _migrate(self) -> None:
        """All steps or none, and one process at a time: whoever waited finds the work done."""
        with self.transaction():
            version = self._version()
            if version == 0 and self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError(f"{self.where} holds another program's tables: point `store.url` at a file of its own")
            for script in [schema("sqlite")] if version == 0 else migrations("sqlite", after=version):
                for statement in _statements(script):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def run(self, name: str, values: Row) -> list[Row]:
        if self._is_aside is not None and self._is_aside.get() and self._can_read_aside(name):
            with self._reader() as reader, self._speaking():
                return self._rows(name, reader.execute(self._asked(name, values), values))
        with self._lock:
            return self._rows(name, self._execute(self._asked(name, values), values))

    def _asked(self, name: str, values: Row) -> str:
        """A word in plain letters needs no `LOWER` of ours, which would be called for every row: `LIKE` itself takes them for the same."""
        return _unlowered(self._sql[name]) if "word" in values and values["word"].isascii() else self._sql[name]

    def _rows(self, name: str, cursor: sqlite3.Cursor) -> list[Row]:
        try:
            rows = cursor.fetchall()
        except sqlite3.Error as error:
            raise self._in_words(error) from error
        if not rows:
            return rows
        names = self._names.get(name)
        if names is None or len(names) != len(rows[0]):  # a newer program has added a column meanwhile
            names = self._names[name] = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in rows]

    def _execute(self, statement: str, values: Row | tuple[()] = ()) -> sqlite3.Cursor:
        try:
            return self._db.execute(statement, values)
        except sqlite3.Error as error:
            return self._once_more(error, statement, values)

    def _once_more(self, error: sqlite3.Error, statement: str, values: Row | tuple[()]) -> sqlite3.Cursor:
        """SQLite has waited a moment for whoever writes. Whoever may wait longer asks again, until it is too long."""
        until = time.monotonic() + self._busy_seconds
        while _is_busy(error):
            if not self._waits:
                raise Busy from None
            if time.monotonic() >= until:
                break
            try:
                return self._db.execute(statement, values)
            except sqlite3.Error as next_one:
                error = next_one
        raise self._in_words(error) from error

    @contextmanager
    def aside(self) -> Iterator[None]:
        if self._is_aside is None:
            from contextvars import ContextVar  # a hook process has nothing to read aside, and starts without it

            self._is_aside = ContextVar("habitus-reads-aside", default=False)
        before = self._is_aside.set(True)
        try:
            yield
        finally:
            self._is_aside.reset(before)

    def _can_read_aside(self, name: str) -> bool:
        is_mine = self._owner == threading.get_ident()
        return not is_mine and self.where != ":memory:" and self._sql[name].startswith(("SELECT", "WITH"))

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        try:
            reader = self._readers.pop()
        except IndexError:
            reader = self._opened_for_reading()
        try:
            yield reader
        finally:
            if len(self._readers) < READERS and not self._is_closed:
                self._readers.append(reader)
            else:
                reader.close()

    def _opened_for_reading(self) -> sqlite3.Connection:
        with self._speaking():
            reader = sqlite3.connect(self.where, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False)
            reader.create_function("LOWER", 1, _lower, deterministic=True)
            reader.execute("PRAGMA query_only = ON")
            return reader

    def change(self, name: str, values: Row) -> int:
        with self._lock:
            if name not in WATCHED:
                return self._execute(self._sql[name], values).rowcount
            self._execute(self._sql["meta_set"], {"key": "ours", "value": 1})
            count = self._execute(self._sql[name], values).rowcount
            self._execute(self._sql["meta_set"], {"key": "ours", "value": 0})
            return count

    def add(self, name: str, values: Row) -> int:
        with self._lock:
            return self._execute(self._sql[name], values).lastrowid or 0

    def change_many(self, name: str, values: Sequence[Row]) -> int:
        with self._lock, self._speaking():
            return self._db.executemany(self._sql[name], values).rowcount if values else 0

    def insert(self, name: str, values: Sequence[tuple[Any, ...]]) -> int:
        """Several rows to a statement: starting one costs as much as adding a row."""
        one, many = _rows(self._sql[name])
        full = len(values) - len(values) % TOGETHER
        with self._lock, self._speaking():
            new = sum(
                self._db.execute(many, [*chain.from_iterable(values[at : at + TOGETHER])]).rowcount for at in range(0, full, TOGETHER)
            )
            return new + (self._db.executemany(one, values[full:]).rowcount if values[full:] else 0)

    def transaction(self) -> AbstractContextManager[None]:
        return _Transaction(self)

    def at_once(self) -> AbstractContextManager[None]:
        return _AtOnce(self)

    def hurry(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise Busy
        self._waits = False

    def take_time(self) -> None:
        self._waits = True
        self._lock.release()

    def begin(self) -> None:
        self._lock.acquire()
        try:
            if not self._depth:
                self._execute("BEGIN IMMEDIATE")
                self._owner = threading.get_ident()
            self._depth += 1
        except BaseException:
            self._lock.release()
            raise

    def end(self, *, is_good: bool) -> None:
        self._depth -= 1
        try:
            if not self._depth:
                self._owner = 0
                self._commit() if is_good else self._roll_back()
        finally:
            self._lock.release()

    def _commit(self) -> None:
        try:
            self._execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        self._settle()

    def _roll_back(self) -> None:
        if self._db.in_transaction:  # the failed COMMIT of a full disk has rolled back already
            self._db.execute("ROLLBACK")

    def _settle(self) -> None:
        """A process that writes much leaves it to a thread to carry the log over."""
        self._writes += 1
        if self._settling is not None:
            self._settling.wrote(self._db)
        elif self._writes == MUCH and self.where != ":memory:":
            from habitus.store.settling import PAGES, Settling

            self._settling = Settling(self.where)
            self._db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    def close(self) -> None:
        if self._settling is not None:
            self._settling.close()
        self._is_closed = True
        with self._lock:
            for one in (self._db, *self._readers):
                one.close()

    def __del__(self) -> None:
        """A store that is dropped is closed: Python 3.13 complains of a connection that nobody closed, wherever it happens to notice."""
        with suppress(AttributeError, sqlite3.Error):
            if self._settling is not None:
                self._settling.end()
            for one in (self._db, *self._readers):
                one.close()

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._in_words(error) from error

    def _in_words(self, error: sqlite3.Error) -> StoreError:
        said = str(error).lower()
        for sign, remedy in REMEDIES:
            if sign in said and remedy:
                return (ReadOnly if sign == "readonly" else StoreError)(f"the store {self.where} {remedy}")
        return StoreError(f"the store {self.where} failed: {error}")


class _Transaction:
    """Whoever is inside holds the lock. A generator would take longer than what is mostly in it."""

    __slots__ = ("_file",)

    def __init__(self, file: Sqlite) -> None:
        self._file = file

    def __enter__(self) -> None:
        self._file.begin()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._file.end(is_good=kind is None)


class _AtOnce:
    """Whoever is inside holds the lock, and waits for no other process either."""

    __slots__ = ("_file",)

    def __init__(self, file: Sqlite) -> None:
        self._file = file

    def __enter__(self) -> None:
        self._file.hurry()

    def __exit__(self, *_: object) -> None:
        self._file.take_time()


@cache
def _unlowered(statement: str) -> str:
    return statement.replace("LOWER(", "(")


@cache
def _rows(statement: str) -> tuple[str, str]:
    """A statement that adds a row, and one that adds `TOGETHER`; with places instead of names."""
    head, values, row = PARAMETER.sub("?", statement).partition(" VALUES ")
    row, on, conflict = row.partition(" ON CONFLICT")
    return f"{head}{values}{row}{on}{conflict}", f"{head}{values}{', '.join([row] * TOGETHER)}{on}{conflict}"


def _is_read_only(file: str) -> bool:
    """The log stands beside the store, so the folder has to be writable too."""
    return os.path.exists(file) and not (os.access(file, os.W_OK) and os.access(os.path.dirname(file) or ".", os.W_OK))  # noqa: PTH110, PTH120


def _unwritten(file: str) -> str:
    """Its address for one who writes nothing beside it. Where there is no log nobody writes at all, and nothing need be locked."""
    from urllib.parse import quote

    return f"file:{quote(os.path.abspath(file))}?mode=ro" + ("" if os.path.exists(f"{file}-wal") else "&immutable=1")  # noqa: PTH100, PTH110


def _is_busy(error: sqlite3.Error) -> bool:
    """Does somebody else write? What Python itself refuses has no code."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & PRIMARY == sqlite3.SQLITE_BUSY


def _lower(text: str | None) -> str | None:
    """Of every alphabet: SQLite's own knows only English."""
    return text.lower() if isinstance(text, str) else text


def _statements(script: str) -> Iterator[str]:
    """`executescript` commits what came before it, so a migration would not be all or nothing."""
    statement = ""
    for line in script.splitlines():
        if not statement and (not line.strip() or line.startswith("--")):
            continue
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
