"""`/inbox`: everything that waits for a yes or no, with what would change, one by one or many at once."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from habitus.enforce import told
from habitus.errors import HabitusError, Refused
from habitus.layer.undoing import together
from habitus.server.api import proposals as api
from habitus.server.pages import telling
from habitus.server.pages.asked import pretty
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from starlette.responses import Response

    from habitus.layer import Layer
    from habitus.server.pages.asked import Asked
    from habitus.types import Rule

STATES, KINDS = get_args(api.State), get_args(api.Kind)
SHOWN = 50
ANSWERS = {
    "refused": (("reject", "Dismiss", "r"),),
    "conflict": (("approve", "Keep the new one", "a"), ("keep_old", "Keep the old one", "r"), ("reject", "Keep both", "b")),
}
ONE_BY_ONE = frozenset({"refused", "conflict", "skill"})
"""Kinds that no answer to many can mean: they need a choice, a reason, or a look."""
USUAL = (("approve", "Approve", "a"), ("reject", "Reject", "r"))
"""What can be said, how the button is called, and its key. What was refused is never kept, whoever asks."""


class Seen(NamedTuple):
    """What a yes would do, as a person can judge it."""

    lines: Sequence[str] = ()
    """The difference that it makes, line by line."""
    pair: Sequence[Rule] = ()
    """Two that contradict each other: the old one, the new one."""
    rule: Rule | None = None
    evidence: str = ""
    findings: Sequence[Any] = ()
    files: Sequence[str] = ()
    said: str = ""


def listed(asked: Asked) -> Response:
    state, kind = asked.query.get("state", "pending"), asked.query.get("kind", "")
    state, kind = state if state in STATES else "pending", kind if kind in KINDS else ""
    found = api.list_proposals(
        asked.layer, state=cast("Any", state), kind=cast("Any", kind), after=asked.query.get("after") or None, limit=SHOWN
    )
    rules = _rules(asked.layer, found.items)
    return asked.page(
        "inbox.html", items=found.items, next=found.next, states=STATES, kinds=KINDS, kind=kind,
        seen=lambda one: seen(asked, one, rules), answers=_answers, alone=ONE_BY_ONE,
    )  # fmt: skip


def one(asked: Asked, *, lacks_reason: bool = False, refused: str = "") -> Response:
    """`lacks_reason`: it was approved without one. `refused`: why the answer was not taken, although it had one."""
    found = api.show_proposal(asked.layer, asked.path["id"])
    about = seen(asked, found, _rules(asked.layer, [found]), whole=True)
    return asked.page(
        "proposal.html", status=422 if lacks_reason else 409 if refused else 200, refused=refused,
        one=found, seen=about, answers=_answers(found), pretty=pretty,
        check=told.said(about.rule.check if about.rule else None, asked.t), needs_reason=_needs_reason(found), lacks_reason=lacks_reason,
    )  # fmt: skip


def answered(asked: Asked) -> Response:
    if asked.given("answer") == "approve" and not asked.given("reason") and _needs_reason(api.show_proposal(asked.layer, asked.path["id"])):
        return one(asked, lacks_reason=True)
    given = api.Said(answer=cast("Any", asked.given("answer")), reason=asked.given("reason"))
    try:
        done = api.answer_proposal(asked.layer, asked.who, asked.path["id"], given)
    except Refused as error:
        if not given.reason:
            raise
        return one(asked, refused=str(error))
    return asked.on(asked.back("/inbox"), _came_of(asked.layer, done.proposal, given.answer), done.entry)


def many(asked: Asked) -> Response:
    """Those that were ticked. What cannot be done is said, and does not keep the others from being done."""
    said, ids, left, entries = asked.given("answer"), asked.form.get("id", [])[:SHOWN], [], []
    if said not in ("approve", "reject"):
        raise asked.unknown("answer")
    for id in ids:
        try:
            if api.show_proposal(asked.layer, id).kind == "conflict":  # three answers: none of them is meant by a yes to many
                left.append(id)
                continue
            entries.append(api.answer_proposal(asked.layer, asked.who, id, api.Said(answer=cast("Any", said), reason="")).entry)
        except (Problem, HabitusError):
            left.append(id)
    undo = _all(asked, [entry for entry in entries if entry is not None])
    if not ids:
        return asked.on(asked.back("/inbox"), "none_ticked")
    word = f"{'one' if len(entries) == 1 else 'many'}_{'approved' if said == 'approve' else 'rejected'}"
    return asked.on(asked.back("/inbox"), word, undo, n=str(len(entries)), left=",".join(left))


def _all(asked: Asked, entries: list[int]) -> int | None:
    """What takes back several answers at once."""
    if len(entries) < 2:
        return next(iter(entries), None)
    store = asked.layer.store
    changed = [id for one in entries if (entry := store.entry(one)) for id in store.content(entry.after)["changes"]]
    return together(asked.layer.store, "inbox", changed, who=asked.who.name, at=asked.layer.clock())


def _rules(layer: Layer, items: Iterable[api.Waits]) -> dict[str, Rule]:
    """Those that a page of the inbox speaks of, asked for at once."""
    ids = {str(id) for one in items for name in ("rule", "old", "new") if (id := one.body.get(name))}
    return {rule.id: rule for rule in layer.store.lessons().rules_of(sorted(ids))}


def seen(asked: Asked, one: api.Waits, rules: Mapping[str, Rule], *, whole: bool = False) -> Seen:  # noqa: PLR0911 - one line for each kind
    """`whole`: also what takes a look at every file."""
    body, layer = one.body, asked.layer
    match one.kind:
        case "conflict":
            pair = [rule for name in ("old", "new") if (rule := rules.get(str(body.get(name))))]
            return Seen(pair=pair if len(pair) == 2 else (), lines=[f"-{body.get('old_text', '')}", f"+{body.get('new_text', '')}"])
        case "rule":
            return Seen(rule=rules.get(str(body.get("rule"))), lines=[f"+{body.get('text', '')}"])
        case "refused":
            return Seen(said=str(body.get("said", "")))
        case "promotion":
            rule = rules.get(str(body.get("rule")))
            lines = [f"-{asked.t(rule.stage if rule else 'warn')}", f"+{asked.t(str(body.get('to', 'block')))}"]
            return Seen(rule=rule, lines=lines, evidence=telling.evidence(asked, "promotion", body.get("evidence") or {}))
        case "persona":
            return Seen(lines=_lines(str(body.get("before") or ""), str(body.get("after") or "")))
        case "skill":
            return _skill(layer, body, whole=whole)
        case "suggestion":
            return Seen(evidence=telling.evidence(asked, str(body.get("suggestion_type", "")), body.get("evidence") or {}))


def _skill(layer: Layer, body: dict[str, Any], *, whole: bool) -> Seen:
    known = layer.shelf.skill(str(body.get("slug", "")))
    before = layer.skills.bundle(known.slug).text if known and layer.shelf.versions(known.slug) else ""
    text, files = str(body.get("text", "")), sorted(body.get("files") or {})
    return Seen(lines=_lines(before, text), files=files, findings=_findings(text, body) if whole else ())


def _findings(text: str, body: dict[str, Any]) -> Sequence[Any]:
    from base64 import b64decode

    from habitus.evolve.skills.guard import scan_all
    from habitus.types import Bundle

    return scan_all(Bundle(text=text, files={path: b64decode(content) for path, content in (body.get("files") or {}).items()}))


def _answers(one: api.Waits) -> Sequence[tuple[str, str, str]]:
    return ANSWERS.get(one.kind, USUAL)


def _needs_reason(one: api.Waits) -> bool:
    """What the guard found passes by a word of the person who lets it."""
    return one.kind == "skill" and one.state == "pending" and bool(one.body.get("rules"))


def _came_of(layer: Layer, one: api.Waits, answer: str) -> str:
    if one.kind == "conflict":
        return "both" if answer == "reject" else _chosen(layer, one)
    if one.kind == "suggestion" and answer == "approve":
        return "applied" if one.state == "applied" else "waits"
    return "approved" if answer == "approve" else "rejected"


def _chosen(layer: Layer, one: api.Waits) -> str:
    """One of two was kept. Where both are in force all the same, each holds elsewhere; where neither gave way, it had done so before."""
    pair = [rule for name in ("old", "new") if (rule := layer.store.lessons().rule(str(one.body.get(name, ""))))]
    if len(pair) == 2 and all(rule.state == "active" for rule in pair):
        return "each_stays"
    kept = {rule.id for rule in pair}
    return "kept" if any(rule.superseded_by in kept for rule in pair) else "nothing"


def _lines(before: str, after: str) -> list[str]:
    return list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=3))[2:]


ROUTES = (("/inbox", "GET", listed), ("/inbox", "POST", many), ("/inbox/{id}", "GET", one), ("/inbox/{id}", "POST", answered))
