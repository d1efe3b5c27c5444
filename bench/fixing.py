"""Failures that have a known fix, and calls that are known to fail before they run, on recorded runs of other people's agents.

`error_fix`: one family of models is left out, its resolved failures are asked about: is a fix known for the class (tool and pattern) from the
other families, and does it change the same arguments ("none" being an answer)? A fix counts only if it was recognised as a recovery.
`of_tool` is the share of what class = tool name reaches; `exact` are the changed names where a fix is offered. `again_*` asks the plain
question of the data: has any other family resolved this class? Recorded sessions are played in the order of their file, each environment a
scope of its own: `met` is the share of failures of a class seen before that a hint preceded, `false` the share of hints before a call that
went well unchanged. `unseen` are sessions that were set aside by hash before anything was read; they are played by themselves.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import data
from bench.timing import quiet
from habitus.detect import failures
from habitus.learn import fixes
from habitus.parse import actions
from habitus.types import Failure, Learning, Origin, Recovery, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ORIGIN = Origin(speaker="tool")
SOURCES = ("agentdyn", "agentdojo", "taubench", "mint", "intercode")
PLAYED = ("taubench", "agentdojo", "mint", "intercode")
FAMILIES = (
    "gpt-4o", "gpt-4.1", "gpt-5", "gpt-4", "gpt-3.5", "davinci", "claude", "gemini", "bison", "llama", "secalign", "qwen", "command", "mixtral",
    "vicuna", "o4",
)  # fmt: skip
SAME = {"secalign": "llama"}
"""Trained from it."""
PASSES = 3
"""The best of them counts for each call: what the machine does besides falls on one or another."""
LATEST = 15
"""A fix that came later than the session keeps a failure open would not be seen."""


def family(model: str) -> str:
    """A model's defence variants and versions are of its family."""
    low = model.lower()
    found = next((name for name in FAMILIES if name in low), low)
    return SAME.get(found, found)


def is_unseen(session: str) -> bool:
    return bool(hashlib.md5(b"fix" + session.encode(), usedforsecurity=False).digest()[0] % 2)


# ── errors and their fixes ──


class Row(NamedTuple):
    family: str
    failure: Failure
    recovery: Recovery | None
    changed: frozenset[str]
    unseen: bool


def rows(source: str) -> list[Row]:
    return [_row(row) for row in data.rows("error_fix") if row["resolved"] and row["source"] == source]


def _row(row: dict[str, Any]) -> Row:
    tool, args, worked = row["tool"], row["args"] or {}, row["fix_args"] or {}
    failure = _failure(tool, args, row["error"] or "", 0)
    steps = min(row["steps_to_fix"] or 1, LATEST)
    other = row["next_tool"] if row["next_tool"] != tool else ""
    found = _recovery([failure], tool, worked, [other] * (steps - 1), steps)
    before, after = failures.cut(args), failures.cut(worked)
    changed = frozenset(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return Row(family(row["model"]), failure, found, changed, is_unseen(row["session"]))


def _failure(tool: str, args: dict[str, Any], error: str, nth: int) -> Failure:
    action = actions.name(tool)
    target = actions.target(action, args)
    return failures.failed(call=str(nth), tool=tool, action=action, target=target, args=args, error=error, nth=nth)


def _recovery(waiting: Sequence[Failure], tool: str, args: dict[str, Any], between: Sequence[str], nth: int) -> Recovery | None:
    action = actions.name(tool)
    target = actions.target(action, args)
    return failures.recovery(waiting, call=str(nth), tool=tool, action=action, target=target, args=args, between=between, nth=nth)


def learned(given: Iterable[Row]) -> fixes.Book:
    kept: dict[tuple[str, str], Learning] = {}
    for row in given:
        key = row.failure.tool, row.failure.pattern
        kept[key] = fixes.seen(row.failure, kept.get(key), origin=ORIGIN, scope=Scope(), environment=None, now=NOW)
        if row.recovery:
            kept[key] = fixes.recovered(row.recovery, kept[key], now=NOW)
    return fixes.Book(kept.values())


def asked(given: list[Row]) -> list[Counter[str]]:
    """What each left-out row met: one counter for the rows that were looked at, one for the unseen."""
    counts: list[Counter[str]] = [Counter(), Counter()]
    for out in sorted({row.family for row in given}):
        others = [row for row in given if row.family != out]
        book, tools = learned(others), {row.failure.tool for row in others}
        classes = {(row.failure.tool, row.failure.pattern) for row in others}
        for row in given:
            if row.family == out:
                counts[row.unseen].update(_met(row, book, tools, classes))
    return counts


def _met(row: Row, book: fixes.Book, tools: set[str], classes: set[tuple[str, str]]) -> Counter[str]:
    tool, pattern = row.failure.tool, row.failure.pattern
    best = fixes.offered(book.of(tool), tool=tool, pattern=pattern)
    seen = Counter(rows=1, tool=tool in tools, again=(tool, pattern) in classes)
    if best is None:
        return seen
    exact = fixes.names(best.fix) == row.changed
    return seen + Counter(known=1, strict=best.pattern == pattern, exact=exact, sure=fixes.may_apply(best, 0.7))


def known() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for source in SOURCES:
        looked, unseen = asked(rows(source))
        both = looked + unseen
        figures[f"{source}_known"] = _share(both, "known", "rows")
        figures[f"{source}_of_tool"] = _share(both, "known", "tool")
        figures[f"{source}_exact"] = _share(both, "exact", "known")
        figures[source] = "; ".join(f"{name}: {_told(part)}" for name, part in (("all", both), ("unseen", unseen)))
    return figures


def _share(counts: Counter[str], part: str, whole: str) -> float:
    return round(counts[part] / max(1, counts[whole]), 3)


def _told(counts: Counter[str]) -> str:
    return (
        f"{counts['rows']} rows, known {_share(counts, 'known', 'rows')} (same pattern {_share(counts, 'strict', 'rows')}, resolved by others"
        f" {_share(counts, 'again', 'rows')}), class = tool {_share(counts, 'tool', 'rows')}, exact {_share(counts, 'exact', 'known')},"
        f" at 0.7 and more {_share(counts, 'sure', 'known')}"
    )


# ── sessions, played ──


class Called(NamedTuple):
    tool: str
    args: dict[str, Any]
    error: str


def calls(row: dict[str, Any]) -> Iterator[Called]:
    waiting: dict[str, Any] | None = None
    for event in row["events"]:
        if event["role"] == "tool_call":
            waiting = event
        elif event["role"] == "tool_result" and waiting is not None:
            error = event.get("error") or ""
            args = waiting.get("args")
            yield Called(
                waiting["tool"], args if isinstance(args, dict) else {}, (event.get("text") or "error") if error is True else error
            )
            waiting = None


class World:
    """One environment: what has been learned in it, and what is known of the session that runs."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.kept: dict[tuple[str, str], Learning] = {}
        self.book = fixes.Book()

    def play(self, session: Iterable[Called]) -> None:
        waiting: list[Failure] = []
        lines: list[str] = []
        said: list[tuple[str, bool | None]] = []
        for nth, call in enumerate(session):
            waiting = failures.still_open(waiting, nth)
            knowing = self.book.matching(call.tool, call.args)
            hinted = self._hint(call, waiting, knowing, lines, said, nth)
            if call.error:
                waiting.append(self._failed(call, nth, hinted=hinted))
            else:
                waiting = self._went_well(call, waiting, knowing, lines, nth)
            lines.append("" if call.error else failures.line(call.tool, call.args))

    def _hint(
        self,
        call: Called,
        waiting: list[Failure],
        knowing: list[Learning],
        lines: list[str],
        said: list[tuple[str, bool | None]],
        nth: int,
    ) -> bool:
        before = failures.repeated(waiting, tool=call.tool, args=call.args, between=lines, nth=nth)
        one = self.kept[call.tool, before.pattern] if before else knowing[0] if knowing else None
        if one is None or not fixes.may_say(one.id, said):
            return False
        said.append((one.id, not call.error))
        self.counts.update(hints=1, false=not call.error)
        return True

    def _failed(self, call: Called, nth: int, *, hinted: bool) -> Failure:
        failure = _failure(call.tool, call.args, call.error, nth)
        key = failure.tool, failure.pattern
        if key in self.kept:
            self.counts.update(repeats=1, met=hinted)
        self._keep(key, fixes.seen(failure, self.kept.get(key), origin=ORIGIN, scope=Scope(), environment=None, now=NOW))
        return failure

    def _went_well(self, call: Called, waiting: list[Failure], knowing: list[Learning], lines: list[str], nth: int) -> list[Failure]:
        for one in knowing:
            self._keep((one.tool, one.pattern), fixes.harmless(one, call.tool, call.args, now=NOW))
        found = _recovery(waiting, call.tool, call.args, lines, nth)
        if found is None:
            return waiting
        self.counts.update(recoveries=1)
        key = found.failure.tool, found.failure.pattern
        self._keep(key, fixes.recovered(found, self.kept[key], now=NOW))
        return [failure for failure in waiting if failure is not found.failure]

    def _keep(self, key: tuple[str, str], learning: Learning) -> None:
        self.kept[key] = learning
        self.book.put(learning)


def played(name: str, *, unseen: bool) -> Counter[str]:
    worlds: dict[str, World] = defaultdict(World)
    for row in data.rows(f"trajectories_{name}"):
        if is_unseen(row["session"]) or not unseen:
            worlds[row.get("env") or row.get("suite") or ""].play(calls(row))
    return sum((world.counts for world in worlds.values()), Counter())


def hints() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for which in (False, True):
        parts = {name: played(name, unseen=which) for name in PLAYED}
        whole = sum(parts.values(), Counter())
        label = "unseen_" if which else ""
        figures[f"{label}repeats_met"] = _share(whole, "met", "repeats")
        figures[f"{label}false_hints"] = _share(whole, "false", "hints")
        figures[f"{label}hints"] = "; ".join(
            f"{name}: {part['met']} of {part['repeats']} repeats met, {part['false']} of {part['hints']} hints false"
            for name, part in parts.items()
        )
    return figures


# ── costs ──


def costs() -> dict[str, float]:
    found = [call for row in data.rows("trajectories_taubench")[:300] for call in calls(row)]
    bash = [call for row in data.rows("trajectories_intercode")[:400] for call in calls(row)]
    return _timed("", found) | _timed("command_", bash)


def _timed(name: str, given: list[Called]) -> dict[str, float]:
    """Each call beside eight failures, two calls from one to the next, and against all that was learned from them."""
    broken = [call for call in given if call.error]
    failed = [_failure(call.tool, call.args, call.error, number % failures.MOST * 2) for number, call in enumerate(broken)]
    fine = [call for call in given if not call.error]
    book = learned([Row("", failure, None, frozenset(), unseen=False) for failure in failed])
    one = next(iter(book.of(failed[0].tool)))
    took: dict[str, list[list[int]]] = {"recovery": [], "matching": [], "matches": [], "failed": []}
    with quiet():
        for _ in range(PASSES):
            for times in took.values():
                times.append([])
            for number, call in enumerate(fine):
                first = number * failures.MOST % (len(failed) - failures.MOST) // failures.MOST * failures.MOST
                waiting, last = failed[first : first + failures.MOST], fine[number - 1]
                _recovery(waiting, last.tool, last.args, (), 2 * failures.MOST)  # they have been open for a while
                took["recovery"][-1].append(_time(_recovery, waiting, call.tool, call.args, (), 2 * failures.MOST))
                took["matching"][-1].append(_time(book.matching, call.tool, call.args))
                took["matches"][-1].append(_time(fixes.matches, one, one.tool, call.args))
            took["failed"][-1] = [_time(_failure, call.tool, call.args, call.error, 10) for call in broken]
    return {f"{name}{key}_us": round(median(map(min, zip(*times, strict=True))) / 1000, 1) for key, times in took.items()}


def _time(act: Callable[..., object], *given: object) -> int:
    begin = time.perf_counter_ns()
    act(*given)
    return time.perf_counter_ns() - begin


def run() -> dict[str, Any]:
    if data.folder() is None:
        MARKS.clear()  # not measured: they cannot miss their marks
        return data.ABSENT
    return known() | hints() | costs()


MARKS: dict[str, Any] = {
    "agentdyn_known": ("min", 0.87),
    "agentdyn_of_tool": ("min", 0.88),
    "agentdojo_known": ("min", 0.61),
    "agentdojo_of_tool": ("min", 0.88),
    "taubench_of_tool": ("min", 0.88),
    "agentdyn_exact": ("min", 0.62),
    "agentdojo_exact": ("min", 0.62),
    "taubench_exact": ("min", 0.62),
    "false_hints": 0.05,
    "unseen_false_hints": 0.05,
    "recovery_us": 30.0,
}
