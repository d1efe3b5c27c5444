"""Shares over time: counts of each day in, a chart for each tool, each source of knowledge and what people said out."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.measure import windows
from habitus.server.api import evolution as api
from habitus.server.pages import pictures, telling
from habitus.types import Counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from markupsafe import Markup

    from habitus.server.pages.asked import Asked

SPANS = (7, 30, 90)
"""Days to choose from: a week as the seed has it, and as far back as counts are kept."""
MOST = 12
"""Charts of a kind: those with the most data. More than that nobody compares."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LINES = {
    "tool": ("calls that went well",),
    "retrieval": ("searches that brought something used", "of what was shown, used"),
    "feedback": ("how content people were",),
}
"""By kind: what its lines show, each from 0 to 1."""
EMPTY = {
    "tool": (
        "No call was counted in these days. Every call of an agent that Habitus listens to counts; "
        "`habitus install claude-code` connects one."
    ),
    "retrieval": "No search was counted in these days. They come once something was learned that can be put before the model.",
    "feedback": (
        "Nobody was heard to praise or complain in these days, and nothing was rated. "
        "Say “thanks, that works” or “no, that is wrong” to an agent."
    ),
}


class Chart(NamedTuple):
    key: str
    figures: Sequence[str]
    picture: Markup
    rows: Sequence[tuple[str, int, Sequence[str]]]
    """The same as a table: the day, how many, and each share."""


def of(asked: Asked, agent: str, days: int) -> dict[str, list[Chart]]:
    """By kind, those with the most data first."""
    metrics = {(one["type"], one["key"]): one for one in api.evolution_metrics(asked.layer, agent, days=days).metrics}
    series = _series(api.evolution_daily(asked.layer, agent, days=days).series)
    names = [_day(asked, asked.layer.clock() - timedelta(days=days - 1 - nth)) for nth in range(days)]
    found: dict[str, list[Chart]] = {kind: [] for kind in LINES}
    for (kind, key), line in sorted(series.items(), key=lambda one: -sum(n for n, _ in one[1])):
        if len(found[kind]) < MOST and any(n for n, _ in line):
            found[kind].append(_chart(asked, kind, key, line, names, metrics.get((kind, key), {})))
    return found


Line = list[tuple[int, tuple[float | None, ...]]]
"""Of each day: how many were counted, and the shares."""


def _series(days: Sequence[api.Day]) -> dict[tuple[str, str], Line]:
    counted = {(one.type, one.key): [Counts(**day) for day in one.days] for one in days}
    found: dict[tuple[str, str], Line] = {}
    for (kind, key), line in counted.items():
        if kind == "tool":
            found[kind, key] = [(one.n, (windows.tool(one).success_rate,)) for one in line]
        elif kind == "retrieval":
            found[kind, key] = [(one.n, (windows.retrieval(one).recall_rate, windows.retrieval(one).precision)) for one in line]
    ratings, moods = counted.get(("feedback", "rating"), []), counted.get(("feedback", "sentiment"), [])
    if ratings or moods:
        nothing = [Counts()] * max(len(ratings), len(moods))
        pairs = zip(ratings or nothing, moods or nothing, strict=True)
        found["feedback", "all"] = [(one.n + two.n, (windows.feedback(one, two).effectiveness_score,)) for one, two in pairs]
    return found


def _chart(asked: Asked, kind: str, key: str, line: Line, names: Sequence[str], metric: Mapping[str, Any]) -> Chart:
    told = [asked.t(name) for name in LINES[kind]]
    shares = [[of_day[nth] for _, of_day in line] for nth in range(len(told))]
    shown = key if kind == "tool" else asked.t("what people said" if kind == "feedback" else key)
    title = asked.t("{what}: {share}, by day", what=shown, share=", ".join(told))
    rows = [(name, n, ["" if one is None else f"{one:.0%}" for one in of_day]) for name, (n, of_day) in zip(names, line, strict=True) if n]
    return Chart(shown, telling.figures(asked, metric), pictures.over_time(shares, names, title=title), rows)


def _day(asked: Asked, at: datetime) -> str:
    return f"{at.day} {asked.t(MONTHS[at.month - 1])}"
