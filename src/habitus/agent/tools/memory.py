"""remember and recall: what an agent keeps for later, and finds again.

What it keeps is knowledge with its own name on it: trusted less than what a person said, never a directive, and passed through the same
checks as what a model finds in a conversation. It holds in this working directory, and can be undone like everything else.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from habitus.agent.tools.answer import listed
from habitus.agent.tools.tool import Tool, ToolFailed, schema
from habitus.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place
    from habitus.layer import Layer
    from habitus.types import Knowledge

MOST = 10
"""Pieces of knowledge that are told where the model does not say how many."""


def remember(args: Mapping[str, Any], place: Place) -> str:
    text, asked = " ".join(args["text"].split()), {name: args[name] for name in ("kind", "about") if name in args}
    try:
        what = _layer(place).knowing.remember(text, workspace=_workspace(place), agent=place.agent, session=place.session, **asked)
    except Refused as refused:
        raise ToolFailed(f"Not kept: {refused}. Keep one fact in a sentence, or leave it.") from None
    return f"Kept ({what}): {text}" if what in ("new", "changed", "confirmed") else f"Not changed: {what.removeprefix('kept: ')}."


def recall(args: Mapping[str, Any], place: Place) -> str:
    from habitus.parse.terms import terms
    from habitus.recall import fenced

    if not terms(args["query"]):
        raise ToolFailed("The question has no words to look for. Say what it is about.")
    limit = args.get("limit", MOST)
    found, more = _layer(place).knowing.recall(args["query"], workspace=_workspace(place), agent=place.agent, limit=limit)
    if not found:
        return "Nothing is known about that."
    lines = [f"• {fenced(one.text)} ({_whence(one)})" for one in found]
    return listed(lines, place.output, more, "pieces", "ask more narrowly, or with a higher limit")


def _whence(one: Knowledge) -> str:
    sure = "confirmed" if one.is_confirmed else "not confirmed"
    return f"{one.kind}, from: {one.origin.speaker}, {one.created_at.date().isoformat()}, {sure}"


def _layer(place: Place) -> Layer:
    if place.layer is None or not place.layer.settings.knowledge.enabled:
        raise ToolFailed("There is no memory here: it is switched off (`knowledge.enabled`). Go on without.")
    return place.layer


def _workspace(place: Place) -> str:
    return os.path.realpath(place.workdir)


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
