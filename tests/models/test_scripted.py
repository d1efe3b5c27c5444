from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from habitus.errors import ModelError
from habitus.models import ScriptedModel
from habitus.types import Question, Usage

QUESTION = Question(instructions="Judge.", material="text", purpose="judge", item="7")


@dataclass(frozen=True)
class Colour:
    name: str


def test_the_answers_come_in_order_and_the_questions_are_remembered() -> None:
    model = ScriptedModel([Colour("red"), Colour("blue")], usage=Usage(input_tokens=3))
    first = asyncio.run(model.ask(QUESTION, Colour))
    second = asyncio.run(model.ask(QUESTION, Colour))
    assert (first, second) == ((Colour("red"), Usage(input_tokens=3)), (Colour("blue"), Usage(input_tokens=3)))
    assert model.asked == [QUESTION, QUESTION]


def test_an_exception_in_the_script_is_raised() -> None:
    with pytest.raises(ModelError, match="out of order"):
        asyncio.run(ScriptedModel([ModelError("out of order")]).ask(QUESTION, Colour))


def test_a_function_in_the_script_sees_the_question() -> None:
    async def later(question: Question) -> Colour:
        return Colour(question.purpose)

    model = ScriptedModel([lambda question: Colour(question.item), later, lambda _: ModelError("made on the way")])
    assert asyncio.run(model.ask(QUESTION, Colour))[0] == Colour("7")
    assert asyncio.run(model.ask(QUESTION, Colour))[0] == Colour("judge")
    with pytest.raises(ModelError, match="made on the way"):
        asyncio.run(model.ask(QUESTION, Colour))


def test_a_script_that_has_run_out_says_so() -> None:
    model = ScriptedModel([Colour("red")])
    asyncio.run(model.ask(QUESTION, Colour))
    with pytest.raises(ModelError, match="holds 1 answers and this is question 2"):
        asyncio.run(model.ask(QUESTION, Colour))


def test_an_answer_of_the_wrong_shape_is_an_error() -> None:
    with pytest.raises(ModelError, match=r"answer 1 .* is a str, and `judge` asks for a Colour"):
        asyncio.run(ScriptedModel(["red"]).ask(QUESTION, Colour))
