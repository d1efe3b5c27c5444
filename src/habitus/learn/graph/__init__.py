"""The graph of what fails, where, and what helps: learnings in, triples out; and ways through them. No I/O, no clock.

    nodes     one name for one thing      error:<tool>:<pattern>, tool:<name>, session:<key>, fix:<text>
    triples   what a failure and a fix    causedBy, inSession, similarTo, resolvedBy, learnedFrom
              add to the graph
    spread    a change of confidence, handed on to similar errors
    walk      the way from one node to another, and what lies around one
    export    JSON, GraphML, Mermaid

Whoever walks hands in `neighbours`: a node in, every triple that begins or ends there out, so that a store can answer from its indexes.
"""

from __future__ import annotations

from habitus.learn.graph.export import MOST, Format, as_graphml, as_json, as_mermaid, exported
from habitus.learn.graph.nodes import error, fix, kind, label, node
from habitus.learn.graph.spread import spread
from habitus.learn.graph.triples import SIMILAR, again, closest, of_failure, of_fix, of_knowledge, similar
from habitus.learn.graph.walk import Around, Neighbours, around, path, reached

__all__ = [
    "MOST",
    "SIMILAR",
    "Around",
    "Format",
    "Neighbours",
    "again",
    "around",
    "as_graphml",
    "as_json",
    "as_mermaid",
    "closest",
    "error",
    "exported",
    "fix",
    "kind",
    "label",
    "node",
    "of_failure",
    "of_fix",
    "of_knowledge",
    "path",
    "reached",
    "similar",
    "spread",
]
