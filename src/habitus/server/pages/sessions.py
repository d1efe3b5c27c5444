"""`/sessions`: what happened in each, in order: messages, calls, verdicts, what was put before the model; and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.server import paging
from habitus.server.api import sessions as api
from habitus.server.pages import verdicts, why
from habitus.server.pages.asked import called, number, pretty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.server.pages.asked import Asked
    from habitus.types import Approval, Listed, Place, Row, Told

SHOWN, EVENTS, LEARNED = 30, 100, 200
LOOKED = 2000
"""Sessions that are looked through for one page of a search: then it asks before it looks on."""
COUNTED = 500
"""Events and lines of one that are counted for the list."""


def listed(asked: Asked) -> Response:
    further: list[Place | None] = []

    def fetch(place: Place | None, n: int) -> Listed[Row]:
        found, more = asked.layer.store.sessions_found(
            n, word=asked.query.get("q", "")[:200], agent=asked.query.get("agent", "")[:200],
            workspace=asked.query.get("folder", "")[:1000], looked=LOOKED, after=place,
        )  # fmt: skip
        further.append(more)
        return found

    found = paging.page(fetch, after=asked.query.get("after") or None, limit=SHOWN)
    on = paging.written(further[-1]) if not found.next and further and further[-1] else None
    facts = asked.layer.store.sessions_facts([one["id"] for one in found.items], COUNTED)
    return asked.page(
        "sessions.html", items=found.items, next=found.next or on, facts=facts, most=COUNTED, looked=LOOKED, is_cut=bool(on),
        is_asked=any(asked.query.get(name) for name in ("q", "agent", "folder")),
    )  # fmt: skip


def one(asked: Asked) -> Response:
    id = asked.path["id"]
    found = api.session_events(asked.layer, id, after=number(asked.query.get("after", "")), limit=EVENTS)
    asking = _why(asked, id)
    decisions = [one.said for one in found.items] + [one.did for one in (asking.decided if asking else ())]
    return asked.page(
        "session.html", session=api.show_session(asked.layer, id), items=found.items, next=str(found.next) if found.next else "",
        pretty=pretty, called=called, why=asking, at=_at(asked, found.items), speakers=verdicts.speakers(asked, decisions),
        learned=_learned(asked.layer, id), approval=lambda said: _approval(asked.layer, said),
        first=next((one.about["text"] for one in found.items if one.event == "user"), ""),
    )  # fmt: skip


def _why(asked: Asked, id: str) -> why.Why | None:
    """`moment`: the number of an event; `told`: the time of an injection; `why`: the id of a call."""
    moment, told, call = (asked.query.get(name, "")[:500] for name in ("moment", "told", "why"))
    if event := _event(asked.layer, id, number(moment)) if moment else None:
        return why.of_moment(asked, id, event)
    if told:
        return why.of_told(asked, id, told)
    return why.of_call(asked, id, call) if call else None


def _at(asked: Asked, items: Sequence[api.Happened]) -> str:
    """The row that the answer stands in; empty: it is on another page."""
    moment, told, call = (asked.query.get(name, "")[:500] for name in ("moment", "told", "why"))
    for one in items:
        is_told = one.event == "injected" and told and one.at.isoformat() == told
        is_moment = one.event != "injected" and moment and str(one.seq) == moment
        if is_told or is_moment or (not moment and not told and call and one.event == "call" and one.about.get("id") == call):
            return row(one)
    return ""


def row(one: api.Happened) -> str:
    return f"i{one.at.timestamp():f}" if one.event == "injected" else f"e{one.seq}"


def _event(layer: Layer, id: str, seq: int) -> Told | None:
    found = next(iter(layer.store.events(id, after=seq - 1)), None) if seq else None
    return found if found and found.seq == seq else None


def _approval(layer: Layer, said: dict[str, Any] | None) -> Approval | None:
    return layer.store.approval(str(said["approval"])) if said and said.get("approval") else None


def _learned(layer: Layer, id: str) -> dict[str, list[Any]]:
    """Rules that came of this session, by the words that they came from."""
    found: dict[str, list[Any]] = {}
    for entry in layer.store.entries(session=id, verb="learned", changes=True, limit=LEARNED):
        rule = layer.store.rule(entry.item) if entry.table == "behavioral_rules" else None
        if rule and rule.source:
            found.setdefault(rule.source.correction, []).append(rule)
    return found


ROUTES = (("/sessions", "GET", listed), ("/sessions/{id:path}", "GET", one))
