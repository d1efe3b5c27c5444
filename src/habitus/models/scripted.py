"""A model for tests: it says what it was told to say, and remembers what it was asked."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from habitus.errors import ModelError
from habitus.types import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types import Question, Shape


class ScriptedModel:
    """Gives the answers in order.

    An answer is a value of the asked shape; an exception, which is raised; or a function of the `Question`
    (plain or async) that gives either of them.
    """

    def __init__(self, answers: Iterable[Any] = (), *, name: str = "scripted", usage: Usage | None = None) -> None:
        self.name = name
        self.asked: list[Question] = []
        self._answers = list(answers)
        self._usage = usage or Usage()

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]:
        self.asked.append(question)
        turn = len(self.asked)
        if turn > len(self._answers):
            raise ModelError(f"the script of `{self.name}` holds {len(self._answers)} answers and this is question {turn}: add one")
        answer = self._answers[turn - 1]
        if not isinstance(answer, shape) and callable(answer):
            answer = answer(question)
            answer = await answer if inspect.isawaitable(answer) else answer
        if isinstance(answer, BaseException):
            raise answer
        if not isinstance(answer, shape):
            raise ModelError(
                f"answer {turn} in the script of `{self.name}` is a {type(answer).__name__}, "
                f"and `{question.purpose}` asks for a {shape.__name__}: correct the script"
            )
        return answer, self._usage
