from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from habitus.errors import ModelError, NotAsked
from habitus.models import Metered, ScriptedModel
from models.book import Book, Standing, metered
from models.test_meter import QUESTION, Answer

if TYPE_CHECKING:
    from habitus.types import Question

DOWN = ModelError("down")


def ask(model: Metered) -> str:
    """The answer, or the error, as text."""
    try:
        return asyncio.run(model.ask(QUESTION, Answer))[0].text
    except ModelError as error:
        return str(error)


def test_failures_in_a_row_open_the_circuit() -> None:
    book, inner = Book(), ScriptedModel([DOWN, DOWN, Answer()])
    model = metered(inner, book, Standing(), breaker_failures=2, breaker_seconds=60)
    assert [ask(model), ask(model)] == ["down", "down"]
    refused = [ask(model) for _ in range(5)]
    assert "left alone until 2026-01-01 22:01:00 UTC" in refused[0]
    assert "`model.breaker_failures` and `model.breaker_seconds`" in refused[0]
    assert len(inner.asked) == 2
    assert book.outcomes == ["failed", "failed", "refused"]


def test_an_answer_in_between_starts_the_count_again() -> None:
    model = metered(ScriptedModel([DOWN, Answer(), DOWN, Answer()]), Book(), Standing(), breaker_failures=2)
    assert [ask(model) for _ in range(4)] == ["down", "yes", "down", "yes"]


def test_no_limit_means_no_breaker() -> None:
    model = metered(ScriptedModel([DOWN] * 9), Book(), Standing(), breaker_failures=0)
    assert [ask(model) for _ in range(9)] == ["down"] * 9


def test_a_trial_that_succeeds_closes_the_circuit() -> None:
    clock = Standing()
    model = metered(ScriptedModel([DOWN, DOWN, Answer(), DOWN, Answer()]), Book(), clock, breaker_failures=2, breaker_seconds=60)
    assert [ask(model), ask(model)] == ["down", "down"]
    clock.pass_(seconds=60)
    assert [ask(model) for _ in range(3)] == ["yes", "down", "yes"]


def test_a_trial_that_fails_opens_it_for_another_pause() -> None:
    book, clock, inner = Book(), Standing(), ScriptedModel([DOWN, DOWN, DOWN, Answer()])
    model = metered(inner, book, clock, breaker_failures=2, breaker_seconds=60)
    assert [ask(model), ask(model)] == ["down", "down"]
    clock.pass_(seconds=60)
    assert ask(model) == "down"
    assert "left alone until 2026-01-01 22:02:00 UTC" in ask(model)
    assert len(inner.asked) == 3
    clock.pass_(seconds=60)
    assert ask(model) == "yes"


def test_only_one_of_many_questions_is_the_trial() -> None:
    book, clock = Book(), Standing()

    async def run() -> tuple[list[str | BaseException], int]:
        asked, reply = asyncio.Event(), asyncio.Event()

        async def slowly(_: Question) -> Answer:
            asked.set()
            await reply.wait()
            return Answer()

        inner = ScriptedModel([DOWN, slowly, Answer("a second one slipped past")])
        model = metered(inner, book, clock, breaker_failures=1, breaker_seconds=60)
        with pytest.raises(ModelError):
            await model.ask(QUESTION, Answer)
        clock.pass_(seconds=61)
        trial = asyncio.create_task(model.ask(QUESTION, Answer))
        await asked.wait()
        others = await asyncio.gather(*(model.ask(QUESTION, Answer) for _ in range(3)), return_exceptions=True)
        reply.set()
        assert (await trial)[0] == Answer()
        return [other if isinstance(other, BaseException) else other[0].text for other in others], len(inner.asked)

    others, asked = asyncio.run(run())
    assert [type(other) for other in others] == [NotAsked] * 3
    assert asked == 2


def test_a_cancelled_trial_leaves_the_way_free_for_the_next() -> None:
    clock = Standing()

    async def run() -> Answer:
        asked = asyncio.Event()

        async def forever(_: Question) -> Answer:
            asked.set()
            await asyncio.Event().wait()
            return Answer()

        model = metered(ScriptedModel([DOWN, forever, Answer("next")]), Book(), clock, breaker_failures=1, breaker_seconds=60)
        with pytest.raises(ModelError):
            await model.ask(QUESTION, Answer)
        clock.pass_(seconds=61)
        trial = asyncio.create_task(model.ask(QUESTION, Answer))
        await asked.wait()
        trial.cancel()
        with pytest.raises(asyncio.CancelledError):
            await trial
        return (await model.ask(QUESTION, Answer))[0]

    assert asyncio.run(run()) == Answer("next")
