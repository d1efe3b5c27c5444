"""`/sessions`: what happened in each, in order: messages, calls, verdicts, what was put before the model; and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.server.api import sessions as api
from habitus.server.pages import verdicts, why
from habitus.server.pages.asked import called, number, pretty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.server.pages.asked import Asked
    from habitus.types import Approval, Entry, Rule, Told

SHOWN, EVENTS, LEARNED = 30, 100, 200
LOOKED = api.LOOKED
BEGUN = 5000
"""Characters of one text on the page of its session, which has a hundred of them; the whole is behind a link."""
COUNTED = 500
"""Events and lines of one that are counted for the list."""


def listed(asked: Asked) -> Response:
    word, agent, folder = (asked.query.get(name, "")[:1000] for name in ("q", "agent", "folder"))
    found, is_cut = api.searched(
        asked.layer, word=word[:200], agent=agent[:200], folder=folder, since=None, after=asked.query.get("after") or None, limit=SHOWN,
        looked=LOOKED,
    )  # fmt: skip
    facts = asked.layer.store.past().facts([one["id"] for one in found.items], COUNTED)
    return asked.page(
        "sessions.html", items=found.items, next=found.next, facts=facts, most=COUNTED, looked=LOOKED, is_cut=is_cut,
        is_asked=any(asked.query.get(name) for name in ("q", "agent", "folder")),
    )  # fmt: skip


def one(asked: Asked) -> Response:
    id, after = asked.path["id"], number(asked.query.get("after", ""))
    found, session = api.session_events(asked.layer, id, after=after, limit=EVENTS), api.show_session(asked.layer, id)
    begun = api.session_events(asked.layer, id, after=0, limit=EVENTS) if after else found
    asking = _why(asked, id)
    told = [one.about for one in found.items if one.event == "injected"] + ([asking.told] if asking and asking.told else [])
    decisions = [one.said for one in found.items] + [one.did for one in (asking.decided if asking else ())]
    return asked.page(
        "session.html", session=session, items=found.items, next=str(found.next) if found.next else "",
        pretty=pretty, called=called, cut=lambda text, id: text if id == asked.query.get("whole") else text[:BEGUN],
        why=asking, at=_at(asked, found.items), speakers=verdicts.speakers(asked, decisions),
        learned=_learned(asked.layer, id), again=_again(asked.layer, id), held=_held(asked.layer, told),
        approval=lambda said: _approval(asked.layer, said),
        before=after - EVENTS if after > EVENTS else 0, end=session.events - EVENTS if found.next else 0,
        first=next((one.about["text"] for one in begun.items if one.event == "user"), ""),
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


def _held(layer: Layer, told: Iterable[Mapping[str, Any]]) -> dict[str, Rule]:
    """Rules that the session goes without, as they are now."""
    ids = {str(id) for one in told for id in one.get("held") or ()}
    return {rule.id: rule for rule in layer.store.lessons().rules_of(sorted(ids))}


def _approval(layer: Layer, said: dict[str, Any] | None) -> Approval | None:
    return layer.store.approval(str(said["approval"])) if said and said.get("approval") else None


def _learned(layer: Layer, id: str) -> dict[str, list[Any]]:
    """Rules that came of this session, by the words that they came from."""
    found: dict[str, list[Any]] = {}
    for entry in layer.store.entries(session=id, verb="learned", changes=True, limit=LEARNED):
        rule = layer.store.lessons().rule(entry.item) if entry.table == "behavioral_rules" else None
        if rule and rule.source:
            found.setdefault(rule.source.correction, []).append(rule)
    return found


def _again(layer: Layer, id: str) -> dict[str, list[Any]]:
    """Rules that were known already when this session said them, by the words in which it did."""
    lessons, found = layer.store.lessons(), dict[str, list[Any]]()
    from_ = sorted(layer.store.entries(session=id, verb="learned from", limit=LEARNED), key=lambda entry: entry.id)
    for entry in layer.store.entries(session=id, verb="reinforced", changes=True, limit=LEARNED):
        # Both lines are of one transaction, and the words stand in the second.
        words = next((one for one in from_ if one.id > entry.id), None)
        rule = lessons.rule(entry.item) if words and entry.table == "behavioral_rules" else None
        if rule and words:
            found.setdefault(_said(layer, words), []).append(rule)
    return found


def _said(layer: Layer, entry: Entry) -> str:
    """The words of a correction that was learned from: it waited, and its row went; or it never waited."""
    row = layer.store.content(entry.before) or {}
    known = json.loads(row["correction"])["exchange"]["correction"] if "correction" in row else ""
    return str(known or (layer.store.content(entry.after) or {}).get("said", "")).strip()


ROUTES = (("/sessions", "GET", listed), ("/sessions/{id:path}", "GET", one))
