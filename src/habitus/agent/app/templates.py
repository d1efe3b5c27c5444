"""`{{env.NAME}}` → what the environment says, in every text of a file. One pass: what comes out of the environment is no template."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.config.read import MOST_PROBLEMS, TEMPLATE, Filled, is_text, shown
from habitus.config.yaml_text import snake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.config.keys import Place
    from habitus.config.read import Problem

OTHER = re.compile(r"\{\{[^{}]{0,60}")
LATER = {("security", "behavior", name) for name in ("profile", "brain", "classifier")}
"""Filled where they are used: a profile may be `{{behavior.NAME}}`, and a key is not needed until there is a question."""


def filled(node: Any, environ: Mapping[str, str], problems: list[Problem], place: Place = ()) -> Any:
    """The same tree with its texts filled. What cannot be filled stays, and is a problem."""
    if _is_for_later(place):
        return node
    if isinstance(node, dict):
        return {name: filled(value, environ, problems, (*place, str(name))) for name, value in node.items()}
    if isinstance(node, list):
        return [filled(value, environ, problems, (*place, str(at))) for at, value in enumerate(node)]
    if not isinstance(node, str) or "{{" not in node or len(problems) > MOST_PROBLEMS:
        return node
    problems += [(place, flaw) for flaw in (*_missing(node, environ), other(node)) if flaw]
    made = Filled(TEMPLATE.sub(lambda found: environ.get(found[1], ""), node))
    made.template = node
    return made


def other(text: str) -> str:
    """What is wrong with a template that is none of ours; empty where there is none."""
    left = OTHER.search(TEMPLATE.sub("", text))
    return f"holds {shown(left[0] + '}}')}, which nothing fills: only {{{{env.NAME}}}} is known here" if left else ""


def _missing(text: str, environ: Mapping[str, str]) -> list[str]:
    unfit = [name for name in TEMPLATE.findall(text) if not is_text(environ.get(name, "\ud800"))]
    return [
        f"needs the environment variable {name[:60]}, which is {'not UTF-8 text' if name in environ else 'not set'}"
        for name in dict.fromkeys(unfit)
    ]


def _is_for_later(place: Place) -> bool:
    named = tuple(map(snake, place))
    return named[:3] in LATER or (named[:1] == ("agents",) and named[2:] == ("brain", "config", "api_key"))
