"""The seed's SQL, typed by hand into the running database, takes effect and leaves its line in the ledger."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from habitus.parse.terms import terms
from habitus.store import ledger
from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite
from habitus.types import Change
from nouns import START, rule

Hand = tuple[SqlStore, Callable[[str], list[tuple[object, ...]]]]


@pytest.fixture(params=["sqlite", "postgres"])
def hand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hand]:
    """A store, and somebody else's connection to it."""
    if request.param == "sqlite":
        store = SqlStore(Sqlite(tmp_path / "habitus.db"))
        other = sqlite3.connect(tmp_path / "habitus.db", isolation_level=None)

        def type_in(sql: str) -> list[tuple[object, ...]]:
            return other.execute(sql).fetchall()

        yield store, type_in
        other.close()
    else:
        url = request.getfixturevalue("postgres")
        store = SqlStore(Postgres(url))
        with psycopg.connect(url, autocommit=True) as client:

            def type_in(sql: str) -> list[tuple[object, ...]]:
                cursor = client.execute(sql)
                return cursor.fetchall() if cursor.description else []

            yield store, type_in
    store.close()


def kept(store: SqlStore) -> None:
    store.apply([Change(verb="learned", table="behavioral_rules", item=rule().id, after=rule(), actor="user")], START)


def test_the_seeds_query_lists_active_rules(hand: Hand) -> None:
    store, type_in = hand
    kept(store)

    rows = type_in(
        "SELECT rule_type, description, confidence, times_applied, created_at "
        "FROM behavioral_rules WHERE active=true ORDER BY created_at DESC"
    )

    assert [row[:4] for row in rows] == [("wrong_skill", "Use pnpm instead of npm.", 0.85, 0)]


def test_switching_a_rule_off_by_hand_reaches_running_processes_and_the_ledger(hand: Hand) -> None:
    store, type_in = hand
    kept(store)
    version = store.versions().lessons

    type_in(f"UPDATE behavioral_rules SET active=false WHERE id='{rule().id}'")

    assert store.versions().lessons > version
    assert store.lessons().rules() == []
    switched = store.lessons().rule(rule().id)
    assert switched is not None
    assert switched.state == "retired"
    entry = store.entries()[0]
    assert (entry.verb, entry.item) == ("switched by hand", rule().id)

    ledger.undo(store, entry, actor="operator", now=START)
    assert store.lessons().rules() == [rule()]


def test_editing_and_deleting_by_hand_can_be_undone(hand: Hand) -> None:
    store, type_in = hand
    kept(store)

    type_in(f"UPDATE behavioral_rules SET description='Use yarn.' WHERE id='{rule().id}'")
    type_in(f"DELETE FROM behavioral_rules WHERE id='{rule().id}'")

    assert [entry.verb for entry in store.entries(changes=True)] == ["deleted by hand", "edited by hand", "learned"]
    ledger.undo_many(store, store.entries(changes=True)[:2], actor="operator", now=START)
    assert store.lessons().rules() == [rule()]


def test_our_own_changes_are_noted_once(hand: Hand) -> None:
    store, _ = hand
    kept(store)
    for after in (rule("Use yarn.", state="retired"), rule(), None):
        store.apply([Change(verb="changed", table="behavioral_rules", item=rule().id, after=after, actor="operator")], START)

    assert [entry.verb for entry in store.entries()] == ["changed", "changed", "changed", "learned"]


def test_a_rule_reworded_by_hand_is_found_by_its_new_words(hand: Hand) -> None:
    store, type_in = hand
    kept(store)
    assert rule().id in store.about("rule", ["pnpm"], ["global"])

    type_in(f"UPDATE behavioral_rules SET description = 'Use poetry.' WHERE id = '{rule().id}'")

    assert store.about("rule", ["pnpm"], ["global"]) == {}
    assert rule().id in store.about("rule", terms("poetry"), ["global"])


def test_a_rule_switched_off_and_on_by_hand_is_found_again(hand: Hand) -> None:
    store, type_in = hand
    kept(store)
    type_in(f"UPDATE behavioral_rules SET active = false WHERE id = '{rule().id}'")
    assert store.about("rule", ["pnpm"], ["global"]) == {}

    type_in(f"UPDATE behavioral_rules SET active = true WHERE id = '{rule().id}'")
    assert rule().id in store.about("rule", ["pnpm"], ["global"])
