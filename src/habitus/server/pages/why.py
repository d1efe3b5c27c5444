"""Why: what was in force at a moment of a session, what was said about it, and what came of it. Told from the ledger, where each moment has
its line among what was put before the model and what changed."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.enforce import learned
from habitus.server.api.sessions import BEGINNING, END, place
from habitus.server.pages import lines
from habitus.store.ledger import changes, lesson, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from habitus.server.pages.asked import Asked
    from habitus.types import Approval, Entry, Told

MOMENT = timedelta(microseconds=1)
MOMENTS = frozenset({"observed", "judged", "settled"})


class Decided(NamedTuple):
    """What the rules said about a call, its result, or the agent's words."""

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
    store, event, here, name = asked.layer.store, told.event, f"{session}:{told.seq}", place(told)
    own = [one for one in store.said(session, [here, name]) if (one.verb == "observed" and one.item == here) or _is_about(one, name)]
    at = own[0].id if own else max((one.id for one in store.story(session) if one.at <= event.at), default=0)
    keys = {str(told.seq), event.key} - {""}
    return _why(asked, session, at, [one for one in own if _is_about(one, name)], keys, is_known=bool(own))


def of_call(asked: Asked, session: str, call: str) -> Why:
    """Of a call, by its id."""
    own = [one for one in asked.layer.store.said(session, [call]) if _is_about(one, call)]
    return _why(asked, session, own[0].id if own else 0, own, set(), is_known=bool(own))


def of_told(asked: Asked, session: str, at: str) -> Why:
    """Of what was put before the model, by its time: the lessons in it, and where they spoke before it was told anew."""
    store, time = asked.layer.store, _time(at)
    told = next(iter(store.said(session, (), (time, time + MOMENT))), None) if time else None
    if told is None:
        return Why(None, None, (), (), (), is_known=False)
    text, lessons = _in_force(asked, told)
    mine, came = {learned.name(one["id"]) for one in lessons}, []
    for one in takewhile(lambda one: one.verb != "injected", store.story(session, told.id)):
        if one.verb in ("judged", "settled"):
            said = store.content(one.after)
            came += [_spoke(one, said, verdict) for verdict in said.get("verdicts") or () if verdict.get("rule") in mine]
            came += [_spoke(one, said, verdict, "would_") for verdict in said.get("shadows") or () if verdict.get("rule") in mine]
    return Why(text, told.at, lessons, (), came, is_known=True)


def _why(asked: Asked, session: str, at: int, own: Sequence[Entry], keys: set[str], *, is_known: bool) -> Why:
    """`at`: the line of the moment; 0: there is none."""
    store = asked.layer.store
    told = next(iter(store.entries(session=session, verb="injected", before_id=at, limit=1)), None)
    text, lessons = _in_force(asked, told) if told else (None, [])
    born = [one for one in changes(store, session=session) if _comes_from(asked, one, session, keys)] if keys else []
    came = {one.id: one for one in [*(_next(asked, session, at) if at else ()), *born]}
    return Why(
        text, told.at if told else None, lessons, [_decided(asked, one) for one in own],
        [_came(asked, came[id]) for id in sorted(came)], is_known=is_known,
    )  # fmt: skip


def _in_force(asked: Asked, told: Entry) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What was put before the model, and the lessons in it."""
    text = asked.layer.store.content(told.after)
    return text, [lesson(asked.layer.store, id) for id in text.get("lessons", ())]


def _is_about(one: Entry, call: str) -> bool:
    return bool(call) and one.item == call and one.verb in ("judged", "settled")


def _next(asked: Asked, session: str, at: int) -> Iterator[Entry]:
    """What was written before the next thing happened."""
    for one in takewhile(lambda one: one.verb not in MOMENTS, asked.layer.store.story(session, at)):
        if one.verb == "injected" or (one.table and one.table != "firings"):
            yield one


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo and BEGINNING < found < END else None


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
    return Came(one.id, one.verb, one.at, named(row, one.item), lines.place(asked.layer, one.table, one.item) or f"/ledger/{one.id}")


def _spoke(one: Entry, said: dict[str, Any], verdict: dict[str, Any], how: str = "") -> Came:
    text = f"{said.get('tool', '')}: {verdict.get('message', '')}"
    return Came(one.id, f"{how}{verdict.get('action', '')}", one.at, text, f"/ledger/{one.id}")
