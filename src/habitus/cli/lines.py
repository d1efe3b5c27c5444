"""Filters: one JSON object per line in, one answer per line out, in order, flushed. A bad line is answered with its error."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from habitus.errors import FieldError, HabitusError

if TYPE_CHECKING:
    from collections.abc import Callable


def answer(reply: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer standard input. What `reply` cannot answer it refuses with a `HabitusError`."""
    for line in sys.stdin.buffer:
        click.echo(json.dumps(_answer(line, reply)))  # in ASCII: half a character in somebody's text must not break the answer


def text(line: dict[str, Any], field: str) -> str:
    """A field that must be there."""
    given = line.get(field)
    if not isinstance(given, str):
        raise FieldError(field, "must be a text")
    return given


def _answer(line: bytes, reply: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "this line is not JSON"}
    if not isinstance(given, dict):
        return {"error": "this line is not a JSON object"}
    try:
        return reply(given)
    except HabitusError as error:
        return {"error": str(error)}
