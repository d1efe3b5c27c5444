"""`/behavioral-rules`: every rule that holds, where it came from, what it changes, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from habitus.server.api import rules as api
from habitus.server.pages import pictures
from habitus.server.pages.asked import pretty
from habitus.server.pages.drawn import part_of

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.layer.evolution import Worth
    from habitus.server.pages.asked import Asked

KINDS = ("learned", "declared", "all")
"""What was learned is what people come for."""
STAGES = ("shadow", "remind", "warn", "block")
SHOWN = 50
PLAYED = 20
CLASHES, FIRST = 100, 3
"""Contradictions that are looked through for one rule; and those that stand above the list, before the inbox is named."""


def listed(asked: Asked) -> Response:
    kind = asked.query.get("kind", "learned")
    found = api.list_rules(
        asked.layer, kind=cast("Any", kind if kind in KINDS else "learned"), is_all="off" in asked.query,
        word=asked.query.get("q", "")[:200], after=asked.query.get("after") or None, limit=SHOWN,
    )  # fmt: skip
    return asked.page("rules.html", lines=found.items, next=found.next, clashes=_clashes(asked.layer, FIRST + 1), first=FIRST, kinds=KINDS)


def one(asked: Asked) -> Response:
    layer = asked.layer
    check = layer.gates.rules.get(asked.path["id"])
    if check is not None:
        return asked.page("declared.html", check=check)
    rule = api._one(layer, asked.path["id"])
    played = api.backtest_rule(layer, rule.id, limit=PLAYED) if "backtest" in asked.query and rule.check is not None else None
    history = layer.store.entries(item=rule.id, changes=True, limit=SHOWN)
    return asked.page(
        "rule.html", rule=rule, worth=_effect(asked, layer.evolution.worth(rule.id)), pretty=pretty, played=played, history=history,
        stages=STAGES, clashes=[pair for pair in _clashes(layer) if rule.id in (pair["old"].id, pair["new"].id)],
    )  # fmt: skip


def add(asked: Asked) -> Response:
    given = api.NewRule(text=asked.given("text"), rule_type=cast("Any", asked.given("rule_type", "preference")), scope=_scope(asked))
    kept = api.add_rule(asked.layer, asked.who, given)
    return asked.on(f"/behavioral-rules/{kept.rule.id}", "added" if kept.outcome in ("learned", "added") else "merged")


def changed(asked: Asked) -> Response:
    layer, who, id = asked.layer, asked.who, asked.path["id"]
    match asked.given("do"):
        case "on" | "off" as to:
            done = api.change_rule(layer, who, id, api.RuleChange(text=None, active=to == "on"))
            return asked.on(asked.back("/behavioral-rules"), f"switched_{to}", done.entry)
        case "edit":
            done = api.change_rule(layer, who, id, api.RuleChange(text=asked.given("text")))
            return asked.on(f"/behavioral-rules/{part_of(id)}", "edited", done.entry)
        case "stage":
            done = api.change_rule(layer, who, id, api.RuleChange(text=None, stage=cast("Any", asked.given("stage"))))
            return asked.on(f"/behavioral-rules/{part_of(id)}", "moved", done.entry)
        case "delete":
            gone = api.delete_rule(layer, who, id)
            return asked.on("/behavioral-rules", "deleted", gone.entry)
        case _:
            raise asked.unknown()


def _scope(asked: Asked) -> api.ScopeGiven:
    level, _, name = asked.given("scope", "global").partition(":")
    return api.ScopeGiven(level=cast("Any", level), name=name)


def _clashes(layer: Layer, limit: int = CLASHES) -> list[dict[str, Any]]:
    """Two that contradict each other, side by side, as long as nobody has chosen."""
    found = []
    for one in layer.store.proposals("pending", kind="conflict", limit=limit):
        old, new = layer.store.rule(one.body["old"]), layer.store.rule(one.body["new"])
        if old and new and old.state == new.state == "active":
            found.append({"id": one.id, "old": old, "new": new, "reason": one.reason})
    return found


def _effect(asked: Asked, worth: Worth | None) -> dict[str, Any] | None:
    """In mistakes spared per hundred occasions, as people can picture them."""
    if worth is None or not (worth.told.n or worth.untold.n):
        return None
    return {
        "decision": worth.decision, "with_it": worth.found.with_it, "without": worth.found.without, "told": worth.told.n,
        "untold": worth.untold.n, "saves": worth.found.saves * 100, "low": worth.found.low * 100, "high": worth.found.high * 100,
        "tokens": worth.tokens.net, "picture": pictures.interval(asked, worth.found.low, worth.found.saves, worth.found.high),
    }  # fmt: skip


ROUTES = (
    ("/behavioral-rules", "GET", listed),
    ("/behavioral-rules", "POST", add),
    ("/behavioral-rules/{id}", "GET", one),
    ("/behavioral-rules/{id}", "POST", changed),
)
