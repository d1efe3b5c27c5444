"""Lines of the ledger as people read them: what each is about, where that is to be seen, and whether it was taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.layer.undoing import ANSWERED, stands_for
from habitus.server.pages.asked import called, number, pretty
from habitus.server.pages.drawn import part_of
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.server.api.ledger import Noted
    from habitus.server.pages.asked import Asked
    from habitus.types import Entry, Event

NAMES = (
    "title", "sentence", "suggestion", "name", "description", "text", "content", "error_pattern", "pattern", "request", "user_input",
    "tool",
)  # fmt: skip
"""Columns that say in words what a row is about, whatever table it is of."""
LESSONS = frozenset({"behavioral_rules", "learnings", "knowledge", "strategies", "learning_examples"})
PAGES = {"behavioral_rules": "behavioral-rules", "learnings": "errors", "proposals": "inbox", "suggestions": "inbox", "skills": "skills"}
TOGETHER = ("inbox", "dashboard", "ledger")
"""Lines that stand for several changes at once."""
LATER = 100
"""Changes of a row that are looked through for an undo."""


def named(row: Any, otherwise: str) -> str:
    """What a row is about, in its own words where it has any."""
    known = row if isinstance(row, dict) else {}
    if isinstance(known.get("correction"), str):  # one that waits to be learned from
        known = {"text": (json.loads(known["correction"]).get("exchange") or {}).get("correction", "")}
    return next((str(known[name]) for name in NAMES if known.get(name)), otherwise)


def told(asked: Asked, one: Noted) -> str:
    """What a line is about, in words: an event by what was said or called, a job by its name, an answer by what was answered."""
    row = one.after if isinstance(one.after, dict) else one.before
    match one.verb:
        case "observed" | "settled" if happened := _happened(asked, one):
            return happened
        case "job asked for":
            return asked.t(one.item.removeprefix("job:"))
        case verb if verb == ANSWERED and one.item in TOGETHER:
            return asked.t("{n} changes", n=len(row["changes"])) if isinstance(row, dict) else one.item
    if not named(row, "") and not one.table:
        row = _latest(asked.layer, one.item) or row
    kind = str(row.get("kind", "")) if isinstance(row, dict) else ""
    return asked.retold(named(row, one.item if one.table else asked.t(one.item)), kind)


def _happened(asked: Asked, one: Noted) -> str:
    """Several that were read together are told by the first of them."""
    seq = _seq(one)
    found = next(iter(asked.layer.store.events(one.session, after=seq - 1)), None) if seq else None
    last = one.after.get("to") if isinstance(one.after, dict) else None
    n = f"{asked.t('{n} events', n=last - seq + 1)}: " if found and isinstance(last, int) and last > found.seq else ""
    return f"{n}{event(asked, found.event)}" if found else ""


def _seq(one: Noted) -> int:
    """The place in its session that a line speaks of; 0: it speaks of something else, such as a result by its id."""
    session, _, seq = one.item.rpartition(":")
    return number(seq) if session == one.session else 0


def event(asked: Asked, one: Event) -> str:
    """What happened, in its own words where it has any."""
    match one:
        case UserMessage() | AgentText():
            return one.text
        case ToolCall():
            return f"{one.tool} {called(one.args)}"
        case ToolResult():
            return pretty(one.error or one.result or asked.t("result"))
        case _:
            from habitus.server.api.sessions import KINDS

            return asked.t(KINDS[type(one)])


def _latest(layer: Layer, item: str) -> Any:
    """The row that a line speaks of without having changed it."""
    last = next(iter(layer.store.entries(item=item, changes=True, limit=1)), None)
    return (layer.store.content(last.after) or layer.store.content(last.before)) if last else None


def opened(row: Any) -> Any:
    """A row whose columns are read: what is kept as JSON is shown as what it says."""
    return {name: _read(value) for name, value in row.items()} if isinstance(row, dict) else row


def _read(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[") else value
    except ValueError:
        return value


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


def to(layer: Layer, one: Noted) -> str:
    """Where what a line is about is to be seen: its row, or the moment in its session."""
    if one.verb in ("observed", "settled") and (seq := _seq(one)):
        return f"/sessions/{part_of(one.session)}?after={seq - 1}#e{seq}"
    return place(layer, one.table, one.item)


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
