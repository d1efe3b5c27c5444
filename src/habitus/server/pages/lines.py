"""Lines of the ledger as people read them: what each is about, where that is to be seen, and whether it was taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.layer.undoing import stands_for
from habitus.server.pages.drawn import part_of

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Entry

NAMES = (
    "title", "sentence", "suggestion", "name", "description", "text", "content", "error_pattern", "pattern", "request", "user_input",
    "tool",
)  # fmt: skip
"""Columns that say in words what a row is about, whatever table it is of."""
LESSONS = frozenset({"behavioral_rules", "learnings", "knowledge", "strategies", "learning_examples"})
PAGES = {"behavioral_rules": "behavioral-rules", "learnings": "errors", "proposals": "inbox", "suggestions": "inbox", "skills": "skills"}
LATER = 100
"""Changes of a row that are looked through for an undo."""


def named(row: Any, otherwise: str) -> str:
    """What a row is about, in its own words where it has any."""
    known = row if isinstance(row, dict) else {}
    if isinstance(known.get("correction"), str):  # one that waits to be learned from
        known = {"text": (json.loads(known["correction"]).get("exchange") or {}).get("correction", "")}
    return next((str(known[name]) for name in NAMES if known.get(name)), otherwise)


def place(layer: Layer, table: str, item: str) -> str:
    """Where a row is to be seen; empty: nowhere, or it is gone."""
    if table in PAGES:
        return f"/{PAGES[table]}/{part_of(item)}" if layer.store.get(table, item) else ""
    if table == "approvals":
        found = layer.store.approval(item)
        return f"/approvals?state={found.state}#a{part_of(item)}" if found else ""
    if table == "persona":
        agent, _, file = item.rpartition("/")
        return f"/persona/{part_of(agent)}/{part_of(file)}" if agent and layer.store.get(table, item) else ""
    return "/agents" if table == "agents" else ""


def is_undone(layer: Layer, entry: Entry) -> bool:
    """Was it taken back, and is it still so?"""
    changes = stands_for(layer, entry)
    return bool(changes) and all(_is_undone(layer, one) for one in changes)


def _is_undone(layer: Layer, entry: Entry) -> bool:
    later = layer.store.entries(item=entry.item, changes=True, after_id=entry.id, limit=LATER)
    causes = {one.cause: one.id for one in reversed(later) if one.verb == "undone"}
    steps, at = 0, entry.id
    while at in causes:
        steps, at = steps + 1, causes[at]
    return steps % 2 == 1
