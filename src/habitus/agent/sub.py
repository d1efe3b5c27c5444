"""The tool `Agent`: a task for another agent of the app, in a session of its own. Its answer is the tool's result.

A sub-agent has no sub-agents: who delegates what was delegated has lost sight of it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.agent.tools.answer import capped
from habitus.agent.tools.tool import Tool, ToolFailed, schema

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping, Sequence

    from habitus.agent.app import AgentSpec, App
    from habitus.agent.outcome import Outcome, Spent, Watcher
    from habitus.agent.tools.tool import Place
    from habitus.types import Decision, ToolCall, Verdict

LOOK = 0.05
"""Seconds between two looks whether the person has cancelled."""


class Under(NamedTuple):
    """Whom a conversation works for."""

    agent: str
    session: str
    stopped: threading.Event


def tool(app: App, others: Sequence[AgentSpec], watcher: Watcher, also: list[Spent], *, streams: bool) -> Tool:
    """`also`: where what it cost is written down, for the one who asked."""
    listed = "; ".join(f"{one.id}: {one.specialty or one.role}" for one in others)
    properties = {
        "agent": {"type": "string", "enum": [one.id for one in others], "description": listed},
        "prompt": {"type": "string", "description": "All it has to know: it sees nothing of this conversation"},
    }

    def run(args: Mapping[str, Any], place: Place) -> str:
        outcome = asyncio.run(_worked(app, args, place, watcher, streams=streams))
        also.append(outcome.spent)
        why = "" if outcome.ended == "done" else f"\n\n(It did not finish: {outcome.reason})"
        if why and not outcome.text:
            raise ToolFailed(f"{args['agent']} did not finish: {outcome.reason}")
        return capped(outcome.text, place.output - len(why), "ask it for less") + why

    return Tool(
        name="Agent", description="Give a task to another agent and wait for its answer. It works in the same folder.",
        parameters=schema(properties, "agent", "prompt"), run=run, module="agents",
    )  # fmt: skip


async def _worked(app: App, args: Mapping[str, Any], place: Place, watcher: Watcher, *, streams: bool) -> Outcome:
    from habitus.agent.start import opened

    layer = place.layer
    if layer is None:
        raise ToolFailed("There is nobody to give it to: do it yourself.")
    under = Under(args["agent"], f"{place.session}/{args['agent']}-{layer.session(place.session).seq}", place.stopped)
    async with opened(app, layer, place.workdir, watcher=Quiet(watcher), streams=streams, under=under, ours=place.ours) as talk:
        turn = asyncio.ensure_future(talk.turn(args["prompt"]))
        looking = asyncio.ensure_future(_cancelled_with(turn, place))
        try:
            return await turn
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            talk.end()


async def _cancelled_with(turn: asyncio.Future[Outcome], place: Place) -> None:
    while not place.stopped.is_set():
        await asyncio.sleep(LOOK)
    turn.cancel()


class Quiet:
    """Looks on at a sub-agent: its calls are shown and asked about like any other, its words are only for the one above."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def text(self, delta: str) -> None:
        pass

    def judged(self, call: ToolCall, decision: Decision) -> None:
        self._watcher.judged(call, decision)

    def came_back(self, call: ToolCall, text: str, *, failed: bool, verdicts: Sequence[Verdict]) -> None:
        self._watcher.came_back(call, text, failed=failed, verdicts=verdicts)

    def note(self, text: str) -> None:
        self._watcher.note(text)

    def ask(self, call: ToolCall, decision: Decision) -> bool | None:
        return self._watcher.ask(call, decision)
