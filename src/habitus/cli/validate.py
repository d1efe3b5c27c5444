"""`habitus validate`: a prompt and an answer in, what was asked and whether it is there out, one JSON object per line."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import lines


@click.command()
def validate() -> None:
    """Check an answer against its prompt: `{"prompt","content"}` in, `{"intent":{…},"validation":{…}}` out, one JSON object per line.

    Each criterion is met (true), not met (false), or could not be checked (null). `overallSuccess` is false exactly when something that
    was checked failed. No model is asked, no settings are read and nothing is kept.
    """
    lines.answer(_validated)


def _validated(line: dict[str, Any]) -> dict[str, Any]:
    from habitus.adapt import intent, shapes
    from habitus.adapt import validate as checks

    wanted = intent.read(lines.text(line, "prompt"))
    return {"intent": shapes.intent(wanted), "validation": shapes.validation(checks.validate(lines.text(line, "content"), wanted))}
