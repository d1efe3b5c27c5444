"""`habitus check`: a trace in, verdicts out, one JSON object per line. Nothing is kept between runs."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.errors import EventError, HabitusError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.layer import Layer
    from habitus.types import Verdict


@click.command()
@click.option("--profile", help="The profile, whatever the file says; '' for none.")
@click.option(
    "--config", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings, or an app file (JSON is YAML)."
)
@click.option("--workspace", help="The folder that paths are spelled against; it need not exist.")
def check(profile: str | None, file: Path | None, workspace: str | None) -> None:
    """Judge a trace from standard input: user, text, call, result, approve, turn and profile events, one JSON object per line.

    Each call is answered with its decision and verdicts, each result and text with its verdicts. No settings file is read but
    the one named, and nothing is kept.
    """
    trial = Trial(profile, file, str(Path(workspace or ".").absolute()))
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            answers = list(trial.answers(json.loads(line)))
        except (ValueError, RecursionError):
            answers = [{"error": "this line is not JSON"}]
        except HabitusError as error:
            answers = [{"error": str(error)}]
        for answer in answers:
            click.echo(json.dumps(answer))


class Trial:
    """One session that lives in memory, with a clock of its own that stands a millisecond further at every event."""

    def __init__(self, profile: str | None, file: Path | None, workspace: str) -> None:
        self._file = file
        self._profile = profile
        self._workspace = workspace
        self._now = datetime.now(UTC)
        self._layer = self._opened(profile)

    def _opened(self, profile: str | None) -> Layer:
        from habitus import assemble

        return assemble.trial(assemble.declared(self._file), profile=profile, clock=lambda: self._now)

    def answers(self, line: Any) -> Iterator[dict[str, Any]]:
        from habitus.hosts import trace
        from habitus.types import AgentText, ToolCall, ToolResult

        if not isinstance(line, dict):
            raise EventError("event", "must be an object")
        self._now += timedelta(milliseconds=1)
        if line.get("event") == "profile":
            self._swap(str(line.get("name") or ""))
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
                decision = self._layer.judge(_once(event, self._now))
                yield {"id": line["id"], "decision": decision.ruling, "verdicts": _said(decision.verdicts)}
            case ToolResult():
                yield {"id": line["id"], "verdicts": _said(self._layer.settle(_once(event, self._now)).verdicts)}
            case AgentText():
                yield {"id": line.get("id"), "verdicts": _said(self._layer.settle(_once(event, self._now)).verdicts)}
            case _:
                self._layer.observe(_once(event, self._now))

    def _swap(self, profile: str) -> None:
        """Another profile: the state stays, the rules change. An empty name goes back to the file's."""
        from habitus import assemble

        self._layer.gates = assemble.behaviour(assemble.declared(self._file), profile=profile or self._profile)[1]


def _once(event: Any, now: datetime) -> Any:
    """Ids may repeat in a trace: each line is a moment of its own."""
    from dataclasses import replace

    return replace(event, key=now.isoformat())


def _said(verdicts: tuple[Verdict, ...]) -> list[dict[str, str]]:
    return [{"rule": v.rule, "action": v.action, "when": v.when, "message": v.message} for v in verdicts]
