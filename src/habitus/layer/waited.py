"""A model's answer, for callers that are not async."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

Answered = TypeVar("Answered")


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
