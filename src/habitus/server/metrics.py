"""Figures for Prometheus: what this process has judged, and what the store knows when somebody looks."""

from __future__ import annotations

import logging
import threading
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, TypeAlias

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

from habitus.errors import HabitusError
from habitus.layer import spool
from habitus.models.meter import midnight
from habitus.server.counted import counted
from habitus.types import ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prometheus_client import Metric

    from habitus.layer import Layer
    from habitus.server.desk import Desk
    from habitus.types import Decision, Event
    from habitus.worker import Jobs

    Way: TypeAlias = Literal["judge", "hook"]

log = logging.getLogger("habitus.server")

KIND = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""From a judged call on an idle machine to one that waits for another process."""


class Figures:
    """One registry per application, so that two in one process (tests, replicas) count apart. Counting is a few additions; the shapes that
    Prometheus wants are made when somebody looks."""

    def __init__(self, layer: Layer, desk: Desk, jobs: Callable[[], Jobs | None] = lambda: None) -> None:
        """`jobs`: those that this process runs, once it does."""
        self._layer = layer
        self._desk = desk
        self._jobs = jobs
        self.registry = CollectorRegistry()
        self.registry.register(self)
        self._lock = threading.Lock()
        self._judged: dict[str, int] = {"allow": 0, "block": 0, "ask": 0}
        self._verdicts: Counter[tuple[str, str]] = Counter()
        self._failed: dict[Way, int] = {"judge": 0, "hook": 0}
        self._shadows = 0
        self._within = [0] * (len(SECONDS) + 1)
        self._seconds = 0.0

    def seen(self, event: Event, decision: Decision, seconds: float) -> None:
        with self._lock:
            if isinstance(event, ToolCall):
                self._judged[decision.ruling] += 1
                self._within[bisect_left(SECONDS, seconds)] += 1
                self._seconds += seconds
            for verdict in decision.verdicts:
                self._verdicts[verdict.action, verdict.when] += 1
            self._shadows += len(decision.shadows)

    def failed(self, way: Way, status: int) -> None:
        """An agent was answered with that status; what was asked wrongly is no failure of ours."""
        if status >= 500:
            with self._lock:
                self._failed[way] += 1

    def page(self) -> bytes:
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        yield from self._counted()
        try:
            kept = list(self._kept())
        except HabitusError as error:
            log.warning("the store's figures are left out: %s", error)
            kept = []
        yield GaugeMetricFamily("habitus_store_up", "Whether the store answers. While it does not, its figures are left out.", bool(kept))
        yield from kept

    def _counted(self) -> Iterator[Metric]:
        """What this process has done, and has to do."""
        with self._lock:
            rulings, spoken, shadows, failed = dict(self._judged), dict(self._verdicts), self._shadows, dict(self._failed)
            within, seconds = list(accumulate(self._within)), self._seconds
        judged = CounterMetricFamily("habitus_calls_judged", "Calls judged, by what followed.", labels=["decision"])
        for ruling, count in rulings.items():
            judged.add_metric([ruling], count)
        yield judged
        failures = CounterMetricFamily(
            "habitus_judge_failures", "Calls that could not be judged at `/v1/judge`, and hooks that could not be answered.", labels=["way"]
        )
        for way, count in failed.items():
            failures.add_metric([way], count)
        yield failures
        verdicts = CounterMetricFamily("habitus_verdicts", "Verdicts given, by what they say.", labels=["action", "when"])
        for said, count in spoken.items():
            verdicts.add_metric(said, count)
        yield verdicts
        yield CounterMetricFamily("habitus_shadow_verdicts", "Verdicts that were only noted.", value=shadows)
        buckets = [(str(most), count) for most, count in zip((*SECONDS, "+Inf"), within, strict=True)]
        yield HistogramMetricFamily("habitus_judge_seconds", "From a call's turn to its durable verdict.", buckets, seconds)
        yield GaugeMetricFamily("habitus_calls_waiting", "Calls that wait for their turn at `/v1/judge`.", value=self._desk.depth)
        if (jobs := self._jobs()) is not None:
            lost = CounterMetricFamily("habitus_job_failures", "Runs of jobs that failed in this process.", labels=["job"])
            for job, count in jobs.failures.items():
                lost.add_metric([job], count)
            yield lost
        left = spool.waiting(self._layer.home)
        yield GaugeMetricFamily("habitus_spool_bytes", "Of events that wait on this disk because the store was away.", value=left.bytes)
        yield GaugeMetricFamily("habitus_spool_refused_bytes", "Of events that the store refused, on this disk.", value=left.refused)

    def _kept(self) -> Iterator[Metric]:
        """What the store knows, asked when somebody looks."""
        layer = self._layer
        counts, now = counted(layer).rows, layer.clock()
        tokens, cost = layer.store.spent(midnight(now))
        yield from (
            GaugeMetricFamily(f"habitus_{name}", f"{name.capitalize()} kept.", value=counts[name]) for name in ("sessions", "events")
        )
        lessons = GaugeMetricFamily("habitus_lessons", "Lessons in force, by kind.", labels=["kind"])
        for kind in ("rules", "examples", "learnings", "fixes", "knowledge"):
            lessons.add_metric([kind], counts[kind])
        yield lessons
        yield GaugeMetricFamily("habitus_queue_depth", "Corrections that wait for the learner.", value=layer.queue.depth())
        yield GaugeMetricFamily("habitus_queue_cap", "How many may wait.", value=layer.settings.queue.cap)
        yield GaugeMetricFamily("habitus_dead_letters", "Corrections that were given up on.", value=counts["dead"])
        yield GaugeMetricFamily("habitus_undelivered_notices", "News that could not be delivered.", value=counts["undelivered"])
        yield GaugeMetricFamily("habitus_inbox", "Proposals that wait for a person.", value=counts["inbox"])
        yield GaugeMetricFamily("habitus_model_tokens_today", "Tokens spent on models since midnight UTC.", value=tokens)
        yield GaugeMetricFamily("habitus_model_cost_dollars_today", "US dollars spent on models since midnight UTC.", value=cost)
