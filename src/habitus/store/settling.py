"""The log of a SQLite file, carried over into the file by a thread: whoever writes need not wait for the disk.

SQLite does that by itself, inside the write that makes the log too long. That is right for a process that writes and ends; in a server all
agents would wait for it, every few hundred calls. So a process that has written much does it aside, a little at a time, and last: whoever
judges goes first.

The log begins anew when all of it is carried over and nobody is writing. Where that never happens by itself, whoever has just written
carries over the last few pages: the thread has done the rest. The thread itself must not hold up a writer: on a busy machine it may wait
long for its turn, and SQLite lets a writer that finds the file locked sleep for eight milliseconds.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import closing, suppress

EACH = 20
"""Transactions after which the log is carried over: a megabyte or so. Meanwhile whoever writes waits for the disk, and the longer the more
there is to carry."""

PAUSE = 0.01
"""Seconds in which nothing is carried over then, at least."""

REST = 4
"""Times as long as it took, nothing is carried over then: a slow disk is left to whoever writes for most of the time."""

LONG = 65_000
"""Pages in the log from which it has to begin anew: 270 MB, some seconds of all the calls that one process can judge. Whoever writes then
waits for the disk twice."""

PAGES = 150_000
"""Pages in the log from which the writer does it after all: the thread has fallen behind."""

LAST = 19
"""How much a thread can let others go first."""


CARRY = "PRAGMA wal_checkpoint(PASSIVE)"
"""As much as can be carried over without waiting for anybody."""


class Settling:
    def __init__(self, path: str) -> None:
        self.writes = self._carried = 0
        self.is_long = False
        """Should the next writer see to it that the log begins anew?"""
        self._path = path
        self._due, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="habitus-settling", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._due.set()

    def close(self) -> None:
        self.end()
        self._thread.join()

    def wrote(self, db: sqlite3.Connection) -> None:
        """After every transaction, by whoever wrote it."""
        self.writes += 1
        if self.writes - self._carried >= EACH:
            self._due.set()
        if self.is_long:
            self.is_long = False
            db.execute(CARRY)  # then the next write begins the log anew

    def _run(self) -> None:
        if hasattr(os, "PRIO_PROCESS"):  # on Linux it means this thread alone
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
        took = 0.0
        with closing(sqlite3.connect(self._path, timeout=1.0, isolation_level=None)) as db:
            while not self._over.wait(max(PAUSE, REST * took)):
                self._due.wait()
                self._due.clear()
                self._carried, begun = self.writes, time.perf_counter()
                with suppress(sqlite3.Error):  # whoever writes next carries over what is left
                    self._carry(db)
                took = time.perf_counter() - begun

    def _carry(self, db: sqlite3.Connection) -> None:
        _, pages, _ = db.execute(CARRY).fetchone()
        if pages > LONG:
            db.execute(CARRY)  # what was written meanwhile: so little is left for whoever writes next
            self.is_long = True
