"""What each lesson is worth, by what happened with it and without it; and the step that asks for.

A lesson that is sure to help speaks up, one that seems to hurt steps back. Nothing here waits for a person; what does is suggested by
`evolution.py`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from habitus.evolve import gate
from habitus.measure import effect
from habitus.parse.locks import lock_key
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from habitus.config import Settings
    from habitus.layer.rulebook import Rulebook
    from habitus.types import Clock, Entry, Rule, Scope, Store

EVER = datetime(1970, 1, 1, tzinfo=UTC)

STEPS = ("moved to shadow", "moved to remind", "moved to warn", "moved to block", "edited")
"""What makes another lesson of a rule, as far as its effect goes."""

BY_EFFECT = "evolution"
"""Who moves a lesson by what was measured of it."""

ALONE = lock_key("evolution/following effects")
"""Held over all processes while a lesson is moved."""


class Worth(NamedTuple):
    """What a lesson changes, as far as that is known."""

    id: str
    text: str
    kind: str
    decision: effect.Verdict
    told: effect.Arm
    untold: effect.Arm
    found: effect.Effect
    tokens: effect.Tokens


class Effects:
    def __init__(self, store: Store, settings: Settings, clock: Clock, rulebook: Callable[[], Rulebook]) -> None:
        self._store = store
        self._counting = store.counting()
        self._shelf = store.shelf()
        self._settings = settings
        self._clock = clock
        self._rulebook = rulebook

    def all(self, agent: str | None = None) -> list[Worth]:
        """Every lesson with occasions, or those that hold for an agent, the surest help first."""
        return self._ranked(id for id in self._counting.lessons() if agent is None or self._holds_for(id, agent))

    def _ranked(self, ids: Iterable[str]) -> list[Worth]:
        found = [worth for id in ids if (worth := self.worth(id))]
        return sorted(found, key=lambda one: (one.decision == "not enough data", -one.found.low, one.id))

    def _holds_for(self, id: str, agent: str) -> bool:
        kept = self._store.lessons().rule(id) or self._store.lessons().learning(id)
        return kept is not None and is_for(kept.scope, agent)

    def worth(self, id: str) -> Worth | None:
        """Counted since its last step, which is another lesson as far as its effect goes."""
        rule, learning = self._store.lessons().rule(id), None
        if rule is None:
            learning = self._store.lessons().learning(id)
        one = rule or learning
        if one is None:
            return None
        occasions = self._counting.occasions(id, self._since(id))
        told = effect.tally((each.n, each.k) for each in occasions if not each.held)
        untold = effect.tally((each.n, each.k) for each in occasions if each.held)
        found = effect.effect(told, untold)
        from habitus.recall import tokens

        cost = effect.net_tokens(found, added=tokens(one.text), mistake=self._settings.measure.mistake_tokens)
        return Worth(id, one.text, "rule" if rule else "fix", effect.decision(told, untold), told, untold, found, cost)

    def _since(self, id: str) -> datetime:
        last = self._last_step(id)
        return last.at if last else EVER

    def _last_step(self, id: str) -> Entry | None:
        steps = [entry for verb in STEPS for entry in self._store.entries(item=id, verb=verb, changes=True, limit=1)]
        return max(steps, key=lambda entry: entry.id, default=None)

    # ── the steps they ask for ──

    def follow(self) -> list[Worth]:
        """A lesson that is sure to help speaks up, one that seems to hurt steps back; what is sure to hurt is retired. The last step up is
        a person's, and so is the retirement of what is merely useless: that is suggested. Answers those that stay where they are."""
        stay = []
        rules = self._store.lessons().rules_of(self._counting.lessons())  # fixes make no steps, and there are many of them
        for worth in self._ranked(rule.id for rule in rules if rule.state == "active"):
            rule, move = self._move(worth)
            if rule is not None and not move:
                stay.append(worth)
            elif rule is not None:
                with self._shelf.locked(ALONE):  # another may have seen the same, and moved it: what it is worth is counted anew
                    again = self.worth(worth.id)
                    rule, move = self._move(again) if again else (None, "")
                    if rule is not None and move:
                        self._take(rule, move)
        return stay

    def _move(self, worth: Worth) -> tuple[Rule | None, Literal["", "up", "down", "out"]]:
        """A rule in force, and the move that its effect asks for."""
        rule = self._store.lessons().rule(worth.id) if worth.kind == "rule" else None
        if rule is None or rule.state != "active":
            return None, ""
        if worth.decision == "promote" and rule.check is not None and rule.stage in ("shadow", "remind"):
            return rule, "up"
        if worth.decision != "not enough data" and worth.found.high < 0:
            return rule, "out"
        return rule, "down" if worth.decision == "demote" and rule.check is not None and rule.stage in ("remind", "warn") else ""

    def _take(self, rule: Rule, move: Literal["up", "down", "out"]) -> None:
        from habitus.learn import ladder

        to = ladder.promoted(rule.stage) if move == "up" else ladder.demoted(rule.stage)
        if move == "out":
            self._rulebook().step_back(rule.id, retire=True, who=BY_EFFECT)
        elif to is not None:
            changed = Change(verb=f"moved to {to}", table="behavioral_rules", item=rule.id, after=replace(rule, stage=to), actor=BY_EFFECT)
            self._store.apply([changed], self._clock())

    def may_rise(self, id: str) -> bool:
        """The gate before every step up that counts alone would give: not where the mistake comes oftener with the lesson than without it,
        and not where that has brought it down. What was measured once is not talked over by how often it spoke; a person may."""
        last = self._last_step(id)
        if last is not None and last.actor == BY_EFFECT and self._was_down(last):
            return False
        found = self.worth(id)
        return found is None or not gate.lowers((found.told.n, found.told.k), (found.untold.n, found.untold.k))

    def _was_down(self, step: Entry) -> bool:
        from habitus.learn import ladder

        before, after = (self._store.content(side) or {} for side in (step.before, step.after))
        return ladder.demoted(before.get("stage", "shadow")) == after.get("stage")


def is_for(scope: Scope, agent: str) -> bool:
    return scope.level != "agent" or scope.name == agent
