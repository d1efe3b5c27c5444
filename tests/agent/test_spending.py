"""What our own agent spends: every answer on the meter, also half a one; a cap a day; and a way on when it is reached."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.mind import HANG, OPENAI, Asked, Call, Dialect, Fault, Mind, Say, Torn
from agent.playing import app, opening, ran
from habitus import assemble
from habitus.agent.outcome import Outcome
from habitus.config import Settings
from habitus.config.settings import Agent, Measure
from habitus.doubles import FrozenClock
from habitus.layer import Layer
from habitus.types import ToolResult

HELPER = """
  - id: reader
    brain: {{provider: custom, model: small, backend: openai_compat, config: {{api_key: k, base_url: "{url}/v1"}}}}
"""
ANSWER = (10, 5)
"""Tokens in and out, as the model on loopback counts them."""


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def layer(tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    """Room for two answers a day."""
    found = assemble.layer(Settings(measure=Measure(holdout=0), agent=Agent(daily_token_cap=16)), home=tmp_path / "home", clock=clock)
    yield found
    found.close()


@pytest.fixture
def book(layer: Layer) -> Iterator[sqlite3.Connection]:
    """What the meter has written down."""
    found = sqlite3.connect(f"{layer.home}/habitus.db")
    yield found
    found.close()


def test_every_answer_is_on_the_meter_of_its_session_and_a_sub_agents_on_its_own(
    layer: Layer, work: Path, book: sqlite3.Connection
) -> None:
    def answers(asked: Asked) -> Call | Say:
        if asked.body["model"] == "small":
            return Say("hello")
        return Say("It says hello.") if len(asked.messages) > 2 else Call("Agent", {"agent": "reader", "prompt": "Read it."})

    with Mind(answers) as mind:
        (outcome,) = ran(app(mind, OPENAI, agents=HELPER.format(url=mind.url)), layer, work, "What does it say?")

    session, below = sorted(row["id"] for row in layer.store.past().recent())
    rows = book.execute("SELECT model, purpose, item, input_tokens, output_tokens, outcome FROM model_calls ORDER BY rowid").fetchall()
    assert rows == [
        ("m", "agent", session, *ANSWER, "ok"),
        ("small", "agent", below, *ANSWER, "ok"),
        ("m", "agent", session, 0, 0, "refused"),
    ]
    assert (outcome.ended, outcome.spent.input_tokens) == ("stopped", 20)


def test_at_the_cap_the_turn_stops_with_the_setting_and_the_way_on_and_goes_on_when_there_is_room(
    layer: Layer, work: Path, clock: FrozenClock
) -> None:
    (work / "a.txt").write_text("hello")
    read = Call("Read", {"file_path": "a.txt"})
    with Mind(read, read, Say("It says hello.")) as mind:

        async def main() -> tuple[Outcome, Outcome]:
            async with opening(app(mind, OPENAI), layer, work) as talk:
                first = await talk.turn("What is in a.txt?")
                clock.forward(days=1)
                return first, await talk.turn("Go on.")

        stopped, done = asyncio.run(main())

    assert (stopped.ended, stopped.calls, done.text) == ("stopped", 2, "It says hello.")
    for told in ("30 of 16 tokens", "`agent.daily_token_cap`", "2026-10-02 00:00 UTC", "Nothing is lost", "--continue"):
        assert told in stopped.reason
    (row,) = layer.store.past().recent()
    results = [told.event for told in layer.store.events(row["id"]) if isinstance(told.event, ToolResult)]
    assert len(results) == 2
    assert sum("hello" in str(message) for message in mind.asked[-1].messages) == 2  # what was read before the cap is still known


def test_half_an_answer_is_paid_for_as_far_as_it_came(layer: Layer, work: Path, book: sqlite3.Connection, dialect: Dialect) -> None:
    with Mind(Torn(Say("This is how it begins, and then the line is cut."), 5)) as mind:
        (outcome,) = ran(app(mind, dialect), layer, work, "Tell me.")

    ((read, written, how),) = book.execute("SELECT input_tokens, output_tokens, outcome FROM model_calls").fetchall()
    assert (outcome.ended, outcome.spent.requests, how) == ("failed", 0, "failed")
    assert read >= ANSWER[0]
    assert written >= ANSWER[1]
    assert (outcome.spent.input_tokens, outcome.spent.output_tokens) == (read, written)


def test_what_was_asked_and_cancelled_is_paid_for_and_what_nobody_took_is_not(
    layer: Layer, work: Path, book: sqlite3.Connection, streams: bool
) -> None:
    with Mind(Fault(401), HANG) as mind:

        async def main() -> Outcome:
            async with opening(app(mind, OPENAI), layer, work, streams=streams) as talk:
                await talk.turn("First.")
                mind.arrived.clear()
                turn = asyncio.ensure_future(talk.turn("Think hard."))
                await asyncio.to_thread(mind.arrived.wait, 20)
                turn.cancel()
                return await turn

        cancelled = asyncio.run(main())

    (refused, asked) = book.execute("SELECT input_tokens, output_tokens, outcome FROM model_calls ORDER BY rowid").fetchall()
    assert refused == (0, 0, "failed")
    assert asked == (cancelled.spent.input_tokens, 0, "failed")
    assert asked[0] > 100  # its tools alone are that


def test_the_learner_goes_on_when_the_agent_has_spent_its_share(layer: Layer, work: Path, clock: FrozenClock) -> None:
    from habitus.models.meter import Budget

    with Mind(Say("Here.")) as mind:
        ran(app(mind, OPENAI), layer, work, "One.", "Two.", "Three.")

    assert Budget("agent", 16, 0).reached(layer.store, clock()) == ("agent.daily_token_cap", "30 of 16 tokens")
    assert Budget("model", 1, 0).reached(layer.store, clock()) is None
