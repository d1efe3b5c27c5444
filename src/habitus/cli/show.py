"""How the commands open the house and print what they find."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from habitus.layer import Layer

as_json = click.option("--json", "json_", is_flag=True, help="Print JSON.")
limit = click.option("--limit", type=click.IntRange(1, 100_000), default=20, show_default=True, help="At most so many rows.")


@contextmanager
def opened() -> Iterator[Layer]:
    """The layer that the settings ask for, closed again at the end."""
    from habitus import assemble

    layer = assemble.layer(file=click.get_current_context().find_root().obj)
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
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, overflow="fold", no_wrap=name in ("id", "when", "verb"))
    for row in rows:
        table.add_row(*(Text(safe(column(row))) for column in columns.values()))  # Text: learned words are not markup
    Console().print(table)


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
