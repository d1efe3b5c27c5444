"""Changes taken back, and what lies in folders with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from habitus.store import ledger
from habitus.types import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from datetime import datetime

    from habitus.layer import Layer
    from habitus.types import Entry, Store

Did = TypeVar("Did")

ANSWERED = "answered"
"""A line of the ledger that stands for all that came of a person's answer."""
WAITING = frozenset({"proposals", "suggestions"})
"""What a person answers."""
RULES = "behavioral_rules"
NEAR = 500
"""Lines that are looked through for it: what others write meanwhile may stand between."""


def taken_back(layer: Layer, entries: list[Entry], *, who: str) -> list[int]:
    """Answers the entries that did it. Skills and personas lie in folders, too: they follow the store. What somebody has written into a
    persona is looked at first, while it can be told from what is taken back."""
    agents = sorted({entry.item.rpartition("/")[0] for entry in entries if entry.table == "persona"})
    for agent in agents:
        layer.persona.caught_up(agent)
    undone = ledger.undo_many(layer.store, entries, actor=who, now=layer.clock())
    if undone and any(entry.table == "skills" for entry in entries):
        layer.skills.agree()
    for agent in agents if undone else ():
        layer.persona.caught_up(agent)
    return undone


def answering(layer: Layer, item: str, do: Callable[[], Did], *, who: str) -> tuple[Did, int | None]:
    """Do what a person's answer asks for; also answers the line that takes back all of it. None: nothing was changed."""
    with layer.store.batch() as changed:
        did = do()
        return did, together(layer.store, item, changed, who=who, at=layer.clock())


def together(store: Store, item: str, changed: Sequence[int], *, who: str, at: datetime, whole: bool = False) -> int | None:
    """One line that stands for several changes. `whole`: they are one act, and none of them is taken back alone."""
    if not changed:
        return None
    content = {"changes": list(changed), **({"whole": True} if whole else {})}
    return store.note(Note(verb=ANSWERED, item=item, content=content, actor=who, session=""), at)


def act(store: Store, item: str, changed: Sequence[int], *, who: str, at: datetime) -> int | None:
    """The line that takes back an act: that of its only change, or one that stands for all of them."""
    return changed[0] if len(changed) == 1 else together(store, item, changed, who=who, at=at, whole=True)


def bringing_back(layer: Layer, line: int | None, taken: Sequence[int], undone: Sequence[int], *, who: str) -> int | None:
    """The line that brings back what was taken back: the undo's own, where a `line` stood for itself, and otherwise one for all of it."""
    if list(taken) == [line]:
        return next(iter(undone), None)
    return together(layer.store, "ledger", undone, who=who, at=layer.clock(), whole=line is not None)


def stands_for(layer: Layer, entry: Entry) -> list[Entry]:
    """What is taken back with a line: itself, or all that came of an answer, also by the line of the proposal or the suggestion that it
    moved: one that waits again has nothing in force. So with a rule: what it took the place of comes back with it. Empty: it changed
    nothing, or it is a suggestion that nobody has answered there."""
    return stand_for(layer, [entry])[entry.id]


def stand_for(layer: Layer, entries: Sequence[Entry]) -> dict[int, list[Entry]]:
    """The same of several, by their numbers, in as many questions as of one."""
    answers = [one for one in entries if one.verb == ANSWERED and not one.table]
    behind = layer.store.many().behind((one.id for one in entries if one.table in (*WAITING, RULES)), ANSWERED, NEAR)
    known = layer.store.many().contents(one.after for one in (*answers, *behind))
    changed = {one.id: known[one.after]["changes"] for one in (*behind, *answers)}
    # The line that stands for a change is written right behind those that it stands for: the first that names it.
    by = {one.id: one.id for one in answers}
    by |= {id: answer.id for answer in reversed(behind) for id in changed[answer.id]}
    acts = {one.id for one in (*behind, *answers) if known[one.after].get("whole")}
    found = layer.store.many().entries({id for one in entries if one.id in by for id in changed[by[one.id]]})
    return {
        one.id: [found[id] for id in changed[by[one.id]] if id in found] if _is_answered(one, by, acts) else _itself(one) for one in entries
    }


def _is_answered(one: Entry, by: Mapping[int, int], acts: Container[int]) -> bool:
    return one.id in by and (not one.table or one.table in WAITING or by[one.id] in acts)


def _itself(one: Entry) -> list[Entry]:
    return [one] if one.table and one.table != "suggestions" else []


def left(layer: Layer, entries: Iterable[Entry]) -> list[Entry]:
    """Of changes, newest first, those that can be taken back: one that was, and its undo, are as if neither had been; a message that was
    sent stays sent, and an approval that was used stays used."""
    whole = list(entries)
    known, void = {entry.id for entry in whole}, set[int]()
    for entry in whole:
        if entry.verb == "undone" and entry.id not in void and entry.cause in known:
            void |= {entry.id, entry.cause}
    passed = ledger.over(layer.store, whole)
    return [entry for entry in whole if entry.id not in void and (entry.table, entry.item) not in passed]
