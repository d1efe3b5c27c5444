"""Calls and verdicts as lines: values in, styled text out. Colours are names of rich's; whether they show is the console's business."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, TypeAlias

from rich.text import Text

from habitus.agent.terminal.clean import line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.agent.outcome import Outcome
    from habitus.types import ToolCall, Verdict

How: TypeAlias = Literal["ran", "failed", "blocked", "denied", "waits"]
"""How a call has come out."""

COLOURS = {"block": "red", "warn": "yellow", "remind": "cyan"}
MARKS: dict[How, tuple[str, str]] = {
    "ran": ("●", "green"), "failed": ("✗", "red"), "blocked": ("■", "red"), "denied": ("■", "red"), "waits": ("?", "yellow"),
}  # fmt: skip
SAID: dict[How, str] = {"ran": "", "failed": "failed", "blocked": "blocked", "denied": "denied", "waits": "waits for approval"}
MAIN = {
    "Bash": ("command",), "Read": ("file_path",), "Write": ("file_path",), "Edit": ("file_path",), "Glob": ("pattern", "path"),
    "Grep": ("pattern", "path"), "Agent": ("agent", "prompt"), "WebFetch": ("url",),
}  # fmt: skip
"""Arguments that say what a call is about; of other tools, the first text."""
ARGUMENT = 160
QUICK = 0.05
"""Seconds below which the time of a call says nothing."""


def argument(call: ToolCall) -> str:
    """What a call is about, on one line."""
    named = [str(call.args[name]) for name in MAIN.get(call.tool, ()) if call.args.get(name)]
    texts = named or [value for value in call.args.values() if isinstance(value, str) and value.strip()][:1]
    return line("  ".join(texts) or (json.dumps(dict(call.args), ensure_ascii=False, default=str) if call.args else ""), ARGUMENT)


def called(call: ToolCall, how: How, seconds: float) -> Text:
    """One line of a call that is over."""
    mark, colour = MARKS[how]
    told = Text(f"  {mark} ", style=colour)
    told.append(line(call.tool, 40), style="bold")
    told.append(f" {argument(call)}", style="default")
    if SAID[how]:
        told.append(f"  {SAID[how]}", style=colour)
    if how in ("ran", "failed") and seconds >= QUICK:
        told.append(f"  {lasted(seconds)}", style="dim")
    return told


def running(call: ToolCall) -> Text:
    return Text(f"  ◦ {line(call.tool, 40)} {argument(call)} …", style="dim")


def verdict(one: Verdict) -> Text:
    """What a rule said, with its name."""
    return Text.assemble(
        "    ", (one.action, COLOURS[one.action]), " ", (line(one.rule, 80), f"bold {COLOURS[one.action]}"), ": ", line(one.message, 600)
    )


def verdicts(found: Sequence[Verdict]) -> list[Text]:
    return [verdict(one) for one in dict.fromkeys(found)]


def over(outcome: Outcome, session: str = "") -> list[Text]:
    """How a turn has ended, where that needs a word, and what it cost."""
    told: list[Text] = []
    if outcome.ended != "done":
        word, colour = {"stopped": ("Stopped", "yellow"), "failed": ("Failed", "red"), "cancelled": ("Cancelled", "yellow")}[outcome.ended]
        told.append(Text.assemble((word, f"bold {colour}"), ": ", line(outcome.reason, 600)))
    if outcome.spent.requests or outcome.spent.input_tokens:
        calls = f", {outcome.calls} call{'s' if outcome.calls != 1 else ''}" if outcome.calls else ""
        told.append(Text(f"{outcome.spent}{calls}{f' · session {session}' if session else ''}", style="dim"))
    return told


def lasted(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
