"""The graph for other programs: triples in, text out, always in the same order. No I/O."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from habitus.learn.graph.nodes import kind, label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from habitus.types import Triple

Format: TypeAlias = Literal["json", "graphml", "mermaid"]

MOST = 100_000
"""Edges of an export: all of it is in memory at once."""
OLDER = f"The latest {MOST:,} edges; there are older ones, in `GET /v1/graph`."

SHOWN = 200
"""Edges of a drawing: Mermaid refuses more than 500, and a person sees nothing from a few hundred on."""
WIDE = 60
"""Characters of a label in a drawing."""
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MARKED = re.compile(r"[\"#<>&;|`\[\]{}()\\*_~%:=-]")
FORMS = {"error": ('["', '"]'), "fix": ('(["', '"])'), "tool": ('[["', '"]]'), "session": ('("', '")')}
"""How Mermaid draws a kind of node."""


def exported(form: Format, latest: Sequence[Triple], most: int = MOST) -> str:
    """As a text that says so where there are more than it holds."""
    write = {"json": as_json, "graphml": as_graphml, "mermaid": as_mermaid}[form]
    return write(latest[:most], note=OLDER if len(latest) > most else "")


def as_json(triples: Iterable[Triple], *, note: str = "") -> str:
    edges = _ordered(triples)
    return json.dumps(
        {
            **({"note": note} if note else {}),
            "nodes": [{"id": name, "kind": kind(name), "label": label(name)} for name in _nodes(edges)],
            "edges": [
                {
                    "subject": one.subject,
                    "predicate": one.predicate,
                    "object": one.object,
                    "weight": one.weight,
                    "times": one.times,
                    "origin": one.origin,
                    "at": one.at.isoformat(),
                }
                for one in edges
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def as_graphml(triples: Iterable[Triple], *, note: str = "") -> str:
    """Nodes are numbered, their names are data: two names may differ in nothing that XML can spell."""
    from xml.etree import ElementTree as Xml  # 10 ms that only an export is worth

    edges = _ordered(triples)
    numbers = {name: f"n{at}" for at, name in enumerate(_nodes(edges))}
    root = Xml.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for key, on, form in KEYS:
        Xml.SubElement(root, "key", {"id": key, "for": on, "attr.name": key, "attr.type": form})
    graph = Xml.SubElement(root, "graph", id="habitus", edgedefault="directed")
    if note:
        Xml.SubElement(graph, "desc").text = note
    told = []
    for name, number in numbers.items():
        about = {"name": name, "kind": kind(name)}
        told.append((Xml.SubElement(graph, "node", id=number), about))
    for one in edges:
        about = {
            "predicate": one.predicate,
            "weight": f"{one.weight:g}",
            "times": str(one.times),
            "origin": one.origin,
            "at": one.at.isoformat(),
        }
        told.append((Xml.SubElement(graph, "edge", source=numbers[one.subject], target=numbers[one.object]), about))
    for element, values in told:
        for key, value in values.items():
            Xml.SubElement(element, "data", key=key).text = NO_XML.sub("\ufffd", value)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


KEYS = (
    ("name", "node", "string"),
    ("kind", "node", "string"),
    ("predicate", "edge", "string"),
    ("weight", "edge", "double"),
    ("times", "edge", "int"),
    ("origin", "edge", "string"),
    ("at", "edge", "string"),
)


def as_mermaid(triples: Iterable[Triple], *, limit: int = SHOWN, note: str = "") -> str:
    """A drawing of the strongest edges; what was left out is counted in a comment."""
    whole = _ordered(triples)
    strongest = sorted(whole, key=lambda one: -one.weight)[:limit]
    edges = _ordered(strongest)
    numbers = {name: f"n{at}" for at, name in enumerate(_nodes(edges))}
    lines = ["graph LR"]
    for name, number in numbers.items():
        left, right = FORMS.get(kind(name), FORMS["error"])
        lines.append(f"  {number}{left}{_drawn(f'{kind(name)}: {label(name)}' if name != label(name) else name)}{right}")
    lines += [f'  {numbers[one.subject]} -->|"{_drawn(one.predicate)}"| {numbers[one.object]}' for one in edges]
    if len(whole) > len(edges):
        lines.append(f"  %% left out: {len(whole) - len(edges)} of {len(whole)} edges, the weakest")
    if note:
        lines.append(f"  %% {note}")
    return "\n".join(lines) + "\n"


def _ordered(triples: Iterable[Triple]) -> list[Triple]:
    unique = {(one.subject, one.predicate, one.object): one for one in triples}
    return [unique[edge] for edge in sorted(unique)]


def _nodes(edges: Iterable[Triple]) -> list[str]:
    return sorted({name for one in edges for name in (one.subject, one.object)})


def _drawn(text: str) -> str:
    """A label in which nothing is syntax: marks as character codes, lines joined, cut."""
    flat = " ".join(NO_XML.sub("\ufffd", text).split())
    flat = flat if len(flat) <= WIDE else flat[: WIDE - 1] + "…"
    return MARKED.sub(lambda found: f"#{ord(found[0])};", flat) or " "
