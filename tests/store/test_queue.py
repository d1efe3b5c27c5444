"""`behavioral:pending` in the table and in Redis: newest first, at most so many, and nothing lost."""

import json
import logging
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from redis import Redis

from habitus.errors import ConfigError
from habitus.store import ledger, memory, queue
from habitus.store.sql import SqlStore
from habitus.types import Change, Correction, Queue
from nouns import START, correction
from real.redis import RedisServer

Make = Callable[..., Queue]

SOON = START + timedelta(minutes=1)


@pytest.fixture
def store() -> Iterator[SqlStore]:
    found = memory()
    yield found
    found.close()


@pytest.fixture(params=["table", "redis"])
def make(request: pytest.FixtureRequest, store: SqlStore) -> Iterator[Make]:
    if request.param == "table":
        yield lambda **limits: queue.TableQueue(store, **limits)
        return
    client = queue.connect(request.getfixturevalue("redis"))
    yield lambda **limits: queue.RedisQueue(store, queue.TableQueue(store, **limits), client)
    client.close()


def enter(store: SqlStore, number: int, **rest: Any) -> None:
    item = correction(f"use tool {number}", id=f"k{number}", at=START + timedelta(seconds=number), **rest)
    store.apply([Change(verb="queued", table="pending", item=item.id, after=item, actor="detector", session="s1")], item.at)


def test_the_newest_comes_first(store: SqlStore, make: Make) -> None:
    pending = make()
    for number in (1, 2, 3):
        enter(store, number)
        pending.tidy(START)

    later = START + timedelta(minutes=1)
    taken = [pending.take(later) for _ in range(4)]

    assert [item and item.id for item in taken] == ["k3", "k2", "k1", None]


def test_one_that_was_told_by_a_clock_ahead_of_ours_does_not_wait_for_it(store: SqlStore, make: Make) -> None:
    pending = make()
    enter(store, 10_000_000)

    pending.tidy(START)

    taken = pending.take(START)
    assert taken is not None
    assert taken.id == "k10000000"


def test_the_cap_drops_the_oldest_counts_them_and_the_ledger_brings_them_back(
    store: SqlStore, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    pending = make(cap=50)
    with caplog.at_level(logging.WARNING):
        for number in range(1, 53):
            enter(store, number)
            pending.tidy(START)

    assert pending.depth() == 50
    assert pending.waiting()[0].id == "k52"
    assert pending.waiting()[-1].id == "k3"
    trimmed = store.entries(verb="trimmed")
    assert [entry.item for entry in trimmed] == ["k2", "k1"]
    assert caplog.messages.count("behavioral.queue_cap_trimmed dropped=1 depth=50; `habitus ledger --verb trimmed` lists them") == 2

    ledger.undo(store, trimmed[0], actor="operator", now=START)
    assert pending.depth() == 51


def test_what_is_taken_is_leased_and_comes_back_when_the_taker_dies(store: SqlStore, make: Make) -> None:
    pending = make(lease_seconds=60)
    enter(store, 1)
    pending.tidy(START)
    taken = pending.take(START + timedelta(seconds=5))
    assert taken is not None

    assert pending.take(START + timedelta(seconds=30)) is None
    again = pending.take(START + timedelta(seconds=90))

    assert again == taken


def test_what_is_done_does_not_come_back(store: SqlStore, make: Make) -> None:
    pending = make(lease_seconds=60)
    enter(store, 1)
    pending.tidy(START)
    taken = pending.take(START + timedelta(seconds=5))
    assert taken is not None

    pending.done(taken, verb="learned from", now=START)
    pending.forget(taken)

    assert pending.take(START + timedelta(hours=1)) is None
    assert pending.depth() == 0
    assert store.entries(verb="learned from")[0].item == "k1"


def test_a_failure_waits_longer_each_time_and_is_given_up_after_three_tries(store: SqlStore, make: Make) -> None:
    pending = make(tries=3)
    enter(store, 1)
    pending.tidy(START)
    now = START + timedelta(seconds=5)
    for pause in (30, 60):
        taken = pending.take(now)
        assert taken is not None
        pending.again(taken, why="the model timed out", now=now)
        pending.tidy(now)
        assert pending.take(now + timedelta(seconds=pause - 1)) is None
        now += timedelta(seconds=pause + 1)

    taken = pending.take(now)
    assert taken is not None
    pending.again(taken, why="the model timed out", now=now)

    assert pending.take(now + timedelta(days=1)) is None
    assert store.counts()["dead"] == 1
    assert next(entry.verb for entry in store.entries(item="k1")) == "gave up"
    assert store.content(store.entries(verb="failed")[0].after) == {"why": "the model timed out"}


def test_while_redis_is_away_the_table_holds_the_queue(store: SqlStore, redis_server: RedisServer) -> None:
    client = queue.connect(redis_server.url)
    pending = queue.RedisQueue(store, queue.TableQueue(store, lease_seconds=300), client)
    enter(store, 1)
    pending.tidy(SOON)
    redis_server.stop()

    enter(store, 2)
    pending.tidy(SOON)
    assert pending.depth() == 2
    taken = pending.take(SOON)
    assert taken is not None
    assert taken.id == "k2"
    pending.done(taken, verb="learned from", now=SOON)
    assert pending.take(SOON) is None, "it is lent to Redis, which may be back soon"

    lent = pending.take(SOON + timedelta(seconds=300))
    assert lent is not None
    assert lent.id == "k1"
    client.close()


def test_a_redis_that_is_silent_is_waited_for_once_and_not_by_everybody(store: SqlStore) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        client = Redis.from_url(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", socket_timeout=0.05)
        now = [0.0]
        pending = queue.RedisQueue(store, queue.TableQueue(store), client, clock=lambda: now[0])

        def asked(number: int) -> int:
            """How many connections were opened while something was heard, and learned from."""
            enter(store, number)
            pending.tidy(SOON)
            taken = pending.take(SOON)
            assert taken is not None
            pending.done(taken, verb="learned from", now=SOON)
            pending.forget(taken)
            return sum(1 for _ in iter(lambda: accepted(silent), None))

        first, second = asked(1), asked(2)
        now[0] += queue.AWAY
        third = asked(3)
        client.close()

    assert first == third > 0
    assert second == 0


def accepted(listener: socket.socket) -> bool | None:
    try:
        listener.accept()[0].close()
    except BlockingIOError:
        return None
    return True


def over_learned(store: SqlStore, pending: Queue, taken: Correction) -> None:
    pending.done(taken, verb="learned from", now=SOON)
    pending.forget(taken)


def over_cleared(store: SqlStore, pending: Queue, taken: Correction) -> None:
    pending.clear(now=SOON)


def over_undone(store: SqlStore, pending: Queue, taken: Correction) -> None:
    ledger.undo(store, store.entries(verb="queued")[0], actor="operator", now=SOON)


@pytest.mark.parametrize("over", [over_learned, over_cleared, over_undone])
def test_what_is_over_stays_so_though_the_model_fails_afterwards(store: SqlStore, make: Make, over: Callable[..., None]) -> None:
    pending = make()
    enter(store, 1)
    pending.tidy(SOON)
    taken = pending.take(SOON)
    assert taken is not None

    over(store, pending, taken)
    pending.again(taken, why="the model timed out", now=SOON)

    assert not pending.claim(taken)
    assert pending.depth() == 0
    assert pending.take(SOON + timedelta(hours=1)) is None


def test_two_who_fail_at_one_have_failed_twice(store: SqlStore, make: Make) -> None:
    pending = make(lease_seconds=60)
    enter(store, 1)
    pending.tidy(SOON)
    first, second = pending.take(SOON), pending.take(SOON + timedelta(seconds=90))
    assert first is not None
    assert second is not None

    for one in (first, second):
        pending.again(one, why="the model timed out", now=SOON + timedelta(seconds=100))

    assert [one.tries for one in pending.waiting()] == [2]


def test_a_copy_in_redis_revives_no_dead_letter(store: SqlStore, redis: str) -> None:
    client = queue.connect(redis)
    pending = queue.RedisQueue(store, queue.TableQueue(store, tries=1), client)
    enter(store, 1)
    pending.tidy(SOON)
    (copy,) = client.lrange("behavioral:pending", 0, -1)
    pending.again(pending.take(SOON) or correction(), why="no answer", now=SOON)
    client.lpush("behavioral:pending", copy)

    assert pending.take(SOON) is None
    assert (client.llen("behavioral:pending"), client.zcard("behavioral:leased")) == (0, 0)
    client.close()


def test_what_redis_forgets_is_not_forgotten(store: SqlStore, redis: str) -> None:
    client = queue.connect(redis)
    pending = queue.RedisQueue(store, queue.TableQueue(store, lease_seconds=300), client)
    enter(store, 1)
    pending.tidy(SOON)
    client.flushall()

    assert [one.id for one in pending.waiting()] == ["k1"]
    pending.tidy(SOON + timedelta(seconds=300))
    assert client.llen("behavioral:pending") == 1
    client.close()


def test_the_list_is_the_seeds(store: SqlStore, redis: str) -> None:
    client = queue.connect(redis)
    pending = queue.RedisQueue(store, queue.TableQueue(store, cap=2), client)
    for number in (1, 2, 3):
        enter(store, number)
        pending.tidy(SOON)

    assert [json.loads(item)["id"] for item in client.lrange("behavioral:pending", 0, -1)] == ["k3", "k2"]
    assert [one.id for one in pending.waiting()] == ["k3", "k2"]
    pending.tidy(SOON + timedelta(hours=1))
    assert client.llen("behavioral:pending") == 2, "what is there already is not lent twice"
    client.close()


def test_what_is_no_address_of_a_redis_is_named_without_its_password() -> None:
    with pytest.raises(ConfigError, match=r"`redis.url`.*no address of a Redis") as error:
        queue.connect("http://:secret@nonsense")

    assert "secret" not in str(error.value)


def test_a_redis_that_does_not_answer_costs_nobody_a_correction(store: SqlStore) -> None:
    pending = queue.RedisQueue(store, queue.TableQueue(store), queue.connect("redis://127.0.0.1:1/0"))
    enter(store, 1)

    pending.tidy(SOON)

    assert [one.id for one in pending.waiting()] == ["k1"]
    assert pending.take(SOON) is not None


def test_what_is_no_correction_keeps_nobody_from_learning(store: SqlStore, make: Make) -> None:
    pending = make(cap=2)
    for number in (1, 2, 3):
        row = {"id": f"odd{number}", "correction": "{}", "state": "waiting", "tries": 0, "queued_at": START.isoformat()}
        row["not_before"] = START.isoformat()
        store.apply([Change(verb="added", table="pending", item=f"odd{number}", after=row, actor="somebody")], START)
    enter(store, 4)

    pending.tidy(SOON)

    taken = pending.take(SOON)
    assert taken
    assert taken.id == "k4"
    assert pending.take(SOON) is None
    assert {line.item for line in store.entries(verb="not ours")} == {"odd1", "odd2", "odd3"}


def test_one_of_many_is_taken_out_and_the_ledger_brings_it_back(store: SqlStore, make: Make) -> None:
    pending = make(tries=1)
    for number in (1, 2, 3):
        enter(store, number)
        pending.tidy(START)
    later = START + timedelta(minutes=1)
    pending.again(pending.take(later) or correction(), why="no answer", now=later)
    waiting, (dead,) = {one.id: one for one in pending.waiting()}, pending.dead()

    assert pending.drop(waiting["k1"], now=later)
    assert pending.drop(dead, now=later)
    assert not pending.drop(waiting["k1"], now=later)

    assert ([one.id for one in pending.waiting()], pending.dead()) == (["k2"], [])
    gone = store.entries(verb="cleared")
    assert [entry.item for entry in gone] == ["k3", "k1"]
    for entry in gone:
        ledger.undo(store, entry, actor="operator", now=later)
    assert {one.id for one in pending.waiting()} == {"k1", "k2"}
    assert [one.id for one in pending.dead()] == ["k3"]


def test_what_is_no_text_in_our_list_is_dropped_and_the_rest_is_taken(store: SqlStore, redis: str) -> None:
    client = queue.connect(redis)
    pending = queue.RedisQueue(store, queue.TableQueue(store), client)
    for strange in (b"\xff\xfe", b"[" * 100_000, b'{"id": "\xff"}'):
        client.lpush(queue.KEY, strange)
    enter(store, 1)

    pending.tidy(START)
    taken = [pending.take(SOON), pending.take(SOON)]

    assert [one and one.id for one in taken] == ["k1", None]
    assert client.llen(queue.KEY) == 0
    assert client.zcard(queue.LEASED) == 1
    client.close()


def test_whoever_was_not_asked_about_it_does_not_give_it_up(store: SqlStore, make: Make) -> None:
    pending = make(tries=2)
    enter(store, 1)
    pending.tidy(START)
    for _ in range(2):
        (one,) = pending.waiting()
        pending.again(one, why="away", now=START)
    given_up = store.entries(verb="gave up")[0]
    ledger.undo(store, given_up, actor="me", now=START)
    (one,) = pending.waiting()

    pending.again(one, why="the day's tokens are spent", now=START, counts=False)

    assert (len(pending.waiting()), len(pending.dead())) == (1, 0)
