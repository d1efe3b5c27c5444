"""Undo and blame, on every store."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.errors import Conflict, StoreError
from habitus.store import ledger, memory
from habitus.store.migrate import schema
from habitus.store.queries import named
from habitus.store.sql import LAST, SqlStore
from habitus.types import Change, Note, Rule
from nouns import START, correction, rule

ID = rule().id


def put(store: SqlStore, after: Rule | None, *, session: str = "s1", verb: str = "learned", minutes: int = 0) -> int:
    change = Change(verb=verb, table="behavioral_rules", item=ID, after=after, actor="user", session=session)
    return store.apply([change], START + timedelta(minutes=minutes))[0]


def undo(store: SqlStore, id: int, *, minutes: int = 0) -> int:
    entry = store.entry(id)
    assert entry is not None
    return ledger.undo(store, entry, actor="operator", now=START + timedelta(minutes=minutes))


def test_undoing_what_was_learned_forgets_it_and_undoing_that_brings_it_back(store: SqlStore) -> None:
    entry = put(store, rule())

    taken_back = undo(store, entry)
    assert store.lessons().rule(ID) is None

    undo(store, taken_back)
    assert store.lessons().rule(ID) == rule()
    assert [e.verb for e in store.entries(changes=True)] == ["undone", "undone", "learned"]
    assert store.entries(changes=True)[0].cause == taken_back


def test_undoing_an_edit_restores_what_stood_there(store: SqlStore) -> None:
    put(store, rule())
    undo(store, put(store, rule("Use yarn.", confidence=0.3)))

    assert store.lessons().rule(ID) == rule()


def test_how_often_a_rule_was_used_is_no_reason_to_refuse_and_is_kept(store: SqlStore) -> None:
    put(store, rule())
    edit = put(store, rule("Use yarn."))
    store.note(Note(verb="injected", item="s1", content={"lessons": [ID]}, actor="habitus", session="s1"), START)
    store.lessons().count_applied(LAST)

    undo(store, edit)

    kept = store.lessons().rule(ID)
    assert kept is not None
    assert (kept.text, kept.times_applied) == (rule().text, 1)


def test_what_was_changed_since_is_not_overwritten(store: SqlStore) -> None:
    first = put(store, rule())
    second = put(store, rule("Use yarn."))

    with pytest.raises(Conflict, match=f"undo {second} first"):
        undo(store, first)

    assert store.lessons().rule(ID) == rule("Use yarn.")


def test_what_was_undone_already_is_told_so_and_not_to_undo_the_undo(store: SqlStore) -> None:
    put(store, rule())
    gone = put(store, None, verb="deleted")
    back = undo(store, gone)

    with pytest.raises(Conflict, match=f"entry {gone} was taken back already, by entry {back}") as refused:
        undo(store, gone)

    assert refused.value.line == back
    assert store.lessons().rule(ID) == rule()


def test_an_observation_cannot_be_undone(store: SqlStore) -> None:
    id = store.note(Note(verb="observed", item="s1:1", content={}, actor="host", session="s1"), START)

    with pytest.raises(StoreError, match="nothing to take back"):
        undo(store, id)


def test_a_session_is_taken_back_whole(store: SqlStore) -> None:
    queued = Change(verb="queued", table="pending", item="k1", after=correction(), actor="detector", session="s1")
    gone = Change(verb="learned from", table="pending", item="k1", after=None, actor="learner", session="s1")
    store.apply([queued], START)
    put(store, rule())
    store.apply([gone], START)
    other = Change(verb="learned", table="pending", item="k2", after=correction(id="k2"), actor="detector", session="s2")
    store.apply([other], START)

    ledger.undo_many(store, list(ledger.changes(store, session="s1")), actor="operator", now=START)

    assert store.lessons().rule(ID) is None
    assert store.get("pending", "k1") is None
    assert store.get("pending", "k2") is not None


def test_everything_since_a_time_is_taken_back_undos_included(store: SqlStore) -> None:
    put(store, rule())
    put(store, rule("Use yarn."), minutes=5)
    undo(store, put(store, None, verb="deleted", minutes=6))

    ledger.undo_many(store, list(ledger.changes(store, since=START + timedelta(minutes=1))), actor="operator", now=START)

    assert store.lessons().rule(ID) == rule()


def test_one_refusal_takes_nothing_back(store: SqlStore) -> None:
    put(store, rule(), session="s1")
    put(store, rule("Use yarn."), session="s2")
    both = Change(verb="queued", table="pending", item="k1", after=correction(), actor="detector", session="s1")
    store.apply([both], START)

    with pytest.raises(Conflict):
        ledger.undo_many(store, list(ledger.changes(store, session="s1")), actor="operator", now=START)

    assert store.get("pending", "k1") is not None


def test_the_ledger_cannot_be_rewritten(store: SqlStore) -> None:
    put(store, rule())

    for sql in ("UPDATE ledger SET verb = 'x'", "DELETE FROM ledger"):
        store.database._sql = {**store.database._sql, "tamper": sql}  # type: ignore[attr-defined]
        with pytest.raises(StoreError, match="append-only"):
            store.database.change("tamper", {})


def test_blame_says_what_was_in_force_at_each_call(store: SqlStore) -> None:
    put(store, rule(), session="s1")
    verdict = {"rule": "read_before_edit", "action": "warn", "when": "pre_tool", "message": "Read it first."}
    judged = {"tool": "Edit", "ruling": "allow", "verdicts": [verdict]}
    store.note(Note(verb="judged", item="c0", content={**judged, "verdicts": []}, actor="rules", session="s2"), START)
    store.note(
        Note(verb="injected", item="s2", content={"lessons": [ID], "text": "• …", "tokens": 5}, actor="habitus", session="s2"), START
    )
    store.note(Note(verb="judged", item="c1", content=judged, actor="rules", session="s2"), START)
    put(store, rule("Use yarn."), session="s1")

    before, after = ledger.blame(store, "s2")

    assert before.guidance is None
    assert after.did["verdicts"] == [verdict]
    assert after.lessons[0]["text"] == rule().text
    assert after.lessons[0]["said"] == "no, use pnpm instead of npm"
    assert [*ledger.blame(store, "s2", "c1")] == [after]
    assert [*ledger.blame(store, "s3")] == []


TEXTS = st.one_of(st.none(), st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=2000))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, min_size=1, max_size=8), st.integers(0, 7))
def test_applying_and_then_undoing_restores_the_row(texts: list[str | None], keep: int) -> None:
    store = memory()
    states = [store.get("behavioral_rules", ID)]
    ids = []
    for text in texts:
        ids.append(put(store, None if text is None else rule(text)))
        states.append(store.get("behavioral_rules", ID))
    place = min(keep, len(ids) - 1)

    entries = [e for e in store.entries(changes=True, limit=100) if e.id >= ids[place]]
    ledger.undo_many(store, entries, actor="operator", now=START)

    assert store.get("behavioral_rules", ID) == states[place]
    store.close()


def test_what_another_session_said_too_is_not_taken_back_with_the_first(store: SqlStore) -> None:
    put(store, rule())
    put(store, rule(confidence=0.9), session="s2", verb="reinforced", minutes=1)
    entries = list(ledger.changes(store, session="s1"))

    assert ledger.shared(store, entries, "s1") == entries
    assert ledger.shared(store, list(ledger.changes(store, session="s2")), "s2") == []


def test_since_begins_at_the_first_line_of_that_time_wherever_it_falls(store: SqlStore) -> None:
    for minute in range(40):
        for n in range(3):
            store.note(Note(verb="tried", item=f"{minute}.{n}", content={}, actor="test"), START + timedelta(minutes=minute))

    for minute in range(40):
        found = store.entries(since=START + timedelta(minutes=minute), limit=1000)
        assert len(found) == 3 * (40 - minute)
        assert found[-1].item == f"{minute}.0"
    assert store.entries(since=START + timedelta(minutes=40)) == []


def test_since_finds_what_a_clock_wrote_that_ran_ahead_for_a_moment(store: SqlStore) -> None:
    early, late = START, START + timedelta(hours=2)
    lines = [store.note(Note(verb="tried", item=str(n), content={}, actor="test"), late if n in (4, 5) else early) for n in range(40)]

    assert [one.id for one in store.entries(since=late, limit=1000)] == lines[:3:-1]


def test_an_item_in_a_session_is_found_behind_newer_lines_of_others(store: SqlStore) -> None:
    first = [put(store, rule(f"Use pnpm {n}."), session="s1") for n in range(10)]
    for n in range(20):
        put(store, rule(f"Use yarn {n}."), session="s2")
    store.note(Note(verb="asked about", item=ID, content={}, actor="test", session="s1"), START)

    changed = store.entries(item=ID, session="s1", changes=True, limit=5)
    everything = store.entries(item=ID, session="s1", limit=5)

    assert [one.id for one in changed] == first[:-6:-1]
    assert [one.verb for one in everything] == ["asked about", *["learned"] * 4]
    assert [one.id for one in store.entries(item=ID, session="s1", before_id=first[5], limit=50)] == first[4::-1]


def test_what_changed_nothing_is_found_by_its_session(store: SqlStore) -> None:
    for session in ("s1", "s2"):
        for n in range(3):
            store.note(Note(verb="judged", item=f"c{n}", content={}, actor="rules", session=session), START)

    (found,) = store.entries(item="c1", session="s1", limit=1)

    assert (found.item, found.session) == ("c1", "s1")
    assert store.entries(item="c1", session="s1", verb="settled") == []
    assert store.entries(item="c1", session="s1", changes=True) == []


def test_what_was_said_of_some_items_comes_with_its_contents(store: SqlStore) -> None:
    for minute, (verb, item) in enumerate([("judged", "c1"), ("injected", "s1"), ("judged", "c2"), ("settled", "c2"), ("injected", "s1")]):
        for session in ("s1", "s2"):
            note = Note(verb=verb, item=item, content={"text": f"{minute} " * 1000}, actor="test", session=session)
            store.note(note, START + timedelta(minutes=minute))

    alone = store.said("s1", ["c2"])
    page = store.said("s1", ["c1"], (START, START + timedelta(minutes=4)))

    assert [(one.verb, one.item, one.session) for one in alone] == [("judged", "c2", "s1"), ("settled", "c2", "s1")]
    assert [(one.verb, store.content(one.after)["text"][0]) for one in page] == [("judged", "0"), ("injected", "1")]
    assert not any((one.after or "").startswith("sha256:") for one in alone + page)
    assert [one.verb for one in store.story("s1", alone[0].id)] == ["settled", "injected"]
    assert list(store.story("s1")) == store.entries(session="s1")[::-1]


def test_a_time_and_a_line_both_hold(store: SqlStore) -> None:
    lines = [store.note(Note(verb="tried", item=str(n), content={}, actor="test"), START + timedelta(minutes=n)) for n in range(10)]

    late, early = START + timedelta(minutes=7), START + timedelta(minutes=2)

    assert [one.id for one in store.entries(since=early, after_id=lines[6])] == lines[:6:-1]
    assert [one.id for one in store.entries(since=late, after_id=lines[1])] == lines[:6:-1]


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("ledger_recent", "PRIMARY KEY"),
        ("ledger_changes", "ledger_changes"),
        ("ledger_of_session", "ledger_session"),
        ("ledger_of_item", "ledger_item"),
        ("ledger_story", "ledger_session"),
        ("ledger_said", "ledger_session"),
    ],
)
def test_the_ledger_is_read_by_an_index_and_never_sorted(query: str, index: str) -> None:
    values = {"session": "s1", "item": ID, "verb": "", "first": 0, "before_id": 9, "changes": False, "limit": 5}
    values |= {"after": 0, "items": "[]", "since": "", "until": ""}
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(schema("sqlite"))
        plan = " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {named()[query]}", values))

    assert index in plan
    assert "SEARCH" in plan
    assert "B-TREE" not in plan
