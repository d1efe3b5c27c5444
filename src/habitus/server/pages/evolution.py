"""`/evolution`: a week of figures, what they suggest, what each lesson is worth, and the guardrails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from habitus.evolve import guardrails
from habitus.server.api import evolution as api
from habitus.server.api.agents import NAMELESS, named
from habitus.server.pages import pictures, telling
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

DAYS = 7
EFFECTS = 20


def shown(asked: Asked) -> Response:
    layer = asked.layer
    met = sorted({one or NAMELESS for one in layer.evolution.agents()} | {one.id or NAMELESS for one in layer.agents.all()})
    agent = asked.query.get("agent", "")
    agent = agent if agent in met else (met[0] if met else "")
    if not agent:
        return asked.page("evolution.html", agents=[], agent="")
    stored = layer.agents.one(named(agent)).other_config.get(guardrails.KEY) or {}
    return asked.page(
        "evolution.html", agents=met, agent=agent, metrics=api.evolution_metrics(layer, agent, days=DAYS).metrics,
        lines=_lines(asked, agent), suggestions=api.list_suggestions(layer, agent, limit=50).items,
        effects=api.list_effects(layer, limit=EFFECTS).items, rails=guardrails.read(stored)._asdict(),
        evidence=lambda one: telling.evidence(asked, one.kind, one.evidence), figures=lambda one: telling.figures(asked, one),
        interval=lambda one: pictures.interval(asked, one["low"] or 0.0, one["saves"] or 0.0, one["high"] or 0.0),
    )  # fmt: skip


def answered(asked: Asked) -> Response:
    to = asked.given("status")
    given = api.Verdict(status=cast("Any", to), now_anyway=bool(asked.given("now_anyway")), why=asked.given("why"))
    done = api.answer_suggestion(asked.layer, asked.who, asked.given("agent"), asked.given("id"), given)
    said = {"approved": "applied" if done.status == "applied" else "waits", "rejected": "rejected", "rolled_back": "rolled_back"}[to]
    return asked.on("/evolution", said, agent=asked.given("agent"))


def run(asked: Asked) -> Response:
    agent = asked.given("agent")
    made = api.run_evolution(asked.layer, asked.who, agent).suggestions
    return asked.on("/evolution", "done" if made else "nothing", agent=agent)


def fenced(asked: Asked) -> Response:
    asked.require("admin")
    wanted: dict[str, Any] = {}
    for name in guardrails.Guardrails._fields:
        text = asked.given(name)
        if name == "locked_params":
            wanted[name] = [one.strip() for one in text.split(",") if one.strip()]
        elif text:
            try:
                wanted[name] = json.loads(text)
            except ValueError:
                raise Problem(409, f"`{name}` must be a number, got {text[:40]!r}.") from None
    _, undo = asked.undoable(lambda: api.set_guardrails(asked.layer, asked.who, asked.given("agent"), wanted))
    return asked.on("/evolution", "edited", undo, agent=asked.given("agent"))


def _lines(asked: Asked, agent: str) -> dict[tuple[str, str], Any]:
    """The share of each day that went well, as a line."""
    found = {}
    for one in api.evolution_daily(asked.layer, agent, days=DAYS).series:
        figures = [day["hits"] / day["n"] if day["n"] else None for day in one.days]
        found[(one.type, one.key)] = pictures.line(figures, title=asked.t("The last {n} days", n=DAYS))
    return found


ROUTES = (
    ("/evolution", "GET", shown), ("/evolution/run", "POST", run), ("/evolution/guardrails", "POST", fenced),
    ("/evolution/answer", "POST", answered),
)  # fmt: skip
