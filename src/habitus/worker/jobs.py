"""When what is due, who runs it, and what came of it. Works on the book of runs alone, so every process sees the same."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from habitus.errors import Away, HabitusError, Refused, StoreError
from habitus.layer import tending
from habitus.types import Note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.layer import Layer
    from habitus.layer.tending import Job
    from habitus.worker.durable import Book, Run, Taking

log = logging.getLogger("habitus.worker")


class Pace(NamedTuple):
    beat: float = 5.0
    """Seconds between two signs of life of a run, and between two looks at those of others."""
    silence: float = 20.0
    """Seconds without one after which a run counts as cut off: four beats, so that a busy machine is not taken for a dead one. Only looks
    that the database answered count: while it is away nobody can be heard."""


NUMBER = re.compile(r"\d+")

BOOK = "jobs.db"
"""The file that has the runs, where the store is a file too."""

KEPT = timedelta(days=2)
"""How long the book knows what was: the two days after which nobody asks how the learner did at three in the morning."""

TOGETHER = 1000
"""Old runs that are forgotten in one go, and so often an hour."""

HOUR = 3600.0
GRACE = 3.0
"""Seconds that a job may take to its end when the process is told to stop: what it has not done is done by the next run."""

AGAIN = 2.0
"""Seconds before the next try to open the book."""

OPENING = 30.0
"""Seconds that a person's request waits for the book to be opened."""

USUAL = Pace()

_one_at_a_time = threading.Lock()
"""DBOS is one to a process: a second layer's jobs begin when the first one's are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobState:
    name: str
    does: str
    every: float
    last: datetime | None = None
    """When its last run that is over began."""
    took: float | None = None
    """Seconds."""
    outcome: str = ""
    """`done`, `failed` or `cut off`; empty: it never ran, or that is not known."""
    did: str = ""
    """What it did, in figures; or why it failed."""
    who: str = ""
    """Who asked for that run; empty: it was due."""
    next: datetime | None = None
    waiting: bool = False
    """Is a run in the book that nobody has taken yet?"""
    running: str = ""
    """Where: host, process, and a sign of its own; empty: nowhere."""
    trouble: str = ""
    """Why the book cannot be read; then nothing above is known."""


class Heard(NamedTuple):
    """The last that was heard of a run, and since when nothing else."""

    beat: int
    since: float


class Jobs:
    """Use `running`, or `known` for one who only looks."""

    def __init__(
        self, layer: Layer, jobs: Sequence[Job] = tending.JOBS, *, takes: bool = True, ticks: bool = True, after: float = 0.0,
        pace: Pace = USUAL,
    ) -> None:  # fmt: skip
        self._layer = layer
        self._jobs = {job.name: job for job in jobs}
        self._pace = pace
        self._takes = takes
        self._ticks = ticks
        self._after = after
        self.me = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(2).hex()}"
        self._room: tempfile.TemporaryDirectory[str] | None = None
        if layer.home or layer.store.is_far:
            self._url = where_of(layer)
        else:  # a layer that keeps nothing: neither does its book
            self._room = tempfile.TemporaryDirectory(prefix="habitus-jobs-")
            self._url = f"sqlite:///{self._room.name}/{BOOK}"
        self._open: Book | None = None
        self._opening = threading.Lock()
        self.failures = dict.fromkeys(self._jobs, 0)
        """Runs that failed here, by job."""
        self._mine: dict[str, int] = {}
        self._heard: dict[str, Heard] = {}
        self._ticked: dict[str, int] = {}
        self._furthest: dict[str, int] = {}
        """The latest tick that is known, by the job and its pace."""
        self._pruned = 0.0
        self._over = threading.Event()
        self._ready = threading.Event()
        if not takes:
            self._ready.set()
        self._threads: list[threading.Thread] = []

    # ── for those who look, and those who ask ──

    def state(self) -> list[JobState]:
        """A line for each job, in the order of a round."""
        try:
            book = self._book()
            return [self._state(job, book.latest(job.name, 2)) for job in self._jobs.values()]
        except Exception as error:  # noqa: BLE001 - whatever a database can raise: a page about health has to come all the same
            trouble = f"the book of jobs cannot be read: {_sentence(error)}"
            return [JobState(name=job.name, does=job.does, every=self._every(job), trouble=trouble) for job in self._jobs.values()]

    def run(self, name: str, who: str) -> str:
        """Have a job run now. Answers the id of the run: of the one that is under way, where there is one."""
        job = self._named(name)
        id = f"{name}:hand:{os.urandom(6).hex()}"
        self._ready.wait(OPENING)
        try:
            book = self._book()
            if not book.add(name, id, who=who):
                return next((run.id for run in book.latest(name, 1)), id)
        except Exception as error:
            raise StoreError(f"the book of jobs cannot be written: {_sentence(error)}; try again in a moment") from error
        note = Note(verb="job asked for", item=f"job:{job.name}", content={"run": id}, actor=who)
        self._layer.store.note(note, self._layer.clock())
        return id

    def outcome(self, id: str) -> JobState | None:
        """What came of one run. None: it is not over yet."""
        run = self._book().one(id)
        return None if run is None or run.ended is None else self._state(self._named(run.job), [run])

    def _named(self, name: str) -> Job:
        if name not in self._jobs:
            raise Refused(f"no job is called {name!r:.40}: there are {', '.join(self._jobs)}")
        return self._jobs[name]

    def _state(self, job: Job, runs: list[Run]) -> JobState:
        now, last = runs[0] if runs else None, next((run for run in runs if run.ended), None)
        words = last.did or {} if last else {}
        return JobState(
            name=job.name, does=job.does, every=self._every(job), next=self._next(job),
            last=last.began if last else None, who=last.who if last else "",
            took=words.get("took"),
            outcome="" if last is None else "cut off" if last.state == "cut off" else words.get("outcome", "failed"),
            did=words.get("did", ""),
            waiting=now is not None and now.state == "waiting",
            running=now.where if now and now.state == "running" else "",
        )  # fmt: skip

    def _next(self, job: Job) -> datetime:
        every = self._every(job)
        return datetime.fromtimestamp((self._tick(job) + 1) * every, UTC)

    def _every(self, job: Job) -> float:
        return job.every(self._layer.settings)

    def _tick(self, job: Job) -> int:
        """Ticks are counted from the epoch, so that every process means the same one by its number."""
        return int(self._layer.clock().timestamp() // self._every(job))

    # ── while it runs ──

    def __enter__(self) -> Self:
        if self._takes:
            for name, do in (("habitus-jobs", self._live), ("habitus-spool", self._take_in)):
                self._threads.append(threading.Thread(target=do, name=name, daemon=True))
                self._threads[-1].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        if self._open is not None:
            self._open.close()
        if self._room is not None:
            self._room.cleanup()

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.__exit__)

    def _live(self) -> None:
        """Wait a moment for the process to get going, open the book, keep it up to date, close it."""
        if self._over.wait(self._after) or not self._got_turn():
            return
        try:
            taking = self._opened()
            if taking is None:
                return
            self._ready.set()
            try:
                while not self._over.wait(self._pause()):
                    self._look()
                self._let_end()
            finally:
                taking.close()
        except Exception:
            log.exception("the jobs have stopped; the rest goes on without them, and `habitus worker` runs them")
        finally:
            _one_at_a_time.release()

    def _take_in(self) -> None:
        """What is found at this home alone: whoever runs the jobs may have another."""
        pause = self._after
        while not self._over.wait(pause):
            pause = self._pace.beat
            try:
                if taken := tending.take_in(self._layer, self._over.is_set):
                    log.info("taken in: %d events that waited in the spool of a process that has ended", taken)
            except Away:
                pass  # they wait on
            except Exception:
                log.exception("what waits in the spool was not taken in; trying again in %g s", pause)

    def _got_turn(self) -> bool:
        while not _one_at_a_time.acquire(timeout=0.1):
            if self._over.is_set():
                return False
        return True

    def _opened(self) -> Taking | None:
        """As often as it takes: the database may come up after us."""
        from habitus.worker.durable import Taking

        is_told = False
        while not self._over.is_set():
            try:
                return Taking(self._url, self.me, self._do)
            except Exception as error:  # noqa: BLE001 - whatever a database can raise
                if not is_told:
                    log.warning("the book of jobs cannot be opened: %s; trying again every %g s", _sentence(error), AGAIN)
                is_told = True
                self._over.wait(AGAIN)
        return None

    def _look(self) -> None:
        try:
            book = self._book()
            self._show_life(book)
            self._watch(book)
            if self._ticks:
                self._enter_due(book)
                self._forget_old(book)
        except Exception as error:  # noqa: BLE001 - whatever a database can raise; the next look finds what this one has missed
            self._heard.clear()
            log.warning("the book of jobs does not answer: %s", _sentence(error))

    def _pause(self) -> float:
        if not self._ticks:
            return self._pace.beat
        now = self._layer.clock().timestamp()
        due = min(((self._ticked.get(job.name, -1) + 1) * self._every(job) - now for job in self._jobs.values()), default=0.0)
        return max(0.05, min(self._pace.beat, due))

    def _enter_due(self, book: Book) -> None:
        """A tick has one name everywhere, and a job one run at a time: whoever is second adds nothing."""
        for job in self._jobs.values():
            tick = self._tick(job)
            if tick != self._ticked.get(job.name):
                book.add(job.name, self._called(book, job, tick))
                self._ticked[job.name] = tick

    def _called(self, book: Book, job: Job, tick: int) -> str:
        """A clock that was set back comes to ticks once more whose runs are in the book: now they are called otherwise."""
        pace = f"{job.name}:{self._every(job):g}:"
        furthest = self._furthest.get(pace)
        if furthest is None:
            ours = (run.id.removeprefix(pace) for run in book.latest(job.name, 1) if run.id.startswith(pace))
            furthest = next((int(number[0]) for rest in ours if (number := NUMBER.match(rest))), tick)
        self._furthest[pace] = max(furthest, tick)
        return f"{pace}{tick}" if tick >= furthest else f"{pace}{tick}~{furthest}"

    def _show_life(self, book: Book) -> None:
        for id, beat in list(self._mine.items()):
            book.beat(id, beat + 1)
            if id in self._mine:
                self._mine[id] = beat + 1

    def _watch(self, book: Book) -> None:
        now, seen = time.monotonic(), {}
        for run in book.under_way():
            if run.id in self._mine:
                continue
            known = self._heard.get(run.id)
            seen[run.id] = heard = known if known and known.beat == run.beat else Heard(run.beat, now)
            if now - heard.since >= self._pace.silence:
                log.warning("the run %s was cut off at %s; the job is run again", run.id, run.where, extra={"job": run.job})
                book.cut_off(run.id)
                book.add(run.job, f"{run.id}+")
        self._heard = seen

    def _forget_old(self, book: Book) -> None:
        now = time.monotonic()
        if self._pruned and now - self._pruned < HOUR:
            return
        self._pruned = now
        if book.prune(datetime.now(UTC) - KEPT, TOGETHER) == TOGETHER:
            self._pruned = 0.0  # what is left goes with the next look

    def _do(self, name: str, id: str) -> dict[str, Any]:
        """A run, from its beginning to its end. What goes wrong is its outcome."""
        job = self._jobs.get(name)
        if job is None:  # entered by a newer release
            return {"outcome": "failed", "did": f"no job is called {name!r:.40} here: upgrade this process"}
        self._mine[id] = 0
        began = time.perf_counter()
        try:
            outcome, did = "done", ", ".join(f"{n} {what}" for what, n in job.run(self._layer).items() if n)
        except HabitusError as error:
            log.warning("the job %s failed: %s", name, error, extra={"job": name})
            outcome, did = "failed", str(error)
        except Exception as error:
            log.exception("the job %s failed in a way of its own", name, extra={"job": name})
            outcome, did = "failed", repr(error)[:500]
        finally:
            self._mine.pop(id, None)
        self.failures[name] += outcome == "failed"
        return {"outcome": outcome, "did": did, "took": round(time.perf_counter() - began, 4)}

    def _let_end(self) -> None:
        deadline = time.monotonic() + GRACE
        while (self._mine or self._is_unwritten()) and time.monotonic() < deadline:
            time.sleep(0.02)

    def _is_unwritten(self) -> bool:
        """The book has what came of a run a moment after its end: stopped in between, it would count as cut off, and be run again."""
        try:
            return any(run.where == self.me for run in self._book().under_way())
        except Exception as error:  # noqa: BLE001 - whatever a database can raise
            log.warning("the book of jobs does not answer: %s", _sentence(error))
            return False

    # ── the book ──

    def _book(self) -> Book:
        with self._opening:
            if self._open is None:
                from habitus.worker.durable import Book

                self._open = Book(self._url)
            return self._open


def where_of(layer: Layer) -> str:
    """Where the book of a layer is."""
    if layer.store.is_far:
        return f"postgresql+psycopg://{layer.settings.store.url.partition('://')[2]}"
    return f"sqlite:///{os.path.abspath(layer.home)}/{BOOK}"  # noqa: PTH100


def running(layer: Layer, jobs: Sequence[Job] = tending.JOBS, *, ticks: bool = True, after: float = 0.0, pace: Pace = USUAL) -> Jobs:
    """Run the layer's jobs while the block lasts. `ticks`: also when they are due; otherwise only what somebody asks for. `after`: seconds
    to wait first, for a process whose first answers matter more."""
    return Jobs(layer, jobs, ticks=ticks, after=after, pace=pace)


def known(layer: Layer, jobs: Sequence[Job] = tending.JOBS) -> Jobs:
    """The jobs as other processes run them: for one who looks, or asks for a run and leaves it to them."""
    return Jobs(layer, jobs, takes=False)


def _sentence(error: Exception) -> str:
    from habitus.parse.urls import public

    return public(" ".join(str(error).split())[:300])
