"""Metrics, suggestions and occasions, on every store."""

from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest

from habitus.errors import StoreError
from habitus.store.counting import suggestion_row
from habitus.store.sql import SqlStore
from habitus.types import Change, Counts, Metric, MetricType, Note, Row, Suggestion
from nouns import START

HOUR = 497_000
ONE = Counts(1, 1)


def metric(key: str = "Bash", counts: Counts = ONE, *, hour: int = HOUR, agent: str = "codex", type: MetricType = "tool") -> Metric:
    return Metric(agent, type, key, hour, counts)


def suggestion(id: str = "a1", **rest: Any) -> Suggestion:
    values: dict[str, Any] = {
        "kind": "tool_failure", "subject": "Bash", "sentence": "`Bash` fails.", "evidence": {"calls": 30}, "agent": "codex",
        "parameters": {"does": "tool_advice", "tool": "Bash"}, "created_at": START,
    }  # fmt: skip
    return Suggestion(id=id, **{**values, **rest})


def put(store: SqlStore, one: Suggestion) -> None:
    store.apply([Change(verb="suggested", table="suggestions", item=one.id, after=suggestion_row(one), actor="evolution")], START)


def together(count: int, act: Any) -> list[Any]:
    """Several threads at the same moment; what each has found."""
    ready, found = Barrier(count), [None] * count

    def one(n: int) -> None:
        ready.wait()
        found[n] = act(n)

    threads = [Thread(target=one, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# ── metrics ──


def test_counts_of_an_hour_are_added_up_and_a_window_has_both_its_ends(store: SqlStore) -> None:
    counting = store.counting()
    counting.add([metric(), metric(counts=Counts(1, 0, 0, 0, 1, 250))])
    counting.add([metric(hour=HOUR + 1), metric(hour=HOUR + 2), metric("Read"), metric(agent="other")])

    assert counting.window("codex", HOUR, HOUR + 1) == {("tool", "Bash"): Counts(3, 2, 0, 0, 1, 250), ("tool", "Read"): Counts(1, 1)}
    assert counting.window("codex", HOUR + 2, HOUR + 2) == {("tool", "Bash"): Counts(1, 1)}
    assert counting.window("codex", HOUR, HOUR + 9, "feedback") == {}
    assert [(one.key, one.hour, one.counts.n) for one in counting.series("codex", HOUR, HOUR + 1)] == [
        ("Bash", HOUR, 2), ("Bash", HOUR + 1, 1), ("Read", HOUR, 1),
    ]  # fmt: skip
    assert counting.agents(HOUR + 2) == ["codex"]


def test_the_agent_with_the_most_counts_comes_first(store: SqlStore) -> None:
    counting = store.counting()
    counting.add([metric(agent="a"), metric(agent="z", counts=Counts(7, 7)), metric(agent="b", counts=Counts(4, 0)), metric(agent="c")])
    counting.add([metric("Read", agent="b", counts=Counts(4, 0)), metric(agent="old", hour=HOUR - 9, counts=Counts(99, 0))])

    assert counting.agents(HOUR) == ["b", "z", "a", "c"]


def test_eight_threads_that_count_at_once_lose_nothing(store: SqlStore) -> None:
    def count(n: int) -> None:
        counting = store.counting()
        for _ in range(25):
            # In another order each time: who writes two rows in two orders waits for ever.
            counting.add([metric(key, Counts(1, n % 2)) for key in (("Bash", "Read") if n % 3 else ("Read", "Bash"))])

    together(8, count)

    assert store.counting().window("codex", HOUR, HOUR) == {("tool", key): Counts(200, 100) for key in ("Bash", "Read")}


def test_old_metrics_go_and_so_do_rows_of_their_time(store: SqlStore) -> None:
    counting, limit = store.counting(), int(START.timestamp()) // 3600
    counting.add([metric(hour=limit - 1), metric(hour=limit)])
    for first, at in ((1, START - timedelta(hours=1)), (7, START)):
        store.streak({"session": "s1", "first": first, "agent": "codex", "tool": "shell", "length": 5, "at": at.isoformat()})

    counting.forget_before(limit)

    assert [one.hour for one in counting.series("codex", 0, limit)] == [limit]
    assert [row["first"] for row in counting.streaks("codex", START - timedelta(days=9), 10)] == [7]


def test_a_row_that_grows_is_one_row(store: SqlStore) -> None:
    for length in (5, 6, 7):
        store.streak({"session": "s1", "first": 3, "agent": "codex", "tool": "shell", "length": length, "at": START.isoformat()})

    (row,) = store.counting().streaks("codex", START - timedelta(days=1), 10)
    assert (row["tool"], row["length"]) == ("shell", 7)


# ── suggestions ──


def test_a_suggestion_comes_back_as_it_was_kept(store: SqlStore) -> None:
    one = suggestion(
        parameters={"b": 1, "a": {"_baseline": {}}, "ü": [0.1]}, reviewed_by="ana", reviewed_at=START, note="waits", status="approved"
    )
    put(store, one)

    assert store.counting().suggestion("a1") == one
    assert list(store.counting().suggestion("a1").parameters) == ["b", "a", "ü"]  # type: ignore[union-attr]
    assert store.counting().suggestions_begun("a") == [one]
    assert store.counting().suggestion("a") is None


def test_suggestions_are_listed_by_agent_and_status_the_newest_first(store: SqlStore) -> None:
    put(store, suggestion("a1"))
    put(store, suggestion("b2", subject="Read", status="rejected", created_at=START + timedelta(hours=1)))
    put(store, suggestion("c3", agent="other", created_at=START + timedelta(hours=2)))
    counting = store.counting()

    assert [one.id for one in counting.suggestions()] == ["c3", "b2", "a1"]
    assert [one.id for one in counting.suggestions("codex")] == ["b2", "a1"]
    assert [one.id for one in counting.suggestions("codex", "pending")] == ["a1"]
    assert [one.id for one in counting.suggestions(limit=1)] == ["c3"]


def test_of_one_kind_and_subject_only_one_is_open(store: SqlStore) -> None:
    put(store, suggestion("a1", status="rejected"))
    put(store, suggestion("b2"))

    with pytest.raises(StoreError):
        put(store, suggestion("c3"))

    put(store, replace(suggestion("b2"), status="applied"))
    put(store, suggestion("c3"))
    assert len(store.counting().suggestions("codex")) == 3


def test_of_eight_that_claim_a_suggestion_one_moves_it(store: SqlStore) -> None:
    put(store, suggestion())

    def move(n: int) -> bool:
        with store.batch():
            if not store.counting().claim("a1", "pending"):
                return False
            put(store, suggestion(status="rejected", reviewed_by=f"person {n}"))
            return True

    assert sum(together(8, move)) == 1


# ── jobs and occasions ──


def test_of_eight_that_find_a_job_due_one_runs_it_the_first_time_and_after(store: SqlStore) -> None:
    counting, later = store.counting(), START + timedelta(days=1)
    assert counting.last_run("evolution:codex") is None

    assert sum(together(8, lambda n: store.counting().claim_run("evolution:codex", None, START + timedelta(seconds=n)))) == 1
    was = counting.last_run("evolution:codex")
    assert was is not None
    assert sum(together(8, lambda n: store.counting().claim_run("evolution:codex", was, later + timedelta(seconds=n)))) == 1
    assert not counting.claim_run("evolution:codex", was, later)


def test_whoever_writes_to_the_ledger_is_known_until_it_has_ended(store: SqlStore) -> None:
    """Where lines can be seen out of order; elsewhere nobody need be known."""
    counting = store.counting()
    with store.batch():
        store.note(Note(verb="observed", item="x", content={}, actor="host", session="s1"), START)
        during = counting.writers()

    assert len(during) == store.is_far
    assert counting.writers() == frozenset()


def test_of_eight_that_read_the_ledger_at_once_each_line_is_read_by_one(store: SqlStore) -> None:
    for n in range(40):
        store.note(Note(verb="observed", item=str(n), content={}, actor="host", session="s1"), START)
    read: list[str] = []

    def count(_: int) -> None:
        counting = store.counting()
        lines: list[Row] = [{}]
        while lines:
            with store.batch():
                lines = counting.ledger_after(counting.position(), 7)
                read.extend(line["item"] for line in lines)
                if lines:
                    counting.move_to(lines[-1]["id"])

    together(8, count)

    assert sorted(read, key=int) == [str(n) for n in range(40)]


def test_occasions_are_kept_by_lesson_and_session(store: SqlStore) -> None:
    row = {"lesson": "r1", "session": "s1", "held": True, "n": 2, "k": 1, "turn": 3, "looked": 3, "erred": 2, "since": START.isoformat()}
    counting = store.counting()
    counting.put_occasions([row, {**row, "session": "s2", "held": False, "since": (START + timedelta(days=1)).isoformat()}])
    counting.put_occasions([{**row, "n": 3}])

    assert [(one.session, one.held, one.n, one.k) for one in counting.occasions("r1", START)] == [("s1", True, 3, 1), ("s2", False, 2, 1)]
    assert [one.session for one in counting.occasions("r1", START + timedelta(hours=1))] == ["s2"]
    assert counting.lessons() == ["r1"]
    assert [kept["turn"] for kept in counting.occasions_in("s1")] == [3]
