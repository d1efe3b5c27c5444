"""Why: what was in force at a moment of a session, what was said about it, and what came of it. Told from the ledger, where each moment has
its line among what was put before the model and what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.server.pages import lines
from habitus.store.ledger import lesson
from habitus.types import ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from habitus.server.pages.asked import Asked
    from habitus.types import Approval, Entry, Told

LINES = 10_000
"""Of a session, the latest: more are not looked through."""
MOMENTS = frozenset({"observed", "judged", "settled"})


class Decided(NamedTuple):
    """What the rules said about a call or its result."""

    verb: str
    at: datetime
    did: dict[str, Any]
    approval: Approval | None


class Came(NamedTuple):
    """A line that follows from the moment."""

    line: int
    verb: str
    at: datetime
    text: str
    to: str


class Why(NamedTuple):
    told: dict[str, Any] | None
    """The last text put before the model, as it was then."""
    told_at: datetime | None
    lessons: Sequence[dict[str, Any]]
    decided: Sequence[Decided]
    came: Sequence[Came]
    is_known: bool
    """False: the ledger has no line of it, as when a transcript was read."""


def of_moment(asked: Asked, session: str, told: Told) -> Why:
    """Of anything that happened."""
    whole, event = _lines(asked, session), told.event
    call = event.id if isinstance(event, ToolCall | ToolResult) else ""
    own = [n for n, one in enumerate(whole) if (one.verb == "observed" and one.item == f"{session}:{told.seq}") or _is_about(one, call)]
    at = own[0] if own else max((n for n, one in enumerate(whole) if one.at <= event.at), default=-1)
    keys = {str(told.seq), event.key} - {""}
    return _why(asked, session, whole, at, call, keys, is_known=bool(own))


def of_call(asked: Asked, session: str, call: str) -> Why:
    """Of a call, by its id."""
    whole = _lines(asked, session)
    at = next((n for n, one in enumerate(whole) if _is_about(one, call)), -1)
    return _why(asked, session, whole, at, call, set(), is_known=at >= 0)


def of_told(asked: Asked, session: str, at: str) -> Why:
    """Of what was put before the model, by its time: the lessons in it, and where they spoke before it was told anew."""
    whole = _lines(asked, session)
    place = next((n for n, one in enumerate(whole) if one.verb == "injected" and one.at.isoformat() == at), -1)
    if place < 0:
        return Why(None, None, (), (), (), is_known=False)
    found = _why(asked, session, whole, place + 1, "", set(), is_known=True)
    mine, came = {one["id"] for one in found.lessons}, []
    for one in whole[place + 1 :]:
        if one.verb == "injected":
            break
        if one.verb in ("judged", "settled"):
            said = asked.layer.store.content(one.after)
            came += [_spoke(asked, session, one, said, verdict) for verdict in said.get("verdicts") or () if verdict.get("rule") in mine]
    return found._replace(came=came)


def _why(asked: Asked, session: str, whole: Sequence[Entry], at: int, call: str, keys: set[str], *, is_known: bool) -> Why:
    layer = asked.layer
    before = next((one for one in reversed(whole[: max(at, 0)]) if one.verb == "injected"), None)
    told = layer.store.content(before.after) if before else None
    lessons = [lesson(layer.store, id) for id in (told or {}).get("lessons", ())]
    decided = [_decided(asked, one) for one in whole if call and _is_about(one, call)]
    came = {one.id: one for one in [*_next(whole, at), *(one for one in whole if _comes_from(asked, one, session, keys))]}
    return Why(told, before.at if before else None, lessons, decided, [_came(asked, came[id]) for id in sorted(came)], is_known=is_known)


def _lines(asked: Asked, session: str) -> list[Entry]:
    """As they were written."""
    return asked.layer.store.entries(session=session, limit=LINES)[::-1]


def _is_about(one: Entry, call: str) -> bool:
    return bool(call) and one.item == call and one.verb in ("judged", "settled")


def _next(whole: Sequence[Entry], at: int) -> Sequence[Entry]:
    """What was written before the next thing happened."""
    found: list[Entry] = []
    for one in whole[at + 1 :] if at >= 0 else ():
        if one.verb in MOMENTS:
            break
        if one.verb == "injected" or (one.table and one.table != "firings"):
            found.append(one)
    return found


def _comes_from(asked: Asked, one: Entry, session: str, keys: set[str]) -> bool:
    """A lesson says which moment it comes from."""
    if not keys or one.table not in lines.LESSONS or one.after is None:
        return False
    row = asked.layer.store.content(one.after)
    origin = _read(row.get("origin")) if isinstance(row, dict) else {}
    return origin.get("session") == session and str(origin.get("event", "")) in keys


def _read(value: Any) -> dict[str, Any]:
    import json

    found = json.loads(value) if isinstance(value, str) else value
    return found if isinstance(found, dict) else {}


def _decided(asked: Asked, one: Entry) -> Decided:
    did = asked.layer.store.content(one.after)
    return Decided(one.verb, one.at, did, asked.layer.store.approval(did["approval"]) if did.get("approval") else None)


def _came(asked: Asked, one: Entry) -> Came:
    store = asked.layer.store
    if one.verb == "injected":
        return Came(one.id, "told", one.at, asked.t("Told to the model"), f"/ledger/{one.id}")
    row = store.content(one.after) or store.content(one.before)
    return Came(one.id, one.verb, one.at, lines.named(row, one.item), lines.place(asked.layer, one.table, one.item) or f"/ledger/{one.id}")


def _spoke(asked: Asked, session: str, one: Entry, said: dict[str, Any], verdict: dict[str, Any]) -> Came:
    text = f"{said.get('tool', '')}: {verdict.get('message', '')}"
    return Came(one.id, str(verdict.get("action", "")), one.at, text, f"/ledger/{one.id}")
