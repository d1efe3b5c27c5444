"""Lines of the ledger as people read them: what each is about, where that is to be seen, and whether it was taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.layer.undoing import ANSWERED, stand_for
from habitus.server.pages.asked import called, number, pretty
from habitus.server.pages.drawn import part_of
from habitus.store import ledger
from habitus.store.ledger import named
from habitus.types import AgentText, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from habitus.layer import Layer
    from habitus.server.api.ledger import Noted
    from habitus.server.pages.asked import Asked
    from habitus.types import Entry, Event, Told

LESSONS = frozenset({"behavioral_rules", "learnings", "knowledge", "strategies", "learning_examples"})
PAGES = {"behavioral_rules": "behavioral-rules", "learnings": "errors", "proposals": "inbox", "suggestions": "inbox", "skills": "skills"}
TOGETHER = ("inbox", "dashboard", "ledger")
"""Lines that stand for several changes at once."""
HAPPENED = ("observed", "settled")
"""Lines that speak of a moment in their session."""
Fate: TypeAlias = Literal["undone", "undoable", ""]


def told(asked: Asked, lines: Sequence[Noted]) -> dict[int, str]:
    """What each line is about, in words, by its number: an event by what was said or called, a job by its name, an answer by what was
    answered."""
    places = {one.id: (one.session, seq) for one in lines if one.verb in HAPPENED and (seq := _seq(one))}
    happened = asked.layer.store.many().events(places.values())
    silent = [one.item for one in lines if not one.table and places.get(one.id) not in happened and not named(_row(one), "")]
    latest = _latest(asked.layer, silent)
    return {
        one.id: _happened(asked, one, happened[places[one.id]]) if places.get(one.id) in happened else _told(asked, one, latest)
        for one in lines
    }


def _told(asked: Asked, one: Noted, latest: Mapping[str, Any]) -> str:
    row = _row(one)
    if one.verb == "job asked for":
        return asked.t(one.item.removeprefix("job:"))
    if one.verb == ANSWERED and one.item in TOGETHER:
        return asked.t("{n} changes", n=len(row["changes"])) if isinstance(row, dict) else one.item
    if not one.table and not named(row, ""):
        row = latest.get(one.item) or row
    kind = str(row.get("kind", "")) if isinstance(row, dict) else ""
    return asked.retold(named(row, one.item if one.table else asked.t(one.item)), kind)


def _row(one: Noted) -> Any:
    return one.after if isinstance(one.after, dict) else one.before


def _happened(asked: Asked, one: Noted, found: Told) -> str:
    """Several that were read together are told by the first of them."""
    last = one.after.get("to") if isinstance(one.after, dict) else None
    n = f"{asked.t('{n} events', n=last - found.seq + 1)}: " if isinstance(last, int) and last > found.seq else ""
    return f"{n}{event(asked, found.event)}"


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


def _latest(layer: Layer, items: Iterable[str]) -> dict[str, Any]:
    """The rows that lines speak of without having changed them."""
    many = layer.store.many()
    last = many.latest({*items})
    known = many.contents(side for one in last.values() for side in (one.after, one.before))
    return {item: known[one.after] or known[one.before] for item, one in last.items()}


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
    return _place(table, item, layer.store.many().there([(table, item)]))


def is_gone(layer: Layer, address: str, entries: Sequence[Entry]) -> bool:
    """Is it the page of a row that one of these lines speaks of, and that is not there any more?"""
    rows = {(one.table, one.item) for one in entries}
    return any(_place(*row, {row: ""}) == address for row in rows - layer.store.many().there(rows).keys())


def _place(table: str, item: str, there: Mapping[tuple[str, str], str]) -> str:
    if table == "agents":
        return "/agents"
    if (table, item) not in there:
        return ""
    if table == "approvals":
        return f"/approvals?state={there[table, item]}#a{part_of(item)}"
    if table == "persona":
        agent, _, file = item.rpartition("/")
        return f"/persona/{part_of(agent)}/{part_of(file)}" if agent else ""
    return f"/{PAGES[table]}/{part_of(item)}" if table in PAGES else ""


def to(layer: Layer, lines: Sequence[Noted]) -> dict[int, str]:
    """Where what each line is about is to be seen: its row, or the moment in its session."""
    there = layer.store.many().there((one.table, one.item) for one in lines)
    return {one.id: _moment(one) or _place(one.table, one.item, there) for one in lines}


def _moment(one: Noted) -> str:
    seq = _seq(one) if one.verb in HAPPENED else 0
    return f"/sessions/{part_of(one.session)}?after={seq - 1}#e{seq}" if seq else ""


def is_undone(layer: Layer, entry: Entry) -> bool:
    """Was it taken back, and is it still so?"""
    return fates(layer, [entry])[entry.id] == "undone"


def fates(layer: Layer, entries: Sequence[Entry]) -> dict[int, Fate]:
    """Of lines, by their numbers: what can be done with each, or was."""
    known = stand_for(layer, entries)
    passed = ledger.over(layer.store, [one for own in known.values() for one in own])
    changes = {id: [one for one in own if (one.table, one.item) not in passed] for id, own in known.items()}
    items, ids = {one.item for own in changes.values() for one in own}, [one.id for own in changes.values() for one in own]
    later = layer.store.many().undone(items, min(ids, default=0))
    causes = {one.cause: one.id for one in later if one.cause}
    return {
        id: "" if not own else "undone" if all(_is_undone(one.id, causes) for one in own) else "undoable" for id, own in changes.items()
    }


def _is_undone(at: int, causes: Mapping[int, int]) -> bool:
    steps = 0
    while at in causes:
        steps, at = steps + 1, causes[at]
    return steps % 2 == 1
