"""Ctrl-C: once cancels the turn in order, twice leaves at once."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from habitus.agent.outcome import Outcome, Spent
from habitus.agent.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any

INTERRUPTED = 130
"""What shells answer for a program that was ended by Ctrl-C."""


PARTING = 0.3
"""Seconds in which a command that still runs is told to end: nobody notices them, and it would run on for ever."""


class Turn:
    """A turn that can be cancelled from outside."""

    def __init__(self, work: Coroutine[Any, Any, Outcome], leave: Callable[[int], object] = echo.leave) -> None:
        self._work = work
        self._leave = leave
        self._task: asyncio.Task[Outcome] | None = None
        self._times = 0
        self._parting: asyncio.TimerHandle | None = None

    async def outcome(self) -> Outcome:
        self._task = asyncio.ensure_future(self._work)
        try:
            with _heard(self.cancel), echo.silent():
                return await self._task
        except asyncio.CancelledError:
            if not self._task.cancelled():
                raise  # it was us who were cancelled, from above
            return Outcome(text="", ended="cancelled", reason="You cancelled it.", spent=Spent())
        finally:
            if self._parting is not None:  # before anything else takes the terminal
                self._parting.cancel()
                self._leave(INTERRUPTED)

    def cancel(self) -> None:
        """The second time, whatever still runs is left to itself: everything that was learned is on disk."""
        self._times += 1
        if self._times == 1 and self._task is not None:
            self._task.cancel()
        elif self._times == 2:
            self._parting = asyncio.get_running_loop().call_later(PARTING, self._leave, INTERRUPTED)


@contextmanager
def _heard(press: Callable[[], None]) -> Iterator[None]:
    """While it lasts, Ctrl-C calls `press`. In a thread other than the first no signal arrives, and none is waited for."""
    loop = asyncio.get_running_loop()
    with suppress(ValueError, RuntimeError, NotImplementedError):
        before = signal.getsignal(signal.SIGINT)
        loop.add_signal_handler(signal.SIGINT, press)
    try:
        yield
    finally:
        with suppress(ValueError, RuntimeError, NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)
            signal.signal(signal.SIGINT, before)  # a shell that starts programs in the background has them ignore it
