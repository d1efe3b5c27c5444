"""A call as a person has to see it to say yes: all of it, the unseen spelled out. For a command the command, for a file its diff."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from habitus.agent.terminal.clean import exact, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.types import Decision, ToolCall

LARGEST = 1_000_000
"""Bytes of a file that is compared."""
CONTEXT = 3
COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def proposed(call: ToolCall, decision: Decision) -> list[Text]:
    """The lines of the question, without the question itself."""
    why = Text.assemble(("    ask ", "yellow"), line(decision.reason or "This call needs your approval.", 600))
    return [
        Text.assemble(("  ? ", "yellow"), (exact(call.tool).replace("\n", " "), "bold"), f" in {exact(call.workspace)}"),
        why,
        *_body(call),
    ]


def _body(call: ToolCall) -> list[Text]:
    args = call.args
    if call.tool == "Bash" and isinstance(args.get("command"), str):
        rest = {name: value for name, value in args.items() if name != "command"}
        return [*_lines(args["command"], "bold"), *(_lines(_json(rest), "dim") if rest else ())]
    if call.tool in ("Write", "Edit") and isinstance(args.get("file_path"), str) and (after := _after(call)) is not None:
        return [Text(f"    {exact(args['file_path'])}", style="bold"), *_diff(*after)]
    return _lines(_json(dict(args)), "default")


def _after(call: ToolCall) -> tuple[str, str] | None:
    """A file before and after; None where that cannot be told from the call."""
    before, args = _content(Path(call.workspace) / call.args["file_path"]), call.args
    if call.tool == "Write":
        return (before or "", args["content"]) if isinstance(args.get("content"), str) else None
    old, new = args.get("old_string"), args.get("new_string")
    if not isinstance(old, str) or not isinstance(new, str):
        return None
    if before is None or old not in before:
        return old, new
    return before, before.replace(old, new, -1 if args.get("replace_all") else 1)


def _content(path: Path) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _diff(before: str, after: str) -> list[Text]:
    lines = list(difflib.unified_diff(_split(before), _split(after), lineterm="", n=CONTEXT))[2:]
    return [Text(f"    {exact(one)}", no_wrap=True, style=COLOURS.get(one[:1], "dim")) for one in lines] or [
        Text("    (nothing changes)", style="dim")
    ]


def _split(text: str) -> Sequence[str]:
    """A last line without its end is told apart."""
    lines = text.split("\n")
    return lines[:-1] if not lines[-1] else [*lines, "\\ (no line break at the end)"]


def _lines(text: str, style: str) -> list[Text]:
    return [Text(f"    {one}", style=style, no_wrap=True) for one in exact(text).split("\n")]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
