"""The methods of the WebSocket: the seed's four, each the same as its HTTP path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from habitus.config.read import nearest
from habitus.errors import FieldError
from habitus.parse.text import storable
from habitus.server import door
from habitus.server.api.agents import named
from habitus.server.api.evolution import Status, answered, suggested
from habitus.server.api.given import MANY
from habitus.types import MetricType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.layer import Layer
    from habitus.server.passes import Visitor

TYPES = ("", *get_args(MetricType))
STATES = ("", *get_args(Status))
DAYS = 90
LONGEST = 500
"""Characters of a name, or of a reason."""


def metrics(layer: Layer, who: Visitor, params: Mapping[str, Any]) -> Any:
    only(params, "agent", "type", "days")
    agent, kind, days = _agent(params), _text(params, "type", ""), params.get("days", 7)
    if kind not in TYPES:
        raise FieldError("type", f"must be one of {', '.join(TYPES[1:])}")
    if not isinstance(days, int | float) or isinstance(days, bool) or not 0 < days <= DAYS:
        raise FieldError("days", f"must be a number up to {DAYS}")
    return {"agent": agent, "days": days, "metrics": layer.figures.metrics(agent, kind, days=days)}


def suggestions(layer: Layer, who: Visitor, params: Mapping[str, Any]) -> Any:
    only(params, "agent", "status", "after", "limit")
    agent, status = _agent(params), _text(params, "status", "")
    if status not in STATES:
        raise FieldError("status", f"must be one of {', '.join(STATES[1:])}")
    found = suggested(layer, agent, status, after=_text(params, "after", "") or None, limit=_limit(params))
    return {"suggestions": [one.model_dump(mode="json") for one in found.items], "next": found.next}


def apply(layer: Layer, who: Visitor, params: Mapping[str, Any]) -> Any:
    only(params, "agent", "suggestion", "now_anyway")
    now_anyway = params.get("now_anyway", False)
    if not isinstance(now_anyway, bool):
        raise FieldError("now_anyway", "must be true or false")
    return _answered(layer, who, params, "approved", now_anyway=now_anyway)


def rollback(layer: Layer, who: Visitor, params: Mapping[str, Any]) -> Any:
    only(params, "agent", "suggestion", "why")
    return _answered(layer, who, params, "rolled_back", why=_text(params, "why", ""))


def _answered(layer: Layer, who: Visitor, params: Mapping[str, Any], status: Any, **more: Any) -> Any:
    if not who.may("operator"):
        raise door.needs("operator", who)
    return answered(layer, who, _agent(params), _text(params, "suggestion"), status, **more).model_dump(mode="json")


def _agent(params: Mapping[str, Any]) -> str:
    """`-` stands for sessions that name no agent."""
    return named(_text(params, "agent"))


def _text(params: Mapping[str, Any], name: str, missing: str | None = None) -> str:
    value = params.get(name, missing)
    if value is None:
        raise FieldError(name, "is missing")
    if not isinstance(value, str) or len(value) > LONGEST:
        raise FieldError(name, f"must be text of at most {LONGEST} characters")
    return storable(value)


def _limit(params: Mapping[str, Any]) -> int:
    value = params.get("limit", MANY)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MANY:
        raise FieldError("limit", f"must be a number of rows, up to {MANY}")
    return value


def only(params: Mapping[str, Any], *known: str) -> None:
    """A parameter that nobody reads would do nothing, and nobody would know."""
    strange = next((name for name in params if name not in known), None)
    if strange is not None:
        way = f"; did you mean `{nearest(strange, known)}`?" if known else ": leave it out"
        raise FieldError(strange[:80], f"is not known here{way}")


METHODS: dict[str, Callable[[Layer, Visitor, Mapping[str, Any]], Any]] = {
    "agent.evolution.metrics": metrics,
    "agent.evolution.suggestions": suggestions,
    "agent.evolution.apply": apply,
    "agent.evolution.rollback": rollback,
}
