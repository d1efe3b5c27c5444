"""Metrics, suggestions and the occasions of lessons in the database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from habitus.types import Counts, Metric, Occasions, Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from habitus.store.sql import Database, SqlStore
    from habitus.types import Listed, MetricType, Place, Row

COUNTED = Counts._fields


class SqlCounting:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    # ── metrics ──

    def add(self, metrics: Iterable[Metric]) -> None:
        with self._store.batch():
            added(self._database, metrics)

    def window(self, agent: str, first: int, last: int, type: str = "") -> dict[tuple[str, str], Counts]:
        """By type and key."""
        rows = self._database.run("metrics_window", {"agent": agent, "first": first, "last": last, "type": type})
        return {(row["type"], row["key"]): _counts(row) for row in rows}

    def series(self, agent: str, first: int, last: int, type: str = "") -> list[Metric]:
        rows = self._database.run("metrics_series", {"agent": agent, "first": first, "last": last, "type": type})
        return [Metric(agent, row["type"], row["key"], row["hour"], _counts(row)) for row in rows]

    def agents(self, first: int) -> list[str]:
        return [row["agent"] for row in self._database.run("metrics_agents", {"first": first})]

    def forget_before(self, hour: int) -> int:
        """Rows of calls in a row go with the metrics of their time."""
        with self._store.batch():
            at = datetime.fromtimestamp(hour * 3600, UTC).isoformat()
            return self._database.change("metrics_forget", {"before": hour}) + self._database.change("streaks_forget", {"before": at})

    def streaks(self, agent: str, since: datetime, limit: int) -> list[Row]:
        return self._database.run("streaks_of", {"agent": agent, "since": since.isoformat(), "limit": limit})

    # ── suggestions ──

    def suggestion(self, id: str) -> Suggestion | None:
        row = self._store.get("suggestions", id)
        return suggestion(row) if row else None

    def suggestions(
        self, agent: str = "", status: str = "", limit: int = 500, *, nameless: bool = False, after: Place | None = None
    ) -> Listed[Suggestion]:
        """Newest first."""
        from habitus.store import listing

        values = {"agent": agent, "nameless": nameless, "status": status, "limit": limit}
        return listing.listed(self._database, "suggestions_listed", values, suggestion, after)

    def suggestions_begun(self, prefix: str) -> list[Suggestion]:
        return [suggestion(row) for row in self._database.run("suggestions_by_prefix", {"prefix": prefix})]

    def claim(self, id: str, status: str) -> bool:
        """Inside a transaction: nobody else moves it from here until that is over."""
        return self._database.change("suggestion_claim", {"id": id, "status": status}) == 1

    # ── occasions ──

    def occasions(self, lesson: str, since: datetime) -> list[Occasions]:
        rows = self._database.run("occasions_of", {"lesson": lesson, "since": since.isoformat()})
        return [Occasions(row["session"], bool(row["held"]), row["n"], row["k"]) for row in rows]

    def lessons(self) -> list[str]:
        return [row["lesson"] for row in self._database.run("occasions_lessons", {})]

    def occasions_in(self, session: str) -> list[Row]:
        return self._database.run("occasions_in", {"session": session})

    def put_occasions(self, rows: Sequence[Row]) -> None:
        self._database.change_many("occasion_put", rows)

    def ledger_after(self, after: int, limit: int) -> list[Row]:
        return self._database.run("ledger_after", {"after": after, "limit": limit})

    def writers(self) -> frozenset[str]:
        return frozenset(row["writer"] for row in self._database.run("writers", {}))

    def position(self) -> int:
        """Inside a transaction: whoever asks next waits until that is over, so no line is counted twice."""
        self._database.change("meta_claim", {"key": "measured"})
        return int(self._database.run("meta_get", {"key": "measured"})[0]["value"])

    def move_to(self, position: int) -> None:
        self._database.change("meta_set", {"key": "measured", "value": position})

    # ── jobs ──

    def last_run(self, job: str) -> datetime | None:
        found = self._database.run("job_get", {"id": job})
        return datetime.fromisoformat(found[0]["last_run"]) if found else None

    def claim_run(self, job: str, was: datetime | None, now: datetime) -> bool:
        """Of several that find it due, one gets True."""
        with self._store.batch():
            if was is None:
                return self._database.change("job_first", {"id": job, "at": now.isoformat()}) == 1
            return self._database.change("job_claim", {"id": job, "at": now.isoformat(), "was": was.isoformat()}) == 1


def added(database: Database, metrics: Iterable[Metric]) -> None:
    """In one order, whoever writes: two that wait for each other would wait for ever."""
    given = tuple(metrics)
    for one in given if len(given) == 1 else _summed(given):  # nearly always it is one, and somebody waits for it
        database.change("metrics_add", {"agent": one.agent, "type": one.type, "key": one.key, "hour": one.hour, **one.counts._asdict()})


def _summed(metrics: Sequence[Metric]) -> Iterator[Metric]:
    found: dict[tuple[str, MetricType, str, int], Counts] = {}
    for one in metrics:
        known = found.get(one[:4])
        found[one[:4]] = one.counts if known is None else Counts(*map(sum, zip(known, one.counts, strict=True)))
    return (Metric(*place, counts) for place, counts in sorted(found.items()))


def suggestion(row: Row) -> Suggestion:
    times = {name: row[name] and datetime.fromisoformat(row[name]) for name in ("created_at", "reviewed_at", "applied_at")}
    return Suggestion(
        id=row["id"], agent=row["agent"], kind=row["suggestion_type"], subject=row["subject"], sentence=row["suggestion"],
        evidence=json.loads(row["rationale"]), parameters=json.loads(row["parameters"]), status=row["status"],
        reviewed_by=row["reviewed_by"], note=row["note"], **times,
    )  # fmt: skip


def suggestion_row(one: Suggestion) -> Row:
    times: dict[str, Any] = {name: (at := getattr(one, name)) and at.isoformat() for name in ("created_at", "reviewed_at", "applied_at")}
    return {
        "id": one.id, "agent": one.agent, "suggestion_type": one.kind, "subject": one.subject, "suggestion": one.sentence,
        "rationale": json.dumps(one.evidence, ensure_ascii=False, default=str),
        "parameters": json.dumps(one.parameters, ensure_ascii=False, default=str), "status": one.status,
        "reviewed_by": one.reviewed_by, "note": one.note, **times,
    }  # fmt: skip


def _counts(row: Row) -> Counts:
    return Counts(*(row[name] for name in COUNTED))
