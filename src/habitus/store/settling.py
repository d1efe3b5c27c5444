"""The log of a SQLite file, carried over into the file by a thread: whoever writes need not wait for the disk.

SQLite does that by itself, inside the write that makes the log too long. That is right for a process that writes and ends; in a server all
agents would wait for it, every few hundred calls. So a process that has written much does it aside.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress

EACH = 2000
"""Transactions after which the log is carried over. The next write begins a new log, and waits for the disk once."""

LOOK = 0.2
"""Seconds between two looks."""

PAGES = 50_000
"""Pages in the log from which the writer does it after all: the thread has fallen behind."""


class Settling:
    def __init__(self, path: str) -> None:
        self.writes = 0
        self._path = path
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="habitus-settling", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._over.set()

    def close(self) -> None:
        self.end()
        self._thread.join()

    def _run(self) -> None:
        done = 0
        with closing(sqlite3.connect(self._path, timeout=1.0, isolation_level=None)) as db:
            while not self._over.wait(LOOK):
                if self.writes - done >= EACH:
                    done = self.writes
                    with suppress(sqlite3.Error):  # whoever writes next carries over what is left
                        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
