"""Where the schema is written, and the steps from an older one. Forward only: a way back is a copy of the file.

A new version is: a step in `schema/migrations/<dialect>/NNNN_what.sql`, the same change in `schema/<dialect>.sql`, and the number here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA_VERSION = 12


def _folder() -> Path:
    from pathlib import Path  # only a store that is not up to date comes here

    return Path(__file__).parent / "schema"


def schema(dialect: str) -> str:
    """The whole schema as it stands."""
    return (_folder() / f"{dialect}.sql").read_text(encoding="utf-8")


def migrations(dialect: str, after: int) -> list[str]:
    """The steps that lead from version `after` to the present, in order."""
    steps = sorted((_folder() / "migrations" / dialect).glob("*.sql"))
    return [step.read_text(encoding="utf-8") for step in steps if int(step.name[:4]) > after]
