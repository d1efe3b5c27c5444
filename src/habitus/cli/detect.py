"""`habitus detect`: a user's message in, the correction in it out, one JSON object per line."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import lines
from habitus.errors import FieldError
from habitus.parse.text import storable


@click.command()
def detect() -> None:
    """Find the correction in a message: `{"text","previous"?}` in, `{"correction","rule_type","confidence","quote","lang"}` out.

    One JSON object per line. `previous` is what the agent said and did before. Where there is no correction, `rule_type` and `quote`
    are null and `confidence` is what little speaks for one. No settings are read and nothing is kept.
    """
    lines.answer(_detected)


def _detected(line: dict[str, Any]) -> dict[str, Any]:
    from habitus.detect import corrections

    text, previous = storable(lines.text(line, "text")), line.get("previous")
    if previous is not None and not isinstance(previous, str):
        raise FieldError("previous", "must be a text")
    found = corrections.weigh(text, previous or "")
    is_one = found is not None and found.confidence >= corrections.ENOUGH
    return {
        "correction": is_one,
        "rule_type": found.rule_type if found and is_one else None,
        "confidence": found.confidence if found else 0.0,
        "quote": found.quote if found and is_one else None,
        "lang": found.lang if found else corrections.language(text),
    }
