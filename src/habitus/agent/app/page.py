"""The tables in docs/agent.md, from the keys themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from habitus.agent.app.providers import PROVIDERS
from habitus.agent.app.shape import AgentFile, AppFile
from habitus.config.keys import keys
from habitus.config.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.config.keys import Key

START, END = "<!-- app keys: written by habitus.agent.app.page -->", "<!-- end of app keys -->"


def tables() -> str:
    """What stands between the two marks."""
    shared = {key.place for key in keys(Settings)}
    of_app = [key for key in keys(AppFile) if key.place not in shared]
    providers = [f"| `{name}` | `{one.backend}` | {_code(one.base_url)} | {_code(one.variable)} |" for name, one in PROVIDERS.items()]
    parts = [
        *_table(of_app),
        "",
        "Each agent:",
        "",
        *_table(keys(AgentFile)),
        "",
        "| provider | speaks | where | key |",
        "|---|---|---|---|",
        *providers,
    ]
    return "\n".join([START, "", *parts, "", END])


def written(page: str) -> str:
    """A page with its tables as they are now."""
    before, _, rest = page.partition(START)
    return before + tables() + rest.partition(END)[2]


def _table(members: Iterable[Key]) -> list[str]:
    rows = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in _cells(key))} |" for key in members]
    return ["| key | default | must be | what it does, and why |", "|---|---|---|---|", *rows]


def _cells(key: Key) -> list[str]:
    default = json.dumps(key.default).removesuffix(".0")
    return [f"`{'.'.join(key.place)}`", f"`{default}`", key.wanted, f"{key.about['what']} {key.about['why']}"]


def _code(text: str) -> str:
    return f"`{text}`" if text else ""
