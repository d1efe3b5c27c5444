"""Named SQL: `-- name: x` in a .sql file beside this one, then a line of why, then one statement. Both databases run the same text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")


@cache
def named() -> dict[str, str]:
    """Every statement by its name, with `:parameters`."""
    found: dict[str, str] = {}
    for file in sorted(Path(__file__).parent.glob("*.sql")):
        for part in file.read_text(encoding="utf-8").split("-- name: ")[1:]:
            name, _, body = part.partition("\n")
            found[name.strip()] = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip()
    return found


@cache
def named_for_psycopg() -> dict[str, str]:
    """The same statements with `%(parameters)s`."""
    return {name: PARAMETER.sub(r"%(\1)s", sql) for name, sql in named().items()}
