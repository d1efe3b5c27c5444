"""What a page says about what was just done: what it was done to, how many, what could not be done, and the line that takes it back.

Only numbers and ids come from the address; the words are ours and the store's, so that no link can put others into a page's mouth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.layer.undoing import stands_for
from habitus.server.pages.drawn import part_of
from habitus.server.pages.lines import is_undone
from habitus.store.ledger import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.server.pages.asked import Asked
    from habitus.types import Entry, Proposal

COLOURS = {"none_ticked": "yellow", "learned_some": "yellow", "not_learned": "yellow", "not_answered": "red", "not_asked": "red"}
"""Of what did not come about; all else is well."""
LEFT = 20
"""Those that could not be done and are named one by one."""


class Left(NamedTuple):
    """One of many that was not done."""

    name: str
    to: str
    why: str


class Flash(NamedTuple):
    text: str
    about: str = ""
    undo: str = ""
    left: Sequence[Left] = ()
    colour: str = "green"


def shown(asked: Asked, said: str) -> Flash:
    """`said`: a sentence of ours, in the language of the page. What was taken back meanwhile is not offered again."""
    text, undo = said, asked.query.get("undo", "")
    entry = asked.layer.store.entry(int(undo)) if undo.isdecimal() and len(undo) < 16 else None
    undo = "" if entry is None or is_undone(asked.layer, entry) else undo
    colour = COLOURS.get(asked.query.get("said", ""), "green")
    n, ids = asked.query.get("n", ""), asked.query.get("left", "")
    if n.isdecimal() and len(n) < 6:
        left = [_left(asked, id) for id in ids.split(",")[:LEFT] if id]
        return Flash(f"{text} {_counted(asked, left)}".strip(), "", undo, left, "yellow" if left else colour)
    about = _about(asked, entry) if entry else ""
    return Flash(f"{text.rstrip('.')}:" if about else text, about, undo, colour=colour)


def _about(asked: Asked, entry: Entry) -> str:
    changes = stands_for(asked.layer, entry)
    own = [one for one in changes if one.item == entry.item] or changes
    if not own or (entry.item in ("inbox", "ledger") and len({one.item for one in own}) > 1):
        return ""
    store, one = asked.layer.store, own[0]
    row = store.content(one.after) or store.content(one.before)
    if stays := next((stays for each in changes if (stays := _stays(asked, each))), ""):
        return stays
    if one.table == "approvals" and isinstance(row, dict):
        return _call(row)
    return asked.retold(named(row, one.item), str(row.get("kind", ""))) if isinstance(row, dict) else one.item


def _stays(asked: Asked, one: Entry) -> str:
    """Of two rules that contradicted each other, the words of the one that a person has kept."""
    after = asked.layer.store.content(one.after) if one.verb == "superseded" else None
    rule = asked.layer.store.lessons().rule(str(after.get("superseded_by"))) if isinstance(after, dict) else None
    return rule.text if rule else ""


def _call(row: dict[str, Any]) -> str:
    import json

    args = json.loads(row["args"]) if isinstance(row.get("args"), str) else row.get("args") or {}
    return f"{row.get('tool', '')} {args.get('command') or ' '.join(str(one) for one in args.values())}".strip()


def _counted(asked: Asked, left: Sequence[Left]) -> str:
    if not left:
        return ""
    return asked.t("1 is left:") if len(left) == 1 else asked.t("{left} are left:", left=len(left))


def _left(asked: Asked, id: str) -> Left:
    begun = asked.layer.store.lessons().proposals_begun(id) if id.replace("-", "").isalnum() else []
    one = next((one for one in begun if one.id == id), None)
    name = asked.retold(one.title, one.kind) if one else asked.t("one that is gone")
    return Left(name, f"/inbox/{part_of(id)}", _why(asked, one))


def _why(asked: Asked, one: Proposal | None) -> str:
    """Told by what it is: what the layer says is for a terminal."""
    if one is None:
        return asked.t("it could not be done.")
    if one.state != "pending":
        return asked.t("somebody has answered it.")
    match one.kind:
        case "skill":
            return asked.t("it needs a reason.")
        case "refused":
            return asked.t("it is never kept; it can be dismissed.")
        case "conflict":
            return asked.t("say which of the two holds.")
        case _:
            return asked.t("it could not be done; look at it.")
