"""A yes or no, asked in the middle of a run: the run waits in a thread, the question is put in the loop that owns the terminal."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Asking:
    """The person at this terminal. Ctrl-C at the question gives up the whole turn, as it does anywhere else in it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._give_up: Callable[[], object] = bool
        self._open: asyncio.Task[bool | None] | None = None

    @contextmanager
    def during(self, give_up: Callable[[], object]) -> Iterator[None]:
        """A turn, and how it is cancelled. A question that is still open when it is over goes with it."""
        self._loop, self._give_up = asyncio.get_running_loop(), give_up
        try:
            yield
        finally:
            self._loop = None
            if self._open is not None:
                self._open.cancel()

    def __call__(self, question: str) -> bool | None:
        if self._loop is None:
            return None
        try:
            return asyncio.run_coroutine_threadsafe(self._asked(question), self._loop).result()
        except CancelledError:
            return None

    async def _asked(self, question: str) -> bool | None:
        self._open = asyncio.ensure_future(self._put(question))
        try:
            return await self._open
        finally:
            self._open = None

    async def _put(self, question: str) -> bool | None:
        from habitus.agent.terminal.typed import confirmed

        try:
            return await confirmed(question)
        except KeyboardInterrupt:
            self._give_up()
            return None
