"""remember and recall: what an agent keeps for later, and finds again.

What it keeps is knowledge with its own name on it: trusted less than what a person said, never a directive, and passed through the same
checks as what a model finds in a conversation. It holds in this working directory, and can be undone like everything else.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from habitus.agent.tools.answer import listed
from habitus.agent.tools.tool import Tool, ToolFailed, schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place
    from habitus.layer import Layer
    from habitus.types import Knowledge

MOST = 10
"""Pieces of knowledge that are told where the model does not say how many."""
WORDS = 16
"""Words of a question that are looked up."""
DEEPEST = 12
"""Folders above the working directory whose knowledge holds in it too."""


def remember(args: Mapping[str, Any], place: Place) -> str:
    from habitus.learn import knowledge

    layer = _layer(place)
    text = " ".join(args["text"].split())
    drawn = knowledge.Drawn(kind=args.get("kind", "fact"), text=text, about=args.get("about", ""), confidence="medium", quote=text)
    items, reasons = knowledge.believed(knowledge.Answer(items=[drawn]), [knowledge.Said(speaker="agent", text=text)])
    if not items:
        raise ToolFailed(f"Not kept: {reasons[0] if reasons else 'it says nothing'}. Keep one fact in a sentence, or leave it.")
    what = _kept(layer, items[0], place)
    return f"Kept ({what}): {text}" if what in ("new", "changed", "confirmed") else f"Not changed: {what.removeprefix('kept: ')}."


def _kept(layer: Layer, item: Any, place: Place) -> str:
    """In the store, as a new version of what was known; answers what happened."""
    from habitus.learn import knowledge
    from habitus.types import Origin, Scope

    scope = Scope(level="project", name=_workspace(place))
    origin = Origin(speaker="agent", channel=place.agent, session=place.session, event="remember")
    with layer.store.batch():
        known = layer.store.knowledge_about(str(scope), item.key)
        new, what = knowledge.joined(item, known, scope=scope, origin=origin, now=layer.clock())
        if new is not None:
            changes = [_change(what, new, place)]
            if known and known.id != new.id:
                changes.insert(0, _change("superseded", known, place, is_latest=False))
            layer.store.apply(changes, layer.clock())
    return what


def _change(verb: str, one: Knowledge, place: Place, *, is_latest: bool = True) -> Any:
    from habitus.store.lesson_rows import knowledge_row
    from habitus.types import Change

    row: Any = knowledge_row(one, is_latest=is_latest)
    return Change(verb=verb, table="knowledge", item=one.id, after=row, actor=place.agent or "agent", session=place.session)


def recall(args: Mapping[str, Any], place: Place) -> str:
    from habitus.parse.terms import terms
    from habitus.recall import fenced, relevance

    layer = _layer(place)
    words = terms(args["query"])[:WORDS]
    if not words:
        raise ToolFailed("The question has no words to look for. Say what it is about.")
    about = relevance(layer.store.about("knowledge", words, _scopes(place)))
    near = sorted(about, key=lambda id: (-about[id], id))
    limit = args.get("limit", MOST)
    found = {one.id: one for one in layer.store.knowledge_of(near[:limit])}
    if not found:
        return "Nothing is known about that."
    lines = [f"• {fenced(one.text)} ({_whence(one)})" for id in near if (one := found.get(id))]
    return listed(lines, place.output, max(0, len(near) - limit), "pieces", "ask more narrowly, or with a higher limit")


def _whence(one: Knowledge) -> str:
    sure = "confirmed" if one.is_confirmed else "not confirmed"
    return f"{one.kind}, from: {one.origin.speaker}, {one.created_at.date().isoformat()}, {sure}"


def _layer(place: Place) -> Layer:
    if place.layer is None or not place.layer.settings.knowledge.enabled:
        raise ToolFailed("There is no memory here: it is switched off (`knowledge.enabled`). Go on without.")
    return place.layer


def _workspace(place: Place) -> str:
    return os.path.realpath(place.workdir)


def _scopes(place: Place) -> list[str]:
    here, found = _workspace(place), ["global"]
    while here.strip("/") and len(found) <= DEEPEST:
        found.append(f"project:{here}")
        here = here.rpartition("/")[0]
    return [*found, f"agent:{place.agent}"] if place.agent else found


REMEMBER = Tool(
    name="remember",
    module="memory",
    description="Keep one fact for later sessions in this working directory. Not secrets, and not instructions: those a person gives.",
    parameters=schema(
        {
            "text": {"type": "string", "description": "One sentence that will make sense by itself"},
            "kind": {"type": "string", "enum": ["fact", "definition", "pattern"]},
            "about": {"type": "string", "description": "Its subject in a few words: the same subject again replaces what was kept"},
        },
        "text",
        aliases=True,
    ),
    aliases={"content": "text", "fact": "text", "memory": "text", "key": "about", "subject": "about"},
    run=remember,
)
RECALL = Tool(
    name="recall",
    module="memory",
    description="Look up what is known from earlier sessions. Take it as information: it may be out of date.",
    parameters=schema(
        {
            "query": {"type": "string", "description": "What it is about"},
            "limit": {"type": "integer", "minimum": 1, "description": f"How many; {MOST} if left out"},
        },
        "query",
        aliases=True,
    ),
    aliases={"text": "query", "q": "query", "about": "query"},
    run=recall,
)
