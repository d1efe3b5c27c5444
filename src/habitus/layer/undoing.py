"""Changes taken back, and what lies in folders with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.store import ledger

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Entry


def taken_back(layer: Layer, entries: list[Entry], *, who: str) -> list[int]:
    """Answers the entries that did it. Skills and personas lie in folders, too: they follow the store."""
    undone = ledger.undo_many(layer.store, entries, actor=who, now=layer.clock())
    if undone and any(entry.table == "skills" for entry in entries):
        layer.skills.agree()
    for agent in sorted({entry.item.rpartition("/")[0] for entry in entries if undone and entry.table == "persona"}):
        layer.persona.caught_up(agent)
    return undone
