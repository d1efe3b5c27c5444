"""Long lists: walked page by page, every row comes once, whatever is added or taken away on the way."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.store import lesson_rows, queue
from habitus.store.counting import suggestion_row
from habitus.store.listing import ORDERS
from habitus.store.shelf import skill_row
from habitus.store.sql import SqlStore
from habitus.store.sqlite import Sqlite
from habitus.types import (
    Approval,
    Change,
    Example,
    Knowledge,
    Learning,
    Listed,
    Misplaced,
    Note,
    Origin,
    Place,
    Proposal,
    Scope,
    Skill,
    Suggestion,
    Triple,
)
from habitus.types import Told as Moment
from nouns import START, call, correction, rule, user

RULE = "11111111-0000-4000-8000-000000000000"
FAR = START + timedelta(days=1000)
NUMBERS = count(1)
"""Of ids: no two rows of a test are the same."""


def at(rank: int) -> datetime:
    return START + timedelta(seconds=rank)


class Long(NamedTuple):
    """A list of the store: where its rows are, what a row of some rank looks like, and how it is read."""

    table: str
    made: Callable[[str, int], Any]
    read: Callable[[SqlStore, Place | None, int], Listed[Any]]


KEPT: dict[str, Any] = {"origin": Origin(speaker="user"), "scope": Scope(), "confidence": 0.8}


def learning(id: str, rank: int) -> Learning:
    return Learning(
        id=id, tool="Bash", pattern=id, category="tool_error", text="x", created_at=START, updated_at=at(rank % 2), occurrences=rank, **KEPT
    )


def skill(slug: str, **about: Any) -> dict[str, Any]:
    plain = {"name": "n", "description": "d", "version": 1, "owner": "ana", "digest": "x", "size": 1}
    return skill_row(Skill(slug=slug, frontmatter={}, accepted={}, created_at=START, updated_at=START, **{**plain, **about}))


LISTS = {
    "rules_listed": Long(
        "behavioral_rules",
        lambda id, rank: rule(id, id=id, created_at=at(rank)),
        lambda store, after, n: store.lessons().rules(limit=n, after=after),
    ),
    "proposals_listed": Long(
        "proposals",
        lambda id, rank: Proposal(id=id, kind="rule", title="t", reason="r", body={}, created_at=at(rank)),
        lambda store, after, n: store.lessons().proposals(limit=n, after=after),
    ),
    "suggestions_listed": Long(
        "suggestions",
        lambda id, rank: suggestion_row(
            Suggestion(kind="rule_never_helps", subject=id, sentence="s", evidence={}, parameters={}, id=id, created_at=at(rank))
        ),
        lambda store, after, n: store.counting().suggestions(limit=n, after=after),
    ),
    "knowledge_listed": Long(
        "knowledge",
        lambda id, rank: Knowledge(id=id, key=id, kind="fact", text="x", created_at=at(rank), **KEPT),
        lambda store, after, n: store.lessons().knowledge(n, after=after),
    ),
    "learnings_listed": Long("learnings", learning, lambda store, after, n: store.lessons().learnings(limit=n, after=after)),
    "learnings_common": Long("learnings", learning, lambda store, after, n: store.lessons().learnings(common=True, limit=n, after=after)),
    "examples_listed": Long(
        "learning_examples",
        lambda id, rank: Example(id=id, request="x", calls="y", outcome="positive", scope=Scope(), use_count=rank),
        lambda store, after, n: store.lessons().examples(limit=n, after=after),
    ),
    "approvals_in_state": Long(
        "approvals",
        lambda id, rank: Approval(
            id=id, session="s", call_hash=id, tool="t", args={}, reason="r", state="pending", asked_at=at(rank), expires_at=FAR
        ),
        lambda store, after, n: store.approvals("pending", START, n, after=after),
    ),
    "sessions_found": Long(
        "", lambda id, rank: user("hello", session=id, at=at(rank)), lambda store, after, n: store.past().found(n, after=after)[0]
    ),
    "sessions_looked": Long(
        "",
        lambda id, rank: user("hello", session=id, at=at(rank)),
        lambda store, after, n: store.past().found(n, looked=n, word="hello", after=after)[0],
    ),
    "strategies_listed": Long(
        "strategies",
        lambda id, rank: {
            "id": id,
            "agent": "bot",
            "pattern": id,
            "successful_action": "a",
            "success_rate": 0.5,
            "tried": 2.0,
            "worked": 1.0,
            "lesson": "",
            "last_updated": at(rank).isoformat(),
        },
        lambda store, after, n: store.strategies("bot", n, after),
    ),
    "skills_listed": Long(
        "skills",
        lambda id, rank: skill(id, version=rank),
        lambda store, after, n: store.shelf().skills(limit=n, after=after),
    ),
    "agents_listed": Long(
        "agents",
        lambda id, rank: {"id": id, "kind": "open", "other_config": "{}", "created_at": at(rank).isoformat()},
        lambda store, after, n: store.shelf().agents_listed(n, after=after),
    ),
    "triples_listed": Long(
        "triples",
        lambda id, rank: {
            "id": id,
            "subject": id,
            "predicate": "causedBy",
            "object": "tool:Bash",
            "weight": 1.0,
            "times": 1,
            "origin": "",
            "at": at(rank).isoformat(),
        },
        lambda store, after, n: store.many().triples(n, after),
    ),
    "pending_listed": Long(
        "pending",
        lambda id, rank: lesson_rows.pending_row(replace(correction("no"), id=id, at=at(rank)), state="dead"),
        lambda store, after, n: queue.dead(store, n, after),
    ),
    "sessions_listed": Long(
        "", lambda id, rank: user("hello", session=id, at=at(rank)), lambda store, after, n: store.past().listed(n, after=after)
    ),
}


NAMED: dict[type, str] = {Skill: "slug", Triple: "subject"}


def test_every_list_is_walked() -> None:
    assert set(LISTS) == set(ORDERS)


def put(store: SqlStore, long: Long, rank: int) -> str:
    id = f"{next(NUMBERS):08d}-0000-4000-8000-000000000000"
    value = long.made(id, rank)
    if long.table:
        store.apply([Change(verb="learned", table=long.table, item=id, after=value, actor="me")], START)
    else:
        store.append(Moment(1, value), now=START, note=Note(verb="observed", item="", content={}, actor="host", session=id))
    return id


def drop(store: SqlStore, long: Long, id: str) -> None:
    if long.table:
        store.apply([Change(verb="forgotten", table=long.table, item=id, after=None, actor="me")], START)


def names(rows: Listed[Any]) -> list[str]:
    return [row["id"] if isinstance(row, dict) else getattr(row, NAMED.get(type(row), "id")) for row in rows]


def walked(store: SqlStore, long: Long, size: int, between: Callable[[], None]) -> Iterator[str]:
    after = None
    while page := long.read(store, after, size):
        yield from names(page)
        after = page.places[-1]
        between()


@pytest.mark.parametrize("name", LISTS)
@given(ranks=st.lists(st.integers(0, 4), max_size=14), size=st.integers(1, 5), data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
def test_every_row_that_stays_comes_once_and_in_order(store: SqlStore, name: str, ranks: list[int], size: int, data: st.DataObject) -> None:
    long = LISTS[name]
    there = {*names(long.read(store, None, 1000)), *(put(store, long, rank) for rank in ranks)}  # a session stays for ever
    begun, gone, added = set(there), set[str](), set[str]()

    def meanwhile() -> None:
        for id in data.draw(st.lists(st.sampled_from(sorted(there)), max_size=2, unique=True)) if there and long.table else ():
            drop(store, long, id)
            there.discard(id)
            gone.add(id)
        added.update(put(store, long, rank) for rank in data.draw(st.lists(st.integers(0, 4), max_size=2 - len(added) // 4)))

    try:
        seen = list(walked(store, long, size, meanwhile))

        assert len(seen) == len(set(seen))
        assert begun - gone <= set(seen) <= begun | added
        whole = names(long.read(store, None, 1000))
        assert [id for id in seen if id in whole] == [id for id in whole if id in seen]
    finally:
        for id in there | added:
            drop(store, long, id)


NO_PLACES: list[Place] = [
    (), ("x",), (1, 2, 3, 4), ("2026-01-01T00:00:00+00:00", 5), ("2026-01-01T00:00:00+00:00", "a\0b"), ("\ud800", "x"), (1.5, "x"),
]  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_what_is_no_place_is_refused(store: SqlStore, name: str) -> None:
    def is_refused(place: Place) -> bool:
        try:
            LISTS[name].read(store, place, 5)
        except Misplaced:
            return True
        return False

    taken = [place for place in NO_PLACES if not is_refused(place)]

    assert taken == ([("x",)] if ORDERS[name] == ("id",) else [])


@given(time=st.text(max_size=30), id=st.text(max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_place_that_somebody_made_up_is_a_place_or_is_refused(store: SqlStore, time: str, id: str) -> None:
    try:
        found = store.lessons().rules(limit=5, after=(time, id))
    except Misplaced:
        return

    assert found == []


def test_a_rule_added_by_hand_with_a_time_of_its_own_spelling_is_walked_past(tmp_path: Path) -> None:
    """`datetime('now')` has no T and no zone; another hand may write no time at all."""
    times = ("2026-11-16 08:00:00", "2026-11-16T07:00:00.000+00:00", "2026-11-16T09:00:00+00:00", "yesterday", "")
    rows = [(f"{n}{n}{n}{n}{n}{n}{n}{n}-0000-4000-8000-000000000000", time) for n, time in enumerate(times)]
    store = SqlStore(Sqlite(tmp_path / "habitus.db"))
    with closing(sqlite3.connect(tmp_path / "habitus.db")) as hand, hand:
        hand.executemany(
            "INSERT INTO behavioral_rules (id, created_at, rule_type, description, confidence, origin) "
            "VALUES (?, ?, 'preference', 'x', 1, '{}')",
            rows,
        )

    assert sorted(walked(store, LISTS["rules_listed"], 1, lambda: None)) == sorted(id for id, _ in rows)
    store.close()


def test_sessions_are_found_by_what_was_asked_first_and_what_happened_in_them_is_counted(store: SqlStore) -> None:
    def heard(event: Any, seq: int, fired: tuple[str, ...] = ()) -> None:
        note = Note(verb="observed", item="", content={}, actor="host", session=event.session)
        store.append(Moment(seq, event, False, fired), now=START, note=note)

    heard(user("Fix the 50%_off banner", session="shop", agent="bot", workspace="/shop"), 1)
    heard(call("ls", session="shop"), 2, ("read_before_edit",))
    heard(user("and the sea", session="shop"), 3)
    heard(call("pwd", session="blog", at=at(5)), 1)
    store.apply([Change(verb="learned", table="behavioral_rules", item=RULE, after=rule("x", id=RULE), actor="me", session="shop")], START)

    def found(**asked: str) -> list[str]:
        return names(store.past().found(10, **asked)[0])  # type: ignore[arg-type]

    assert found() == ["blog", "shop"]
    assert found(word="50%_OFF") == found(agent="bot") == found(workspace="/shop") == ["shop"]
    assert found(word="sea") == found(word="5_%") == []
    assert [row["first"] for row in store.past().found(10)[0]] == ["", "Fix the 50%_off banner"]
    assert store.past().found(10, looked=1)[1] is not None
    assert store.past().found(10, looked=10)[1] is None
    assert names(store.past().found(10, since=at(5))[0]) == ["blog"]
    facts = store.past().facts(["shop", "blog"], 100)
    assert {id: [facts[id][name] for name in ("calls", "verdicts", "lessons")] for id in facts} == {"shop": [1, 1, 1], "blog": [1, 0, 0]}


def test_a_lesson_that_a_session_has_said_again_is_counted_once(store: SqlStore) -> None:
    for times in (1, 2, 3):
        told = rule("x", id=RULE, evidence_for=times)
        store.apply([Change(verb="learned", table="behavioral_rules", item=RULE, after=told, actor="me", session="shop")], START)

    assert store.past().facts(["shop"], 100)["shop"]["lessons"] == 1


def test_what_is_known_is_found_by_a_word(store: SqlStore) -> None:
    piece = Knowledge(id=RULE, key="tests", kind="fact", text="They need 50%_of Redis.", created_at=START, **KEPT)
    example = Example(id="e", request="Add 50%_of it.", calls="y", outcome="positive", scope=Scope())
    way: dict[str, Any] = {
        "id": "s",
        "agent": "bot",
        "pattern": "release",
        "successful_action": "tag 50%_of",
        "success_rate": 0.5,
        "tried": 2.0,
    }
    way |= {"worked": 1.0, "lesson": "", "last_updated": START.isoformat()}
    for table, item, row in (("knowledge", RULE, piece), ("learning_examples", "e", example), ("strategies", "s", way)):
        store.apply([Change(verb="learned", table=table, item=item, after=row, actor="me")], START)

    for word, n in (("50%_OF", 1), ("5_%", 0)):
        assert [
            len(store.lessons().knowledge(word=word)),
            len(store.lessons().examples(word=word)),
            len(store.strategies("", word=word)),
        ] == [n, n, n]


def test_rules_are_listed_and_counted_by_what_they_are(store: SqlStore) -> None:
    kinds: list[dict[str, Any]] = [{}, {"rule_type": "refusal"}, {"scope": Scope(level="project", name="/a")}, {"state": "retired"}]
    ids = [f"{n}{n}{n}{n}{n}{n}{n}{n}-0000-4000-8000-000000000000" for n in range(1, 5)]
    made = [rule("Use uv.", id=id, created_at=at(n), **about) for n, (id, about) in enumerate(zip(ids, kinds, strict=True))]
    for one in made:
        store.apply([Change(verb="learned", table="behavioral_rules", item=one.id, after=one, actor="me")], START)

    asked: list[tuple[dict[str, Any], set[int]]] = [
        ({}, {1, 2, 3}), ({"active": False}, {1, 2, 3, 4}), ({"rule_type": "refusal"}, {2}), ({"scope": "project:/a"}, {3}),
        ({"scope": "project"}, {3}), ({"scope": "pro"}, set()),
        ({"state": "retired", "active": False}, {4}), ({"word": "UV", "scope": "global"}, {1, 2}),
    ]  # fmt: skip
    for about, wanted in asked:
        assert {int(one.id[0]) for one in store.lessons().rules(**about)} == wanted, about
        assert store.lessons().rules_counted(**about) == len(wanted), about
    assert store.lessons().rules_counted(most=2) == 2


def test_what_waits_is_counted_and_what_nobody_can_answer_any_more_is_not(store: SqlStore) -> None:
    for name in ("proposals_listed", "suggestions_listed", "approvals_in_state"):
        for rank in range(3):
            put(store, LISTS[name], rank)

    assert store.waiting(START, at(0), 10) == {"inbox": 6, "approvals": 2}  # one was asked for too long ago
    assert store.waiting(FAR, at(-1), 10) == {"inbox": 6, "approvals": 0}
    assert store.waiting(START, at(-1), 2) == {"inbox": 4, "approvals": 2}


def test_in_a_file_every_alphabet_has_its_capitals() -> None:
    """In PostgreSQL it has those of the database's locale."""
    with closing(SqlStore(Sqlite())) as store:
        kept = skill("notes", name="Ñandú", description="ΣΟΦΙΑ")
        store.apply([Change(verb="kept", table="skills", item="notes", after=kept, actor="me")], START)

        assert [len(store.shelf().skills(word=word)) for word in ("ñANDÚ", "AND", "σοφ", "n")] == [1, 1, 1, 1]
        assert store.shelf().skills(word="nandu") == []


def test_skills_are_found_by_a_word_of_theirs_in_any_case(store: SqlStore) -> None:
    for rank in range(3):
        put(store, LISTS["skills_listed"], rank)
    kept = skill("notes", name="Nandu", description="50% off")
    store.apply([Change(verb="kept", table="skills", item="notes", after=kept, actor="me")], START)
    shelf = store.shelf()

    assert names(shelf.skills(word="nANDU")) == names(shelf.skills(word="0% OFF")) == names(shelf.skills(word="note")) == ["notes"]
    assert names(shelf.skills(word="5_%")) == []


def test_agents_are_those_described_and_those_met_each_once_and_a_page_at_a_time(store: SqlStore) -> None:
    shelf = store.shelf()
    for n, agent in enumerate(("codex", "", "claude-code", "codex", "Zoë")):
        event = user("hello", session=f"s{n}", agent=agent)
        store.append(Moment(1, event), now=START, note=Note(verb="observed", item="", content={}, actor="host", session=f"s{n}"))
    for id in ("codex", "bot", ""):
        row = {"id": id, "kind": "open", "other_config": "{}", "created_at": START.isoformat()}
        store.apply([Change(verb="added", table="agents", item=id, after=row, actor="me")], START)

    found, after = [], None
    while page := shelf.agents_listed(1, after=after):
        found += names(page)
        after = page.places[-1]

    assert found == names(shelf.agents_listed())
    assert sorted(found) == ["", "Zoë", "bot", "claude-code", "codex"]
    assert {row["id"] for row in shelf.agents_listed() if row["kind"]} == {"", "bot", "codex"}
    assert [shelf.is_met(agent) for agent in ("codex", "bot")] == [True, False]
