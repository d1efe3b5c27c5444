"""`habitus compare`: two rules in, how they stand to each other out, one JSON object per line."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import lines


@click.command()
def compare() -> None:
    """Tell how two rules stand to each other: `{"a","b"}` in, `{"relation","score"}` out, one JSON object per line.

    The relation is duplicate, conflict or distinct. No settings are read and nothing is kept.
    """
    lines.answer(_compared)


def _compared(line: dict[str, Any]) -> dict[str, Any]:
    from habitus.learn.compare import relation

    found = relation(lines.text(line, "a"), lines.text(line, "b"))
    return {"relation": found.kind, "score": found.score}
