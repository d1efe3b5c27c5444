"""`/approvals`: calls that wait for a person, as they come in. A yes is for one exact call, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

from habitus.server.api import approvals as api
from habitus.server.pages.asked import called

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

STATES = get_args(api.State)
SHOWN = 50
UNKNOWN = {"agent": "", "workspace": ""}


def listed(asked: Asked) -> Response:
    state = asked.query.get("state", "pending")
    found = api.list_approvals(
        asked.layer, state=cast("Any", state if state in STATES else "pending"), after=asked.query.get("after") or None, limit=SHOWN
    )
    known = asked.layer.store.many().sessions({one.session for one in found.items})
    return asked.page(
        "approvals.html", items=found.items, next=found.next, states=STATES, called=called, now=asked.layer.clock(),
        session=lambda id: known.get(id, UNKNOWN),
        is_open=bool(found.items) and found.items[0].state == "pending",
    )  # fmt: skip


def answered(asked: Asked) -> Response:
    state = {"approve": "approved", "deny": "denied"}.get(asked.given("answer"))
    if state is None:
        raise asked.unknown("answer")
    given = api.Answer(state=cast("Any", state))
    _, undo = asked.undoable(lambda: api.answer_approval(asked.layer, asked.who, asked.path["id"], given))
    return asked.on(asked.back("/approvals"), state, undo)


ROUTES = (("/approvals", "GET", listed), ("/approvals/{id}", "POST", answered))
