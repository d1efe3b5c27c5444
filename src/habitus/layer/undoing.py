"""Changes taken back, and what lies in folders with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from habitus.store import ledger
from habitus.types import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from habitus.layer import Layer
    from habitus.types import Entry

Did = TypeVar("Did")

ANSWERED = "answered"
"""A line of the ledger that stands for all that came of a person's answer."""
WAITING = frozenset({"proposals", "suggestions"})
"""What a person answers."""
NEAR = 500
"""Lines that are looked through for it: what others write meanwhile may stand between."""


def taken_back(layer: Layer, entries: list[Entry], *, who: str) -> list[int]:
    """Answers the entries that did it. Skills and personas lie in folders, too: they follow the store."""
    undone = ledger.undo_many(layer.store, entries, actor=who, now=layer.clock())
    if undone and any(entry.table == "skills" for entry in entries):
        layer.skills.agree()
    for agent in sorted({entry.item.rpartition("/")[0] for entry in entries if undone and entry.table == "persona"}):
        layer.persona.caught_up(agent)
    return undone


def answering(layer: Layer, item: str, do: Callable[[], Did], *, who: str) -> tuple[Did, int | None]:
    """Do what a person's answer asks for; also answers the line that takes back all of it. None: nothing was changed."""
    with layer.store.batch() as changed:
        did = do()
        return did, together(layer, item, changed, who=who)


def together(layer: Layer, item: str, changed: Sequence[int], *, who: str) -> int | None:
    """One line that stands for several changes."""
    if not changed:
        return None
    return layer.store.note(Note(verb=ANSWERED, item=item, content={"changes": list(changed)}, actor=who, session=""), layer.clock())


def stands_for(layer: Layer, entry: Entry) -> list[Entry]:
    """What is taken back with a line: itself, or all that came of an answer, also by the line of the proposal or the suggestion that it
    moved: one that waits again has nothing in force. Empty: it changed nothing, or it is a suggestion that nobody has answered there."""
    if entry.verb == ANSWERED and not entry.table:
        ids = layer.store.content(entry.after)["changes"]
        return [found for id in ids if (found := layer.store.entry(id))]
    if entry.table in WAITING and (answer := _answer(layer, entry)):
        return stands_for(layer, answer)
    return [entry] if entry.table and entry.table != "suggestions" else []


def _answer(layer: Layer, entry: Entry) -> Entry | None:
    """The line that stands for a change: it is written right behind those that it stands for."""
    near = layer.store.entries(verb=ANSWERED, after_id=entry.id, before_id=entry.id + NEAR, limit=NEAR)
    return next((one for one in reversed(near) if entry.id in layer.store.content(one.after)["changes"]), None)


def left(layer: Layer, entries: Iterable[Entry]) -> list[Entry]:
    """Of changes, newest first, those that can be taken back: one that was, and its undo, are as if neither had been; a message that was
    sent stays sent."""
    whole = list(entries)
    known, void = {entry.id for entry in whole}, set[int]()
    for entry in whole:
        if entry.verb == "undone" and entry.id not in void and entry.cause in known:
            void |= {entry.id, entry.cause}
    return [entry for entry in whole if entry.id not in void and not _was_sent(layer, entry)]


def _was_sent(layer: Layer, entry: Entry) -> bool:
    row = layer.store.get("notices", entry.item) if entry.table == "notices" else None
    return row is not None and row["state"] != "waiting"
