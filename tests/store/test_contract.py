"""What every store promises."""

import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from habitus.store.sql import LAST, SqlStore
from habitus.types import AgentText, Behind, Change, Event, ModelCall, Note, SessionEnd, Told, ToolCall, ToolResult, TurnStart, UserMessage
from nouns import START, call, result, rule, user

MOMENT: dict[str, Any] = {"session": "s1", "at": START}
EVENTS: list[Event] = [
    UserMessage(**MOMENT, text="añade «lodash» 📦", agent="claude-code", workspace="/w"),
    AgentText(**MOMENT, text="ok\nline two"),
    ToolCall(**MOMENT, id="c1", tool="Bash", args={"command": "npm i", "n": 1, "deep": [{"a": None}]}, batch="m1", key="call:c1"),
    ToolResult(**MOMENT, id="c1", result={"stdout": "x" * 5000}, key="result:c1"),
    ToolResult(**MOMENT, id="c2", error="boom", key="result:c2"),
    TurnStart(**MOMENT),
    SessionEnd(**MOMENT, reason="logout"),
]


def note(verb: str = "observed", item: str = "s1:1") -> Note:
    return Note(verb=verb, item=item, content={}, actor="host", session="s1")


def learned(store: SqlStore, text: str = "Use pnpm instead of npm.") -> int:
    change = Change(verb="learned", table="behavioral_rules", item=rule().id, after=rule(text), actor="user", session="s1")
    return store.apply([change], START)[0]


def test_events_come_back_as_they_were_told_in_their_order(store: SqlStore) -> None:
    for place, event in enumerate(EVENTS, 1):
        assert store.append(Told(place, event, blocked=place == 3), now=START, note=note())

    told = list(store.events("s1"))

    assert [one.seq for one in told] == list(range(1, len(EVENTS) + 1))
    assert [replace(one.event, key=original.key) for one, original in zip(told, EVENTS, strict=True)] == EVENTS
    assert [one.blocked for one in told] == [place == 3 for place in range(1, len(EVENTS) + 1)]
    assert [one.seq for one in store.events("s1", after=5)] == [6, 7]
    assert list(store.events("nobody")) == []


def test_a_long_history_comes_page_by_page(store: SqlStore) -> None:
    with store.batch():
        for place in range(1, 2102):
            store.append(Told(place, user(str(place))), now=START, note=note())

    assert [one.seq for one in store.events("s1", after=50)] == list(range(51, 2102))


def test_whoever_reads_aside_waits_for_nobody_who_writes_and_sees_what_was_kept(store: SqlStore) -> None:
    """In memory there is one connection, and nobody who serves others has such a store."""
    learned(store, "Use pnpm instead of npm.")
    seen: list[str] = []

    def read() -> None:
        with store.aside():
            seen.append(store.lessons().rules()[0].text)

    with store.batch():
        learned(store, "Use yarn instead of npm.")
        if store.where != ":memory:":
            beside = threading.Thread(target=read)
            beside.start()
            beside.join(20)
            assert seen == ["Use pnpm instead of npm."]
        read()
    read()

    assert seen[-2:] == ["Use yarn instead of npm."] * 2


def test_what_is_written_is_written_in_the_midst_of_reading_aside(store: SqlStore) -> None:
    with store.aside():
        learned(store)
        assert [one.text for one in store.lessons().rules()] == ["Use pnpm instead of npm."]


def test_a_moment_told_twice_is_kept_once(store: SqlStore) -> None:
    assert store.append(Told(1, call("Bash")), now=START, note=note())

    assert not store.append(Told(2, call("Bash")), now=START, note=note())

    assert len(list(store.events("s1"))) == 1
    assert len(store.entries()) == 1


def test_a_place_that_is_taken_says_so_and_writes_nothing(store: SqlStore) -> None:
    store.append(Told(1, user("one")), now=START, note=note())

    with pytest.raises(Behind):
        store.append(Told(1, user("two", key="other")), now=START, note=note())

    assert [one.event for one in store.events("s1")] == [user("one", key="#1")]
    assert len(store.entries()) == 1


def test_many_events_at_once_come_back_as_they_were_told(store: SqlStore) -> None:
    events = [replace(event, key=f"k{n}") for n, event in enumerate(EVENTS * 15)]

    store.extend([Told(place, event) for place, event in enumerate(events, 1)], [note(), note(item="s1:2")], START)

    assert list(store.events("s1")) == [Told(place, event) for place, event in enumerate(events, 1)]
    assert [entry.item for entry in store.entries()] == ["s1:2", "s1:1"]


@pytest.mark.parametrize("taken", [1, 40, 99])
def test_of_many_events_none_is_kept_where_one_place_is_taken(store: SqlStore, taken: int) -> None:
    store.append(Told(taken, user("first")), now=START, note=note())

    with pytest.raises(Behind):
        store.extend([Told(place, user(str(place))) for place in range(1, 100)], [note()], START)

    assert [one.seq for one in store.events("s1")] == [taken]
    assert len(store.entries()) == 1


def test_a_snapshot_is_of_the_place_before_its_event_and_only_moves_forward(store: SqlStore) -> None:
    assert store.snapshot("s1") is None
    for place in (1, 2, 3):
        store.append(Told(place, user(str(place))), now=START, note=note(), snapshot="state " * 1000 if place == 3 else None)

    assert store.snapshot("s1") == (2, "state " * 1000)

    store.append(Told(4, user("4")), now=START, note=note(), snapshot="newer")
    assert store.snapshot("s1") == (3, "newer")


def test_a_rule_comes_back_as_it_was_kept(store: SqlStore) -> None:
    kept = rule(skill_poison="npm install", fewshot_user="añade x", fewshot_assistant="pnpm add x", last_used=START, lang="es")
    store.apply([Change(verb="learned", table="behavioral_rules", item=kept.id, after=kept, actor="user")], START)

    assert store.lessons().rule(kept.id) == kept
    assert store.lessons().rules() == [kept]
    assert store.lessons().rule("00000000-0000-8000-a000-000000000000") is None


def test_a_change_is_noted_with_what_stood_there_before(store: SqlStore) -> None:
    learned(store)
    learned(store, "Use yarn.")

    newest, oldest = store.entries()

    assert store.content(oldest.before) is None
    assert store.content(newest.before)["description"] == rule().text
    assert store.content(newest.after)["description"] == "Use yarn."
    assert (newest.table, newest.item, newest.actor, newest.session) == ("behavioral_rules", rule().id, "user", "s1")


def test_changes_are_all_written_or_none(store: SqlStore) -> None:
    good = Change(verb="learned", table="behavioral_rules", item=rule().id, after=rule(), actor="user")
    bad = Change(verb="learned", table="behavioral_rules", item="x", after={"id": rule().id}, actor="user")

    with pytest.raises(Exception):  # noqa: B017 - whatever the database says of a row without its columns
        store.apply([good, bad], START)

    assert store.lessons().rules() == []
    assert store.entries() == []


def test_a_batch_that_fails_leaves_nothing(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError), store.batch():
        store.append(Told(1, user("one")), now=START, note=note())
        learned(store)
        raise ZeroDivisionError

    assert list(store.events("s1")) == []
    assert store.lessons().rules() == []


def test_the_version_rises_with_every_change_to_a_lesson_and_with_nothing_else(store: SqlStore) -> None:
    seen = [store.versions().lessons]
    store.append(Told(1, user("one")), now=START, note=note())
    assert store.versions().lessons == seen[-1]
    for change in (rule(), rule("Use yarn."), None):
        store.apply([Change(verb="x", table="behavioral_rules", item=rule().id, after=change, actor="user")], START)
        seen.append(store.versions().lessons)
    assert seen == sorted(set(seen))


def test_injections_are_counted_once(store: SqlStore) -> None:
    learned(store)
    version = store.versions().lessons
    for _ in range(3):
        store.note(Note(verb="injected", item="s1", content={"lessons": [rule().id]}, actor="habitus", session="s1"), START)

    assert (store.lessons().count_applied(LAST), store.lessons().count_applied(LAST)) == (3, 0)

    kept = store.lessons().rule(rule().id)
    assert kept is not None
    assert (kept.times_applied, kept.last_used) == (3, START)
    assert store.versions().lessons == version


def test_the_ledger_can_be_narrowed(store: SqlStore) -> None:
    store.append(Told(1, user("one")), now=START, note=note())
    learned(store)
    store.note(Note(verb="injected", item="s2", content={"lessons": []}, actor="habitus", session="s2"), START + timedelta(hours=1))

    assert [e.verb for e in store.entries()] == ["injected", "learned", "observed"]
    assert [e.verb for e in store.entries(changes=True)] == ["learned"]
    assert [e.verb for e in store.entries(session="s2")] == ["injected"]
    assert [e.verb for e in store.entries(verb="observed")] == ["observed"]
    assert [e.verb for e in store.entries(item=rule().id)] == ["learned"]
    assert [e.verb for e in store.entries(since=START + timedelta(minutes=1))] == ["injected"]
    assert [e.verb for e in store.entries(limit=1, before_id=store.entries()[0].id)] == ["learned"]
    assert store.entry(store.entries()[0].id) == store.entries()[0]
    assert store.entry(999) is None


def test_large_contents_are_stored_once_by_their_hash(store: SqlStore) -> None:
    text = "long " * 1000
    for place, id in enumerate(("c1", "c2"), 1):
        store.append(Told(place, result(id, result=text)), now=START, note=note())

    first, second = (told.event for told in store.events("s1"))

    assert isinstance(first, ToolResult)
    assert isinstance(second, ToolResult)
    assert first.result == second.result == text
    assert store.counts()["events"] == 2


def test_model_calls_add_up_from_a_time_on(store: SqlStore) -> None:
    for at, cost in ((START - timedelta(days=1), 5.0), (START, 0.25), (START, None)):
        store.meter(ModelCall(at=at, model="m", purpose="rule", item="k1", input_tokens=10, output_tokens=5, cost=cost))

    assert store.spent(START) == (30, 0.25)


def test_what_the_agent_spends_is_counted_beside_all_else(store: SqlStore) -> None:
    for purpose, cost in (("rule", 0.25), ("agent", 1.0), ("agent", None)):
        store.meter(ModelCall(at=START, model="m", purpose=purpose, item="k1", input_tokens=10, output_tokens=5, cost=cost))

    assert store.spent(START, only="agent") == (30, 1.0)
    assert store.spent(START, but="agent") == (15, 0.25)
    assert store.spent(START) == (45, 1.25)


def test_sessions_are_listed_with_their_last_event(store: SqlStore) -> None:
    store.append(Told(1, user("one", agent="codex", workspace="/w")), now=START, note=note())
    store.append(Told(2, SessionEnd(session="s1", at=START + timedelta(hours=1))), now=START, note=note())

    (found,) = store.past().recent()

    assert (found["id"], found["agent"], found["workspace"], found["events"]) == ("s1", "codex", "/w", 2)
    assert found["ended_at"] == found["last_at"] == (START + timedelta(hours=1)).isoformat()


def test_a_call_of_a_tool_without_a_name_is_read_back(store: SqlStore) -> None:
    nameless = replace(call("x", id="c1"), tool="")
    store.append(Told(1, nameless), now=START, note=Note(verb="judged", item="c1", content={}, actor="host", session=nameless.session))

    (told,) = store.events(nameless.session)

    assert told.event == replace(nameless, key=told.event.key)
