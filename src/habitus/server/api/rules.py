"""Rules, declared and learned, in one list; and what a person does with the learned ones."""

from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Query
from pydantic import BaseModel, Field, model_validator

from habitus.enforce.check import Check
from habitus.layer import Layer
from habitus.layer.live import LEARNED
from habitus.layer.rulebook import ID, SESSIONS
from habitus.parse import paths
from habitus.server import paging
from habitus.server.api import clashes
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, SaidTable, Since, Text, Word, noun, one, searchable
from habitus.server.api.shapes import Learned, Listed, RuleDone, learned
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import Listed as Rows
from habitus.types import Place, Rule, Scope, Stage, State

routes = noun("rules")

RuleType = Literal["refusal", "hallucination", "wrong_skill", "missing_context", "preference"]
PLAYED = 10_000
"""Firings that a backtest counts at most."""

LATEST = 200
"""Sessions that are played back unless more are asked for: some weeks of a person, and an answer within seconds."""


Last = Annotated[int, Query(ge=1, le=SESSIONS)]


class Line(BaseModel):
    """A rule in the list, whichever kind it is."""

    id: str
    kind: Literal["declared", "learned"]
    rule_type: str = Field(description="For a declared rule, what it does: block, warn, remind.")
    description: str
    scope: str
    state: str
    stage: str | None = Field(description="Of the check of a learned rule; null: it is only told.")
    confidence: float | None
    times_applied: int
    said: str | None
    created_at: datetime | None


class DeclaredShown(Line):
    """A declared rule, with its reason."""

    on: list[str] = Field(description="The tools that it looks at, by any of their names.")
    when: Literal["pre_tool", "post_tool", "on_text"]
    limit: int | None = Field(description="The number that a setting may change; null: it counts nothing.")
    message: str = Field(description="What it says to the model.")
    about: str
    why: str = Field(description="Empty: its author has not said.")
    instead: str
    changed_by: str = Field(description="Where it is changed or switched off: not here.")


class Wanted(NamedTuple):
    """What a list is narrowed down to; empty: anything."""

    word: str = ""
    rule_type: str = ""
    scope: str = ""
    state: str = ""

    def fits(self, rule: Rule) -> bool:
        scope = str(rule.scope)
        is_there = self.scope in ("", scope) or scope.startswith(f"{self.scope}:")
        return (
            self.word.lower() in rule.text.lower()
            and self.rule_type in ("", rule.rule_type)
            and is_there
            and self.state in ("", rule.state)
        )

    def fits_declared(self, check: Check) -> bool:
        """They hold everywhere, and have no type."""
        said = f"{check.id} {check.description or check.message}".lower()
        is_so = self.state in ("", "shadow" if check.shadow else "active")
        return not self.rule_type and self.scope in ("", "global") and is_so and self.word.lower() in said


class ScopeGiven(Given):
    level: Literal["global", "agent", "user", "project"] = "global"
    name: Text = Field("", max_length=1000)

    @model_validator(mode="after")
    def _named(self) -> "ScopeGiven":
        if (self.level == "global") == bool(self.name):
            raise Problem(409, "`scope` is global and has no name, or it is an agent, a user or a project and has one.")
        if self.level == "project" and self.name.startswith("~"):
            raise Problem(409, "Nobody can tell whose home `~` is: spell it from the root, such as /home/ana/shop.")
        return self

    def spelled(self) -> Scope:
        """A folder as sessions name it: `/work/shop/` is `/work/shop`."""
        is_folder = self.level == "project" and self.name.startswith("/")
        return Scope(level=self.level, name=paths.normal(self.name) if is_folder else self.name)


class NewRule(Given):
    text: Text = Field(min_length=1, max_length=5000)
    rule_type: RuleType = "preference"
    scope: ScopeGiven = Field(default_factory=lambda: ScopeGiven(name=""))


class Kept(BaseModel):
    outcome: str
    rule: Learned
    conflicts: list[str]
    superseded: list[str]
    entry: int | None = Field(
        description="The line of the ledger that takes it back, with what it changed of others; null: nothing changed."
    )


class RuleChange(Given):
    """One of these: other words, on or off, or another stage of its check."""

    text: Text | None = Field(None, min_length=1, max_length=5000)
    active: bool | None = None
    stage: Stage | None = None
    anyway: Annotated[bool, Field(description="With `stage`: louder, although the check has never fired on anything recorded.")] = False


class Fired(BaseModel):
    session: str
    at: datetime
    id: str
    tool: str
    args: SaidTable
    message: Text


class Backtest(BaseModel):
    rule: str
    text: str
    fired: int
    sessions: int = Field(description="Those in which it would have spoken.")
    of_sessions: int = Field(description="Those that were looked at: the latest, since then.")
    calls: list[Fired]


class RuleList(BaseModel):
    text: str


@routes.get("/rule-list")
def rule_list(house: House) -> RuleList:
    """The rules that hold here, for the system prompt of an agent that can take them."""
    return RuleList(text=house.rule_list())


@routes.get("/rules", responses=MISSING)
def list_rules(
    house: House,
    kind: Literal["all", "declared", "learned"] = "all",
    is_all: Annotated[bool, Query(alias="all", description="Also learned rules that are switched off.")] = False,
    word: Word = "",
    type: Annotated[RuleType | None, Query(description="Of learned rules: a declared one has none.")] = None,
    scope: Annotated[Text, Query(max_length=1000, description="global, agent, user or project; or one of them: project:/work/shop.")] = "",
    state: Annotated[State | None, Query(description="Any but active is asked for without `all` too.")] = None,
    conflict: Annotated[bool, Query(description="Only those that contradict another, as long as nobody has chosen.")] = False,
    after: After = None,
    limit: Limit = 50,
) -> Listed[Line]:
    """List what checks an agent's calls and what it is told: declared rules first, then learned ones, newest first."""
    wanted = Wanted(word=word, rule_type=type or "", scope=scope, state=state or "")
    declared = list(enumerate(house.gates.rules.checks)) if kind != "learned" and not conflict else []
    fits = [one for one in declared if wanted.fits_declared(one[1])]
    active = not is_all and state in (None, "active")

    def learned(place: Place | None, n: int) -> Rows[Any]:
        return house.store.lessons().rules(active=active, **wanted._asdict(), limit=n if kind != "declared" else 0, after=place)

    behind = _clashing(house, wanted) if conflict and kind != "declared" else learned
    found = paging.page(paging.chained(paging.among(fits, lambda one: (one[0],)), behind), after=after, limit=limit)
    return Listed(items=[line(one) if isinstance(one, Rule) else _declared(one[1]) for one in found.items], next=found.next)


def _clashing(house: Layer, wanted: Wanted) -> paging.Fetch[Any]:
    """They are few, and in the order of all the others."""
    rules = {rule.id: rule for pair in clashes.waiting(house) for rule in (pair.old, pair.new) if wanted.fits(rule)}
    return paging.among(rules.values(), lambda rule: (-rule.created_at.timestamp(), rule.id))


def _declared(check: Check) -> Line:
    state = "shadow" if check.shadow else "active"
    return Line(
        id=check.id, kind="declared", rule_type=check.action, description=check.description or check.message, scope=", ".join(check.on),
        state=state, stage=None, confidence=None, times_applied=0, said=None, created_at=None,
    )  # fmt: skip


def _explained(check: Check) -> DeclaredShown:
    from habitus.enforce.explained import changed_by, explained

    text, why, instead = explained(check)
    return DeclaredShown(
        **_declared(check).model_dump(), on=list(check.on), when=check.when, limit=check.limit or None, message=check.message, about=text,
        why=why, instead=instead, changed_by=changed_by(check),
    )  # fmt: skip


def line(rule: Rule) -> Line:
    return Line(
        id=rule.id, kind="learned", rule_type=rule.rule_type, description=rule.text, scope=str(rule.scope), state=rule.state,
        stage=rule.stage if rule.check is not None else None, confidence=rule.confidence, times_applied=rule.times_applied,
        said=rule.source.correction if rule.source else None, created_at=rule.created_at,
    )  # fmt: skip


@routes.post("/rules", status_code=201, responses=REFUSED)
def add_rule(house: House, who: Who, given: NewRule) -> Kept:
    """Add a rule in your own words. It is weighed like any other: merged where it is known, refused where it would do harm."""
    from habitus.detect.corrections import language

    kept = house.rulebook.add(given.text, rule_type=given.rule_type, scope=given.scope.spelled(), who=who.name, lang=language(given.text))
    return Kept(
        outcome=kept.outcome, rule=learned(kept.rule), conflicts=list(kept.conflicts), superseded=list(kept.superseded), entry=kept.entry
    )


@routes.get("/rules/{id}", responses=REFUSED)
def show_rule(house: House, id: Id) -> Learned | DeclaredShown:
    """Show one rule: a learned one by its id, the beginning of it, or what a verdict calls it; a declared one by its name, with its
    reason."""
    check = house.gates.rules.get(id)
    return _explained(check) if check else learned(rule_of(house, id))


@routes.patch("/rules/{id}", responses=REFUSED)
def change_rule(house: House, who: Who, id: Id, given: RuleChange) -> RuleDone:
    """Put a rule in other words, switch it on or off, or move its check to another stage. To block needs this, said by a person; and a
    louder one that the check has fired on something recorded, or that you say `anyway`."""
    asked = given.model_dump(exclude={"anyway"}, exclude_none=True)
    if len(asked) != 1:
        raise Problem(409, "Say one thing: `text`, `active` or `stage`.")
    rule = rule_of(house, id)
    entry: int | None
    if given.text is not None:
        after, entry = house.rulebook.edit(rule.id, given.text, who=who.name)
    elif given.active is not None:
        after, entry = house.rulebook.switch(rule.id, on=given.active, who=who.name)
    else:
        if not given.anyway and is_untried(house, rule, asked["stage"]):
            raise Problem(
                409,
                f"The check of “{rule.text}” has never fired on anything recorded, so nobody has seen what it does: "
                "let it watch for a while, or say `anyway`.",
            )
        after, entry = house.rulebook.move(rule.id, asked["stage"], who=who.name)
    return RuleDone(rule=learned(after), entry=entry)


def is_untried(house: Layer, rule: Rule, to: Stage) -> bool:
    """Would its check speak louder without anybody having seen what it does?"""
    from habitus.learn.ladder import STAGES

    return rule.check is not None and STAGES.index(to) > STAGES.index(rule.stage) and not house.rulebook.is_seen(rule, last=LATEST)


@routes.delete("/rules/{id}", responses=REFUSED)
def delete_rule(house: House, who: Who, id: Id) -> RuleDone:
    """Delete a learned rule. The ledger keeps it, so it can be brought back."""
    rule, entry = house.rulebook.delete(rule_of(house, id).id, who=who.name)
    return RuleDone(rule=learned(rule), entry=entry)


@routes.get("/rules/{id}/backtest", responses=REFUSED)
def backtest_rule(house: House, id: Id, since: Since = None, last: Last = LATEST, limit: Limit = 20) -> Backtest:
    """Play recorded sessions again: every call that the check of this rule would have spoken of, in the `last` so many sessions."""
    rule = rule_of(house, id)
    fired = list(islice(house.rulebook.backtest(rule, since=since, last=last), PLAYED))
    calls = [
        Fired(session=one.session, at=one.call.at, id=one.call.id, tool=one.call.tool, args=dict(one.call.args), message=one.message)
        for one in fired[:limit]
    ]
    sessions, whole = len({one.session for one in fired}), len(house.store.past().recent(last, since=since))
    return Backtest(rule=rule.id, text=rule.text, fired=len(fired), sessions=sessions, of_sessions=whole, calls=calls)


def known_or_words(house: Layer, given: str) -> Rule | str:
    """The rule of that id; or the words, as they are."""
    return rule_of(house, given) if ID.fullmatch(given) else given


def rule_of(house: Layer, id: str) -> Rule:
    house.rulebook.not_declared(id)
    begun = id.removeprefix(LEARNED)
    return one(house.store.lessons().rules_begun(begun) if searchable(begun) else [], id, "learned rule", lambda rule: rule.id)
