"""One message and its answer."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from habitus.adapt import shapes
from habitus.agent.start import opened
from habitus.agent.terminal.cancel import INTERRUPTED, Turn
from habitus.config.account import operator

if TYPE_CHECKING:
    from habitus.agent.outcome import Outcome
    from habitus.agent.terminal.asking import Asking
    from habitus.agent.terminal.ready import Ready
    from habitus.agent.terminal.screen import Screen

CODES = {"done": 0, "stopped": 1, "failed": 1, "cancelled": INTERRUPTED}


async def answered(ready: Ready, screen: Screen, prompt: str, *, asking: Asking, streams: bool = True) -> tuple[Outcome, str]:
    """The outcome, and the session that it is kept under."""
    screen.waits("opening")
    async with opened(
        ready.app, ready.layer, ready.workdir, watcher=screen, session=ready.session, who=operator(), streams=streams, ours=ready.ours
    ) as talk:
        screen.thinks()
        turn = Turn(talk.turn(prompt))
        with asking.during(turn.cancel):
            outcome = await turn.outcome()
        await asyncio.to_thread(talk.end)
        return outcome, talk.session


def as_object(outcome: Outcome, session: str) -> dict[str, Any]:
    """For programs."""
    return {
        "text": outcome.text,
        "ended": outcome.ended,
        "reason": outcome.reason,
        "calls": outcome.calls,
        "spent": {field.name: getattr(outcome.spent, field.name) for field in fields(outcome.spent)},
        "session": session,
        "validation": shapes.validation(outcome.validation) if outcome.validation else None,
    }
