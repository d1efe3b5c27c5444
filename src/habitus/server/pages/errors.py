"""`/errors`: what keeps failing, what helped, how sure that is, and how it hangs together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from habitus.learn import graph as nodes
from habitus.server.api import graph
from habitus.server.api import learnings as api
from habitus.server.pages import hanging, pictures
from habitus.server.pages.drawn import part_of
from habitus.server.pages.pictures import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SHOWN, DRAWN, EDGES = 50, 25, 50
ORDERS = ("common", "newest")


def listed(asked: Asked) -> Response:
    order, word, node = asked.query.get("order", "common"), asked.query.get("q", "")[:200], asked.query.get("node", "")[:1000]
    after = asked.query.get("after") or None
    found = api.list_learnings(
        asked.layer, order=cast("Any", order if order in ORDERS else "common"), fixed="fixed" in asked.query, word=word, after=after,
        limit=SHOWN,
    )  # fmt: skip
    items, more = (_at(asked, node), None) if node else (found.items, found.next)
    hangs = _hangs(asked, node) if node else None
    return asked.page(
        "errors.html", items=items, next=more, orders=ORDERS, picture=_drawn(asked, items[:DRAWN]), node=node,
        around=hanging.told(asked, node), sentences=hanging.sentences(asked, hangs.edges) if hangs else [],
        more_edges=hangs.next if hangs else None,
    )  # fmt: skip


def one(asked: Asked) -> Response:
    found = api.show_learning(asked.layer, asked.path["id"])
    here = nodes.node("error", found.tool, found.pattern)
    hangs = _hangs(asked, here)
    return asked.page("error.html", one=found, sentences=hanging.sentences(asked, hangs.edges, here), more_edges=hangs.next)


def _hangs(asked: Asked, node: str) -> graph.Graph:
    return graph.show_graph(asked.layer, node=node, depth=1, after=asked.query.get("edges") or None, limit=EDGES)


def _at(asked: Asked, node: str) -> list[api.Fixed]:
    """What is known of a tool, an error, or what a fix helps against."""
    kind, text = hanging.split(node)
    store = asked.layer.store
    if kind == "tool":
        found = store.lessons().learnings_of(text, "global", SHOWN, anywhere=True)
    elif kind == "error":
        found = [
            each for each in store.lessons().learnings_of(hanging.of_error(node)[0], "global", anywhere=True) if nodes.error(each) == node
        ]
    elif kind == "fix":
        found = [each for each in store.lessons().learnings(fixed=True, word=text.rstrip("…"), limit=SHOWN) if nodes.fix(each.text) == node]
    else:
        found = []
    return [api.Fixed.model_validate(each) for each in found]


def forgotten(asked: Asked) -> Response:
    if asked.given("do") != "forget":
        raise asked.unknown()
    gone = api.forget_learning(asked.layer, asked.who, asked.path["id"])
    return asked.on(asked.back("/errors"), "deleted", gone.entry)


def helped(asked: Asked) -> Response:
    given = api.Helped(text=asked.given("text"), tool=asked.given("tool"), error=asked.given("error"), workspace="")
    kept = api.record_correction(asked.layer, asked.who, given)
    return asked.on("/errors", "added", asked.last(kept.id))


def _drawn(asked: Asked, items: Sequence[api.Fixed]) -> Markup | None:
    """Tools, their errors, and what helps against them: from left to right."""
    if not items:
        return None
    tools = [
        Box(node, name, "", hanging.address(node))
        for name in dict.fromkeys(one.tool for one in items)
        if (node := nodes.node("tool", name))
    ]
    errors = [Box(one.id, one.pattern or asked.t("any error"), "error", f"/errors/{part_of(one.id)}") for one in items]
    fixes = [Box(node, one.text, "fix", hanging.address(node)) for one in items if one.text and (node := nodes.fix(one.text))]
    edges = [(nodes.node("tool", one.tool), one.id) for one in items] + [(one.id, nodes.fix(one.text)) for one in items if one.text]
    unique = list({box.name: box for box in fixes}.values())
    return pictures.columns([tools, errors, unique], edges, title=asked.t("Tools, their errors, and what helps"))


ROUTES = (("/errors", "GET", listed), ("/errors", "POST", helped), ("/errors/{id}", "GET", one), ("/errors/{id}", "POST", forgotten))
