"""Corrections found in real messages without a model: precision and recall by source, false alarms on coding agents' turns, and the cost.

Measured on all of the open data, and again on rows that were not read while the phrases were written (`unseen`): a half of each source,
a quarter of the real Spanish prompts and of the coding-agent turns. Their totals were watched, so they flatter a little.
`without_previous` drops what the agent said before. First requests (`ifeval`, the first turns of `taubench`) cannot be corrections: what
is flagged there is a false alarm. Each message is timed by itself, at its first sight, in a process that has seen others before;
`worst_4_kb_us` is the dearest of a dozen hostile messages of 4 KB.
"""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import data
from bench.timing import quiet
from habitus.detect import corrections

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SOURCES = {
    "coding": "specstory", "spanish": "AI4Devs", "spanish_short": "unit test", "repair_qa": "Repair-QA", "dialogue": "dstc8",
    "assistant": "HWU64", "free_text": "UKPLab",
}  # fmt: skip
READ_MORE = ("coding", "spanish", "spanish_short")
LONG = 4096
HOSTILE = (
    "no, that is wrong, the button still does nothing and you forgot the tests ", "no ", '"', "«", "`", " '", "error: x\n", ". ", "a", " ",
    "你错了，这个不对。", "no funciona y sigue sin verse, ", "<task-", "\n", "def f(x):\n    return x\n",
)  # fmt: skip


class Seen(NamedTuple):
    """One labelled message, and what was said of it."""

    is_one: bool
    found: bool


class Score(NamedTuple):
    precision: float
    recall: float
    f1: float
    alarms: float
    """The share of messages without a correction that were flagged."""


def score(seen: Sequence[Seen]) -> Score:
    hits = sum(one.is_one and one.found for one in seen)
    flagged, ones = sum(one.found for one in seen), sum(one.is_one for one in seen)
    alarms = (flagged - hits) / max(1, len(seen) - ones)
    values = (hits / max(1, flagged), hits / max(1, ones), 2 * hits / max(1, flagged + ones), alarms)
    return Score(*(round(value, 3) for value in values))


def source(row: dict[str, Any]) -> str:
    return next(name for name, words in SOURCES.items() if words in row["source"])


def is_unseen(row: dict[str, Any]) -> bool:
    """Set aside by hash before anything was read."""
    text = row["text"].encode()
    second = hashlib.md5(b"second" + text, usedforsecurity=False).digest()[5] % 2
    first = hashlib.md5(b"look" + text, usedforsecurity=False).digest()[3] % 2
    return bool(first and (second or source(row) not in READ_MORE))


def seen(rows: Iterable[dict[str, Any]], *, previous: bool = True) -> list[Seen]:
    return [
        Seen(row["correction"] == 1, corrections.find(row["text"], (row.get("prev_agent") or "") if previous else "") is not None)
        for row in rows
    ]


def quality(rows: list[dict[str, Any]]) -> dict[str, Any]:
    by = {name: [row for row in rows if source(row) == name] for name in SOURCES}
    unseen = [row for row in rows if is_unseen(row)]
    coding, spanish, everything = score(seen(by["coding"])), score(seen(by["spanish"])), score(seen(rows))
    return {
        "precision": everything.precision,
        "recall": everything.recall,
        "coding_f1": coding.f1,
        "coding_false_alarms": coding.alarms,
        "spanish_precision": spanish.precision,
        "spanish_recall": spanish.recall,
        **{f"{name}_p_r_f1": _shown(score(seen(part))) for name, part in by.items()},
        "without_previous_p_r_f1": _shown(score(seen(rows, previous=False))),
        "repair_qa_without_previous_p_r_f1": _shown(score(seen(by["repair_qa"], previous=False))),
        "unseen_p_r_f1": _shown(score(seen(unseen))),
        **{
            f"{name}_unseen_p_r_f1": _shown(score(seen([row for row in unseen if source(row) == name])))
            for name in ("coding", "spanish", "repair_qa")
        },
    }


def _shown(found: Score) -> str:
    return f"{found.precision:.2f} {found.recall:.2f} {found.f1:.2f}, {found.alarms:.3f} of the others flagged"


def first_requests() -> dict[str, float]:
    """What opens a session corrects nothing."""
    asked = {row["prompt"] for row in data.rows("ifeval")}
    opened = {
        next((event["text"] for event in row["events"] if event["role"] == "user" and event.get("text")), "")
        for row in data.rows("trajectories_taubench")
    }
    return {f"{name}_flagged": round(_flagged(texts), 3) for name, texts in (("ifeval", asked), ("taubench_openings", opened))}


def _flagged(texts: set[str]) -> float:
    return sum(corrections.find(text) is not None for text in texts) / len(texts)


def costs(rows: list[dict[str, Any]]) -> dict[str, float]:
    given = [(row["text"], row.get("prev_agent") or "") for row in rows]
    for row in data.rows("ifeval"):
        corrections.find(row["prompt"])  # a process that has been at work for a while
    with quiet():
        each = sorted(_timed(text, previous) for text, previous in given)
        worst = max(_best(part * (LONG // len(part) + 1)) for part in HOSTILE)
    return {"mean_us": round(sum(each) / len(each), 1), "p99_us": round(each[int(len(each) * 0.99)], 1), "worst_4_kb_us": round(worst)}


def _best(text: str) -> float:
    """Each time another text: what was just looked at is remembered."""
    texts = [f"{text[: LONG - 2]} {n}" for n in range(5)]
    return min(_timed(one, one) for one in texts)


def _timed(text: str, previous: str) -> float:
    begin = time.perf_counter_ns()
    corrections.find(text, previous)
    return (time.perf_counter_ns() - begin) / 1000


def run() -> dict[str, Any]:
    if data.folder() is None:
        MARKS.clear()  # not measured: it cannot miss its mark
        return data.ABSENT
    rows = [row for row in data.rows("corrections") if row["correction"] in (0, 1)]
    return {"messages": len(rows), **quality(rows), **first_requests(), **costs(rows)}


MARKS: dict[str, Any] = {
    "precision": ["min", 0.85],
    "coding_f1": ["min", 0.6],
    "coding_false_alarms": 0.04,
    "spanish_precision": ["min", 0.75],
    "spanish_recall": ["min", 0.7],
    "mean_us": 100.0,
}
