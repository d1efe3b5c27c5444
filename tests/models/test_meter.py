from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from habitus.errors import ModelError, StoreError
from habitus.models import Billed, ScriptedModel
from habitus.types import ModelCall, Question, Usage
from models.book import Book, Standing, metered

QUESTION = Question(instructions="Judge.", material="text", purpose="judge", item="correction-7")
COST = Usage(input_tokens=30, output_tokens=10, cost=0.5)


@dataclass(frozen=True)
class Answer:
    text: str = "yes"


def test_an_answered_question_leaves_a_row_with_what_it_cost() -> None:
    book, clock = Book(), Standing()
    answer, usage = asyncio.run(metered(ScriptedModel([Answer()], name="m", usage=COST), book, clock).ask(QUESTION, Answer))
    assert (answer, usage) == (Answer(), COST)
    [call] = book.calls
    assert call.seconds >= 0
    assert replace(call, seconds=0.0) == ModelCall(
        at=clock.now, model="m", purpose="judge", item="correction-7", input_tokens=30, output_tokens=10, cost=0.5, outcome="ok"
    )


def test_a_failed_question_leaves_a_row_too() -> None:
    book = Book()
    with pytest.raises(ModelError, match="down"):
        asyncio.run(metered(ScriptedModel([ModelError("down")]), book, Standing()).ask(QUESTION, Answer))
    assert book.outcomes == ["failed"]
    assert book.spent(Standing().now) == (0, 0.0)


def test_a_failed_question_that_was_paid_for_counts() -> None:
    book = Book()
    with pytest.raises(Billed):
        asyncio.run(metered(ScriptedModel([Billed("nonsense", COST)]), book, Standing()).ask(QUESTION, Answer))
    assert book.outcomes == ["failed"]
    assert book.spent(Standing().now) == (40, 0.5)


@pytest.mark.parametrize(
    ("cap", "said"),
    [
        ({"daily_token_cap": 40}, "40 of 40 tokens are spent today; raise `model.daily_token_cap`"),
        ({"daily_cost_cap": 0.5}, "$0.50 of $0.50 are spent today; raise `model.daily_cost_cap`"),
    ],
)
def test_a_reached_cap_stops_the_questions_until_the_next_day(cap: dict[str, float], said: str) -> None:
    book, clock = Book(), Standing()
    inner = ScriptedModel([Answer(), Answer("tomorrow")], usage=COST)
    model = metered(inner, book, clock, **cap)
    asyncio.run(model.ask(QUESTION, Answer))
    clock.pass_(hours=1.9)
    with pytest.raises(ModelError) as caught:
        asyncio.run(model.ask(QUESTION, Answer))
    assert said in str(caught.value)
    assert "resets at 2026-01-02 00:00 UTC" in str(caught.value)
    assert len(inner.asked) == 1
    clock.pass_(hours=0.1)
    assert asyncio.run(model.ask(QUESTION, Answer))[0] == Answer("tomorrow")
    assert book.outcomes == ["ok", "refused", "ok"]


def test_a_cap_that_is_not_yet_reached_lets_the_question_through() -> None:
    model = metered(ScriptedModel([Answer(), Answer()], usage=COST), Book(), Standing(), daily_token_cap=41, daily_cost_cap=0.51)
    asyncio.run(model.ask(QUESTION, Answer))
    asyncio.run(model.ask(QUESTION, Answer))


def test_a_cap_of_zero_is_none() -> None:
    model = metered(ScriptedModel([Answer()] * 3, usage=Usage(input_tokens=10**9, cost=1e6)), Book(), Standing())
    for _ in range(3):
        asyncio.run(model.ask(QUESTION, Answer))


def test_a_night_of_refusals_is_one_row_a_day() -> None:
    book, clock = Book(), Standing()
    model = metered(ScriptedModel([Answer(), Answer()], usage=COST), book, clock, daily_token_cap=40)
    for _ in range(2):
        asyncio.run(model.ask(QUESTION, Answer))
        for _ in range(100):
            with pytest.raises(ModelError):
                asyncio.run(model.ask(QUESTION, Answer))
        clock.pass_(days=1)
    assert book.outcomes == ["ok", "refused", "ok", "refused"]


def test_a_store_that_cannot_say_what_was_spent_stops_the_question() -> None:
    class Broken(Book):
        def spent(self, since: object, *, only: str = "", but: str = "") -> tuple[int, float]:
            raise StoreError("disk full")

    inner = ScriptedModel([Answer()])
    with pytest.raises(StoreError):
        asyncio.run(metered(inner, Broken(), Standing()).ask(QUESTION, Answer))
    assert inner.asked == []
