"""Pending corrections: the table `pending`, and where a Redis is configured the seed's list `behavioral:pending` beside it.

A correction enters through the table, in the transaction of its event, and stays there until it is over. `tidy` lends it to the list, from
where learners take it first. What a Redis forgets, or takes with it when it goes, is due in the table again when the loan runs out.

So several may come to learn from one: whoever heard it, and learners that found it here or there. Which of them does is decided by its
row, under a lock (`claim`): where that is gone, it is over, and whatever copy is left is dropped.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from habitus.errors import ConfigError
from habitus.types import Change, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from habitus.store.sql import SqlStore
    from habitus.types import Correction, Listed, Place, Row, Store

T = TypeVar("T")

KEY = "behavioral:pending"
LEASED = "behavioral:leased"
PAUSE = timedelta(seconds=30)
"""Before the second try; doubled before the third."""

AWAY = 30.0
"""Seconds for which a Redis that has not answered is not asked again: whoever hears a correction would wait for it every time, and all
sessions with them."""

Colour: TypeAlias = Literal["green", "yellow", "red"]
HIGH, NEAR = 20, 40
"""The seed's thresholds."""

PUSH = """
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
"""
TAKE = """
for _, item in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
  redis.call('ZREM', KEYS[2], item); redis.call('LPUSH', KEYS[1], item)
end
local item = redis.call('LPOP', KEYS[1])
if item then redis.call('ZADD', KEYS[2], ARGV[2], item) end
return item
"""


def colour(depth: int) -> Colour:
    """How full it is."""
    return "red" if depth >= NEAR else "yellow" if depth >= HIGH else "green"


def words(depth: int) -> str:
    """As the seed has it."""
    return {"green": "normal", "yellow": "High — corrections pending analysis", "red": "Near cap — LLM storm risk"}[colour(depth)]


def dead(store: Store, limit: int, after: Place | None) -> Listed[Correction | None]:
    """Those that were given up on, the newest first: whatever the queue, the table has them. None: somebody else's row."""
    from habitus.types import Listed  # a hook that queues a correction lists nothing

    found = store.many().pending("dead", limit, after)
    letters = Listed(_known(row["correction"]) for row in found)
    letters.places = found.places
    return letters


def one(store: Store, id: str) -> tuple[Correction, str] | None:
    """The one with that id, and whether it is `waiting` or `dead`."""
    row = store.get("pending", id)
    known = _known(row["correction"]) if row else None
    return (known, row["state"]) if row and known else None


class TableQueue:
    def __init__(self, store: SqlStore, *, cap: int = 50, tries: int = 3, lease_seconds: float = 300) -> None:
        self.cap = cap
        self.lease = timedelta(seconds=lease_seconds)
        self._store = store
        self._tries = tries

    def tidy(self, now: datetime) -> list[Correction]:
        over = self._ours(self._store.database.run("pending_overflow", {"cap": self.cap}), now)
        # What a person has brought back from the ledger stays: the cap would take it again at once.
        dropped = self._out([one for one in over if not self._store.entries(item=one.id, verb="trimmed", limit=1)], "trimmed", now)
        _report(dropped, self.depth())
        return dropped

    def _out(self, corrections: Sequence[Correction], verb: str, now: datetime, *, actor: str = "learner") -> list[Correction]:
        """Those that are still there: what another has just learned from is not taken back by that."""
        with self._store.batch():
            for one in sorted(corrections, key=lambda one: one.id):  # whoever holds several holds them in one order
                self._hold(one)
            there = [one for one in corrections if self._store.get("pending", one.id) is not None]
            self._store.apply([_change(None, one, verb, actor=actor) for one in there], now)
        return there

    def _hold(self, correction: Correction) -> None:
        self._store.hold(f"pending {correction.id}")

    def take(self, now: datetime) -> Correction | None:
        database = self._store.database
        with database.transaction():
            while found := self._due(now, 1):
                for known in self._ours(found, now):
                    lease = {"id": known.id, "not_before": found[0]["not_before"], "until": (now + self.lease).isoformat()}
                    return known if database.change("pending_lease", lease) else None
        return None

    def _ours(self, found: Iterable[Row], now: datetime) -> list[Correction]:
        """The corrections among them. What somebody else has put there is set aside: nobody could ever learn from it."""
        ours = []
        for row in found:
            if known := _known(row["correction"]):
                ours.append(known)
                continue
            _warn("behavioral.not_ours pending %s is no correction and was set aside", row["id"])
            self._store.apply([Change(verb="not ours", table="pending", item=row["id"], after=None, actor="learner")], now)
        return ours

    def claim(self, correction: Correction) -> bool:
        return self._waiting(correction) is not None

    def _waiting(self, correction: Correction) -> Row | None:
        """Its row, if it waits; nobody else gets an answer about it until the transaction ends."""
        self._hold(correction)
        row = self._store.get("pending", correction.id)
        return row if row is not None and row["state"] == "waiting" else None

    def done(self, correction: Correction, *, verb: str, now: datetime) -> None:
        self._store.apply([_gone(correction, verb)], now)

    def forget(self, correction: Correction) -> None:
        pass

    def due(self, now: datetime) -> list[Correction]:
        """What nobody holds, newest first; what there is beyond the cap waits for the next round."""
        return [one for row in self._due(now, self.cap) if (one := _known(row["correction"]))]

    def _due(self, now: datetime, limit: int) -> list[Row]:
        return self._store.database.run("pending_due", {"now": now.isoformat(), "limit": limit})

    def lend(self, correction: Correction, now: datetime) -> None:
        """It is in other hands for a while, and due here again if they let it fall."""
        self._store.database.change("pending_lend", {"id": correction.id, "until": (now + self.lease).isoformat()})

    def again(self, correction: Correction, *, why: str, now: datetime, counts: bool = True) -> None:
        with self._store.batch():
            there = self._waiting(correction)
            if there is None:
                return
            before = there["tries"]  # another may have tried it too
            later = replace(correction, tries=before + counts)
            is_dead = counts and later.tries >= self._tries
            row = _row(later, state="dead" if is_dead else "waiting", not_before=(now + PAUSE * 2**before).isoformat())
            self._store.apply([_change(row, correction, "gave up" if is_dead else "will retry")], now)
            failed = Note(verb="failed", item=correction.id, content={"why": why}, actor="learner", session=correction.origin.session)
            self._store.note(failed, now)
        _warn("behavioral.%s id=%s why=%s", "dead_letter" if is_dead else "retry", correction.id, why)

    def waiting(self) -> list[Correction]:
        return self._in("waiting")

    def dead(self) -> list[Correction]:
        return self._in("dead")

    def _in(self, state: str) -> list[Correction]:
        found = self._store.database.run("pending_waiting", {"state": state})
        return [one for row in found if (one := _known(row["correction"]))]

    def retry(self, correction: Correction, *, now: datetime) -> None:
        again = replace(correction, tries=0)
        with self._store.batch():
            self._hold(correction)
            row = self._store.get("pending", correction.id)
            if row is not None and row["state"] == "dead":
                self._store.apply([_change(_row(again, not_before=now.isoformat()), again, "retried", actor="operator")], now)

    def clear(self, *, now: datetime) -> int:
        return len(self._out(self.waiting(), "cleared", now, actor="operator"))

    def drop(self, correction: Correction, *, now: datetime) -> bool:
        return bool(self._out([correction], "cleared", now, actor="operator"))

    def depth(self) -> int:
        depth: int = self._store.database.run("pending_depth", {})[0]["depth"]
        return depth


class RedisQueue:
    """The seed's list, kept by the seed's rules (LPUSH, LTRIM 0 49), with leases; the table knows what waits."""

    def __init__(self, store: SqlStore, table: TableQueue, client: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._table = table
        self._redis = client
        self._clock = clock
        self._away_until = clock()
        self._push = client.register_script(PUSH)
        self._take = client.register_script(TAKE)

    def tidy(self, now: datetime) -> list[Correction]:
        dropped = self._table.tidy(now)
        if not self._store.is_together:  # what is not durable yet is nobody's to take
            self._asked(lambda: self._lent(now))
        return dropped

    def _asked(self, do: Callable[[], T]) -> T | None:
        """None: it is away, and the table holds the queue until it is back."""
        if self._clock() < self._away_until:
            return None
        try:
            return do()
        except _redis_errors() as error:
            self._away_until = self._clock() + AWAY
            _warn("behavioral.redis_away error=%s the table holds the queue; it is asked again in %g s", error, AWAY)
            return None

    def _lent(self, now: datetime) -> None:
        there = {*self._redis.lrange(KEY, 0, -1), *self._redis.zrange(LEASED, 0, -1)}
        for correction in reversed(self._table.due(now)):
            if correction.tries:
                continue  # it failed before, and is tried again from the table
            if (text := _text(correction)) not in there:
                self._push(keys=[KEY], args=[text, self._table.cap])
            self._table.lend(correction, now)

    def take(self, now: datetime) -> Correction | None:
        return self._asked(lambda: self._taken(now)) or self._table.take(now)

    def _taken(self, now: datetime) -> Correction | None:
        while found := self._take(keys=[KEY, LEASED], args=[now.timestamp(), (now + self._table.lease).timestamp()]):
            known = _known(found)
            if known and self._is_current(known, found):
                self._table.lend(known, now)
                return known
            self._redis.zrem(LEASED, found)
            if not known:
                _warn("behavioral.not_ours an item of %s is no correction and was dropped: %.80r", KEY, found)
        return None

    def _is_current(self, correction: Correction, text: str) -> bool:
        """A copy may outlive what was done meanwhile: it is over, it was given up on, or it waits to be tried again."""
        row = self._store.get("pending", correction.id)
        return row is not None and row["state"] == "waiting" and row["correction"] == text

    def claim(self, correction: Correction) -> bool:
        return self._table.claim(correction)

    def done(self, correction: Correction, *, verb: str, now: datetime) -> None:
        self._table.done(correction, verb=verb, now=now)

    def forget(self, correction: Correction) -> None:
        """What cannot be dropped stays there until a learner takes it and finds that it is over."""
        self._asked(lambda: self._redis.zrem(LEASED, _text(correction)))

    def again(self, correction: Correction, *, why: str, now: datetime, counts: bool = True) -> None:
        self._table.again(correction, why=why, now=now, counts=counts)
        self.forget(correction)

    def waiting(self) -> list[Correction]:
        return self._table.waiting()

    def dead(self) -> list[Correction]:
        return self._table.dead()

    def retry(self, correction: Correction, *, now: datetime) -> None:
        self._table.retry(correction, now=now)

    def clear(self, *, now: datetime) -> int:
        self._asked(lambda: self._redis.delete(KEY))
        return self._table.clear(now=now)

    def drop(self, correction: Correction, *, now: datetime) -> bool:
        self._asked(lambda: self._redis.lrem(KEY, 0, _text(correction)))
        return self._table.drop(correction, now=now)

    def depth(self) -> int:
        return self._table.depth()


def connect(url: str) -> Any:
    """A Redis client. Nobody waits for a Redis that does not answer: the table has all that it has."""
    try:
        import redis
    except ImportError as error:
        raise ConfigError("`redis.url` is set and the redis client is not installed: pip install 'habitus[redis]'") from error
    try:
        # Whatever bytes somebody else has put into our list, we read them, and name them as they are to take them out.
        lenient = {"decode_responses": True, "encoding_errors": "surrogateescape"}
        return redis.Redis.from_url(url, **lenient, socket_timeout=2, socket_connect_timeout=2)
    except ValueError as error:
        from habitus.parse.urls import public

        raise ConfigError(
            f"`redis.url` ({public(url)}) is no address of a Redis: {public(str(error))}; write redis://HOST:PORT/0"
        ) from error


def _redis_errors() -> type[Exception]:
    import redis

    return redis.RedisError


# The nouns of a correction are loaded when there is one: a hook process opens the queue and finds it empty.


def _noun(text: str) -> Correction:
    from habitus.store import lesson_rows

    return lesson_rows.correction(text)


def _known(text: str) -> Correction | None:
    """None: somebody else's item in our list."""
    try:
        return _noun(text)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _text(correction: Correction) -> str:
    from habitus.store import lesson_rows

    return lesson_rows.correction_text(correction)


def _row(correction: Correction, **rest: str) -> Row:
    from habitus.store import lesson_rows

    return lesson_rows.pending_row(correction, **rest)


def _change(row: Row | None, correction: Correction, verb: str, *, actor: str = "learner") -> Change:
    return Change(verb=verb, table="pending", item=correction.id, after=row, actor=actor, session=correction.origin.session)


def _gone(correction: Correction, verb: str) -> Change:
    return _change(None, correction, verb)


def _warn(message: str, *words: object) -> None:
    import logging  # at first need: a hook process opens the queue and never speaks of it

    logging.getLogger("habitus.queue").warning(message, *words)


def _report(dropped: list[Correction], depth: int) -> None:
    if dropped:
        _warn("behavioral.queue_cap_trimmed dropped=%d depth=%d; `habitus ledger --verb trimmed` lists them", len(dropped), depth)
