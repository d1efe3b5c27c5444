"""What a person does with rules: add, edit, switch, delete, promote, look back. Everything can be taken back with `habitus undo`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from habitus.enforce import NOTHING, Rules
from habitus.errors import Refused, StoreError
from habitus.layer.live import LEARNED
from habitus.layer.undoing import act
from habitus.parse.text import storable
from habitus.types import Change, ToolCall, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from habitus.enforce import Said
    from habitus.layer.learning import Kept, Learning
    from habitus.layer.live import Live
    from habitus.layer.outbox import Outbox
    from habitus.types import Clock, Origin, Rule, RuleType, Scope, Session, Stage, Store

SESSIONS = 10_000
"""Recorded sessions that a backtest looks at, the latest first."""

KNOWN = 10_000
"""Rules that are looked through for a file."""

ID = re.compile(r"[0-9a-f]{8}[0-9a-f-]{0,28}")
"""An id of a rule, or as much of it as lists show: nobody's words look like that."""


class Firing(NamedTuple):
    """A recorded call that a check would have spoken of."""

    session: str
    call: ToolCall
    message: str


class Rulebook:
    def __init__(self, store: Store, live: Live, learning: Learning, outbox: Outbox, clock: Clock, declared: Callable[[], Rules]) -> None:
        self._declared = declared
        self._outbox = outbox
        self._store = store
        self._live = live
        self._learning = learning
        self._clock = clock

    def one(self, id: str) -> Rule:
        """A learned rule by its id, the beginning of it, or what a verdict calls it."""
        self.not_declared(id)
        id = id.removeprefix(LEARNED)
        found = self._store.lessons().rules_begun(id) if id.replace("-", "").isalnum() else []
        if len(found) == 1:
            return found[0]
        if found:
            raise StoreError(f"{len(found)} rules begin with {id!r}: give more of the id")
        raise StoreError(f"no rule begins with {id!r}: see `habitus rules list --all`")

    def not_declared(self, id: str) -> None:
        """A declared rule is the settings' to change, and its name is no id."""
        check = self._declared().get(id)
        if check is not None:
            from habitus.enforce.explained import changed_by

            raise Refused(f"{id} is a declared rule, and nobody learned it: change it {changed_by(check)}")

    def add(self, text: str, *, rule_type: RuleType, scope: Scope, who: str, lang: str = "en") -> Kept:
        """A rule in a person's own words. It is weighed like any other: refused where it must be, merged where it is known."""
        from habitus.types import Origin

        origin = Origin(speaker="operator", channel=who, event=self._clock().isoformat())
        rule = self.worded(text, rule_type=rule_type, scope=replace(scope, name=storable(scope.name)), origin=origin, sure=ASKED, lang=lang)
        with self._store.batch() as changed:
            kept = self._learning.keep(rule, actor=who)
            entry = act(self._store, kept.rule.id, changed, who=who, at=self._clock())
        if kept.outcome == "refused":
            raise Refused(f"this rule is not kept: {kept.why}")
        return kept._replace(entry=entry)

    def worded(self, text: str, *, scope: Scope, origin: Origin, sure: float, rule_type: RuleType = "preference", lang: str = "en") -> Rule:
        """Somebody's words as a rule, without secrets. Nothing is kept: what may come of it is for its origin to say."""
        from habitus.learn import rules
        from habitus.types import Rule

        said = self._said(text)
        return Rule(
            id=rules.identity(origin, said), rule_type=rule_type, text=said, scope=scope, origin=origin, confidence=sure, lang=lang,
            created_at=self._clock(),
        )  # fmt: skip

    def propose(self, text: str, *, scope: Scope, origin: Origin) -> tuple[str, Rule]:
        """What a document says. It directs nobody by itself: what is new waits in the inbox. Answers `proposed`, `known` or `refused`."""
        from habitus.detect.corrections import language

        rule = self.worded(text, scope=scope, origin=origin, sure=WRITTEN, lang=language(text))
        if any(relation.kind == "duplicate" for _, relation in self._learning.related(rule)):
            return "known", rule
        kept = self._learning.keep(rule, actor="document")
        return "known" if kept.outcome == "reinforced" else kept.outcome, kept.rule

    def for_file(self, project: str = "") -> list[Rule]:
        """What a file of rules is to say: those in force everywhere and for its project, the surest first."""
        known = self._store.lessons().rules(active=True, limit=KNOWN)
        held = [rule for rule in known if rule.scope.level == "global" or (project and _is_of(rule, project))]
        return sorted(held, key=lambda rule: (-rule.confidence, rule.id))[:IN_A_FILE]

    def _said(self, text: str) -> str:
        """A person's words as a rule keeps them: one line without control signs or secrets, and no longer than a rule is."""
        from habitus.learn import rules

        plain = "".join(c if c.isprintable() else " " for c in text)
        said = self._live.secretless(" ".join(plain.split()))
        if not 0 < len(said) <= rules.LONGEST:
            raise Refused(f"a rule has 1 to {rules.LONGEST} characters, this one has {len(said)}: say it in a sentence or two")
        return said

    def adopt(self, rules: Iterable[str | Rule], *, who: str) -> list[Rule]:
        """What was tried out comes into force, as if a person had said it: one has, who asked for this."""
        from habitus.types import Scope

        return [
            self.add(one, rule_type="preference", scope=Scope(), who=who).rule
            if isinstance(one, str)
            else self.switch(one.id, on=True, who=who)[0]
            for one in rules
        ]

    def edit(self, id: str, text: str, *, who: str) -> tuple[Rule, int | None]:
        """Other words for the same rule. Its check follows the words, and starts in shadow again. None: they are the same words."""
        from habitus.learn import checks, safety

        rule = self.one(id)
        after = replace(rule, text=self._said(text))
        if after == rule:
            return rule, None
        reason = safety.refused(after)
        if reason:
            raise Refused(f"the rule stays as it was: {reason}")
        after = replace(after, check=checks.compiled(after))
        after = after if after.check == rule.check else replace(after, stage="shadow")
        with self._store.batch() as changed:
            self._write("edited", after, who)
            self._learning.withdraw(rule.id, who)
            if after.state == "active":
                self._learning.weighed(after)
            return after, act(self._store, rule.id, changed, who=who, at=self._clock())

    def switch(self, id: str, *, on: bool, who: str) -> tuple[Rule, int | None]:
        rule = self.one(id)
        if (rule.state == "active") == on:
            return rule, None
        now = self._clock()
        after = replace(rule, state="active", superseded_by=None) if on else replace(rule, state="retired")
        with self._store.batch() as changed:
            self._write(f"switched {'on' if on else 'off'}", after, who)
            self._learning.withdraw(rule.id, who)
            if on:  # said again today: what it contradicts gives way, or waits for a decision
                self._learning.weighed(replace(after, created_at=now))
            return after, act(self._store, rule.id, changed, who=who, at=now)

    def delete(self, id: str, *, who: str) -> tuple[Rule, int]:
        rule = self.one(id)
        change = Change(verb="deleted", table="behavioral_rules", item=rule.id, after=None, actor=who)
        gone_for = self._store.lessons().superseded_by(rule.id)
        if rule.state == "active":
            back = [replace(old, state="active", superseded_by=None) for old in gone_for]
            verb = "in force again"
        else:  # what took its place holds, against those as well
            back = [replace(old, superseded_by=rule.superseded_by) for old in gone_for]
            verb = "superseded"
        again = [Change(verb=verb, table="behavioral_rules", item=old.id, after=old, actor=who) for old in back]
        self._outbox.recalled(rule.id)
        with self._store.batch() as changed:
            self._store.apply([change, *again], self._clock())
            self._learning.withdraw(rule.id, who)
            for old in back if rule.state == "active" else ():
                self._learning.weighed(old)
            return rule, act(self._store, rule.id, changed, who=who, at=self._clock()) or changed[0]

    # ── checks ──

    def move(self, id: str, to: Stage, *, who: str) -> tuple[Rule, int | None]:
        """Another stage for its check, by a person. None: it was there."""
        rule = self.one(id)
        if rule.check is None:
            raise Refused(f"“{rule.text}” names no call that could be checked, so it has no stages: it is told to the model")
        after = replace(rule, stage=to)
        return after, None if after == rule else self._write(f"moved to {to}", after, who)

    def step_back(self, id: str, *, retire: bool, who: str) -> Rule:
        """By what was measured: one stage down, or out of force. Nothing is deleted."""
        from habitus.learn import ladder

        rule = self._store.lessons().rule(id)
        if rule is None or rule.state != "active":
            raise Refused(f"the rule {id} is not in force any more")
        to = None if retire else ladder.demoted(rule.stage)
        if retire:
            with self._store.batch():
                self._learning.withdraw(rule.id, who, self._write("retired", replace(rule, state="retired"), who))
        elif to is not None:
            self._write(f"moved to {to}", replace(rule, stage=to), who)
        else:
            raise Refused(f"the check of {id} says nothing as it is: retire the rule, or leave it")
        return rule

    def is_seen(self, rule: Rule, *, last: int = SESSIONS) -> bool:
        """Has its check spoken, or would it have spoken, of anything recorded? Otherwise nobody has seen what it does."""
        return bool(self._store.lessons().firings(rule.id, 1)) or next(self.backtest(rule, last=last), None) is not None

    def backtest(
        self,
        rule: Rule,
        *,
        since: datetime | None = None,
        last: int = SESSIONS,
        progress: Callable[[int, int], None] = lambda done, whole: None,
    ) -> Iterator[Firing]:
        """Every recorded call that its check would have spoken of, session by session, in the `last` so many."""
        from habitus.enforce import learned

        check = learned.check(replace(rule, stage="shadow"))
        if check is None:
            raise Refused(f"“{rule.text}” names no call that could be checked: it is told to the model, and there is nothing to play back")
        rules = Rules([check._replace(cooldown=None)])
        sessions = [row for row in self._store.past().recent(last, since=since) if _holds(rule, row["workspace"], row["agent"])]
        for done, row in enumerate(sessions, 1):
            calls: dict[str, ToolCall] = {}
            for session, told in self._live.replayed(row["id"]):
                event = told.event
                if isinstance(event, ToolCall):
                    calls[event.id] = event
                if isinstance(event, ToolCall | ToolResult) and event.id in calls and (since is None or event.at >= since):
                    for verdict in self._spoken(rules, session, event).shadows:
                        yield Firing(row["id"], calls[event.id], verdict.message)
            progress(done, len(sessions))

    def _spoken(self, rules: Rules, session: Session, event: ToolCall | ToolResult) -> Said:
        """Of a recorded call before it ran, or after it."""
        if isinstance(event, ToolCall):
            return rules.judge("pre_tool", session, self._live.seen(event, session, is_past=True), event.at.timestamp())
        call, when = self._live.over(event, session)
        return rules.judge(when, session, call, event.at.timestamp()) if call else NOTHING

    def _write(self, verb: str, rule: Rule, who: str) -> int:
        return self._store.apply([Change(verb=verb, table="behavioral_rules", item=rule.id, after=rule, actor=who)], self._clock())[0]


ASKED = 0.95
"""The confidence of a rule that a person wrote as one: only being overridden can lower it."""


WRITTEN = 0.6
"""How sure a rule from a file is until somebody has said yes to it."""

IN_A_FILE = 100
"""Rules that are written to a file: more would not be read."""


def _is_of(rule: Rule, project: str) -> bool:
    return rule.scope.level == "project" and rule.scope.name == project


def _holds(rule: Rule, workspace: str, agent: str) -> bool:
    if rule.scope.level == "project":
        return workspace == rule.scope.name or workspace.startswith(f"{rule.scope.name}/")
    return rule.scope.level != "agent" or rule.scope.name == agent
