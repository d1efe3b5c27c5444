"""What was counted of an agent: by the seed's names, day by day, and its last week as those who suggest something look at it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from habitus.evolve import guardrails, suggest
from habitus.layer.effects import EVER, is_for
from habitus.measure import windows
from habitus.types import Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.layer.effects import Worth
    from habitus.types import Clock, Occasions, Store, Suggestion

STREAKS = 200
FIXES = 500

SHARED = ("rule_never_helps", "skill_unused", "fix_stopped_working", "rules_in_conflict")
"""About lessons and skills, which the agents share: one agent's answer is everybody's."""


class Figures:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._counting = store.counting()
        self._clock = clock

    def agents(self, *, days: float = 7.0) -> list[str]:
        """Those with figures of late, whoever has most of them first; sessions without an agent's name count under the empty one."""
        return self._counting.agents(windows.bucket(self._clock() - timedelta(days=days)) + 1)

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

    # ── the week ──

    def week(self, agent: str, measured: Sequence[Worth]) -> suggest.Week:
        now = self._clock()
        first, last = windows.window(now)
        found = self._counting.window(agent, first, last)
        from habitus.parse import actions

        tools = tuple(
            suggest.Tool(key, counts.n, counts.n - counts.hits, actions.name(key), self._pattern(key) if counts.n > counts.hits else "")
            for (kind, key), counts in found.items()
            if kind == "tool"
        )
        searches = tuple(suggest.Searches(key, counts.n, counts.hits) for (kind, key), counts in found.items() if kind == "retrieval")
        rows = self._counting.streaks(agent, now - timedelta(days=7), STREAKS)
        streaks = tuple(suggest.Streak(row["tool"], row["session"], row["length"]) for row in rows)
        return suggest.Week(
            searches=searches, tools=tools, streaks=streaks, rules=self._rules(agent, measured), skills=tuple(self._store.shelf().skills()),
            fixes=self._fixes(agent), clashes=self._clashes(agent),
        )  # fmt: skip

    def _pattern(self, tool: str) -> str:
        """What it mostly fails with."""
        known = self._store.lessons().learnings_of(tool, "", limit=20, anywhere=True)
        return max(known, key=lambda one: one.occurrences).pattern if known else ""

    def _rules(self, agent: str, measured: Sequence[Worth]) -> tuple[suggest.Measured, ...]:
        """Those that hold for this agent: what is said to another only is suggested where it is said."""
        found = []
        for one in measured:
            rule = self._store.lessons().rule(one.id) if one.kind == "rule" else None
            if rule is None or rule.state != "active" or not is_for(rule.scope, agent):
                continue
            if one.decision != "demote" or (rule.check and rule.stage != "shadow"):
                told, untold, seen = one.told, one.untold, one.found
                shares = (seen.with_it, seen.without, seen.low, seen.high)
                found.append(suggest.Measured(one.id, one.text, one.decision, told.n, untold.n, *shares))
        return tuple(found)

    def _fixes(self, agent: str) -> tuple[suggest.Fixed, ...]:
        """A fix before this week and in it, by the calls that ended with it."""
        recent, counted, found = self._clock() - timedelta(days=7), set(self._counting.lessons()), []
        for one in self._store.lessons().learnings(fixed=True, limit=FIXES):
            if one.id in counted and is_for(one.scope, agent):
                ever, lately = (_uses(self._counting.occasions(one.id, since)) for since in (EVER, recent))
                before = (ever[0] - lately[0], ever[1] - lately[1])
                found.append(suggest.Fixed(one.id, one.text, one.tool, *before, *lately))
        return tuple(found)

    def _clashes(self, agent: str) -> tuple[suggest.Clash, ...]:
        found = []
        for one in self._store.lessons().proposals("pending", kind="conflict", limit=100):
            older, newer = self._store.lessons().rule(one.body["old"]), self._store.lessons().rule(one.body["new"])
            # Of two that were said for different places each holds in its own: nobody has to choose.
            if older and newer and older.state == newer.state == "active" and older.scope == newer.scope and is_for(older.scope, agent):
                found.append(suggest.Clash(older, newer, one.reason))
        return tuple(found)

    def points(self, one: Suggestion) -> int:
        """Metrics of the week that bear on it; what is about lessons and skills goes by all of them."""
        from habitus.parse import actions

        found = self._counting.window(one.agent, *windows.window(self._clock()))
        if one.kind == "repeated_tool":  # rows are counted by what is done, calls by the tool that does it
            return sum(counts.n for (kind, key), counts in found.items() if kind == "tool" and one.subject in (key, actions.name(key)))
        if one.kind in SHARED:
            return sum(counts.n for counts in found.values())
        return found.get((_judged_by(one), one.subject), Counts()).n

    def quality(self, one: Suggestion, first: int, last: int) -> guardrails.Quality:
        """What a change is judged by: its source's searches with something used, or calls of its tool that succeeded."""
        kind = _judged_by(one)
        counts = self._counting.window(one.agent, first, last, kind).get((kind, one.subject), Counts())
        return guardrails.Quality(counts.n, min(counts.n, counts.hits))


def _judged_by(one: Suggestion) -> str:
    return "retrieval" if one.kind == "low_retrieval_usage" else "tool"


def _uses(occasions: Sequence[Occasions]) -> tuple[int, int]:
    """How often a fix that was told worked, and how often it did not."""
    told = [each for each in occasions if not each.held]
    return sum(each.n - each.k for each in told), sum(each.k for each in told)
