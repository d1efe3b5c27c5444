"""Named SQL: `-- name: x` in a .sql file beside this one, then a line of why, then one statement. Both databases run the same text."""

from __future__ import annotations

import os
import re
from functools import cache

PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")


@cache
def named() -> dict[str, str]:
    """Every statement by its name, with `:parameters`."""
    found: dict[str, str] = {}
    folder = os.path.dirname(__file__)  # noqa: PTH120 - before every tool call; pathlib takes longer to load than to use
    for file in sorted(os.listdir(folder)):  # noqa: PTH208
        if file.endswith(".sql"):
            with open(f"{folder}/{file}", encoding="utf-8") as text:  # noqa: PTH123
                parts = text.read().split("-- name: ")[1:]
            for part in parts:
                name, _, body = part.partition("\n")
                found[name.strip()] = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip()
    return found


@cache
def named_for_psycopg() -> dict[str, str]:
    """The same statements with `%(parameters)s`."""
    return {name: PARAMETER.sub(r"%(\1)s", sql) for name, sql in named().items()}
