"""A week of figures becomes suggestions, a person's yes becomes a change, and a change that does harm is taken back.

Applying and its undo are written in one transaction with the suggestion's new status, so there is no moment at which something was changed
and cannot be taken back. What changes lessons or skills goes through their own doors and keeps the ledger line that undoes it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from habitus.errors import ConfigError, Refused, StoreError
from habitus.evolve import guardrails, schedule, status, suggest, tuning
from habitus.measure import effect, windows
from habitus.types import Change, Counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.config import Settings
    from habitus.layer.agents import Agents
    from habitus.layer.rulebook import Rulebook
    from habitus.layer.skills import Skills
    from habitus.types import Caller, Clock, Rule, Store, Suggestion

SCHEDULE = "every day at 02:00"
EVER = datetime(1970, 1, 1, tzinfo=UTC)
STREAKS = 200
FIXES = 500
CYCLE = timedelta(days=1)
"""In which a parameter moves by `max_delta_per_cycle` at most."""

MAY = ("operator", "admin")


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


class Evolution:
    def __init__(
        self, store: Store, settings: Settings, clock: Clock, agents: Agents, rulebook: Callable[[], Rulebook], skills: Callable[[], Skills]
    ) -> None:
        self._store = store
        self._counting = store.counting()
        self._settings = settings
        self._clock = clock
        self._agents = agents
        self._rulebook = rulebook
        self._skills = skills

    # ── figures ──

    def metrics(self, agent: str, type: str = "", *, days: float = 7.0) -> list[dict[str, Any]]:
        """By the seed's names, over the last days."""
        now = self._clock()
        first, last = windows.bucket(now - timedelta(days=days)) + 1, windows.bucket(now)
        found = self._counting.window(agent, first, last, type)
        figures: list[dict[str, Any]] = []
        for (kind, key), counts in found.items():
            if kind == "tool":
                figures.append({"type": kind, "key": key, **windows.tool(counts)._asdict()})
            elif kind == "retrieval":
                figures.append({"type": kind, "key": key, "query_count": counts.n, **windows.retrieval(counts)._asdict()})
        ratings, moods = found.get(("feedback", "rating"), Counts()), found.get(("feedback", "sentiment"), Counts())
        if ratings.n or moods.n:
            said = windows.feedback(ratings, moods)._asdict()
            figures.append({"type": "feedback", "key": "all", "ratings": ratings.n, "messages": moods.n, **said})
        return figures

    def daily(self, agent: str, *, days: int = 7) -> dict[tuple[str, str], list[Counts]]:
        """By type and key, oldest first: for sparklines."""
        last = windows.bucket(self._clock())
        first = last - 24 * days + 1
        found: dict[tuple[str, str], list[Counts]] = {}
        for one in self._counting.series(agent, first, last):
            line = found.setdefault((one.type, one.key), [Counts()] * days)
            at = (one.hour - first) // 24
            line[at] = windows.merged((line[at], one.counts))
        return found

    # ── what each lesson is worth ──

    def effects(self) -> list[Worth]:
        """Every lesson with occasions, the surest help first."""
        found = [worth for id in self._counting.lessons() if (worth := self.worth(id))]
        return sorted(found, key=lambda one: (one.decision == "not enough data", -one.found.low, one.id))

    def worth(self, id: str) -> Worth | None:
        """Counted since its last step, which is another lesson as far as its effect goes."""
        rule, learning = self._store.rule(id), None
        if rule is None:
            learning = self._store.learning(id)
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
        entries = self._store.entries(item=id, changes=True, limit=50)
        return next((entry.at for entry in entries if entry.verb.startswith(("moved to", "edited"))), EVER)

    # ── suggestions ──

    def run_due(self) -> list[Suggestion]:
        """The analysis of every agent whose time has come; missed runs are caught up once, and one process of several does it."""
        made: list[Suggestion] = []
        now = self._clock()
        for agent in self._counted():
            config = self._agents.one(agent).other_config
            if config.get("evolution_enabled") is False:
                continue
            job, was = f"evolution:{agent}", self._counting.last_run(f"evolution:{agent}")
            if schedule.due(str(config.get("evolution_cron_schedule") or SCHEDULE), was, now, zone(config)) and self._counting.claim_run(
                job, was, now
            ):
                made += self.run(agent)
        return made

    def run(self, agent: str) -> list[Suggestion]:
        """Look at the week now: what was approved and waits, what does harm, what lessons are worth, and what is new to suggest."""
        self._apply_waiting(agent)
        self._evaluate(agent)
        self._follow_effects()
        now = self._clock()
        asked = self._settings.evolution
        limits = suggest.Limits(
            recall_below=asked.recall_below, recall_least=asked.recall_least, failure_above=asked.failure_above,
            failure_least=asked.failure_least, skill_days=asked.skill_days,
        )  # fmt: skip
        known = self._counting.suggestions(agent)
        pending = [suggest.Answer(one.kind, one.subject, now) for one in known if one.status in status.OPEN]
        answered = [
            suggest.Answer(one.kind, one.subject, one.reviewed_at) for one in known if one.reviewed_at and one.status not in status.OPEN
        ]
        fresh = suggest.fresh(
            suggest.look(self._week(agent), now=now, limits=limits), pending, answered, now, timedelta(days=asked.cool_down_days)
        )
        self._counting.forget_before(windows.bucket(now) - 24 * asked.keep_days)
        return [self._put("suggested", replace(one, id=_id(agent, one, now), agent=agent, created_at=now), "evolution") for one in fresh]

    def all(self, agent: str = "", state: str = "") -> list[Suggestion]:
        return self._counting.suggestions(agent, state)

    def one(self, id: str, agent: str = "") -> Suggestion:
        found = [one for one in self._counting.suggestions_begun(id) if agent in ("", one.agent)] if id.isalnum() else []
        if len(found) != 1:
            many = f"{len(found)} suggestions begin with {id!r}: give more of the id"
            raise StoreError(many if found else f"there is no suggestion {id!r}: see `habitus evolution suggestions`")
        return found[0]

    def approve(self, id: str, caller: Caller, *, now_anyway: bool = False) -> Suggestion:
        """A person's yes. It is applied at once where the guardrails allow, or later when there is enough data; `now_anyway`: an admin who
        says so does not wait for data. To approve twice applies once."""
        _may(caller)
        with self._store.batch():
            one = self._held(id)
            to = status.moved(one.status, "approved")
            if to != one.status:
                one = self._put("approved", self._reviewed(one, "approved", caller), caller.name)
            elif one.status != "approved":
                return one
            return self._applied(one, caller, now_anyway=now_anyway and caller.role == "admin")

    def reject(self, id: str, caller: Caller) -> Suggestion:
        _may(caller)
        with self._store.batch():
            one = self._held(id)
            status.moved(one.status, "rejected")
            return self._put("rejected", self._reviewed(one, "rejected", caller), caller.name)

    def roll_back(self, id: str, caller: Caller, *, why: str = "") -> Suggestion:
        _may(caller)
        with self._store.batch():
            one = self._held(id)
            status.moved(one.status, "rolled_back")
            return self._undone(one, caller, why or f"rolled back by {caller.name}")

    # ── applying ──

    def _applied(self, one: Suggestion, caller: Caller, *, now_anyway: bool) -> Suggestion:
        agent = self._agents.one(one.agent)
        rails = guardrails.read(agent.other_config.get(guardrails.KEY))
        if now_anyway:
            rails = rails._replace(min_data_points=1)
        try:
            guardrails.check(rails, data_points=self._points(one), parameters=one.parameters, targets=tuning.targets(one.parameters))
            parameters = self._done(one, rails, caller)
        except Refused as error:
            return self._put("waits", replace(one, note=str(error)), caller.name)
        now = self._clock()
        baseline = {**parameters, "_before": list(self._quality(one, one.created_at or now, now))}
        return self._put("applied", replace(one, status="applied", applied_at=now, parameters=baseline, note=""), caller.name)

    def _done(self, one: Suggestion, rails: guardrails.Guardrails, caller: Caller) -> dict[str, Any]:
        """Make the change; answers the parameters with what undoes it."""
        given = dict(one.parameters)
        if tuning.targets(given):
            agent = self._agents.one(one.agent)
            usual = self._settings.knowledge.retrieval_threshold
            made = tuning.applied(agent.other_config, given, rails, moved=self._moved(one, given), usual=usual)
            self._agents.configure(one.agent, made.config, who=caller.name)
            return dict(made.parameters)
        before = next(iter(self._store.entries(limit=1)), None)
        self._change(one, given, caller)
        after = self._store.entries(after_id=before.id if before else 0, changes=True, limit=20)
        return {**given, "_baseline": {}, "_entries": [entry.id for entry in after if entry.table != "suggestions"]}

    def _change(self, one: Suggestion, given: dict[str, Any], caller: Caller) -> None:
        match given.get("does"):
            case "retire_rule" | "demote_rule":
                self._rulebook().step_back(given["rule"], retire=given["does"] == "retire_rule", who=caller.name)
            case "choose_rule":
                for id in given["rules"]:
                    if id != given["keep"]:
                        self._rulebook().step_back(id, retire=True, who=caller.name)
            case "retire_fix":
                self._retire_fix(given["fix"], caller)
            case "archive_skill":
                self._skills().archive(given["skill"], caller)
            case "skill_draft":
                self._skills().create_drafted(given["sessions"][0], one.agent, caller)
            case other:
                raise Refused(f"{other!r} is nothing that can be applied")

    def _retire_fix(self, id: str, caller: Caller) -> None:
        known = self._store.learning(id)
        if known is None or known.state != "active":
            raise Refused(f"the fix {id} is not in force any more: reject the suggestion")
        gone = Change(verb="retired", table="learnings", item=id, after=replace(known, state="retired"), actor=caller.name)
        self._store.apply([gone], self._clock())

    def _undone(self, one: Suggestion, caller: Caller, why: str) -> Suggestion:
        if tuning.targets(one.parameters):
            agent = self._agents.one(one.agent)
            later = [each.parameters for each in self._counting.suggestions(one.agent, "applied") if _is_later(each, one)]
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

    def _moved(self, one: Suggestion, given: dict[str, Any]) -> float:
        """How far the same parameter was moved in this cycle already."""
        since, moved = self._clock() - CYCLE, 0.0
        for each in self._counting.suggestions(one.agent, "applied"):
            if each.applied_at and each.applied_at >= since and tuning.targets(each.parameters) == tuning.targets(given):
                name, put = next(iter(each.parameters.get("_applied", {}).items()), ("", None))
                was = each.parameters["_baseline"].get(name, self._settings.knowledge.retrieval_threshold)
                if isinstance(put, int | float) and isinstance(was, int | float):
                    moved += abs(put - was)
        return moved

    # ── afterwards ──

    def _apply_waiting(self, agent: str) -> None:
        """What was approved when there was too little data."""
        from habitus.types import Caller

        for one in self._counting.suggestions(agent, "approved"):
            with self._store.batch():
                if self._counting.claim(one.id, "approved"):
                    self._applied(one, Caller(name=one.reviewed_by, role="operator"), now_anyway=False)

    def _evaluate(self, agent: str) -> None:
        """What was applied and did harm is taken back; the newest first, for the older ones stand below it."""
        from habitus.types import Caller

        rails, now = guardrails.read(self._agents.one(agent).other_config.get(guardrails.KEY)), self._clock()
        for one in sorted(self._counting.suggestions(agent, "applied"), key=lambda one: one.applied_at or EVER, reverse=True):
            if not tuning.targets(one.parameters) or one.applied_at is None:
                continue
            before = guardrails.Quality(*one.parameters.get("_before", (0, 0)))
            after = guardrails.Quality(*self._quality(one, one.applied_at + timedelta(hours=1), now))
            if guardrails.should_roll_back(before, after, rails.rollback_on_drop_pct, rails.min_data_points):
                why = f"quality fell from {before.good / before.n:.0%} of {before.n} to {after.good / after.n:.0%} of {after.n}"
                with self._store.batch():
                    if self._counting.claim(one.id, "applied"):
                        self._undone(one, Caller(name="evolution", role="operator"), why)

    def _follow_effects(self) -> None:
        """A lesson that is sure to help speaks up, one that seems to hurt steps back; what is sure to hurt is retired. The last step up is
        a person's, and so is the retirement of what is merely useless: that is suggested."""
        from habitus.learn import ladder

        for worth in self.effects():
            rule = self._store.rule(worth.id) if worth.kind == "rule" else None
            if rule is None or rule.state != "active":
                continue
            if worth.decision == "promote" and rule.check is not None and rule.stage in ("shadow", "remind"):
                self._step(rule, ladder.promoted(rule.stage))
            elif worth.found.high < 0:
                self._rulebook().step_back(rule.id, retire=True, who="evolution")
            elif worth.decision == "demote" and rule.check is not None and rule.stage in ("remind", "warn"):
                self._step(rule, ladder.demoted(rule.stage))

    def _step(self, rule: Rule, to: Any) -> None:
        if to is not None:
            changed = Change(
                verb=f"moved to {to}", table="behavioral_rules", item=rule.id, after=replace(rule, stage=to), actor="evolution"
            )
            self._store.apply([changed], self._clock())

    # ── the week ──

    def _counted(self) -> list[str]:
        return self._counting.agents(windows.window(self._clock())[0])

    def _week(self, agent: str) -> suggest.Week:
        now = self._clock()
        first, last = windows.window(now)
        found = self._counting.window(agent, first, last)
        from habitus.parse import actions

        tools = tuple(
            suggest.Tool(key, counts.n, counts.n - counts.hits, actions.name(key), self._pattern(key))
            for (kind, key), counts in found.items()
            if kind == "tool"
        )
        searches = tuple(suggest.Searches(key, counts.n, counts.hits) for (kind, key), counts in found.items() if kind == "retrieval")
        rows = self._counting.streaks(agent, now - timedelta(days=7), STREAKS)
        streaks = tuple(suggest.Streak(row["tool"], row["session"], row["length"]) for row in rows)
        return suggest.Week(
            searches=searches, tools=tools, streaks=streaks, rules=self._rules(), skills=tuple(self._store.shelf().skills()),
            fixes=self._fixes(), clashes=self._clashes(),
        )  # fmt: skip

    def _pattern(self, tool: str) -> str:
        """What it mostly fails with."""
        known = self._store.learnings_of(tool, "", limit=20, anywhere=True)
        return max(known, key=lambda one: one.occurrences).pattern if known else ""

    def _rules(self) -> tuple[suggest.Measured, ...]:
        found = []
        for one in self.effects():
            rule = self._store.rule(one.id) if one.kind == "rule" else None
            if rule is not None and rule.state == "active":
                told, untold, seen = one.told, one.untold, one.found
                shares = (seen.with_it, seen.without, seen.low, seen.high)
                found.append(suggest.Measured(one.id, one.text, one.decision, told.n, untold.n, *shares))
        return tuple(found)

    def _fixes(self) -> tuple[suggest.Fixed, ...]:
        """A fix before this week and in it, by the calls that ended with it."""
        recent = self._clock() - timedelta(days=7)
        found = []
        for one in self._store.learnings(fixed=True, limit=FIXES):
            entries = self._store.entries(item=one.id, verb="hint ended", limit=200)
            ended = [(entry.at >= recent, self._store.content(entry.after)) for entry in entries]
            counted = [(is_new, bool(said["worked"])) for is_new, said in ended if not said["held"]]
            if counted:
                times = [sum(pair == want for pair in counted) for want in ((False, True), (False, False), (True, True), (True, False))]
                found.append(suggest.Fixed(one.id, one.text, one.tool, *times))
        return tuple(found)

    def _clashes(self) -> tuple[suggest.Clash, ...]:
        found = []
        for one in self._store.proposals("pending", kind="conflict", limit=100):
            older, newer = self._store.rule(one.body["old"]), self._store.rule(one.body["new"])
            if older and newer and older.state == newer.state == "active":
                found.append(suggest.Clash(older, newer, one.reason))
        return tuple(found)

    def _points(self, one: Suggestion) -> int:
        """Metrics of the week that bear on it."""
        first, last = windows.window(self._clock())
        kind = "retrieval" if one.kind == "low_retrieval_usage" else "tool" if one.kind in ("tool_failure", "repeated_tool") else ""
        found = self._counting.window(one.agent, first, last, kind)
        return sum(counts.n for (_, key), counts in found.items() if not kind or one.subject in ("", key)) or (
            sum(counts.n for counts in found.values()) if kind != "tool" else 0
        )

    def _quality(self, one: Suggestion, since: datetime, until: datetime) -> tuple[int, int]:
        """What a change is judged by: searches with something used, or calls of the tool that succeeded."""
        kind, key = ("retrieval", "") if one.kind == "low_retrieval_usage" else ("tool", one.subject)
        start = since - timedelta(days=7) if until - since < timedelta(hours=1) else since
        found = self._counting.window(one.agent, windows.bucket(start), windows.bucket(until), kind)
        whole = windows.merged(counts for (_, each), counts in found.items() if not key or each == key)
        return whole.n, whole.hits

    # ── keeping ──

    def _held(self, id: str) -> Suggestion:
        """As it is now, and nobody else's until this transaction is over."""
        one = self.one(id)
        if not self._counting.claim(one.id, one.status):
            raise StoreError(f"{one.id} has just been answered by another: look at it again")
        return self._counting.suggestion(one.id) or one

    def _reviewed(self, one: Suggestion, to: Any, caller: Caller) -> Suggestion:
        return replace(one, status=to, reviewed_by=caller.name, reviewed_at=self._clock())

    def _put(self, verb: str, one: Suggestion, who: str) -> Suggestion:
        from habitus.store.counting import suggestion_row

        self._store.apply([Change(verb=verb, table="suggestions", item=one.id, after=suggestion_row(one), actor=who)], self._clock())
        return one


def zone(config: Any) -> Any:
    """The agent's time zone, or the machine's."""
    name = config.get("timezone")
    if not name:
        return datetime.now().astimezone().tzinfo
    try:
        return ZoneInfo(str(name))
    except (KeyError, ValueError, OSError) as error:
        raise ConfigError(f"`timezone` is {name!r}, which no time zone is called: use a name such as Europe/Madrid") from error


def _may(caller: Caller) -> None:
    if caller.role not in MAY:
        raise Refused("only an operator or an admin answers a suggestion")


def _id(agent: str, one: Suggestion, now: datetime) -> str:
    return blake2b(json.dumps([agent, one.kind, one.subject, now.isoformat()]).encode(), digest_size=8).hexdigest()


def _is_later(each: Suggestion, one: Suggestion) -> bool:
    return each.id != one.id and (each.applied_at or EVER) >= (one.applied_at or EVER)
