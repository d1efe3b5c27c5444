"""The buffer, repeated workflows, and how an item joins what is known."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import knowledge
from habitus.learn.knowledge import Item, Said
from habitus.learn.knowledge.workflows import step
from habitus.types import AgentText, Event, Knowledge, Origin, Scope, Speaker, Told
from nouns import START, call, result, user

PROJECT = Scope(level="project", name="/work/shop")


def told(*events: Event) -> list[Told]:
    return [Told(at, event) for at, event in enumerate(events, start=1)]


def agent(text: str) -> AgentText:
    return AgentText(session="s1", at=START, text=text)


# The buffer


@pytest.mark.parametrize(("turns", "tokens", "is_due"), [(4, 1999, False), (5, 0, True), (0, 2000, True), (6, 2001, True), (0, 0, False)])
def test_analysis_is_due_when_a_threshold_is_reached(turns: int, tokens: int, is_due: bool) -> None:
    assert knowledge.due(turns, tokens, turn_threshold=5, token_threshold=2000) is is_due


@pytest.mark.parametrize(("text", "count"), [("", 0), ("abcd" * 10, 10), ("你好你好", 2), ("ab你好", 1), ("abcd你好", 2)])
def test_tokens_are_estimated(text: str, count: int) -> None:
    assert knowledge.tokens(text) == count


@pytest.mark.parametrize(
    ("count", "places"),
    [
        (3, []),
        (4, [0, 1, 2, 3]),
        (20, list(range(20))),
        (21, [0, 1, 2, 3, 8, 13, 16, 17, 18, 19, 20]),
        (50, [0, 1, 2, 3, 8, 13, 18, 23, 28, 33, 38, 43, 45, 46, 47, 48, 49]),
    ],
)
def test_a_session_is_sampled(count: int, places: list[int]) -> None:
    assert knowledge.sample(range(count)) == places


@given(st.integers(0, 2000))
def test_a_sample_is_in_order_and_has_no_doubles(count: int) -> None:
    places = knowledge.sample(range(count))
    assert places == sorted(set(places))
    assert count < 4 or {0, 1, 2, count - 1} <= set(places)


def test_events_become_messages_cut_to_size() -> None:
    events = told(
        user("fix the test"),
        call("Bash", id="c1", command="pytest -q"),
        result("c1", result="F" * 2000),
        agent("Done. " * 1000),
        call("mail.send", id="c2", to=["ann@acme.io"], body="x" * 900),
        result("c2", error="refused"),
    )
    batch = knowledge.batch(events)
    assert [(one.speaker, one.tool, one.step) for one in batch.said] == [
        ("user", "", ""),
        ("agent", "Bash", "pytest"),
        ("tool", "Bash", ""),
        ("agent", "", ""),
        ("agent", "mail.send", "mail.send"),
        ("tool", "mail.send", ""),
    ]
    assert [len(one.text) for one in batch.said[2:4]] == [500, 2000]
    assert batch.said[1].text == "[Bash] pytest -q"
    assert batch.said[5].text == "refused"
    assert (batch.upto, batch.turns, batch.is_whole) == (6, 1, True)


def test_a_call_that_was_blocked_was_not_done() -> None:
    events = [Told(1, user("drop it")), Told(2, call("Bash", command="rm -rf /"), blocked=True)]
    batch = knowledge.batch(events)
    assert [one.speaker for one in batch.said] == ["user"]
    assert batch.upto == 2


def test_a_batch_ends_between_two_turns() -> None:
    events = told(user("one"), agent("a" * 400), user("two"), agent("b" * 400))
    batch = knowledge.batch(events, limit=150)
    assert [one.text[:3] for one in batch.said] == ["one", "aaa"]
    assert (batch.upto, batch.turns, batch.is_whole) == (2, 1, False)


def test_a_turn_that_is_too_long_for_a_batch_is_cut() -> None:
    events = told(user("one"), agent("a" * 400), agent("b" * 400))
    batch = knowledge.batch(events, limit=150)
    assert (batch.upto, batch.is_whole) == (2, False)


def test_one_message_too_long_for_a_batch_still_gets_on() -> None:
    assert knowledge.batch(told(user("word " * 500), user("two")), limit=10).upto == 1


def test_nothing_new_leaves_the_position_where_it_was() -> None:
    assert knowledge.batch(told(user("one")), since=1) == ([], 1, 0, 0, True)


@given(
    st.lists(st.sampled_from([user("a" * 50), agent("b" * 200), call("Bash", command="ls"), result(result="x" * 90)]), max_size=30),
    st.integers(1, 300),
)
def test_batches_one_after_the_other_lose_and_repeat_nothing(events: list[Event], limit: int) -> None:
    whole = knowledge.batch(told(*events), limit=10**9)
    position, said, rounds = 0, [], 0
    while True:
        batch = knowledge.batch(told(*events), since=position, limit=limit)
        said += batch.said
        assert batch.upto > position or batch.is_whole
        position = batch.upto
        rounds += 1
        if batch.is_whole:
            break
    # A result in a later batch than its call does not know its tool any more.
    assert [one._replace(tool="") for one in said] == [one._replace(tool="") for one in whole.said]


# Workflows


def calls(*steps: str) -> list[Said]:
    return [Said("agent", f"[{one}]", tool="Bash", is_call=True, step=one, seq=at) for at, one in enumerate(steps)]


@pytest.mark.parametrize(
    ("tool", "args", "named"),
    [
        ("Bash", {"command": "cd /app && npm test -- --watch=false"}, "npm test"),
        ("Bash", {"command": "FOO=1 sudo docker build ."}, "docker build"),
        ("Bash", {"command": "python -m pytest -x tests"}, "pytest"),
        ("Bash", {"command": "pnpm run lint"}, "pnpm run lint"),
        ("Bash", {"command": "./scripts/deploy.sh staging"}, "deploy.sh"),
        ("Bash", {"command": "ls -la"}, "ls"),
        ("Bash", {}, "bash"),
        ("filesystem__edit", {"path": "a.py"}, "edit"),
        ("crm.find_user", {"id": 1}, "crm.find_user"),
    ],
)
def test_a_call_is_named_as_a_step(tool: str, args: dict[str, str], named: str) -> None:
    assert step(tool, args) == named


def test_a_row_of_steps_seen_three_times_is_a_workflow() -> None:
    (item,) = knowledge.found(calls(*["edit", "edit", "pytest", "git commit"] * 3))
    assert (item.kind, item.text) == ("pattern", "Repeated workflow: edit → pytest → git commit.")
    assert (item.speaker, item.confidence) == ("agent", "medium")


def test_looking_around_between_the_steps_does_not_hide_it() -> None:
    (item,) = knowledge.found(calls("edit", "read", "pytest", "grep", "ls", "edit", "pytest", "git diff", "edit", "cat", "pytest"))
    assert item.text == "Repeated workflow: edit → pytest."


def test_the_same_cycle_begun_elsewhere_has_the_same_key() -> None:
    (one,), (two,) = knowledge.found(calls(*["edit", "pytest"] * 3)), knowledge.found(calls(*["pytest", "edit"] * 3))
    assert one.key == two.key


def test_five_times_is_sure() -> None:
    (item,) = knowledge.found(calls(*["make build", "make deploy"] * 5))
    assert item.confidence == "high"


@pytest.mark.parametrize(
    "steps",
    [["edit", "pytest"] * 2, ["pytest"] * 9, ["read", "edit"] * 9, ["edit", "write"] * 9, ["grep", "read"] * 5, []],
)
def test_what_any_work_consists_of_is_no_workflow(steps: list[str]) -> None:
    assert knowledge.found(calls(*steps)) == []


@given(st.lists(st.sampled_from(["edit", "pytest", "git commit", "make", "read"]), max_size=60))
def test_a_workflow_was_really_gone_through(steps: list[str]) -> None:
    for item in knowledge.found(calls(*steps)):
        assert set(item.text.removeprefix("Repeated workflow: ").removesuffix(".").split(" → ")) <= set(steps)


# Versions


def item(text: str = "We use pnpm here.", **rest: object) -> Item:
    base = Item("preference", text, "project/uses/package_manager", "high", True, "user", ("project", "uses", "pnpm"), text)
    return base._replace(**rest)  # type: ignore[arg-type]


def origin(event: str = "4", speaker: Speaker = "user", session: str = "s1") -> Origin:
    return Origin(speaker=speaker, session=session, event=event)


def known(one: Item, *, event: str = "4", speaker: Speaker = "user", session: str = "s1") -> Knowledge:
    made, why = knowledge.joined(one, None, scope=PROJECT, origin=origin(event, speaker, session), now=START)
    assert made
    assert why == "new"
    return made


def test_what_was_not_known_is_new() -> None:
    made = known(item())
    assert (made.version, made.key, made.kind, made.scope) == (1, "project/uses/package_manager", "preference", PROJECT)
    assert made.is_confirmed
    assert made.confidence == 0.85


def test_the_same_source_gives_the_same_id() -> None:
    assert known(item()).id == known(item()).id
    assert known(item()).id != known(item(), event="5").id


def test_said_again_it_is_confirmed() -> None:
    first = known(item(confidence="low"))
    assert not first.is_confirmed
    again, why = knowledge.joined(item("we use pnpm in this repo"), first, scope=PROJECT, origin=origin("9"), now=START)
    assert again
    assert (why, again.version, again.id, again.evidence_for, again.is_confirmed) == ("confirmed", 1, first.id, 2, True)
    assert again.confidence > first.confidence


def test_said_otherwise_it_is_a_new_version() -> None:
    later = START + timedelta(days=2)
    made, why = knowledge.joined(item("Now we use yarn."), known(item()), scope=PROJECT, origin=origin("9"), now=later)
    assert made
    assert (why, made.version, made.text, made.created_at) == ("changed", 2, "Now we use yarn.", later)


@pytest.mark.parametrize(
    ("one", "two", "is_same"),
    [
        ("We use pnpm here.", "we use pnpm in this repo", True),
        ("We use pnpm.", "We don't use pnpm.", False),
        ("I prefer tabs over spaces.", "I prefer spaces over tabs.", False),
        ("The API listens on port 5432.", "The API listens on port 5433.", False),
        ("Invoices are numbered per year.", "The invoices are numbered per year", True),
        ("Invoices are numbered per year.", "Invoices are numbered per month.", False),
        ("I live in Berlin.", "I live in Paris.", False),
    ],
)
def test_the_same_is_told_from_the_other(one: str, two: str, is_same: bool) -> None:
    made, why = knowledge.joined(item(two), known(item(one)), scope=PROJECT, origin=origin("9"), now=START)
    assert made
    assert (why == "confirmed") is is_same


@pytest.mark.parametrize(
    ("change", "who", "why"),
    [
        ({"confidence": "low"}, "user", "kept: an anecdote does not overwrite what is confirmed"),
        ({"is_lasting": False}, "user", "kept: a state of the moment does not overwrite what lasts"),
        ({}, "agent", "kept: user is trusted more than agent"),
        ({}, "tool", "kept: user is trusted more than tool"),
        ({}, "document", "kept: user is trusted more than document"),
    ],
)
def test_what_is_confirmed_stays(change: dict[str, object], who: Speaker, why: str) -> None:
    new = item("We use yarn.", speaker=who, **change)
    assert knowledge.joined(new, known(item()), scope=PROJECT, origin=origin("9", who), now=START) == (None, why)


def test_a_person_overwrites_what_a_tool_said() -> None:
    first = known(item(speaker="tool"), speaker="tool")
    made, why = knowledge.joined(item("We use yarn.", confidence="low"), first, scope=PROJECT, origin=origin("9"), now=START)
    assert made
    assert (why, made.origin.speaker) == ("changed", "user")


def test_old_news_does_not_overwrite_newer() -> None:
    before = START - timedelta(days=1)
    made, why = knowledge.joined(item("We use yarn."), known(item()), scope=PROJECT, origin=origin("2"), now=before)
    assert (made, why) == (None, "kept: what is known is newer")


def test_a_page_that_repeats_itself_confirms_nothing() -> None:
    first = known(item(speaker="tool", kind="fact"), speaker="tool")
    same = item(speaker="tool", kind="fact")
    assert knowledge.joined(same, first, scope=PROJECT, origin=origin("9", "tool"), now=START)[0] is None
    elsewhere, why = knowledge.joined(same, first, scope=PROJECT, origin=origin("9", "tool", "s2"), now=START)
    assert elsewhere
    assert (why, elsewhere.confidence) == ("confirmed", 0.6)


def test_trust_is_the_lowest_of_the_lineage() -> None:
    made, _ = knowledge.joined(item(speaker="document"), None, scope=PROJECT, origin=origin("4", "user"), now=START)
    assert made
    assert made.origin.speaker == "document"
    assert not made.is_confirmed


def test_a_correction_is_handed_on() -> None:
    assert knowledge.joined(item(kind="correction"), None, scope=PROJECT, origin=origin(), now=START)[0] is None


@given(
    st.sampled_from(["We use pnpm.", "We use yarn.", "We don't use pnpm."]),
    st.sampled_from(["We use pnpm.", "We use npm 9."]),
    st.sampled_from(["low", "medium", "high"]),
    st.sampled_from(["operator", "user", "agent", "tool", "document"]),
    st.booleans(),
)
def test_the_same_item_twice_changes_nothing_more(text: str, before: str, level: str, who: Speaker, lasts: bool) -> None:
    first = known(item(before, confidence="medium"), speaker="agent")
    one = item(text, confidence=level, speaker=who, is_lasting=lasts)
    made, _ = knowledge.joined(one, first, scope=PROJECT, origin=origin("9", who, "s2"), now=START)
    twice, _ = knowledge.joined(one, made or first, scope=PROJECT, origin=origin("9", who, "s2"), now=START)
    assert twice is None


def test_what_is_replaced_is_not_touched() -> None:
    first = known(item())
    copy = replace(first)
    knowledge.joined(item("We use yarn."), first, scope=PROJECT, origin=origin("9"), now=START)
    assert first == copy
