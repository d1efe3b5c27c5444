"""Lessons are found by their words, on every store; what is changed by hand is found again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from habitus.store.sql import SqlStore
from habitus.types import Change, Example, Proposal, Rule, Scope
from nouns import START, rule

HERE = Scope(level="project", name="/w")


def put(store: SqlStore, *lessons: Any, table: str = "behavioral_rules") -> None:
    store.apply([Change(verb="learned", table=table, item=one.id, after=one, actor="user") for one in lessons], START)


def numbered(n: int, **rest: Any) -> Rule:
    return rule(f"Use pnpm for package{n}.", id=f"{n:08}-0000-8000-a000-000000000000", created_at=START + timedelta(minutes=n), **rest)


def test_a_rule_is_found_by_its_words_and_where_it_holds(store: SqlStore) -> None:
    put(store, numbered(1), numbered(2, scope=HERE))

    assert set(store.about("rule", ["pnpm"], ["global"])) == {numbered(1).id}
    assert set(store.about("rule", ["pnpm"], ["global", "project:/w"])) == {numbered(1).id, numbered(2).id}
    assert store.about("rule", ["pnpm", "package1"], ["global"]) == {numbered(1).id: ["pnpm", "package1"]}
    assert store.about("rule", ["cargo"], ["global"]) == {}
    assert store.about("rule", [], ["global"]) == {}


def test_a_common_word_brings_the_newest_and_not_all(store: SqlStore) -> None:
    put(store, *(numbered(n) for n in range(200)))

    found = store.about("rule", ["pnpm"], ["global"])

    assert 30 <= len(found) < 40
    assert numbered(199).id in found
    assert numbered(0).id not in found


def test_a_rule_that_no_longer_holds_is_not_found(store: SqlStore) -> None:
    put(store, numbered(1))
    put(store, numbered(1, state="retired"))

    assert store.about("rule", ["pnpm"], ["global"]) == {}

    put(store, numbered(1))
    store.apply([Change(verb="deleted", table="behavioral_rules", item=numbered(1).id, after=None, actor="user")], START)

    assert store.about("rule", ["pnpm"], ["global"]) == {}


def test_a_check_is_found_by_the_tool_it_looks_at(store: SqlStore) -> None:
    put(store, numbered(1, check={"trigger": ["Bash", "database.query"], "condition": {}}), numbered(2, check={"trigger": "edit"}))

    assert set(store.about("check", ["bash"], ["global"])) == {numbered(1).id}
    assert set(store.about("check", ["query"], ["global"])) == {numbered(1).id}
    assert set(store.about("check", ["edit"], ["global"])) == {numbered(2).id}
    kept = store.lessons().rule(numbered(1).id)
    assert kept is not None
    assert kept.check == {"trigger": ["Bash", "database.query"], "condition": {}}


def test_the_newest_and_the_strongest_stand(store: SqlStore) -> None:
    strong = replace(numbered(0), confidence=0.99)
    put(store, strong, *(numbered(n) for n in range(1, 50)), numbered(60, scope=HERE))

    standing = {one.id for one in store.lessons().standing(["global"], 3)}

    assert strong.id in standing
    assert numbered(49).id in standing
    assert len(standing) <= 6
    assert numbered(60).id in {one.id for one in store.lessons().standing(["global", "project:/w"], 3)}


def test_rules_are_listed_newest_first_by_a_word_and_begun(store: SqlStore) -> None:
    put(store, numbered(1), numbered(2), numbered(3, state="retired"))

    assert [one.id for one in store.lessons().rules()] == [numbered(2).id, numbered(1).id]
    assert [one.id for one in store.lessons().rules(active=False, word="PACKAGE3")] == [numbered(3).id]
    assert store.lessons().rules(word="100%") == []
    assert [one.id for one in store.lessons().rules_begun("00000002")] == [numbered(2).id]
    assert store.lessons().rules_of([numbered(1).id, numbered(2).id, "00000000-0000-8000-a000-00000000ffff"]) != []


def test_examples_are_found_by_their_task_and_stand_by_use(store: SqlStore) -> None:
    first = Example(id="e1", request="add the zod package", calls="pnpm add zod", outcome="positive", scope=Scope())
    second = replace(first, id="e2", request="add the lodash package", use_count=3)
    put(store, first, second, table="learning_examples")

    assert set(store.about("positive", ["zod"], ["global"])) == {"e1"}
    assert store.about("negative", ["zod"], ["global"]) == {}
    assert [one.id for one in store.lessons().examples()] == ["e2", "e1"]
    assert store.lessons().examples_of(["e1", "e2"]) == [second, first]
    assert store.overflow("learning_examples", 1) == ["e1"]


def test_a_proposal_is_answered_once(store: SqlStore) -> None:
    asked = Proposal(id="c1", kind="conflict", title="t", reason="r", body={"new": "a"}, created_at=START)
    put(store, asked, table="proposals")

    assert store.lessons().proposal("c1") == asked
    assert store.lessons().proposals() == [asked]
    assert store.lessons().proposals(kind="rule") == []
    assert store.lessons().claim_proposal("c1")
    put(store, replace(asked, state="approved", answered_at=START, answered_by="me"), table="proposals")
    assert not store.lessons().claim_proposal("c1")
    assert store.lessons().proposals() == []


def test_a_bookmark_is_kept_and_moved(store: SqlStore) -> None:
    row = {"id": "/t.jsonl", "mark": "m", "position": 10, "carried": "", "read_at": START.isoformat()}
    store.past().keep_reading(row)
    store.past().keep_reading({**row, "position": 20})

    found = store.past().reading("/t.jsonl")
    assert found is not None
    assert found["position"] == 20
    assert store.past().reading("/other") is None


def test_lessons_are_listed_anew_when_words_mean_something_else(store: SqlStore) -> None:
    """As after an upgrade: the index is of another version, and holds what words meant then."""
    put(store, numbered(1), numbered(2, check={"trigger": "bash"}))
    put(store, Example(id="e1", request="add the zod package", calls="x", outcome="positive", scope=Scope()), table="learning_examples")
    store.about("rule", ["pnpm"], ["global"])
    later = SqlStore(store.database)
    with store.database.transaction():
        store.database.change("terms_forget", {})
        store.database.change("terms_put", {"kind": "rule", "scope": "global", "term": "old", "at": "", "lesson": numbered(1).id})
        store.database.change("meta_set", {"key": "terms", "value": 0})

    assert later.about("rule", ["old"], ["global"]) == {}
    assert set(later.about("rule", ["pnpm"], ["global"])) == {numbered(1).id, numbered(2).id}
    assert set(later.about("check", ["bash"], ["global"])) == {numbered(2).id}
    assert set(later.about("positive", ["zod"], ["global"])) == {"e1"}
