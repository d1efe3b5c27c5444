"""Many at once is the same as one by one."""

from datetime import timedelta

from habitus.store.sql import SqlStore
from habitus.types import Change, Note, Proposal, Told
from nouns import START, rule, user

IDS = [f"{n:08d}-0000-4000-8000-000000000000" for n in range(3)]


def changed(store: SqlStore) -> list[int]:
    long = [rule("Very long. " * 300, id=id, created_at=START) for id in IDS]
    made = [Change(verb="learned", table="behavioral_rules", item=one.id, after=one, actor="me", session="s") for one in long]
    waits = Proposal(id="p1", kind="rule", title="t", reason="r", body={}, created_at=START)
    return store.apply([*made, Change(verb="proposed", table="proposals", item="p1", after=waits, actor="me")], START)


def test_lines_and_their_contents_are_those_of_each(store: SqlStore) -> None:
    ids = changed(store)

    found = store.many().entries([*ids, 10**9])
    contents = store.many().contents([one.after for one in found.values()] + [None])

    assert found == {id: store.entry(id) for id in ids}
    assert contents == {None: None} | {one.after: store.content(one.after) for one in found.values()}
    assert (store.many().entries([]), store.many().contents([])) == ({}, {})


def test_the_last_change_of_each_and_what_was_taken_back(store: SqlStore) -> None:
    ids = changed(store)
    gone = Change(verb="undone", table="behavioral_rules", item=IDS[1], after=None, actor="me", cause=ids[1])
    (last,) = store.apply([gone], START)

    assert {item: one.id for item, one in store.many().latest([*IDS, "p1", "x"]).items()} == dict(zip([*IDS, "p1"], ids, strict=True)) | {
        IDS[1]: last
    }
    assert [one.id for one in store.many().undone(IDS, ids[0])] == [last]
    assert store.many().undone(IDS, last) == []


def test_what_stands_close_behind_a_line_is_found_once(store: SqlStore) -> None:
    ids = changed(store)
    lines = [store.note(Note(verb=verb, item="x", content={}, actor="me", session=""), START) for verb in ("answered", "other", "answered")]

    assert [one.id for one in store.many().behind(ids, "answered", 500)] == [lines[0], lines[2]]
    assert store.many().behind([ids[0]], "answered", 3) == []


def test_the_last_reason_of_each_that_failed(store: SqlStore) -> None:
    said = [
        ("failed", "a", "s1"),
        ("failed", "b", "s1"),
        ("failed", "a", "s1"),
        ("tried", "a", "s1"),
        ("failed", "b", "s2"),
        ("failed", "c", "s2"),
    ]
    lines = [store.note(Note(verb=verb, item=item, content={}, actor="me", session=session), START) for verb, item, session in said]

    found = store.many().failed(["a", "b", "x"], ["s1"])

    assert {item: one.id for item, one in found.items()} == {"a": lines[2], "b": lines[1]}
    assert store.many().failed(["a"], []) == {} == store.many().failed([], ["s1"])


def test_what_is_there_and_in_which_state(store: SqlStore) -> None:
    changed(store)

    asked = [
        ("behavioral_rules", IDS[0]),
        ("behavioral_rules", "99999999-0000-4000-8000-000000000000"),
        ("proposals", "p1"),
        ("agents", "x"),
    ]
    assert store.many().there(asked) == {("behavioral_rules", IDS[0]): "", ("proposals", "p1"): ""}
    assert store.many().there([]) == {}


def test_whose_sessions_they_are(store: SqlStore) -> None:
    for id in ("a", "b"):
        note = Note(verb="observed", item="", content={}, actor="host", session=id)
        store.append(Told(1, user("hello", session=id)), now=START, note=note)

    assert store.many().sessions(["a", "b", "c"]) == {id: store.opened(id) for id in ("a", "b")}


def test_what_a_person_has_to_do_is_counted_as_with_all_the_rest(store: SqlStore) -> None:
    changed(store)

    waiting = store.database.run("counts_waiting", {})[0]

    assert waiting == {name: store.counts()[name] for name in ("dead", "inbox", "undelivered")} == {"dead": 0, "inbox": 1, "undelivered": 0}


def test_events_are_found_by_their_places(store: SqlStore) -> None:
    note = Note(verb="observed", item="x", content={}, actor="host", session="s1")
    for n in (1, 2, 3):
        store.append(Told(n, user(f"message {n}", key=f"k{n}"), fired=("a", "b")), now=START, note=note)

    assert store.many().events([("s1", 3), ("s1", 1), ("s1", 9), ("other", 2)]) == {
        ("s1", told.seq): told for told in store.events("s1") if told.seq != 2
    }
    assert store.many().events([]) == {}


def test_how_far_the_clock_had_come_wherever_it_was_set_back_to(store: SqlStore) -> None:
    times = [START + timedelta(minutes=minute, microseconds=part) for minute, part in ((0, 0), (10, 0), (5, 0), (10, 1))]
    note = Note(verb="observed", item="s1", content={}, actor="host", session="s1")
    store.extend([Told(seq, user("hi", key=f"{seq}", at=at)) for seq, at in enumerate(times, 1)], [note], START)

    assert [store.many().furthest("s1", seq) for seq in (1, 2, 3, 4)] == [times[0], times[1], times[1], times[3]]
