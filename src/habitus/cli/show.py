"""How the commands open the house and print what they find."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from habitus.layer import Layer

Item = TypeVar("Item")

as_json = click.option("--json", "json_", is_flag=True, help="Print JSON.")
limit = click.option("--limit", type=click.IntRange(1, 100_000), default=20, show_default=True, help="At most so many rows.")


@contextmanager
def opened() -> Iterator[Layer]:
    """The layer that the settings ask for, closed again at the end. A store that may not be written can be looked at; the first write says
    that it is read-only."""
    from habitus import assemble

    layer = assemble.layer(file=click.get_current_context().find_root().obj, or_read=True)
    try:
        yield layer
    finally:
        layer.close()


def out(value: Any) -> None:
    try:
        text = json.dumps(value, ensure_ascii=False, indent=2, default=_plain, allow_nan=False)
    except ValueError:  # an earlier version kept numbers that JSON does not have
        readable = json.loads(json.dumps(value, default=_plain), parse_constant=lambda _: None)
        text = json.dumps(readable, ensure_ascii=False, indent=2)
    click.echo(text)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def within(found: Sequence[Item], limit: int) -> Sequence[Item]:
    """At most so many. Whoever asks for one more than that is told at the end that there are more, where it is in no program's way."""
    if len(found) > limit:
        click.get_current_context().call_on_close(lambda: click.echo(f"… and more: say how many with --limit (now {limit})", err=True))
    return found[:limit]


def listing(rows: Sequence[Any], columns: dict[str, Callable[[Any], str]], *, empty: str) -> None:
    """A table where a person looks, tab-separated lines where a program reads; an empty one says what to do."""
    if not rows:
        click.echo(empty)
        return
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(safe(" ".join(column(row).split())) for column in columns.values()))
        return
    from rich.console import Console

    console = Console()
    cells = [{name: safe(column(row)) for name, column in columns.items()} for row in rows]
    if _narrowest(cells) <= console.width:
        console.print(_table(cells))
    else:
        click.echo("\n".join(_downwards(row, console.width) for row in cells), nl=False)


READABLE = 8
"""Letters of a column in which words can still be read: in fewer, they stand one below the other."""

UNBROKEN = ("id", "when", "verb")
"""Columns that a person copies from, or looks down."""

GAP = "  "
"""Between two columns, as rich leaves it."""


def _narrowest(cells: Sequence[dict[str, str]]) -> int:
    """The width that a table of these needs; rich would go on to cut numbers, and leave columns out."""
    from rich.cells import cell_len

    widest = {name: max(cell_len(text) for row in cells for text in (name, *row[name].splitlines())) for name in cells[0]}
    return sum(width if name in UNBROKEN else min(width, READABLE) for name, width in widest.items()) + len(GAP) * (len(widest) - 1)


def _table(cells: Sequence[dict[str, str]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in cells[0]:
        table.add_column(name, overflow="fold", no_wrap=name in UNBROKEN)
    for row in cells:
        table.add_row(*map(Text, row.values()))  # Text: learned words are not markup
    return table


def _downwards(row: dict[str, str], width: int) -> str:
    """One row as lines of name and value. A word is never broken: the terminal does it, and what is copied from there is whole."""
    from textwrap import TextWrapper

    longest = max(map(len, row))
    return "".join(
        TextWrapper(
            width, initial_indent=f"{name:<{longest}}{GAP}", subsequent_indent=" " * (longest + len(GAP)),
            break_long_words=False, break_on_hyphens=False,
        ).fill(text) + "\n"
        for name, text in row.items()
        if text.strip()
    )  # fmt: skip


def safe(text: str) -> str:
    """Somebody else's words on a terminal: nothing in them may move its cursor, set its title or turn its writing around."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def many(count: int, noun: str) -> str:
    """`1 session`, `2 sessions`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def when(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if at else "never"


class Since(click.ParamType):  # type: ignore[type-arg]  # click 8.2 has no parameter there
    """A time, or how long ago: `2026-11-15`, `2026-11-15T09:00:00Z`, `30m`, `2h`, `7d`."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        units = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
        try:
            if value[-1:] in units and value[:-1].isascii() and value[:-1].isdigit():
                return datetime.now(UTC) - timedelta(**{units[value[-1]]: int(value[:-1])})
            at = datetime.fromisoformat(value)
            return (at if at.tzinfo else at.astimezone()).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is not a time: write 2026-11-15, 2026-11-15T09:00:00Z, or how long ago, such as 30m, 2h, 7d", param, ctx)
