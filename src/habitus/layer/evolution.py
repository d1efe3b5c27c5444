"""A week of figures becomes suggestions, a person's yes becomes a change, and a change that does harm is taken back.

Applying and its undo are written in one transaction with the suggestion's new status, so there is no moment at which something was changed
and cannot be taken back. What changes lessons or skills goes through their own doors and keeps the ledger line that undoes it.
"""

from __future__ import annotations

import json
import logging
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError, Conflict, Refused, StoreError
from habitus.evolve import guardrails, schedule, status, suggest, tuning
from habitus.layer.agents import place
from habitus.layer.effects import EVER
from habitus.layer.figures import SHARED
from habitus.layer.zones import zone
from habitus.measure import windows
from habitus.parse.locks import lock_key
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from habitus.config import Settings
    from habitus.layer.agents import Agents
    from habitus.layer.effects import Effects, Worth
    from habitus.layer.figures import Figures
    from habitus.layer.rulebook import Rulebook
    from habitus.layer.skills import Skills
    from habitus.types import Caller, Clock, Listed, Place, Store, Suggestion

SCHEDULE = "every day at 02:00"
CYCLE = timedelta(days=1)
"""In which a parameter moves by `max_delta_per_cycle` at most."""

LONGEST = timedelta(minutes=10)
"""For which others leave an agent to the process that began with it: much longer than a look takes, and soon enough for one cut off."""

MAY = ("operator", "admin")

KNOWN = 100_000
"""Suggestions of an agent, of all time: whatever waits among them is seen."""

LOG = logging.getLogger(__name__)


class Evolution:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        agents: Agents,
        figures: Figures,
        effects: Effects,
        rulebook: Callable[[], Rulebook],
        skills: Callable[[], Skills],
    ) -> None:
        self._store = store
        self._counting = store.counting()
        self._shelf = store.shelf()
        self._settings = settings
        self._clock = clock
        self._agents = agents
        self._figures = figures
        self._effects = effects
        self._rulebook = rulebook
        self._skills = skills

    # ── suggestions ──

    def run_due(self) -> list[Suggestion]:
        """The analysis of every agent whose time has come; missed runs are caught up once, and one process of several does it. It has run
        when it is over: what the store's absence cuts off is begun again."""
        made: list[Suggestion] = []
        measured: list[Worth] | None = None  # the agents share their lessons: what each is worth is asked once
        for agent in self._figures.agents():
            with _left_out(agent):
                if not self._why_not(agent) and (run := self._begun(agent)):
                    with _left_out(agent):
                        measured = self._effects.follow() if measured is None else measured
                        made += self._looked(agent, measured)
                    self._counting.claim_run(*run)
        return made

    def _begun(self, agent: str) -> tuple[str, datetime | None, datetime] | None:
        """The run that is due and ours, to be written down when it is over. None: it is not due, or another is at it."""
        config, now, job = self._agents.one(agent).other_config, self._clock(), f"evolution:{agent}"
        was, begun = self._counting.last_run(job), self._counting.last_run(f"begun {job}")
        if not schedule.due(_schedule(config), was, now, zone(config)):
            return None
        is_at_work = begun is not None and begun > (was or EVER) and timedelta(0) <= now - begun < LONGEST
        return (job, was, now) if not is_at_work and self._counting.claim_run(f"begun {job}", begun, now) else None

    def next_look(self, agent: str) -> datetime | None:
        """When the week of an agent is looked at next. None: never, for it does not evolve, or nobody can read when."""
        config = self._agents.one(agent).other_config
        try:
            return None if self._why_not(agent) else schedule.next_run(_schedule(config), self._clock(), zone(config))
        except ConfigError:  # whoever runs what is due has it in the log
            return None

    def _why_not(self, agent: str) -> str:
        """Why an agent does not evolve; empty: it does."""
        known = self._agents.one(agent)
        if known.other_config.get("evolution_enabled") is False:
            return f"evolution is off for {agent!r}: turn it on with `habitus agents set {agent} evolution_enabled true`"
        if known.kind == "open":
            return f"{agent!r} is open, and open agents evolve nothing: `habitus agents set {agent} kind predefined`"
        return ""

    def run(self, agent: str) -> list[Suggestion]:
        """Look at the week now: what was approved and waits, what does harm, what lessons are worth, and what is new to suggest."""
        why = self._why_not(agent)
        if why:
            raise Refused(why)
        return self._looked(agent, self._effects.follow())

    def _looked(self, agent: str, measured: Sequence[Worth]) -> list[Suggestion]:
        self._apply_waiting(agent)
        self._evaluate(agent)
        now, asked = self._clock(), self._settings.evolution
        limits = suggest.Limits(
            recall_below=asked.recall_below, recall_least=asked.recall_least, failure_above=asked.failure_above,
            failure_least=asked.failure_least, skill_days=asked.skill_days,
        )  # fmt: skip
        seen = suggest.look(self._figures.week(agent, measured), now=now, limits=limits)
        self._counting.forget_before(windows.bucket(now) - 24 * asked.keep_days)
        return self._suggested(agent, seen, now)

    def _suggested(self, agent: str, seen: Sequence[Suggestion], now: datetime) -> list[Suggestion]:
        """What is new among them, kept. Two that look at once do it one after the other: the second finds nothing new."""
        with self._alone("suggesting"):
            known = [one for one in self.all() if one.agent == agent or one.kind in SHARED]
            pending = [suggest.Answer(one.kind, one.subject, now) for one in known if one.status in status.OPEN]
            answered = [
                suggest.Answer(one.kind, one.subject, one.reviewed_at) for one in known if one.reviewed_at and one.status not in status.OPEN
            ]
            fresh = suggest.fresh(seen, pending, answered, now, timedelta(days=self._settings.evolution.cool_down_days))
            return [
                self._put("suggested", replace(one, id=_id(agent, one, now), agent=agent, created_at=now), "evolution") for one in fresh
            ]

    def all(self, agent: str | None = None, state: str = "", limit: int = KNOWN, after: Place | None = None) -> Listed[Suggestion]:
        """Newest first; of one agent where one is given: sessions without an agent's name are an agent too."""
        return self._counting.suggestions(agent or "", state, limit, nameless=agent == "", after=after)

    def one(self, id: str, agent: str = "") -> Suggestion:
        found = [one for one in self._counting.suggestions_begun(id) if agent in ("", one.agent)] if id.isalnum() else []
        if len(found) != 1:
            many = f"{len(found)} suggestions begin with {id!r}: give more of the id"
            raise StoreError(many if found else f"there is no suggestion {id!r}: see `habitus evolution suggestions`")
        return found[0]

    def approve(self, id: str, caller: Caller, *, now_anyway: bool = False) -> Suggestion:
        """A person's yes. It is applied at once where the guardrails allow, or later when there is enough data; `now_anyway`: an admin who
        says so does not wait for data. To approve twice applies once. What cannot be done any more is refused, and stays pending."""
        _may(caller)
        if now_anyway and caller.role != "admin":
            raise Refused("only an admin may apply it before there is enough data: approve it, and it is applied when there is")
        with self._held(id) as one:
            if one.status == status.moved(one.status, "approved"):
                return self._applied(one, caller, now_anyway=now_anyway) if one.status == "approved" else one
            yes = self._put("approved", self._reviewed(one, "approved", caller), caller.name)
            return self._applied(yes, caller, now_anyway=now_anyway)

    def reject(self, id: str, caller: Caller) -> Suggestion:
        _may(caller)
        with self._held(id) as one:
            status.moved(one.status, "rejected")
            return self._put("rejected", self._reviewed(one, "rejected", caller), caller.name)

    def roll_back(self, id: str, caller: Caller, *, why: str = "") -> Suggestion:
        _may(caller)
        with self._held(id) as one:
            status.moved(one.status, "rolled_back")
            return self._undone(one, caller, why or f"rolled back by {caller.name}")

    # ── applying ──

    def _applied(self, one: Suggestion, caller: Caller, *, now_anyway: bool) -> Suggestion:
        rails, targets = self._rails(one.agent), tuning.targets(one.parameters)
        if now_anyway:
            rails = rails._replace(min_data_points=0)
        try:
            guardrails.check(rails, data_points=self._figures.points(one), parameters=one.parameters, targets=targets)
        except Refused as error:
            return self._waits(one, str(error), caller)
        moved = self._moved(one)
        if moved >= rails.max_delta_per_cycle:
            return self._waits(one, f"`{targets[0]}` has moved by {moved} within a day: it is applied in the next cycle", caller)
        now = self._clock()
        parameters = self._done(one, rails, moved, caller)
        if targets:
            parameters["_before"] = list(self._figures.quality(one, *windows.window(now)))
        return self._put("applied", replace(one, status="applied", applied_at=now, parameters=parameters, note=""), caller.name)

    def _waits(self, one: Suggestion, why: str, caller: Caller) -> Suggestion:
        """Said once, not every day."""
        return one if one.note == why else self._put("waits", replace(one, note=why), caller.name)

    def _done(self, one: Suggestion, rails: guardrails.Guardrails, moved: float, caller: Caller) -> dict[str, Any]:
        """Make the change; answers the parameters with what undoes it."""
        given = dict(one.parameters)
        if tuning.targets(given):
            agent = self._agents.one(one.agent)
            made = tuning.applied(agent.other_config, given, rails, moved=moved, usual=self._settings.knowledge.retrieval_threshold)
            self._agents.configure(one.agent, made.config, who=caller.name)
            return dict(made.parameters)
        before = next(iter(self._store.entries(limit=1)), None)
        touched = self._change(one, given, caller)
        since = self._store.entries(after_id=before.id if before else 0, changes=True, limit=KNOWN)
        # Across a network others write meanwhile: what is theirs is not ours to undo.
        ours = [entry.id for entry in since if (entry.table, entry.item) in touched and entry.actor == caller.name]
        return {**given, "_baseline": {}, "_entries": ours}

    def _change(self, one: Suggestion, given: dict[str, Any], caller: Caller) -> set[tuple[str, str]]:
        """Answers what it has touched: table and item."""
        match given.get("does"):
            case "retire_rule" | "demote_rule":
                self._rulebook().step_back(given["rule"], retire=given["does"] == "retire_rule", who=caller.name)
                return {("behavioral_rules", given["rule"])}
            case "choose_rule":
                gone = [id for id in given["rules"] if id != given["keep"]]
                for id in gone:
                    self._rulebook().step_back(id, retire=True, who=caller.name)
                return {("behavioral_rules", id) for id in gone}
            case "retire_fix":
                self._retire_fix(given["fix"], caller)
                return {("learnings", given["fix"])}
            case "archive_skill":
                self._skills().archive(given["skill"], caller)
                return {("skills", given["skill"])}
            case "skill_draft":
                slug = self._skills().create_drafted(given["sessions"][0], one.agent, caller).slug
                return {("skills", slug), ("skill_grants", f"{slug}/{one.agent}")}
            case other:
                raise Refused(f"{other!r} is nothing that can be applied: reject the suggestion")

    def _retire_fix(self, id: str, caller: Caller) -> None:
        known = self._store.lessons().learning(id)
        if known is None or known.state != "active":
            raise Refused(f"the fix {id} is not in force any more: reject the suggestion")
        gone = Change(verb="retired", table="learnings", item=id, after=replace(known, state="retired"), actor=caller.name)
        self._store.apply([gone], self._clock())

    def _undone(self, one: Suggestion, caller: Caller, why: str) -> Suggestion:
        if tuning.targets(one.parameters):
            agent = self._agents.one(one.agent)
            later = [each.parameters for each in self.all(one.agent, "applied") if _is_later(each, one)]
            self._agents.configure(one.agent, tuning.rolled_back(agent.other_config, one.parameters, later=later), who=caller.name)
        else:
            from habitus.store import ledger

            if "_entries" not in one.parameters:
                raise Refused("no baseline data for rollback: it was not applied, or its record is lost")
            entries = [entry for id in one.parameters["_entries"] if (entry := self._store.entry(id))]
            ledger.undo_many(self._store, entries, actor=caller.name, now=self._clock())
            if any(entry.table == "skills" for entry in entries):
                self._skills().agree()
        return self._put("rolled back", replace(self._reviewed(one, "rolled_back", caller), note=why), caller.name)

    def _moved(self, one: Suggestion) -> float:
        """How far the same parameter was moved in this cycle already."""
        since, moved, targets = self._clock() - CYCLE, 0.0, tuning.targets(one.parameters)
        for each in self.all(one.agent, "applied"):
            if targets and each.applied_at and each.applied_at > since and tuning.targets(each.parameters) == targets:
                put = each.parameters.get("_applied", {}).get(targets[0])
                was = each.parameters["_baseline"].get(targets[0], self._settings.knowledge.retrieval_threshold)
                if isinstance(put, int | float) and isinstance(was, int | float):
                    moved += abs(put - was)
        return round(moved, 6)  # 0.3 less 0.2 is not quite 0.1 in binary, and the rest would pass for room

    # ── afterwards ──

    def _apply_waiting(self, agent: str) -> None:
        """What was approved when there was too little data."""
        from habitus.types import Caller

        for one in self.all(agent, "approved"):
            try:
                with self._shelf.locked(place(agent)):
                    if self._counting.claim(one.id, "approved"):
                        self._applied(one, Caller(name=one.reviewed_by, role="operator"), now_anyway=False)
            except Refused as error:
                self._noted(one, str(error))

    def _evaluate(self, agent: str) -> None:
        """What was applied and did harm is taken back; the newest first, for the older ones stand below it."""
        from habitus.types import Caller

        rails, whole = self._rails(agent), self.all(agent)
        applied = [one for one in whole if one.status == "applied" and one.applied_at and tuning.targets(one.parameters)]
        for one in sorted(applied, key=lambda one: one.applied_at or EVER, reverse=True):
            before = guardrails.Quality(*one.parameters.get("_before", (0, 0)))
            after = self._figures.quality(one, *self._afterwards(one, whole))
            if not guardrails.should_roll_back(before, after, rails.rollback_on_drop_pct, rails.min_data_points):
                continue
            why = f"quality fell from {before.good / before.n:.0%} of {before.n} to {after.good / after.n:.0%} of {after.n}"
            try:
                with self._shelf.locked(place(agent)):
                    if self._counting.claim(one.id, "applied"):
                        self._undone(one, Caller(name="evolution", role="operator"), why)
            except Conflict as error:  # a person has moved it since: theirs is the word
                self._noted(one, f"{why}; it was not taken back: {error}")

    def _afterwards(self, one: Suggestion, whole: Sequence[Suggestion]) -> tuple[int, int]:
        """The hours in which it alone was at work: from the one after it was applied, until the same parameter was moved again."""
        at, targets = one.applied_at or EVER, tuning.targets(one.parameters)
        ends = [
            each.applied_at for each in whole if each.applied_at and each.applied_at > at and tuning.targets(each.parameters) == targets
        ]
        return windows.bucket(at) + 1, windows.bucket(min([self._clock(), *ends]))

    def _noted(self, one: Suggestion, why: str) -> None:
        """Why it stays as it is; said once."""
        with self._store.batch():
            if one.note != why and self._counting.claim(one.id, one.status):
                self._put("noted", replace(one, note=why), "evolution")

    def _rails(self, agent: str) -> guardrails.Guardrails:
        return guardrails.read(self._agents.one(agent).other_config.get(guardrails.KEY))

    # ── keeping ──

    @contextmanager
    def _held(self, id: str) -> Iterator[Suggestion]:
        """As it is now, and nobody else's until this is over; nor is its agent's configuration."""
        with self._store.batch():
            one = self.one(id)
            while not self._counting.claim(one.id, one.status):  # another was first: what it has become is what counts
                one = self.one(one.id)
            with self._shelf.locked(place(one.agent)):
                yield self._counting.suggestion(one.id) or one

    @contextmanager
    def _alone(self, what: str) -> Iterator[None]:
        """One at a time, over all processes: what is read inside is still so when it is written."""
        with self._shelf.locked(lock_key(f"evolution/{what}")):
            yield

    def _reviewed(self, one: Suggestion, to: Any, caller: Caller) -> Suggestion:
        return replace(one, status=to, reviewed_by=caller.name, reviewed_at=self._clock())

    def _put(self, verb: str, one: Suggestion, who: str) -> Suggestion:
        from habitus.store.counting import suggestion_row

        self._store.apply([Change(verb=verb, table="suggestions", item=one.id, after=suggestion_row(one), actor=who)], self._clock())
        return one


def _schedule(config: Mapping[str, Any]) -> schedule.Schedule:
    return schedule.parsed(str(config.get("evolution_cron_schedule") or SCHEDULE))


@contextmanager
def _left_out(agent: str) -> Iterator[None]:
    """What one agent's settings say is no reason to leave the others out."""
    try:
        yield
    except (ConfigError, Refused) as error:
        LOG.warning("the evolution of %s is left out: %s", agent or "the agent without a name", error)


def _may(caller: Caller) -> None:
    if caller.role not in MAY:
        raise Refused("only an operator or an admin answers a suggestion")


def _id(agent: str, one: Suggestion, now: datetime) -> str:
    return blake2b(json.dumps([agent, one.kind, one.subject, now.isoformat()]).encode(), digest_size=8).hexdigest()


def _is_later(each: Suggestion, one: Suggestion) -> bool:
    if each.id == one.id or each.applied_at != one.applied_at:
        return each.id != one.id and (each.applied_at or EVER) > (one.applied_at or EVER)
    # At the same moment: it stands on what the other has put there.
    put, below = one.parameters.get("_applied", {}), each.parameters.get("_baseline", {})
    return any(name in below and below[name] == value for name, value in put.items())
