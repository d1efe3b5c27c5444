"""Ctrl-C: once and twice."""

import asyncio
import os
import signal

from habitus.agent.outcome import Outcome, Spent
from habitus.agent.terminal.cancel import INTERRUPTED, Turn


async def fair(started: asyncio.Event) -> Outcome:
    """Ends in order when it is cancelled, as turns do."""
    started.set()
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        task = asyncio.current_task()
        assert task is not None
        task.uncancel()
    return Outcome(text="", ended="cancelled", reason="in order", spent=Spent(requests=1))


async def deaf(started: asyncio.Event, released: asyncio.Event) -> Outcome:
    started.set()
    while not released.is_set():
        try:
            await released.wait()
        except asyncio.CancelledError:
            continue
    return Outcome(text="", ended="cancelled", reason="", spent=Spent())


def test_a_signal_cancels_the_turn_and_the_loop_goes_on() -> None:
    async def main() -> Outcome:
        started = asyncio.Event()
        turn = asyncio.ensure_future(Turn(fair(started)).outcome())
        await started.wait()
        os.kill(os.getpid(), signal.SIGINT)
        return await turn

    before = signal.getsignal(signal.SIGINT)
    assert asyncio.run(main()).reason == "in order"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_turn_that_has_not_begun_is_cancelled_all_the_same() -> None:
    async def main() -> Outcome:
        turn = Turn(fair(asyncio.Event()))
        waiting = asyncio.ensure_future(turn.outcome())
        asyncio.get_running_loop().call_soon(turn.cancel)
        return await waiting

    assert asyncio.run(main()).ended == "cancelled"


def test_twice_leaves_also_where_the_turn_does_not_end() -> None:
    codes: list[int] = []

    async def main() -> None:
        started, released = asyncio.Event(), asyncio.Event()

        def leave(code: int) -> None:
            codes.append(code)
            released.set()

        turn = Turn(deaf(started, released), leave)
        waiting = asyncio.ensure_future(turn.outcome())
        await started.wait()
        turn.cancel()
        turn.cancel()
        await waiting

    asyncio.run(main())
    assert set(codes) == {INTERRUPTED}


def test_twice_leaves_before_the_chat_goes_on() -> None:
    codes: list[int] = []

    async def main() -> list[int]:
        started = asyncio.Event()
        turn = Turn(fair(started), codes.append)
        waiting = asyncio.ensure_future(turn.outcome())
        await started.wait()
        turn.cancel()
        turn.cancel()
        await waiting
        return list(codes)

    assert asyncio.run(main()) == [INTERRUPTED]
