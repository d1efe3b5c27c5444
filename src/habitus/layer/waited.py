"""A model's answer, for callers that are not async."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from habitus.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from habitus.types import Model, Question

Answered = TypeVar("Answered")


def answered(model: Model, question: Question, shape: type[Answered]) -> Answered:
    """Whatever a model fails with, it is the model that has failed."""
    try:
        return waited(model.ask(question, shape))[0]
    except ModelError:
        raise
    except Exception as error:
        import logging

        log = logging.getLogger("habitus.learn")
        log.warning("the model %s failed in a way of its own: %r; it will be asked again", model.name, error)
        raise ModelError(f"`{model.name}` failed: {error!r}") from error


def waited(asked: Coroutine[Any, Any, Answered]) -> Answered:
    """In a thread of its own where an event loop is running already."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asked)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, asked).result()
