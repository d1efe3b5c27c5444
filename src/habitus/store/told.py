"""Replicas tell each other that lessons changed: over Redis where there is one, and by asking once in a while in any case.

A database across a network, with the versions of what is known kept in memory: they are asked for at every call, and change once an hour.
What this process changes it knows at once. What another one changes it is told, within milliseconds; and what nobody tells of (a change by
hand, a Redis that is away) it finds when the version it has is `fresh_for` seconds old. So nothing rests on Redis but speed.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from habitus.store.sql import Database
    from habitus.types import Row

CHANNEL = "behavioral:changed"

TELLING = ("behavioral_rules.", "agents.", "skills.", "persona")
"""How the statements begin whose effect is in force everywhere at once."""

PATIENCE = 0.25
"""Seconds that telling may take: the change is made already, and they ask anyway."""

PAUSE = 1.0
"""Seconds before the next try at a Redis that does not answer."""

LOOK = 0.2
"""Seconds between two looks whether it is over: so long a process waits at its end."""

log = logging.getLogger("habitus.store")


class Known(NamedTuple):
    rows: list[Row]
    at: float
    era: int


class Told:
    """A `sql.Database` in front of another one."""

    def __init__(self, database: Database, redis_url: str = "", *, fresh_for: float) -> None:
        self.where = database.where
        self.is_typed = database.is_typed
        self._database = database
        self._fresh_for = fresh_for
        self._redis_url = redis_url
        self._known: Known | None = None
        self._era = 0
        self._mine = threading.local()
        self._over = threading.Event()
        self._listener: threading.Thread | None = None
        self._client: Any = None
        self._quiet_until = 0.0
        self.listening = threading.Event()
        """Set while what others tell is heard."""

    # ── the database ──

    def run(self, name: str, values: Row) -> list[Row]:
        return self._versions() if name == "versions" and not self._depth else self._database.run(name, values)

    def change(self, name: str, values: Row) -> int:
        count = self._database.change(name, values)
        if name.startswith(TELLING):
            self._changed()
        return count

    def add(self, name: str, values: Row) -> int:
        return self._database.add(name, values)

    def change_many(self, name: str, values: Sequence[Row]) -> int:
        count = self._database.change_many(name, values)
        if name.startswith(TELLING):
            self._changed()
        return count

    def insert(self, name: str, values: Sequence[tuple[Any, ...]]) -> int:
        return self._database.insert(name, values)

    def aside(self) -> AbstractContextManager[None]:
        return self._database.aside()

    def at_once(self) -> AbstractContextManager[None]:
        return self._database.at_once()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._mine.depth = self._depth + 1
        try:
            with self._database.transaction():
                yield
        except BaseException:
            if self._depth == 1:
                self._mine.news = False  # nothing of it has happened
            raise
        finally:
            self._mine.depth -= 1
        if not self._depth and getattr(self._mine, "news", False):
            self._mine.news = False
            self._tell()

    def close(self) -> None:
        self._over.set()
        if self._listener is not None:
            self._listener.join()
        if self._client is not None:
            self._client.close()
        self._database.close()

    @property
    def _depth(self) -> int:
        return getattr(self._mine, "depth", 0)

    # ── what is known ──

    def _versions(self) -> list[Row]:
        known, era, now = self._known, self._era, time.monotonic()
        if known is not None:
            self._listen()  # a process that asks for the second time will ask again; one that judges a single call need not listen
            if known.era == era and now - known.at < self._fresh_for:
                return known.rows
        rows = self._database.run("versions", {})
        self._known = Known(rows, now, era)
        return rows

    def _changed(self) -> None:
        if self._depth:
            self._mine.news = True  # told when it is committed: before, there is nothing to see
        else:
            self._tell()

    def _tell(self) -> None:
        self._era += 1
        now = time.monotonic()
        if not self._redis_url or now < self._quiet_until:
            return
        import redis

        try:
            if self._client is None:
                self._client = redis.Redis.from_url(self._redis_url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
            self._client.publish(CHANNEL, "lessons")
        except (redis.RedisError, OSError) as error:
            self._quiet_until = now + PAUSE
            log.warning("store.told_nobody error=%s the others find the change when they next ask, within %g s", error, self._fresh_for)

    # ── what others tell ──

    def _listen(self) -> None:
        if self._listener is None and self._redis_url:
            self._listener = threading.Thread(target=self._hear, name="habitus-told", daemon=True)
            self._listener.start()

    def _hear(self) -> None:
        import redis

        is_noted = False
        while not self._over.is_set():
            try:
                with redis.Redis.from_url(self._redis_url, socket_connect_timeout=2) as client, client.pubsub() as heard:
                    heard.subscribe(CHANNEL)
                    is_noted = False
                    self._hear_from(heard)
            except (redis.RedisError, OSError) as error:
                if not is_noted:
                    log.warning("store.hears_nobody error=%s changes are found by asking, within %g s", error, self._fresh_for)
                is_noted = True
            finally:
                self.listening.clear()
            self._over.wait(PAUSE)

    def _hear_from(self, heard: Any) -> None:
        while not self._over.is_set():
            message = heard.get_message(timeout=LOOK)
            if message and message["type"] == "subscribe":
                self._era += 1  # what was told while we were deaf
                self.listening.set()
            elif message and message["type"] == "message":
                self._era += 1
