"""Replicas hear of each other's changes: two stores on one PostgreSQL and one Redis."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.store.told import Told
from habitus.types import Change
from nouns import START, rule
from real.redis import RedisServer

AGES = 3600.0
"""Seconds for which what is known counts as fresh: in these tests nobody finds anything by asking again."""

Make = Callable[..., tuple[SqlStore, Told]]


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


def learn(store: SqlStore, text: str = "Use pnpm instead of npm.") -> None:
    store.apply([Change(verb="learned", table="behavioral_rules", item=rule().id, after=rule(text), actor="user")], START)


@pytest.fixture
def make(postgres: str) -> Iterator[Make]:
    with ExitStack() as house:

        def made(redis_url: str, fresh_for: float = AGES) -> tuple[SqlStore, Told]:
            told = Told(Postgres(postgres, connections=3), redis_url, fresh_for=fresh_for)
            return house.enter_context(closing(SqlStore(told))), told

        yield made


def hearing(store: SqlStore, told: Told) -> int:
    """The version it knows, once it hears what others tell."""
    store.versions()
    store.versions()
    assert told.listening.wait(30)
    return store.versions().lessons


def test_what_one_changes_the_other_knows_at_once(make: Make, redis: str) -> None:
    (here, _), (there, told) = make(redis), make(redis)
    before = hearing(there, told)

    learn(here)

    until(lambda: there.versions().lessons > before)


def test_what_one_has_changed_itself_it_knows_without_being_told(make: Make) -> None:
    here, _ = make("")
    before = here.versions().lessons

    learn(here)

    assert here.versions().lessons > before


def test_what_was_rolled_back_is_told_to_nobody(make: Make, redis: str) -> None:
    (here, _), (there, told) = make(redis), make(redis)
    before = hearing(there, told)
    era = told._era

    with pytest.raises(ZeroDivisionError), here.batch():
        learn(here)
        raise ZeroDivisionError
    with here.batch():
        learn(here, "Use uv instead of pip.")
        assert there.versions().lessons == before, "told before it was committed"

    until(lambda: there.versions().lessons > before)
    assert told._era == era + 1


def test_without_redis_the_change_is_found_by_asking(make: Make) -> None:
    (here, _), (there, _) = make(""), make("", fresh_for=0.01)
    before = there.versions().lessons

    learn(here)

    until(lambda: there.versions().lessons > before)


def test_a_redis_that_goes_away_costs_nothing_but_speed_and_is_heard_again_when_it_is_back(make: Make, redis_server: RedisServer) -> None:
    (here, _), (there, told) = make(redis_server.url), make(redis_server.url, fresh_for=0.01)
    before = hearing(there, told)

    redis_server.stop()
    until(lambda: not told.listening.is_set())
    learn(here)
    until(lambda: there.versions().lessons > before)

    redis_server.start()
    assert told.listening.wait(30)


def test_versions_are_kept_in_memory_and_a_transaction_sees_its_own(make: Make) -> None:
    here, told = make("")
    before = here.versions().lessons

    with here.batch():
        learn(here)
        assert here.versions().lessons > before
    assert told.run("versions", {}) is told.run("versions", {})
    assert not here.versions().has_learnings
