"""A trace tried out: `habitus check`, line by line or over HTTP. One session in memory; nothing of it is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError
from habitus.hosts import trace
from habitus.types import AgentText, ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from habitus.enforce.gates import Gates
    from habitus.layer import Layer
    from habitus.types import Clock, Event, Verdict


class Trial:
    """Has a clock of its own, that stands a millisecond further at every event."""

    def __init__(self, opened: Callable[[Clock], Layer], gates: Callable[[str], Gates], *, workspace: str, now: datetime) -> None:
        """`opened`: a layer that keeps nothing. `gates`: the rules of another profile; an empty name is the one that it began with."""
        self._gates = gates
        self._workspace = workspace
        self._now = now
        self._layer = opened(lambda: self._now)

    def answers(self, line: Any) -> Iterator[dict[str, Any]]:
        if not isinstance(line, dict):
            raise EventError("event", "must be an object")
        self._now += timedelta(milliseconds=1)
        if line.get("event") == "profile":  # the state stays, the rules change
            self._layer.gates = self._gates(str(line.get("name") or ""))
            return
        is_approval = line.get("event") == "approve"
        if is_approval:
            line = {**line, "event": "call", "id": "approved"}
        given = {**line, "session": "trial", "at": None, "key": None, "workspace": None, "agent": None}
        event = trace.event(given, trace.Missing(session="trial", at=self._now, workspace=self._workspace))
        match event:
            case ToolCall() if is_approval:
                self._layer.approve(event, who="the trace")
            case ToolCall():
                decision = self._layer.judge(self._once(event))
                yield {"id": line["id"], "decision": decision.ruling, "verdicts": _said(decision.verdicts)}
            case ToolResult() | AgentText():
                yield {"id": line.get("id"), "verdicts": _said(self._layer.settle(self._once(event)).verdicts)}
            case _:
                self._layer.observe(self._once(event))

    def close(self) -> None:
        self._layer.close()

    def _once(self, event: Event) -> Any:
        """Ids may repeat in a trace: each line is a moment of its own."""
        return replace(event, key=self._now.isoformat())


def _said(verdicts: tuple[Verdict, ...]) -> list[dict[str, str]]:
    return [verdict._asdict() for verdict in verdicts]
