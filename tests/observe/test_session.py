"""Following a session."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.observe import session as sessions
from habitus.parse.text import storable
from habitus.parse.tracking import DEFAULT, Counter, Flag, Members, Tracker, Tracking
from habitus.types import AgentText, Event, Fired, Session, SessionEnd, ToolCall, TurnStart
from nouns import START, call, result, user


def crowded(id: str, args: dict[str, Any]) -> ToolCall:
    return ToolCall(session="s1", at=START, id=id, tool="Write", args=args)


IDS = st.sampled_from(["c1", "c2", "c3"])
FILES = st.sampled_from(["a.py", "./a.py", "b.py", "/w/a.py"])
TOOLS = st.sampled_from(["Read", "Edit", "Write", "Bash", "Grep", "WebSearch", "ticket.open", "calendar.edit"])
COMMANDS = st.sampled_from(["cat a.py", "pytest", "sed -i s/a/b/ a.py", "rg x", "rm -rf b", "echo 'unclosed", "cat \ud800", "\0", ""])
EVENTS = st.one_of(
    st.builds(user, st.text(max_size=20), workspace=st.sampled_from(["", "/w"])),
    st.builds(lambda text: AgentText(session="s1", at=START, text=text), st.text(max_size=20)),
    st.builds(lambda tool, id, file: call(tool, id=id, file_path=file, pattern="x", odd={"a": [1]}), TOOLS, IDS, FILES),
    st.builds(lambda id, many: crowded(id, {f"a{nth}": "x" * nth for nth in range(many)}), IDS, st.sampled_from([64, 65, 300])),
    st.builds(lambda id, command: call("Bash", id=id, command=command), IDS, COMMANDS),
    st.builds(lambda id, error: result(id, error=error), IDS, st.sampled_from([None, "boom"])),
    st.just(TurnStart(session="s1", at=START)),
    st.just(SessionEnd(session="s1", at=START)),
)
FIRED = st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple)
Lived = tuple[Event, bool, tuple[str, ...]]

OWN = Tracker(
    DEFAULT.plus(
        Tracking(
            sets={"opened": Members(add_on=("ticket.open",), fields=("file_path",))},
            counters={"tickets": Counter(increment_on=("ticket.open",), reset_when=lambda tool, args: args.get("command") == "pytest")},
            flags={"asked": Flag(set_on=("WebSearch",), unset_on=("ticket.open",))},
        )
    )
)


def lived(*events: Event, blocked: bool = False) -> Session:
    session = Session(key="s1")
    for event in events:
        sessions.follow(session, event, blocked=blocked)
    return session


def relived(events: list[Lived], session: Session | None = None, tracker: Tracker = OWN) -> Session:
    session = session or Session(key="s1")
    for event, blocked, fired in events:
        sessions.follow(session, event, blocked=blocked, fired=fired, tracker=tracker)
    return session


@given(st.lists(st.tuples(EVENTS, st.booleans(), FIRED), max_size=40), st.integers(0, 40))
def test_a_session_taken_up_from_a_snapshot_equals_the_lived_one(events: list[Lived], cut: int) -> None:
    taken_up = sessions.load(sessions.dump(relived(events[:cut])))

    assert relived(events[cut:], taken_up) == relived(events)


@given(st.lists(st.tuples(EVENTS, st.booleans(), FIRED), max_size=10))
def test_a_snapshot_is_text_that_every_store_can_keep(events: list[Lived]) -> None:
    assert storable(sessions.dump(relived(events))) == sessions.dump(relived(events))


@given(st.lists(st.tuples(EVENTS, st.booleans(), FIRED), max_size=40))
def test_counts_never_go_below_nothing(events: list[Lived]) -> None:
    session = relived(events)

    assert all(count >= 0 for count in session.counters.values())


def test_every_spelling_of_a_path_is_one_file() -> None:
    session = lived(user("go", workspace="/w"))
    for number, spelling in enumerate(("a.py", "./a.py", "sub/../a.py", "/w/a.py", "//w//a.py".replace("//", "/"))):
        sessions.follow(session, call("Read", id=f"c{number}", file_path=spelling))
        sessions.follow(session, result(f"c{number}"))

    assert session.sets == {"read_files": {"/w/a.py"}}


def test_the_disks_word_for_a_file_is_taken_over_ours() -> None:
    session = lived(replace(call("Read", file_path="now.py"), target="/w/a.py"), result())

    assert session.sets == {"read_files": {"/w/a.py"}}


# ── what moves when ──


@pytest.mark.parametrize(("blocked", "error"), [(True, None), (False, "boom")])
def test_a_call_that_did_not_succeed_moves_no_set_and_no_counter(blocked: bool, error: str | None) -> None:
    session = Session(key="s1")
    sessions.follow(session, call("Read", file_path="a.py"), blocked=blocked)
    sessions.follow(session, result(error=error))

    assert session.sets == {}
    assert session.counters.get("reads_since_search", 0) == 0
    assert (session.calls, session.streak) == (1, 1)


def test_a_file_is_known_only_when_its_result_is_back_but_counters_do_not_wait() -> None:
    session = lived(call("Read", file_path="a.py"))
    assert (session.sets, session.counters) == ({}, {"reads_since_search": 1})

    sessions.follow(session, result())

    assert (session.sets, session.counters) == ({"read_files": {"a.py"}}, {"reads_since_search": 1})


def test_a_result_is_taken_once() -> None:
    session = lived(call("Read", file_path="a.py"), result(), result(error="late"), result("other"))

    assert (session.sets, session.counters) == ({"read_files": {"a.py"}}, {"reads_since_search": 1})


def test_a_result_may_be_empty_text_and_still_be_a_success() -> None:
    assert lived(call("Read", file_path="a.py"), result(result="")).sets == {"read_files": {"a.py"}}


def test_a_test_run_that_fails_has_run() -> None:
    session = lived(call("Edit", file_path="a.py"), result(), call("Bash", id="c2", command="pytest"), result("c2", error="1 failed"))

    assert session.counters["changes_since_test"] == 0


def test_streaks_go_on_across_turns_and_end_with_another_tool() -> None:
    session = lived(call("Bash", id="1"), call("shell.exec", id="2"), user("next"), call("Bash", id="3"))
    assert (session.streak, session.calls_this_turn, session.turn) == (3, 1, 1)

    sessions.follow(session, call("Read", id="4"))

    assert (session.streak_tool, session.streak) == ("read", 1)


def test_a_turn_begins_without_words_and_without_calls() -> None:
    session = lived(user("go"), AgentText(session="s1", at=START, text="I will."), call("Bash"))
    assert (session.turn, session.spoke, session.calls_this_turn) == (1, True, 1)

    sessions.follow(session, TurnStart(session="s1", at=START))

    assert (session.turn, session.spoke, session.calls_this_turn, session.calls) == (2, False, 0, 1)


def test_who_spoke_is_remembered_with_when() -> None:
    session = lived(user("go"))
    sessions.follow(session, call("Bash", id="c1"), fired=("a", "b"))
    sessions.follow(session, call("Bash", id="c2"), fired=("a",))

    assert session.fired == {"a": Fired(2, 2, 1, START.timestamp()), "b": Fired(1, 1, 1, START.timestamp())}


def test_an_ended_session_waits_for_nothing() -> None:
    session = lived(call("Read", file_path="a.py"), SessionEnd(session="s1", at=START), result())

    assert (session.ended, session.waiting, session.sets) == (True, {}, {})


# ── it does not grow, and does not slow down ──


def test_a_session_does_not_grow_with_calls_that_never_return_or_long_answers() -> None:
    session = Session(key="s1")
    for number in range(sessions.WAITING + 500):
        sessions.follow(session, call("Write", id=str(number), content="x" * 10_000))

    assert len(session.waiting) == sessions.WAITING
    assert len(session.answer) <= sessions.KEPT
    assert len(sessions.dump(session)) < 1_000_000


@pytest.mark.parametrize(
    "args",
    [
        {f"a{number}": "x" for number in range(80_000)},
        {f"a{number}": [number] for number in range(80_000)},
        {f"a{number}": "x" * 10_000 for number in range(90)},
        {"x" * 900_000: "y", "x" * 10_000: "y" * 10_000},
    ],
    ids=["many", "many lists", "long", "long names"],
)
def test_what_waits_for_its_result_is_small_however_its_arguments_come(args: dict[str, Any]) -> None:
    session = lived(crowded("c1", {"command": "make", **args}))

    kept = session.waiting["c1"].args
    assert kept["command"] == "make"
    assert len(kept) <= sessions.ARGS
    assert sum(len(name) + len(value) for name, value in kept.items()) <= sessions.TOLD
    assert sessions.load(sessions.dump(session)) == session


def test_following_one_copy_leaves_another_alone() -> None:
    session = lived(user("go"))
    copy = deepcopy(session)

    sessions.follow(session, call("Bash"))

    assert copy.calls == 0


@pytest.mark.parametrize("args", [{}, {"file_path": 7}, {"file_path": ["a"]}, {"command": {"a": 1}}, {"pattern": None}])
@pytest.mark.parametrize("tool", ["Read", "Edit", "Bash", "Grep", ""])
def test_strange_arguments_do_no_harm(tool: str, args: dict[str, Any]) -> None:
    session = lived(ToolCall(session="s1", at=START, id="c1", tool=tool, args=args), result())

    assert session.sets == {}
    assert session.calls == 1
