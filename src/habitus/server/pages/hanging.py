"""How errors, tools, fixes and sessions hang together, as sentences with links: edges of the graph in, markup out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from habitus.server.pages.drawn import part_of, short, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.server.api.graph import Edge
    from habitus.server.pages.asked import Asked

SENTENCES = {
    "causedBy": "{object} fails with {subject}.",
    "resolvedBy": "Against {subject} helps: {object}",
    "inSession": "{subject} came up in the session {object}.",
    "learnedFrom": "{subject} was learned in the session {object}.",
    "similarTo": "{subject} is much like {object}.",
}
"""By what an edge says; what people said of things is told in their own words."""
CUT = re.compile(r"~[0-9a-f]{16}$")
"""How the name of a node ends that was too long."""
SHOWN = 160


def sentences(asked: Asked, edges: Sequence[Edge], here: str = "") -> list[Markup]:
    """`here`: the error whose page this is: it need not be told again and again."""
    return list(dict.fromkeys(_sentence(asked, edge, here) for edge in edges))


def _sentence(asked: Asked, edge: Edge, here: str) -> Markup:
    subject, thing = (escape(asked.t("this error")) if node == here else _link(asked, node) for node in (edge.subject, edge.object))
    if edge.predicate not in SENTENCES:
        return Markup("{} {} {}").format(subject, visible(edge.predicate), thing)
    told = escape(asked.t(SENTENCES[edge.predicate])).format(subject=subject, object=thing)
    return told[:1].upper() + told[1:]


def _link(asked: Asked, node: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address(node), visible(short(told(asked, node), SHOWN)))


def told(asked: Asked, node: str) -> str:
    """A node as a person would call it."""
    kind, text = split(node)
    if kind != "error":
        return text
    tool, pattern = of_error(node)
    return asked.t("“{error}” of {tool}", error=pattern or asked.t("any error"), tool=tool)


def split(node: str) -> tuple[str, str]:
    kind, _, text = node.partition(":")
    return (kind, CUT.sub("…", text)) if text else ("", node)


def of_error(node: str) -> tuple[str, str]:
    """The tool, and what it said."""
    tool, _, pattern = split(node)[1].partition(":")
    return tool.replace("%3A", ":").replace("%25", "%"), pattern


def address(node: str) -> str:
    kind, _, text = node.partition(":")
    return f"/sessions/{part_of(text)}" if kind == "session" else f"/errors?node={quote(node, safe='')}"
