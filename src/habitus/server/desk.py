"""Where calls are judged: those that come in the same moment share one transaction, and each is answered when it is durable.

A judged call costs less than handing it to a thread and back, so it is judged where it arrives, on the event loop. Where that would keep
others waiting it is done aside: when the store is across a network, when somebody else has the sessions or writes, in this process or in
another, and as long as the last ones took long (the disk is slow).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from habitus.server.problems import Problem
from habitus.types import Busy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.layer import Layer
    from habitus.types import Decision, ToolCall

    Told: TypeAlias = Callable[[Decision | BaseException], None]
    """What is done with the answer to a call."""

LOG = logging.getLogger(__name__)

TOGETHER = 8
"""Calls of one transaction: more would gain little, keep the loop from everybody else, and the first of them from its answer."""

MOST = 2000
"""Calls that may wait; the next one is told to come again."""

SLOW = 0.25
"""Seconds after which a transaction was waiting, not working."""


class Asked(NamedTuple):
    call: ToolCall
    context: Context
    """Of whoever asked: a span about their call belongs to their trace."""
    told: Told


class Desk:
    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._is_far = layer.store.is_far
        self._is_aside = self._is_far
        self._is_busy = False
        self._waiting: deque[Asked] = deque()
        self._thread = ThreadPoolExecutor(1, "judge")

    def ask(self, call: ToolCall, told: Told) -> None:
        """Whoever asks is told on the event loop, as soon as it is durable."""
        if len(self._waiting) >= MOST:
            raise Problem(503, f"{MOST} calls wait to be judged already: try again in a second.", {"Retry-After": "1"})
        if not self._waiting and not self._is_busy:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.append(Asked(call, copy_context(), told))

    def judge(self, call: ToolCall) -> asyncio.Future[Decision]:
        """The same for whoever can wait."""
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()

        def told(said: Decision | BaseException) -> None:
            if answer.done():  # whoever asked has gone
                return
            if isinstance(said, BaseException):
                answer.set_exception(said)
            else:
                answer.set_result(said)

        self.ask(call, told)
        return answer

    @property
    def depth(self) -> int:
        return len(self._waiting)

    def close(self) -> None:
        self._thread.shutdown()

    def _next(self) -> None:
        together = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
        loop, begun = asyncio.get_running_loop(), time.perf_counter()

        def done(said: Sequence[Decision | BaseException]) -> None:
            self._is_busy = False
            self._is_aside = self._is_far or time.perf_counter() - begun > SLOW
            if self._waiting:
                loop.call_soon(self._next)
            for asked, one in zip(together, said, strict=True):
                _tell(asked, one)

        said = None if self._is_aside else self._at_once(together)
        if said is not None:
            done(said)
            return
        self._is_busy = True
        aside = loop.run_in_executor(self._thread, self._judged, together)
        aside.add_done_callback(lambda future: done(future.result()))

    def _at_once(self, asked: Sequence[Asked]) -> Sequence[Decision | BaseException] | None:
        """None: somebody else has the sessions or writes, and the loop waits for nobody."""
        if not self._layer.lock.acquire(blocking=False):
            return None
        try:
            with self._layer.store.at_once():
                return self._judged(asked)
        except Busy:  # what was kept all the same gets the same answer when it is told again
            return None
        finally:
            self._layer.lock.release()

    def _judged(self, asked: Sequence[Asked]) -> Sequence[Decision | BaseException]:
        if len(asked) == 1:
            return [self._alone(asked[0])]
        try:
            with self._layer.batch():
                return [self._said(one) for one in asked]
        except Busy:
            raise
        except Exception:  # noqa: BLE001 - one of them cannot be judged: nothing was kept, so each is judged by itself
            return [self._alone(one) for one in asked]

    def _alone(self, asked: Asked) -> Decision | BaseException:
        try:
            return self._said(asked)
        except Busy:
            raise
        except Exception as error:  # noqa: BLE001 - a rule may be somebody else's code; its caller is told, the others are not
            return error

    def _said(self, asked: Asked) -> Decision:
        return asked.context.run(self._layer.judge, asked.call)


def _tell(asked: Asked, said: Decision | BaseException) -> None:
    try:
        asked.told(said)
    except Exception:  # the others of its transaction are told all the same
        call = asked.call
        LOG.exception("the call %s of the session %s was judged, and its answer is lost", call.id, call.session)
