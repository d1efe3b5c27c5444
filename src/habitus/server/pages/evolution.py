"""`/evolution`: figures over time, what they suggest, what each lesson is worth, and the guardrails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from habitus.config.read import nearest
from habitus.errors import ConfigError
from habitus.evolve import guardrails
from habitus.server.api import evolution as api
from habitus.server.api.agents import NAMELESS, named
from habitus.server.pages import agents, charts, pictures, telling
from habitus.server.pages.drawn import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.server.pages.asked import Asked

SUGGESTIONS, EFFECTS = 50, 20
RAILS = {
    "max_delta_per_cycle": (
        "Largest step", "of 1", "The most that a setting moves in one round: 0.1 is a tenth of a threshold that goes from 0 to 1.",
        "Write a number above 0 and at most 1, such as 0.1.",
    ),
    "min_data_points": (
        "Least data", "calls, searches or ratings", "Nothing is applied before so many were counted in the week.",
        "Write a whole number, 1 or more, such as 100.",
    ),
    "rollback_on_drop_pct": (
        "Taken back at a drop of", "%", "A change is taken back when quality falls by more, in percent of what it was.",
        "Write a number above 0 and at most 100, such as 20.",
    ),
    "locked_params": (
        "Locked settings", "", "Only a person changes these, such as retrieval_threshold. Put commas between them.",
        "Write names of settings, with commas between them.",
    ),
}  # fmt: skip
"""Guardrails as people call them: the name, the unit, what it is for, and what to write."""


def shown(asked: Asked, rails: Sequence[Field] = ()) -> Response:
    """`rails`: as they were typed, where something is wrong with them."""
    layer, counted = asked.layer, [one or NAMELESS for one in asked.layer.figures.agents()]
    query = dict(parse_qsl(urlsplit(_back(asked)).query)) if asked.form else asked.query
    wanted = asked.given("agent") or query.get("agent", "")
    is_there = bool(wanted) and (wanted in counted or layer.agents.is_known(named(wanted)))
    known = [*counted, *agents.offered(asked), *([NAMELESS] if layer.agents.is_known("") else ()), *([wanted] if is_there else ())]
    met = sorted(set(known))
    agent = wanted if is_there else next(iter(counted or met), "")
    if not agent:
        return asked.page("evolution.html", agents=[], agent="")
    days = next((span for span in charts.SPANS if query.get("days") == str(span)), charts.SPANS[0])
    stored = _stored(layer, agent)
    suggestions = api.list_suggestions(layer, agent, after=query.get("suggestions") or None, limit=SUGGESTIONS)
    effects = api.list_effects(layer, after=query.get("effects") or None, limit=EFFECTS)
    return asked.page(
        "evolution.html", status=422 if rails else 200, agents=met, agent=agent, query=query, days=days,
        spans=charts.SPANS, charts=charts.of(asked, agent, days),
        next_look=layer.evolution.next_look(named(agent)),
        path="/evolution", here=f"/evolution?{urlencode({'agent': agent, 'days': days})}", legends=charts.LINES, nothing=charts.EMPTY,
        suggestions=suggestions.items, more_suggestions=suggestions.next, effects=effects.items, more_effects=effects.next,
        rails=rails or [_rail(asked, name, text := _typed(stored[name]), text) for name in RAILS],
        evidence=lambda one: telling.evidence(asked, one.kind, one.evidence),
        interval=lambda one: pictures.interval(asked, one["low"] or 0.0, one["saves"] or 0.0, one["high"] or 0.0),
    )  # fmt: skip


def answered(asked: Asked) -> Response:
    """Whatever was said can be taken back, as in the inbox."""
    to, agent, id = asked.given("status"), asked.given("agent"), asked.given("id")
    given = api.Verdict(status=cast("Any", to), now_anyway=bool(asked.given("now_anyway")), why=asked.given("why"))
    done = api.answer_suggestion(asked.layer, asked.who, agent, id, given)
    said = {"approved": "applied" if done.status == "applied" else "waits", "rejected": "rejected", "rolled_back": "rolled_back"}[to]
    return asked.on(_back(asked), said, done.entry)


def run(asked: Asked) -> Response:
    made = api.run_evolution(asked.layer, asked.who, asked.given("agent")).suggestions
    return asked.on(_back(asked), "suggested" if made else "none_suggested", n=str(len(made)))


def fenced(asked: Asked) -> Response:
    """What is wrong is said beside its field, and all that was typed stays."""
    asked.require("admin")
    stored = _stored(asked.layer, asked.given("agent"))
    rails = [_filled_in(asked, name, _typed(stored[name])) for name in RAILS]
    if any(one.wrong for one in rails):
        return shown(asked, rails)
    wanted = {
        name: stored[name] if asked.is_untouched(name) else _value(name, asked.given(name))
        for name in RAILS
        if asked.given(name) or name == "locked_params"
    }
    if wanted == stored:
        return asked.on(_back(asked), "unchanged")
    _, undo = asked.undoable(lambda: api.set_guardrails(asked.layer, asked.who, asked.given("agent"), wanted))
    return asked.on(_back(asked), "edited", undo)


def _back(asked: Asked) -> str:
    return asked.back(f"/evolution?{urlencode({'agent': asked.given('agent')})}")


def _stored(layer: Layer, agent: str) -> dict[str, Any]:
    """The guardrails in force, as JSON has them."""
    found = guardrails.read(layer.agents.one(named(agent)).other_config.get(guardrails.KEY))._asdict()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _rail(asked: Asked, name: str, value: str, was: str, wrong: str = "") -> Field:
    label, unit, about, _ = (asked.t(one) for one in RAILS[name])
    return Field(name, label, unit, about, value, was, asked.t(wrong))


def _filled_in(asked: Asked, name: str, now: str) -> Field:
    """What another has set meanwhile is told once, and is what it said from then on."""
    given, late = asked.given(name), asked.overtaken(name, now)
    wrong = _wrong(name, given) or _strange(asked, name) or late
    return _rail(asked, name, given, now if late else asked.given(f"was-{name}"), wrong)


def _wrong(name: str, text: str) -> str:
    """Nothing: the field may stay as it is. An empty one stands for the default."""
    try:
        guardrails.read({name: _value(name, text)} if text else {})
    except (ValueError, ConfigError):
        return RAILS[name][3]
    return ""


def _strange(asked: Asked, name: str) -> str:
    """A lock on nothing would be no lock: a name that evolution never touches is refused, with the nearest that it does."""
    if name != "locked_params":
        return ""
    stored = asked.layer.agents.one(named(asked.given("agent"))).other_config.get(guardrails.KEY) or {}
    was = stored.get(name, ())
    strange = guardrails.unlockable(_value(name, asked.given(name)), was)
    if strange is None:
        return ""
    near = nearest(strange, [*guardrails.LOCKS, *was])
    return asked.t("Evolution changes no setting called {name}. Did you mean {near}?", name=strange, near=near)


def _value(name: str, text: str) -> Any:
    if name == "locked_params":
        return [one.strip() for one in text.split(",") if one.strip()]
    return json.loads(text.replace(",", "."))


def _typed(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else f"{value:g}"


ROUTES = (
    ("/evolution", "GET", shown), ("/evolution/run", "POST", run), ("/evolution/guardrails", "POST", fenced),
    ("/evolution/answer", "POST", answered),
)  # fmt: skip
