"""`/behavioral-rules`: every rule that holds, where it came from, what it changes, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args
from urllib.parse import urlencode

from habitus.enforce import told
from habitus.errors import Refused
from habitus.layer.rulebook import SESSIONS
from habitus.server.api import clashes
from habitus.server.api import rules as api
from habitus.server.pages import pictures
from habitus.server.pages.asked import called, pretty
from habitus.server.pages.drawn import mark, part_of
from habitus.types import Stage, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.layer.effects import Worth
    from habitus.server.api.shapes import Listed
    from habitus.server.pages.asked import Asked

KINDS = ("learned", "declared", "all")
"""What was learned is what people come for."""
STATES = get_args(State)
LEVELS = {"global": "everywhere", "project": "in a project", "agent": "for an agent", "user": "for a user"}
STAGES = get_args(Stage)
SHOWN = 50
PLAYED = 20
KNOWN = 50
"""Agents, and late sessions, whose names are offered for where a rule holds."""
COUNTED = 5000
"""Rules that are counted: more are told as more."""
FIRST = 3
"""Contradictions that stand above the list, before the inbox is named."""


def listed(asked: Asked, *, refused: str = "") -> Response:
    """`refused`: why the rule that was typed is not kept."""
    kind = _one_of(KINDS, asked.query.get("kind", ""), "learned")
    wanted, is_conflict = _wanted(asked), "conflict" in asked.query
    is_narrow = any((wanted.rule_type, wanted.scope, wanted.state, is_conflict))
    found = _page(asked, kind, wanted)
    clashing = clashes.waiting(asked.layer)
    if is_narrow or wanted.word or "after" in asked.query:  # those that belong to what is shown
        shown = {line.id for line in found.items}
        clashing = [pair for pair in clashing if pair.old.id in shown or pair.new.id in shown]
    is_whole = not found.next and "after" not in asked.query
    n = _counted(asked, wanted, len(found.items) if is_whole else None) if kind == "learned" and not is_conflict else ""
    return asked.page(
        "rules.html", status=409 if refused else 200, refused=refused,
        lines=found.items, next=found.next, clashes=clashing[: FIRST + 1], first=FIRST, kinds=KINDS,
        types=get_args(api.RuleType), states=STATES, levels=LEVELS, counted=n, is_narrow=is_narrow or bool(wanted.word), list=_list(asked),
        scopes=_scopes(asked.layer), lacks=kind == "declared" and bool(wanted.rule_type or wanted.scope or is_conflict),
    )  # fmt: skip


def _one_of(known: Sequence[str], given: str, otherwise: str = "") -> str:
    return given if given in known else otherwise


def _wanted(asked: Asked) -> api.Wanted:
    """What the list is narrowed down to."""
    return api.Wanted(
        word=asked.query.get("q", "")[:200], rule_type=asked.query.get("type", "")[:40], scope=asked.query.get("scope", "")[:1000],
        state=_one_of(STATES, asked.query.get("state", "")),
    )  # fmt: skip


def _page(asked: Asked, kind: str, wanted: api.Wanted) -> Listed[api.Line]:
    narrow: dict[str, Any] = {"type": wanted.rule_type, "scope": wanted.scope, "state": wanted.state or None, "word": wanted.word}
    return api.list_rules(
        asked.layer, kind=cast("Any", kind), is_all="off" in asked.query, conflict="conflict" in asked.query, **narrow,
        after=asked.query.get("after") or None, limit=SHOWN,
    )  # fmt: skip


def _counted(asked: Asked, wanted: api.Wanted, n: int | None) -> str:
    """Those that fit among all that could be, counted as far as people read. `n`: they are all on this page, and so many."""
    store, active = asked.layer.store, "off" not in asked.query and wanted.state in ("", "active")
    n = store.lessons().rules_counted(**wanted._asdict(), active=active, most=COUNTED + 1) if n is None else n
    whole = store.lessons().rules_counted(active=active, most=COUNTED + 1)
    told = [f"{asked.number(COUNTED)}+" if one > COUNTED else asked.number(one) for one in (n, whole)]
    return told[1] if n == whole else asked.t("{n} of {all}", n=told[0], all=told[1])


def _list(asked: Asked) -> str:
    """What the list was asked, for the way back from one of its rules."""
    names = ("q", "kind", "type", "scope", "state", "off", "conflict", "after")
    return urlencode({name: asked.query[name] for name in names if asked.query.get(name)})


def one(asked: Asked, *, untried: str = "", typed: str = "", refused: str = "") -> Response:
    """`untried`: the stage that its check was to be moved to, although it has never fired. `typed`: words for it that were thought of
    while somebody else changed it, or were `refused`."""
    layer = asked.layer
    check = layer.gates.rules.get(asked.path["id"])
    if check is not None:
        return asked.page("declared.html", check=check)
    rule = api.rule_of(layer, asked.path["id"])
    last = SESSIONS if asked.query.get("backtest") == "all" else api.LATEST
    played = api.backtest_rule(layer, rule.id, last=last, limit=PLAYED) if "backtest" in asked.query and rule.check is not None else None
    history = layer.store.entries(item=rule.id, changes=True, limit=SHOWN)
    return asked.page(
        "rule.html", status=409 if untried or typed else 200, rule=rule, typed=typed, refused=refused, pretty=pretty,
        worth=_effect(asked, layer.effects.worth(rule.id)), played=played,
        more_to_play=played is not None and played.of_sessions == last < SESSIONS,
        history=history, untried=untried, stages=STAGES, called=called,
        check=told.said(rule.check, asked.t), to_list=_to_list(asked),
        instead_of=layer.store.lessons().superseded_by(rule.id),
        gave_way_to=layer.store.lessons().rule(rule.superseded_by) if rule.superseded_by else None,
        clashes=[pair for pair in clashes.waiting(layer) if rule.id in (pair.old.id, pair.new.id)],
    )  # fmt: skip


def add(asked: Asked) -> Response:
    given = api.NewRule(text=asked.given("text"), rule_type=cast("Any", asked.given("rule_type", "preference")), scope=_scope(asked))
    try:
        kept = api.add_rule(asked.layer, asked.who, given)
    except Refused as error:
        return listed(asked, refused=str(error))
    said = "merged" if kept.outcome not in ("learned", "added") else "added_instead" if kept.superseded else "added"
    return asked.on(f"/behavioral-rules/{kept.rule.id}", said, kept.entry)


def changed(asked: Asked) -> Response:
    layer, who, id = asked.layer, asked.who, asked.path["id"]
    here = asked.back(f"/behavioral-rules/{part_of(id)}")
    match asked.given("do"):
        case "on" | "off" as to:
            done = api.change_rule(layer, who, id, api.RuleChange(text=None, active=to == "on"))
            return asked.on(asked.back("/behavioral-rules"), "unchanged" if done.entry is None else f"switched_{to}", done.entry)
        case "edit":
            return _reworded(asked, id, here)
        case "stage":
            wish = api.RuleChange(text=None, stage=cast("Any", asked.given("stage")), anyway=bool(asked.given("anyway")))
            if wish.stage and not wish.anyway and api.is_untried(layer, api.rule_of(layer, id), wish.stage):
                return one(asked, untried=wish.stage)
            done = api.change_rule(layer, who, id, wish.model_copy(update={"anyway": True}))  # it was looked for above, or waived
            return asked.on(here, "unchanged" if done.entry is None else f"moved_{done.rule.stage}", done.entry)
        case "delete":
            gone = api.delete_rule(layer, who, id)
            return asked.on(asked.back("/behavioral-rules"), "deleted", gone.entry)
        case _:
            raise asked.unknown()


def _reworded(asked: Asked, id: str, here: str) -> Response:
    before, text = api.rule_of(asked.layer, id), asked.given("text")
    if asked.given("was", mark(before.text)) != mark(before.text):
        return one(asked, typed=text)
    try:
        done = api.change_rule(asked.layer, asked.who, id, api.RuleChange(text=text))
    except Refused as error:
        return one(asked, typed=text, refused=str(error))
    return asked.on(here, "unchanged" if done.entry is None else _edited(before.check, done.rule.check), done.entry)


def _edited(before: Any, after: Any) -> str:
    """A check follows the words: whoever changes them is told what became of it."""
    if before == after:
        return "edited"
    return "edited_no_check" if after is None else "edited_new_check"


def _to_list(asked: Asked) -> str:
    kept = asked.query.get("list", "")[:2000]
    return f"/behavioral-rules?{kept}" if kept else "/behavioral-rules"


def _scopes(layer: Layer) -> list[tuple[str, str]]:
    """Where a rule may hold, as far as is known: some agents, and the folders of late."""
    agents = [("agent", one.id) for one in layer.agents.listed(KNOWN) if one.id]
    folders = dict.fromkeys(row["workspace"] for row in layer.store.past().listed(KNOWN) if row["workspace"])
    return [("global", ""), *(("project", folder) for folder in folders), *agents]


def _scope(asked: Asked) -> api.ScopeGiven:
    level, _, name = (asked.given("other") or asked.given("scope", "global")).partition(":")
    return api.ScopeGiven(level=cast("Any", level), name=name)


def _effect(asked: Asked, worth: Worth | None) -> dict[str, Any] | None:
    """In mistakes spared per hundred occasions, as people can picture them."""
    if worth is None or not (worth.told.n or worth.untold.n):
        return None
    if not (worth.told.n and worth.untold.n):  # one side alone says nothing about the difference
        return {"decision": worth.decision, "told": worth.told.n, "untold": worth.untold.n, "is_compared": False}
    return {
        "is_compared": True, "decision": worth.decision,
        "with_it": worth.found.with_it, "without": worth.found.without, "told": worth.told.n,
        "untold": worth.untold.n, "saves": worth.found.saves * 100, "low": worth.found.low * 100, "high": worth.found.high * 100,
        "tokens": worth.tokens.net, "picture": pictures.interval(asked, worth.found.low, worth.found.saves, worth.found.high),
    }  # fmt: skip


ROUTES = (
    ("/behavioral-rules", "GET", listed),
    ("/behavioral-rules", "POST", add),
    ("/behavioral-rules/{id}", "GET", one),
    ("/behavioral-rules/{id}", "POST", changed),
)
