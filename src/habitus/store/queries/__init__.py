"""Named SQL: `-- name: x` in a .sql file beside this one, then a line of why, then one statement.

Both databases run the same text; where they cannot, `-- name: x @postgres` is PostgreSQL's way to say it.
"""

from __future__ import annotations

import os
import re
from functools import cache

PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")

WATCHED = frozenset({"behavioral_rules.put", "behavioral_rules.delete", "rules_forget_index"})
"""Statements on tables that people edit by hand: triggers note whatever is not announced as ours. Announced statement by statement and
inside a transaction, so that nobody else is taken for us."""


@cache
def named() -> dict[str, str]:
    """Every statement by its name, with `:parameters`; what is PostgreSQL's own has its name beside."""
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
    own = {name.removesuffix(" @postgres"): sql for name, sql in named().items() if name.endswith(" @postgres")}
    return {name: PARAMETER.sub(r"%(\1)s", sql.replace("%", "%%")) for name, sql in {**named(), **own}.items()}
