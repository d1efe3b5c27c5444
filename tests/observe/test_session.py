"""Following a session."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.observe import session as sessions
from habitus.types import AgentText, Event, Session, SessionEnd, TurnStart
from nouns import START, call, result, user

IDS = st.sampled_from(["c1", "c2", "c3"])
FILES = st.sampled_from(["a.py", "./a.py", "b.py", "/w/a.py"])
EVENTS = st.one_of(
    st.builds(user, st.text(max_size=20), workspace=st.sampled_from(["", "/w"])),
    st.builds(lambda text: AgentText(session="s1", at=START, text=text), st.text(max_size=20)),
    st.builds(lambda tool, id, file: call(tool, id=id, file_path=file), st.sampled_from(["Read", "Edit", "Write", "Bash"]), IDS, FILES),
    st.builds(lambda id, error: result(id, error=error), IDS, st.sampled_from([None, "boom"])),
    st.just(TurnStart(session="s1", at=START)),
    st.just(SessionEnd(session="s1", at=START)),
)


def lived(events: list[tuple[Event, bool]]) -> Session:
    session = Session(key="s1")
    for event, blocked in events:
        sessions.follow(session, event, blocked=blocked)
    return session


@given(st.lists(st.tuples(EVENTS, st.booleans()), max_size=40), st.integers(0, 40))
def test_a_session_taken_up_from_a_snapshot_equals_the_lived_one(events: list[tuple[Event, bool]], cut: int) -> None:
    taken_up = sessions.load(sessions.dump(lived(events[:cut])))
    for event, blocked in events[cut:]:
        sessions.follow(taken_up, event, blocked=blocked)

    assert taken_up == lived(events)


def test_every_spelling_of_a_path_is_one_file() -> None:
    session = lived([(user("go", workspace="/w"), False)])
    for number, spelling in enumerate(("a.py", "./a.py", "sub/../a.py", "/w/a.py")):
        sessions.follow(session, call("Read", id=f"c{number}", file_path=spelling))
        sessions.follow(session, result(f"c{number}"))

    assert session.sets == {"read_files": {"/w/a.py"}}


@pytest.mark.parametrize(("blocked", "error"), [(True, None), (False, "boom")])
def test_a_call_that_did_not_succeed_moves_no_set(blocked: bool, error: str | None) -> None:
    session = lived([(call("Read", file_path="a.py"), blocked), (result(error=error), False)])

    assert session.sets == {}
    assert (session.calls, session.streak) == (1, 1)


def test_a_file_is_known_only_when_its_result_is_back() -> None:
    session = lived([(call("Read", file_path="a.py"), False)])
    assert session.sets == {}

    sessions.follow(session, result())

    assert session.sets == {"read_files": {"a.py"}}


def test_streaks_go_on_across_turns_and_end_with_another_tool() -> None:
    session = lived([(call("Bash", id="1"), False), (call("Bash", id="2"), False), (user("next"), False), (call("Bash", id="3"), False)])
    assert (session.streak, session.calls_this_turn, session.turn) == (3, 1, 1)

    sessions.follow(session, call("Read", id="4"))

    assert (session.streak_tool, session.streak) == ("Read", 1)


def test_a_session_does_not_grow_with_calls_that_never_return_or_long_answers() -> None:
    session = Session(key="s1")
    for number in range(sessions.WAITING + 500):
        sessions.follow(session, call("Bash", id=str(number), command="x" * 10_000))

    assert len(session.waiting) == sessions.WAITING
    assert len(session.answer) <= sessions.KEPT


def test_following_one_copy_leaves_another_alone() -> None:
    session = lived([(user("go"), False)])
    copy = deepcopy(session)

    sessions.follow(session, call("Bash"))

    assert copy.calls == 0
