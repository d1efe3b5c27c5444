"""`/sessions`: what happened in each, in order: messages, calls, verdicts, what was put before the model; and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.server.api import sessions as api
from habitus.server.pages.asked import pretty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.server.pages.asked import Asked

SHOWN, EVENTS, LEARNED = 50, 100, 200


def listed(asked: Asked) -> Response:
    found = api.list_sessions(asked.layer, after=asked.query.get("after") or None, limit=SHOWN)
    return asked.page("sessions.html", items=found.items, next=found.next)


def one(asked: Asked) -> Response:
    id, after = asked.path["id"], asked.query.get("after", "")
    start = int(after) if after.isdecimal() and len(after) < 16 else 0
    found = api.session_events(asked.layer, id, after=start, limit=EVENTS)
    call = asked.query.get("why", "")[:500]
    return asked.page(
        "session.html", session=api.show_session(asked.layer, id), items=found.items, next=str(found.next) if found.next else "",
        pretty=pretty, call=call, reasons=api.why(asked.layer, id, call) if call else [], names=_names(asked.layer, found.items),
        learned=_learned(asked.layer, id),
    )  # fmt: skip


def _names(layer: Layer, items: Sequence[api.Happened]) -> dict[str, str]:
    """What the lessons that were put before the model say, as far as they are still there."""
    ids = {str(id) for one in items if one.event == "injected" for id in one.about.get("lessons") or ()}
    return {rule.id: rule.text for rule in layer.store.rules_of(sorted(ids))}


def _learned(layer: Layer, id: str) -> dict[str, list[Any]]:
    """Rules that came of this session, by the words that they came from."""
    found: dict[str, list[Any]] = {}
    for entry in layer.store.entries(session=id, verb="learned", changes=True, limit=LEARNED):
        rule = layer.store.rule(entry.item) if entry.table == "behavioral_rules" else None
        if rule and rule.source:
            found.setdefault(rule.source.correction, []).append(rule)
    return found


ROUTES = (("/sessions", "GET", listed), ("/sessions/{id:path}", "GET", one))
