"""Whose request is this, and what in it is new."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.hosts.proxy import conversation, events
from habitus.hosts.proxy.conversation import Talk
from habitus.hosts.proxy.desk import Desk
from habitus.layer import Layer
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage
from hosts.proxy.agents import Agent, drawn

EACH = pytest.mark.parametrize("api", ["chat", "anthropic", "responses"])
LS, RM = {"command": "ls -la"}, {"command": "rm -rf / --no-preserve-root"}


def told(layer: Layer, session: str) -> list[Any]:
    return [one.event for one in layer.store.events(session)]


def texts(layer: Layer, session: str) -> list[str]:
    return [event.text for event in told(layer, session) if isinstance(event, UserMessage)]


@EACH
def test_everything_is_told_once_though_every_request_repeats_it(desk: Desk, layer: Layer, api: str) -> None:
    agent, ids = Agent(desk, api), [drawn() for _ in range(3)]
    agent.say("look around")
    visit = agent.ask()
    agent.answered(visit, "I look.", **{ids[0]: LS, ids[1]: LS})
    agent.result(**{ids[0]: "a.py", ids[1]: "Error: no such file"})
    agent.answered(agent.ask(), "And again.", **{ids[2]: LS})
    agent.result(**{ids[2]: "b.py"})
    agent.answered(agent.ask(), "Seen.")
    last = agent.turn("thanks")

    found = told(layer, last.talk.session)

    assert last.talk is visit.talk
    assert [type(event).__name__ for event in found] == [
        "UserMessage", "AgentText", "ToolCall", "ToolCall", "ToolResult", "ToolResult", "AgentText", "ToolCall", "ToolResult", "AgentText",
        "UserMessage", "AgentText",
    ]  # fmt: skip
    assert [event.id for event in found if isinstance(event, ToolResult)] == ids
    assert [event.error for event in found if isinstance(event, ToolResult)] == [None, "Error: no such file", None]
    assert {(event.agent, event.workspace) for event in found} == {("proxy", "")}


@EACH
def test_two_clients_with_the_same_first_message_are_two_conversations(desk: Desk, layer: Layer, api: str) -> None:
    one, other = Agent(desk, api), Agent(desk, api)

    first, second = one.turn("hi", "Hello, you."), other.turn("hi", "Good day.")
    assert first.talk is not second.talk
    for _ in range(2):
        assert other.turn("what next?", "This.").talk is second.talk
        assert one.turn("what next?", "That.").talk is first.talk

    assert texts(layer, first.talk.session) == texts(layer, second.talk.session) == ["hi", "what next?", "what next?"]


def test_two_clients_under_way_at_once_are_two_conversations(desk: Desk) -> None:
    one, other = Agent(desk), Agent(desk)
    one.say("hi")
    other.say("hi")

    first, second = one.ask(), other.ask()

    assert first.talk is not second.talk


def test_clients_with_other_keys_never_meet(desk: Desk) -> None:
    one, other = Agent(desk, who="a"), Agent(desk, who="b")
    one.turn("hi", "Hello.")
    other.history = [*one.history, {"role": "user", "content": "and now?"}]

    assert other.ask().talk is not one.turn("and now?").talk


def test_the_same_answers_to_the_same_words_do_not_mix_clients_up_later(desk: Desk, layer: Layer) -> None:
    agents = [Agent(desk) for _ in range(3)]
    visits = [agent.turn("count the files", "I will.") for agent in agents]
    more = [agent.turn(f"and folder {n}", f"Folder {n}.") for n, agent in enumerate(agents)]
    last = [agent.turn("thanks") for agent in agents]

    assert len({id(visit.talk) for visit in visits}) == 3
    assert [visit.talk.session for visit in last] == [visit.talk.session for visit in more]
    assert len({id(visit.talk) for visit in last}) == 3


def test_a_request_that_failed_is_the_same_one_when_it_comes_again(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk)
    agent.say("hi")
    first = agent.ask()
    desk.leave(first, [])

    again = agent.ask()
    agent.answered(again, "Hello.")

    assert again.talk is first.talk
    assert texts(layer, first.talk.session) == ["hi"]


@EACH
def test_an_answer_asked_for_again_tells_nothing_new(desk: Desk, layer: Layer, api: str) -> None:
    agent = Agent(desk, api)
    agent.turn("hi", "Hello.")
    first = agent.turn("name a colour", "Red.")
    agent.history.pop()
    again = agent.ask()
    agent.answered(again, "Blue.")

    assert again.talk is first.talk
    assert texts(layer, first.talk.session) == ["hi", "name a colour"]
    assert agent.turn("thanks").talk is first.talk


@EACH
def test_an_edited_turn_stays_in_its_conversation(desk: Desk, layer: Layer, api: str) -> None:
    agent = Agent(desk, api)
    first = agent.turn("hi", "Hello.")
    agent.turn("name a colour", "Red.")
    del agent.history[-2:]
    agent.turn("name a river", "Elbe.")

    assert texts(layer, first.talk.session) == ["hi", "name a colour", "name a river"]


def test_examples_that_many_requests_share_join_nothing(desk: Desk, layer: Layer) -> None:
    shots: list[Any] = [
        {"role": "user", "content": "2+2"},
        {"role": "assistant", "content": "4"},
        {"role": "user", "content": "no, use words"},
    ]
    shots.append({"role": "assistant", "content": "four"})
    one, other = Agent(desk), Agent(desk)
    one.history, other.history = [*shots], [*shots]

    first, second = one.turn("3+3", "six"), other.turn("5+5", "ten")

    assert first.talk is not second.talk
    assert [texts(layer, visit.talk.session) for visit in (first, second)] == [["3+3"], ["5+5"]]


def test_a_history_met_first_moves_the_state_but_teaches_nothing(desk: Desk, layer: Layer) -> None:
    agent, id = Agent(desk), drawn()
    agent.say("no, use pnpm instead of npm")
    agent.keep("Reading.", {id: {"command": "cat a.py"}})
    agent.result(**{id: "text"})

    visit = agent.ask()
    desk.leave(visit, [])

    assert [type(event).__name__ for event in told(layer, visit.talk.session)] == ["TurnStart", "AgentText", "ToolCall", "ToolResult"]
    assert layer.store.lessons().rules() == []


def test_after_a_restart_nothing_is_told_twice(desk: Desk, layer: Layer) -> None:
    agent, id = Agent(desk), drawn()
    agent.say("look around")
    first = agent.ask()
    agent.answered(first, "I look.", **{id: LS})
    agent.result(**{id: "a.py"})
    agent.answered(agent.ask(), "Seen.")
    before = told(layer, first.talk.session)

    agent.desk = Desk(layer, lambda: layer)
    agent.say("thanks")
    visit = agent.ask()

    assert visit.talk.session == first.talk.session
    assert told(layer, visit.talk.session)[: len(before)] == before
    assert [event.text for event in told(layer, visit.talk.session)[len(before) :]] == ["thanks"]


def test_a_correction_is_a_rule_at_once_and_only_one(desk: Desk, layer: Layer) -> None:
    agent, id = Agent(desk), drawn()
    agent.say("add lodash")
    agent.answered(agent.ask(), "", **{id: {"command": "npm install lodash"}})
    agent.result(**{id: "added"})
    agent.answered(agent.ask(), "Added.")
    for said in ("no, use pnpm instead of npm", "thanks", "bye"):
        agent.turn(said)

    assert [(rule.text, rule.origin.speaker) for rule in layer.store.lessons().rules()] == [("Use pnpm instead of npm.", "user")]
    fresh = Agent(desk)
    fresh.say("add react")
    fresh.ask()
    assert "Use pnpm instead of npm." in fresh.sent[-1]


@EACH
def test_a_client_that_trims_answers_is_still_known(desk: Desk, layer: Layer, api: str) -> None:
    agent = Agent(desk, api)
    first = agent.turn("hi", "  A long answer.\n")
    agent.history[-1]["content"] = "cut"

    assert agent.turn("and?").talk is first.talk
    assert texts(layer, first.talk.session) == ["hi", "and?"]


def test_notes_of_a_host_come_and_go_unheard(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk, "anthropic")
    note = {"type": "text", "text": "<system-reminder>\nBe brief.\n</system-reminder>"}
    agent.history.append({"role": "user", "content": [note, {"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}]})
    first = agent.ask()
    agent.answered(first, "Hello.")
    agent.history[0] = {"role": "user", "content": "hi"}

    assert agent.turn("and?").talk is first.talk
    assert texts(layer, first.talk.session) == ["hi", "and?"]


def test_compaction_goes_on_in_a_session_that_has_a_name(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk, session="mine")
    agent.turn("a long story", "Yes.")
    agent.history = [{"role": "user", "content": "Summary: a long story was told."}]
    agent.answered(agent.ask(), "Good.")

    assert texts(layer, "mine") == ["a long story", "Summary: a long story was told."]


def test_two_clients_that_share_a_name_share_a_session_and_nothing_else(desk: Desk, layer: Layer) -> None:
    one, other = Agent(desk, session="ours"), Agent(desk, session="ours")
    one.say("edit a")
    other.say("edit b")
    first, second = one.ask(), other.ask()

    assert one.answered(first, call_1={"command": "ls"}) == [None]
    assert other.answered(second, call_1=RM)[0] is not None
    assert one.answered(one.ask(), call_1=RM)[0] is not None

    assert first.talk is not second.talk
    calls = [event for event in told(layer, "ours") if isinstance(event, ToolCall)]
    assert len({call.id for call in calls}) == len(calls) == 3


@EACH
def test_ids_that_begin_again_with_every_answer_are_other_calls(desk: Desk, layer: Layer, api: str) -> None:
    agent = Agent(desk, api)
    agent.say("look around")
    visit = agent.ask()
    for n in range(3):
        assert agent.answered(visit, f"Step {n}.", call_0=LS) == [None]
        agent.result(call_0=f"result {n}")
        visit = agent.ask()
    assert agent.answered(visit, call_0=RM)[0]

    found = told(layer, visit.talk.session)
    made = [event.id for event in found if isinstance(event, ToolCall)]
    assert len(set(made)) == 4
    assert [(event.id, event.result) for event in found if isinstance(event, ToolResult)] == [(made[n], f"result {n}") for n in range(3)]


def test_a_request_without_tools_beside_a_named_session_is_nobodys_speech(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk, "anthropic")
    named = {"user_id": "user_a_account_b_session_0f8fad5b-d9cb-469f-a165-70867728950e"}
    agent.more = {"metadata": named}

    agent.turn("Write a title for: no, use pnpm instead of npm", "Tools")

    assert told(layer, "0f8fad5b-d9cb-469f-a165-70867728950e") == []
    agent.more = {"metadata": named, "tools": [{"name": "Bash"}]}
    agent.turn("hello", "Hi.")
    assert texts(layer, "0f8fad5b-d9cb-469f-a165-70867728950e") == ["hello"]


@pytest.mark.parametrize(
    ("headers", "fields", "name"),
    [
        ((), {"metadata": {"user_id": json.dumps({"device_id": "d", "session_id": "0f8fad5b-d9cb-469f-a165-70867728950e"})}}, True),
        ((("session_id", "0f8fad5b-d9cb-469f-a165-70867728950e"),), {}, True),
        ((), {"prompt_cache_key": "0f8fad5b-d9cb-469f-a165-70867728950e"}, True),
        ((), {"prompt_cache_key": "my-app-v1"}, False),
        ((), {"metadata": {"user_id": "ana"}}, False),
        ((), {"metadata": 3, "prompt_cache_key": 4}, False),
    ],
)
def test_a_session_is_named_by_what_can_only_be_one(headers: Any, fields: Any, name: bool) -> None:
    assert bool(events.named(headers, fields)) is name


def test_where_the_provider_keeps_the_conversation_every_message_is_new(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk, "responses")
    visit = None
    for n in range(3):
        agent.history = [{"role": "user", "content": "yes"}]
        visit = agent.ask(**({"previous_response_id": f"resp_{n}"} if n else {}))
        answer = conversation_answer("Go on?")
        desk.leave(visit, [answer], f"resp_{n + 1}")
    assert visit
    again = agent.ask(previous_response_id="resp_2")

    assert again.talk is visit.talk
    assert texts(layer, visit.talk.session) == ["yes", "yes", "yes"]


def conversation_answer(text: str) -> Any:
    from habitus.hosts.proxy.wire import Answer

    answer = Answer()
    answer.say(text)
    return answer


def test_what_waits_is_bounded_and_what_falls_out_is_counted() -> None:
    talk = Talk("s")
    for n in range(conversation.WAITING_NOTES + 5):
        talk.note(f"note {n}")
    for n in range(2000):
        talk.put(str(n), "x" * 100)
        talk.made(f"c{n}", f"c{n}")

    assert (len(talk.notes), talk.dropped) == (conversation.WAITING_NOTES, 5)
    assert sum(len(one.text) for one in talk.placed) <= conversation.PLACED
    assert len(talk.calls) == conversation.CALLS


@given(ids=st.lists(st.text(max_size=30), max_size=4))
def test_an_id_drawn_by_lot_is_told_from_one_that_counts(ids: list[str]) -> None:
    assert events.is_drawn("call_8hJx2LmPq0RsTuVwXyZa1234")
    assert events.is_drawn("toolu_01A09q90qw90lq917835lq9")
    assert not any(map(events.is_drawn, ("call_0", "", "functions.Bash:0", "call_00000000000000000001", "0" * 40)))
    assert all(isinstance(events.is_drawn(id), bool) for id in ids)


def test_what_the_agent_says_is_told_in_its_place(desk: Desk, layer: Layer) -> None:
    agent = Agent(desk)
    agent.say("look around")
    visit = agent.ask()
    agent.answered(visit, "I will look.", **{drawn(): LS})

    kinds = [type(event) for event in told(layer, visit.talk.session)]
    assert kinds == [UserMessage, AgentText, ToolCall]
