"""What evidence does to lessons: checks move up and down, what nobody needs is retired. Nothing is ever deleted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.config import Settings
    from habitus.learn import ladder
    from habitus.types import Clock, Rule, Store

TOGETHER = 200
"""Rules looked at in one round."""


class Upkeep:
    def __init__(self, store: Store, settings: Settings, clock: Clock, may_rise: Callable[[str], bool]) -> None:
        """`may_rise`: does what was measured of a lesson leave it the next step?"""
        self._store = store
        self._settings = settings
        self._clock = clock
        self._may_rise = may_rise

    def run(self) -> int:
        """Answers how many lessons changed."""
        return self._move() + self._retire() + self._trim() + self._fade()

    def _move(self) -> int:
        """Checks that have spoken lately may have earned another stage. The last step waits for a person."""
        from habitus.learn import ladder

        moved = 0
        since = self._clock() - timedelta(seconds=self._settings.checks.window_seconds)
        for id in self._store.lessons().rules_fired(since, TOGETHER):
            rule = self._store.lessons().rule(id)
            if rule is None or rule.state != "active" or rule.check is None:
                continue
            seen, limits = self._evidence(rule), self._limits()
            to = ladder.due(rule.stage, **seen, limits=limits)
            if ladder.is_ignored(rule.stage, **seen, limits=limits):
                self._ask_for_block(rule, seen)
            elif to and (to != ladder.promoted(rule.stage) or self._may_rise(rule.id)):
                moved += self._put(f"moved to {to}", rule, replace(rule, stage=to))
        return moved

    def _evidence(self, rule: Rule) -> dict[str, int]:
        """What its check has done in the stage it is in. Heeded: it spoke once in a session, and had no need to again."""
        rows = [row for row in self._store.lessons().firings(rule.id) if row["stage"] == rule.stage]
        times: dict[str, int] = {}
        for row in rows:
            times[row["session"]] = times.get(row["session"], 0) + 1
        overridden = sum(row["outcome"] == "overridden" for row in rows)
        return {"fired": len(rows), "sessions": len(times), "heeded": sum(n == 1 for n in times.values()), "overridden": overridden}

    def _limits(self) -> ladder.Limits:
        from habitus.learn import ladder

        asked = self._settings.checks
        return ladder.Limits(asked.least_fired, asked.least_sessions, asked.least_reminded, asked.heeded)

    def _ask_for_block(self, rule: Rule, seen: dict[str, int]) -> None:
        from habitus.types import Proposal

        now = self._clock()
        id = f"p{rule.id[:13]}-{int(now.timestamp()) // WEEK}"
        asked_for = [one for one in self._store.lessons().proposals(kind="promotion", limit=1000) if one.body["rule"] == rule.id]
        if asked_for or self._store.lessons().proposal(id) is not None:
            return
        body = {"rule": rule.id, "to": "block", "check": rule.check, "evidence": seen}
        asked = Proposal(
            id=id, kind="promotion", title=rule.text, body=body, created_at=now,
            reason=f"warned {seen['fired']} times in {seen['sessions']} sessions, and it still happens: block such calls?",
        )  # fmt: skip
        self._store.apply([Change(verb="proposed", table="proposals", item=id, after=asked, actor="upkeep")], now)

    def overridden(self, id: str) -> list[Change]:
        """A person let through what its check had stopped: it steps back, and its word is worth less."""
        from habitus.learn import evidence, ladder

        rule = self._store.lessons().rule(id)
        if rule is None:
            return []
        after = replace(evidence.contested(rule), stage=ladder.demoted(rule.stage) or rule.stage)
        return [Change(verb="stepped back", table="behavioral_rules", item=rule.id, after=after, actor="approval")]

    def _retire(self) -> int:
        """More was said against it than for it; or nobody has needed it for half a year."""
        before = self._clock() - timedelta(days=self._settings.learning.retire_after_days)
        against = [rule for rule in self._store.lessons().contested_rules(TOGETHER) if rule.evidence_against >= ENOUGH]
        unused = [rule for rule in self._store.lessons().stale_rules(before, TOGETHER) if rule.id not in {one.id for one in against}]
        why = [(rule, "retired: overridden") for rule in against] + [(rule, "retired: unused") for rule in unused]
        return sum(self._put(verb, rule, replace(rule, state="retired")) for rule, verb in why)

    def _fade(self) -> int:
        """A claim about a tool is not believed for ever; a fix that nobody used fades."""
        from habitus.learn import fixes

        now = self._clock()
        before = now - timedelta(days=FADES)
        changed = 0
        for one in self._store.lessons().stale_learnings(before, now, TOGETHER):
            is_over = one.expires_at is not None and one.expires_at <= now
            after = replace(fixes.decayed(one, now), state="retired") if is_over else fixes.decayed(one, now)
            verb = "retired: expired" if is_over else "faded"
            with self._store.batch():
                if self._store.lessons().learning(one.id) == one:
                    self._store.apply([Change(verb=verb, table="learnings", item=one.id, after=after, actor="upkeep")], now)
                    changed += 1
        return changed

    def _trim(self) -> int:
        """Examples have a cap; the least used go, and the ledger can bring them back."""
        over = self._store.overflow("learning_examples", self._settings.learning.max_examples)
        changes = [Change(verb="trimmed", table="learning_examples", item=id, after=None, actor="upkeep") for id in over]
        self._store.apply(changes, self._clock())
        return len(over)

    def _put(self, verb: str, read: Rule, after: Rule) -> bool:
        """False: somebody has changed it since it was read, and the next round looks at it as it is then."""
        with self._store.batch():
            if self._store.lessons().rule(read.id) != read:
                return False
            put = Change(verb=verb, table="behavioral_rules", item=read.id, after=after, actor="upkeep")
            line = self._store.apply([put], self._clock())[0]
            if after.state != "active":
                from habitus.store import ledger

                self._store.apply(ledger.unasked(self._store, read.id, actor="upkeep", cause=line), self._clock())
        return True


FADES = 30
"""Days between two looks at a fix that nobody uses: what fades by halves in months need not be counted by the minute."""

WEEK = 604_800
"""Seconds: a question that was answered is not asked again before."""

ENOUGH = 2
"""Times overridden before a rule can be retired: once may have been a slip."""
