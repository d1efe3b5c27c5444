"""`habitus normalize`: an error message in, its pattern and its kind out, one JSON object per line."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import lines


@click.command()
def normalize() -> None:
    """Tell which failure an error message is: `{"message","tool"?}` in, `{"pattern","category"}` out, one JSON object per line.

    The pattern is a function of its line alone. The category is timeout, permission, provider_error, tool_error or general.
    """
    lines.answer(_normalized)


def _normalized(line: dict[str, Any]) -> dict[str, Any]:
    from habitus.parse.failure import category, pattern

    message = lines.text(line, "message")
    tool = lines.text(line, "tool") if line.get("tool") is not None else ""
    return {"pattern": pattern(message, tool), "category": category(message, tool)}
