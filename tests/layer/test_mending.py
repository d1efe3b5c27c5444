"""Errors become fixes, through the public entrances alone."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Agent, Graph, Knowledge
from habitus.layer import UNREAD, Layer
from habitus.layer.later import Later
from habitus.types import Decision, Learning, ToolCall
from nouns import FrozenClock, call, result, user

WRONG, RIGHT = {"date": "tomorrow"}, {"date": "2026-10-02"}
ERROR = "ValidationError: date must be in the format YYYY-MM-DD"


def tried(layer: Layer, session: str, n: int, args: dict[str, str], error: str | None = None) -> tuple[Decision, Decision]:
    if layer.session(session).seq == 0:
        layer.observe(user("book a table", session=session, key="u1", workspace="/w"))
    asked: Any = {"id": f"c{n}", "session": session, **args}
    before = layer.judge(call("book_table", **asked))
    return before, layer.settle(result(f"c{n}", session=session, error=error))


def booking(session: str, n: int) -> ToolCall:
    args: dict[str, Any] = {"id": f"c{n}", "session": session, **WRONG}
    return call("book_table", **args)


def stumbled(layer: Layer, session: str) -> None:
    """The agent fails, and finds out how it goes."""
    tried(layer, session, 1, WRONG, ERROR)
    tried(layer, session, 2, RIGHT)


def known(layer: Layer) -> Learning:
    layer.caught_up()
    (one,) = layer.store.lessons().learnings()
    return one


def hints(decision: Decision) -> list[str]:
    return [verdict.message for verdict in decision.verdicts if verdict.rule.startswith("fix:")]


def test_one_row_for_a_failure_however_often_it_comes(layer: Layer) -> None:
    for n in range(4):
        tried(layer, f"s{n}", 1, {"date": f"day {n}"}, ERROR)

    assert known(layer).occurrences == 4
    assert known(layer).text == ""


def test_what_helped_becomes_the_fix_and_being_used_makes_it_sure(layer: Layer) -> None:
    stumbled(layer, "s1")
    assert "date" in known(layer).text
    assert known(layer).confidence < 0.7

    for n in range(2, 10):
        stumbled(layer, f"s{n}")

    assert known(layer).confidence >= 0.7


def test_a_fix_that_fails_when_it_is_used_falls_below_the_threshold_again(layer: Layer) -> None:
    for n in range(1, 10):
        stumbled(layer, f"s{n}")
    sure = known(layer).confidence

    for n in range(20, 26):
        tried(layer, f"s{n}", 1, WRONG, ERROR)
        tried(layer, f"s{n}", 2, {"date": "2026/10/02"}, ERROR)
        tried(layer, f"s{n}", 3, {"date": "02.10.2026"}, ERROR)

    assert known(layer).confidence < 0.7 <= sure


def test_a_known_fix_is_told_once_and_not_twice_in_a_row(layer: Layer) -> None:
    for n in range(1, 10):
        stumbled(layer, f"s{n}")

    first = tried(layer, "later", 1, {"date": "someday"}, ERROR)
    second = tried(layer, "later", 2, {"date": "one day"}, ERROR)

    assert "YYYY-MM-DD" in "".join(hints(first[0]) + hints(first[1]))
    assert len(hints(first[0]) + hints(first[1])) == 1
    assert hints(second[0]) + hints(second[1]) == []


def test_an_error_with_a_known_fix_comes_back_with_it(layer: Layer) -> None:
    """Nothing in the call gave it away before."""
    for n in range(1, 10):
        tried(layer, f"s{n}", 1, {"query": f"users {n}"}, "OperationalError: no connection, call connect first")
        layer.judge(call("connect", id="c2", session=f"s{n}"))
        layer.settle(result("c2", session=f"s{n}"))
        tried(layer, f"s{n}", 3, {"query": f"users {n}"})

    before, after = tried(layer, "later", 1, {"query": "orders"}, "OperationalError: no connection, call connect first")

    assert hints(before) == []
    assert "connect" in hints(after)[0]


def test_the_same_failing_call_is_told_before_it_runs(layer: Layer) -> None:
    tried(layer, "s1", 1, WRONG, ERROR)

    before, _ = tried(layer, "s1", 2, WRONG, ERROR)

    assert "failed before" in hints(before)[0]
    assert before.ruling == "allow"


def test_a_call_that_is_well_formed_draws_no_hint(layer: Layer) -> None:
    for n in range(1, 10):
        stumbled(layer, f"s{n}")

    before, after = tried(layer, "new", 1, {"date": "2026-12-24"})

    assert hints(before) == []
    assert hints(after) == []


def test_rate_limits_and_timeouts_teach_nothing_about_the_tool(layer: Layer) -> None:
    for n in range(5):
        tried(layer, f"s{n}", 1, RIGHT, "429 Too Many Requests: rate limit exceeded")
        tried(layer, f"s{n}", 2, RIGHT)

    before, _ = tried(layer, "new", 1, RIGHT)

    assert hints(before) == []
    assert known(layer).text == ""


def test_what_a_person_says_helps_outranks_what_was_found_out(layer: Layer) -> None:
    for n in range(1, 10):
        stumbled(layer, f"s{n}")

    said = layer.record_user_correction("Ask me for the date first.", tool="book_table", error=ERROR, workspace="/w")
    _, after = tried(layer, "later", 1, {"date": "someday"}, ERROR)

    assert said.confidence >= 0.9
    assert "Ask me for the date first." in hints(after)[0]


def test_switched_off_it_learns_and_says_nothing_or_does_not_even_learn(tmp_path: Path, clock: FrozenClock) -> None:
    silent = assemble.layer(Settings(agent=Agent(error_correction_enabled=False)), home=tmp_path / "a", clock=clock)
    deaf = assemble.layer(Settings(knowledge=Knowledge(enabled=False)), home=tmp_path / "b", clock=clock)
    for n in range(1, 10):
        stumbled(silent, f"s{n}")
        stumbled(deaf, f"s{n}")

    assert hints(tried(silent, "later", 1, {"date": "someday"}, ERROR)[1]) == []
    assert known(silent).text
    assert deaf.store.lessons().learnings() == []
    silent.close()
    deaf.close()


def test_history_teaches_the_same_as_living_through_it(layer: Layer, tmp_path: Path, clock: FrozenClock) -> None:
    stumbled(layer, "s1")
    past = assemble.layer(Settings(), home=tmp_path / "past", clock=clock)
    past.history.take([told.event for told in layer.store.events("s1")])

    assert known(past) == known(layer)
    past.close()


def test_another_process_takes_the_session_up_where_it_was(layer: Layer, tmp_path: Path, clock: FrozenClock) -> None:
    tried(layer, "s1", 1, WRONG, ERROR)
    other = assemble.layer(Settings(), home=tmp_path, clock=clock)

    tried(other, "s1", 2, RIGHT)

    assert known(other).text
    other.close()


def test_the_seeds_observer_is_told_in_one_go(layer: Layer) -> None:
    layer.on_tool_result("s1", "book_table", WRONG, error=ERROR)
    layer.on_tool_result("s1", "book_table", RIGHT, result="booked")

    assert "date" in known(layer).text


@pytest.mark.parametrize("enabled", [True, False])
def test_the_graph_is_drawn_where_it_is_asked_for(tmp_path: Path, clock: FrozenClock, enabled: bool) -> None:
    layer = assemble.layer(Settings(graph=Graph(enabled=enabled)), home=tmp_path, clock=clock)
    stumbled(layer, "s1")

    layer.caught_up()
    predicates = {triple.predicate for triple in layer.store.lessons().triples()}

    assert predicates == ({"causedBy", "inSession", "resolvedBy", "learnedFrom"} if enabled else set())
    layer.close()


def test_a_claim_that_something_does_not_work_is_not_believed_for_ever(layer: Layer, clock: FrozenClock) -> None:
    tried(layer, "s1", 1, WRONG, ERROR)
    layer.caught_up()
    clock.forward(days=400)

    layer.tend()

    assert layer.store.lessons().learnings() == []
    assert layer.store.lessons().learnings(active=False)[0].state == "retired"


@pytest.mark.parametrize(
    "error",
    [
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        "Request interrupted by user",
        "Denied by the user",
    ],
)
def test_a_call_that_a_person_refused_has_not_failed(layer: Layer, error: str) -> None:
    tried(layer, "s1", 1, RIGHT, error)

    before, _ = tried(layer, "s1", 2, RIGHT)

    assert layer.store.lessons().learnings() == []
    assert hints(before) == []


def test_a_process_that_is_killed_leaves_its_learning_to_the_next(tmp_path: Path, clock: FrozenClock) -> None:
    first = assemble.layer(Settings(), home=tmp_path, clock=clock)
    first.observe(user("book a table", session="s1", key="u1", workspace="/w"))
    first.observe(booking("s1", 1))
    first._later.close()  # it has no time left to learn
    first.observe(result("c1", session="s1", error=ERROR))

    second = assemble.layer(Settings(), home=tmp_path, clock=clock)
    assert second.store.lessons().learnings() == []
    second.tend()

    assert known(second).occurrences == 1
    second.tend()
    first.caught_up()
    assert known(second).occurrences == 1
    second.close()


def test_what_has_ended_is_learned_from_without_anybody_asking(layer: Layer) -> None:
    learned = Event()

    def learn() -> None:
        layer.caught_up()
        learned.set()

    layer._later = Later(learn)
    layer.observe(user("book a table", session="s1", key="u1", workspace="/w"))
    layer.observe(booking("s1", 1))
    layer.observe(result("c1", session="s1", error=ERROR))

    assert learned.wait(30)
    assert len(layer.store.lessons().learnings()) == 1


def test_a_burst_of_failures_does_not_wait_for_ever(layer: Layer) -> None:
    layer.observe(user("book a table", session="s1", key="u1", workspace="/w"))
    with layer.batch():
        for n in range(UNREAD + 1):
            layer.observe(booking("s1", n))
            layer.observe(result(f"c{n}", session="s1", error=ERROR))

        assert layer.store.lessons().learnings()[0].occurrences == UNREAD
