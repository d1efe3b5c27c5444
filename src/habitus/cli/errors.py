"""`habitus errors`: what keeps failing, and what helped."""

from __future__ import annotations

from typing import Any

import click

from habitus.cli import show


@click.command()
@click.option("--fixed", is_flag=True, help="Only those with a known fix.")
@show.limit
@show.as_json
def errors(fixed: bool, limit: int, json_: bool) -> None:
    """List what keeps failing, the most common first, with what helped."""
    with show.opened() as layer:
        found = show.within(layer.store.lessons().learnings(common=True, fixed=fixed, limit=limit + 1), limit)
    if json_:
        show.out(found)
        return
    columns: dict[str, Any] = {
        "id": lambda one: one.id[:8],
        "times": lambda one: str(one.occurrences),
        "tool": lambda one: one.tool,
        "error": lambda one: one.pattern,
        "helps": lambda one: f"{one.text} ({one.confidence:.2f})" if one.text else "",
    }
    unfixed = "No fix is known yet: what keeps failing is listed by `habitus errors`."
    show.listing(found, columns, empty=unfixed if fixed else "No tool has failed so far, as far as we were told.")
