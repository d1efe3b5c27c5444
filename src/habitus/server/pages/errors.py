"""`/errors`: what keeps failing, what helped, how sure that is, and how it hangs together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from habitus.server.api import graph
from habitus.server.api import learnings as api
from habitus.server.pages import pictures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SHOWN, DRAWN = 50, 25
ORDERS = ("common", "newest")


def listed(asked: Asked) -> Response:
    order = asked.query.get("order", "common")
    found = api.list_learnings(
        asked.layer, order=cast("Any", order if order in ORDERS else "common"), fixed="fixed" in asked.query,
        after=asked.query.get("after") or None, limit=SHOWN,
    )  # fmt: skip
    node = asked.query.get("node", "")[:1000]
    edges = graph.show_graph(asked.layer, node=node, depth=2, limit=200).edges if node else []
    return asked.page(
        "errors.html", items=found.items, next=found.next, orders=ORDERS, picture=_drawn(asked, found.items[:DRAWN]), edges=edges,
        node=node,
    )  # fmt: skip


def one(asked: Asked) -> Response:
    found = api.show_learning(asked.layer, asked.path["id"])
    return asked.page("error.html", one=found, around=graph.show_graph(asked.layer, node=f"tool:{found.tool}", depth=1, limit=200).edges)


def forgotten(asked: Asked) -> Response:
    if asked.given("do") != "forget":
        raise asked.unknown()
    gone = api.forget_learning(asked.layer, asked.who, asked.path["id"])
    return asked.on("/errors", "deleted", gone.entry)


def helped(asked: Asked) -> Response:
    given = api.Helped(text=asked.given("text"), tool=asked.given("tool"), error=asked.given("error"), workspace="")
    api.record_correction(asked.layer, asked.who, given)
    return asked.on("/errors", "added")


def _drawn(asked: Asked, items: Sequence[api.Fixed]) -> Markup | None:
    """Tools, their errors, and what helps against them: from left to right."""
    if not items:
        return None
    tools = [(f"tool:{name}", name, "") for name in dict.fromkeys(one.tool for one in items)]
    errors = [(one.id, one.pattern or asked.t("any error"), "error") for one in items]
    fixes = [(f"fix:{one.text}", one.text, "fix") for one in items if one.text]
    edges = [(f"tool:{one.tool}", one.id) for one in items] + [(one.id, f"fix:{one.text}") for one in items if one.text]
    return pictures.columns([tools, errors, list(dict.fromkeys(fixes))], edges, title=asked.t("Tools, their errors, and what helps"))


ROUTES = (("/errors", "GET", listed), ("/errors", "POST", helped), ("/errors/{id}", "GET", one), ("/errors/{id}", "POST", forgotten))
