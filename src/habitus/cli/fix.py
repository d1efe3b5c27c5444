"""`habitus fix`: an error in, what helped against it before out, one JSON object per line. Reads the store; nothing is changed."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import lines, show


@click.command()
def fix() -> None:
    """Say what is known to help against errors from standard input.

    Each line is `{"tool", "args"?, "error"}`; each answer `{"fix", "confidence", "auto_apply", "learning_id"}`, or `{"fix": null}`.
    """
    with show.opened() as layer:

        def reply(line: dict[str, Any]) -> dict[str, Any]:
            found = layer.mending.known(lines.text(line, "tool"), lines.text(line, "error"), line.get("args"))
            if found is None:
                return {"fix": None}
            learning, may_apply = found
            return {"fix": learning.text, "confidence": learning.confidence, "auto_apply": may_apply, "learning_id": learning.id}

        lines.answer(reply)
