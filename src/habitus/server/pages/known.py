"""`/knowledge`: what is known beside rules and fixes: pieces of knowledge, tasks that went well or did not, and ways that worked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.server.api import learnings, strategies

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SHOWN = 50


class Line(NamedTuple):
    id: str
    text: str
    more: str
    chip: str
    colour: str = ""
    scope: Any = None
    figure: str = ""
    at: datetime | None = None


class Kind(NamedTuple):
    """One of the lists: how it is called, what its figures say, what it says where it is empty, and what is done with it."""

    name: str
    figure: str
    empty: str
    listed: Callable[..., Any]
    line: Callable[[Asked, Any], Line]
    forget: Callable[..., Any]


def _knowledge(asked: Asked, one: learnings.Known) -> Line:
    return Line(one.id, one.text, one.key, one.kind, scope=one.scope, figure=f"{one.confidence:.0%}", at=one.created_at)


def _example(asked: Asked, one: learnings.Shown) -> Line:
    colour = "green" if one.outcome == "positive" else "red"
    return Line(one.id, one.request, one.calls, one.outcome, colour, scope=one.scope, figure=asked.number(one.use_count))


def _strategy(asked: Asked, one: strategies.StrategyShown) -> Line:
    figure = f"{one.success_rate:.0%}"
    return Line(one.id, f"{one.pattern}: {one.successful_action}", one.lesson, one.agent, figure=figure, at=one.last_updated)


KINDS = {
    "knowledge": Kind(
        "Knowledge", "How sure", "Nothing is known yet. What is said in conversations is looked through for what is worth keeping.",
        learnings.list_knowledge, _knowledge, learnings.forget_knowledge,
    ),
    "examples": Kind(
        "Examples", "Times told", "No example yet. A task that you praise or complain about becomes one.",
        learnings.list_examples, _example, learnings.forget_example,
    ),
    "strategies": Kind(
        "Strategies", "Worked", "No strategy yet. The built-in agent keeps what worked for which kind of task.",
        strategies.list_strategies, _strategy, strategies.forget_strategy,
    ),
}  # fmt: skip


def listed(asked: Asked) -> Response:
    name = asked.query.get("kind", "")
    name = name if name in KINDS else next(iter(KINDS))
    kind, word = KINDS[name], asked.query.get("q", "")[:200]
    found = kind.listed(asked.layer, word=word, after=asked.query.get("after") or None, limit=SHOWN)
    return asked.page(
        "known.html", kinds=KINDS, kind=kind, name=name, word=word, items=[kind.line(asked, one) for one in found.items], next=found.next
    )


def forgotten(asked: Asked) -> Response:
    kind = KINDS.get(asked.given("kind"))
    if asked.given("do") != "forget" or kind is None:
        raise asked.unknown("do" if kind else "kind")
    gone = kind.forget(asked.layer, asked.who, asked.given("id"))
    return asked.on(asked.back("/knowledge"), "deleted", gone.entry)


ROUTES = (("/knowledge", "GET", listed), ("/knowledge", "POST", forgotten))
