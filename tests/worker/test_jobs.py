"""Jobs in one process: they run, they say what they did, a person can ask for one."""

import threading
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest

from habitus import worker
from habitus.errors import Refused, StoreError
from habitus.layer import Layer
from habitus.layer.tending import JOBS, Job
from habitus.worker import Jobs, JobState
from nouns import START, user
from worker.conftest import until


def ran(jobs: Jobs, name: str, *, who: str) -> JobState:
    id = jobs.run(name, who=who)
    return until(lambda: jobs.outcome(id))


def all_run(jobs: Jobs) -> list[JobState]:
    def over() -> list[JobState] | None:
        states = jobs.state()
        return states if all(one.outcome for one in states) else None

    return until(over)


def test_every_job_runs_when_the_process_starts_and_says_what_came_of_it(layer: Layer) -> None:
    layer.observe(user("no, use pnpm instead of npm"))

    with worker.running(layer) as jobs:
        states = all_run(jobs)

    assert [one.name for one in states] == [job.name for job in JOBS]
    assert {one.outcome for one in states} == {"done"}
    assert all(one.last and one.next and one.last < one.next and one.every == 120 for one in states)


def test_a_person_asks_for_a_job_and_the_ledger_names_them(layer: Layer) -> None:
    with worker.running(layer, ticks=False) as jobs:
        said = ran(jobs, "upkeep", who="ana")

    assert (said.name, said.outcome, said.who) == ("upkeep", "done", "ana")
    (noted,) = layer.store.entries(verb="job asked for")
    assert (noted.actor, noted.item) == ("ana", "job:upkeep")


def test_one_who_only_looks_sees_what_was_done_and_takes_nothing(layer: Layer) -> None:
    with worker.known(layer) as before:
        assert {(one.outcome, one.last, one.trouble) for one in before.state()} == {("", None, "")}

    with worker.running(layer, ticks=False) as jobs:
        ran(jobs, "learner", who="ana")

    with worker.known(layer) as found:
        id = found.run("learner", who="bo")
        assert [(one.outcome, one.who, one.waiting) for one in found.state() if one.name == "learner"] == [("done", "ana", True)]
        assert found.outcome(id) is None


def test_a_job_that_is_under_way_is_not_begun_again(layer: Layer) -> None:
    begun, beside, go_on = threading.Semaphore(0), threading.Semaphore(0), threading.Event()

    def slow(_: Layer) -> dict[str, int]:
        begun.release()
        assert go_on.wait(60)
        return {}

    def quick(_: Layer) -> dict[str, int]:
        beside.release()
        return {}

    made = [Job(name=run.__name__, does="", every=lambda _: 0.1, run=run) for run in (slow, quick)]
    with worker.running(layer, made, pace=worker.Pace(beat=0.05, silence=0.5)) as jobs:
        assert begun.acquire(timeout=60)
        until(lambda: jobs.state()[0].running == jobs.me)
        first = jobs.run("slow", who="ana")
        second = jobs.run("slow", who="bo")
        while beside.acquire(blocking=False):
            pass
        for _ in range(2):
            assert beside.acquire(timeout=60), "what is due at the same time runs meanwhile"
        again_meanwhile = begun.acquire(blocking=False)
        go_on.set()
        until(lambda: jobs.outcome(first))
        assert begun.acquire(timeout=60), "its next tick runs it again"

    assert first == second
    assert not again_meanwhile


def test_a_job_that_fails_says_why_and_the_others_run(layer: Layer) -> None:
    def sighs(_: Layer) -> NoReturn:
        raise StoreError("the store is tired: let it sleep")

    def breaks(_: Layer) -> NoReturn:
        raise ValueError("a <b>way</b> of its own")

    made = [Job(name=run.__name__, does="", every=lambda _: 120, run=run) for run in (sighs, breaks)]
    with worker.running(layer, [*made, JOBS[-1]]) as jobs:
        states = all_run(jobs)

    assert [one.outcome for one in states] == ["failed", "failed", "done"]
    assert jobs.failures == {"sighs": 1, "breaks": 1, JOBS[-1].name: 0}
    assert states[0].did == "the store is tired: let it sleep"
    assert "of its own" in states[1].did


def test_a_job_that_does_not_exist_is_refused_with_the_names_of_those_that_do(layer: Layer) -> None:
    with worker.known(layer) as jobs, pytest.raises(Refused, match="learner, evolution"):
        jobs.run("learnr", who="ana")


def test_the_second_of_two_in_one_process_begins_when_the_first_has_ended(layer: Layer) -> None:
    with ExitStack() as house:
        with worker.running(layer, ticks=False) as first:
            ran(first, "upkeep", who="ana")
            second = house.enter_context(worker.running(layer, ticks=False))
        ran(second, "upkeep", who="bo")


def test_the_book_has_the_time_from_every_sqlite(layer: Layer, tmp_path: Path) -> None:
    """From Python 3.12 on, DBOS asks SQLite for it in a way that those before 3.42 do not know."""
    from sqlalchemy import NullPool, create_engine, text

    from habitus.worker import durable
    from habitus.worker.jobs import BOOK

    assert durable.NAME

    def told(file: str, question: str) -> Any:
        with create_engine(f"sqlite:///{tmp_path}/{file}", poolclass=NullPool).connect() as book:
            return book.execute(text(question)).scalar()

    said = told(BOOK, "SELECT unixepoch('subsec')")
    assert said is not None
    assert abs(said - layer.clock().timestamp()) < 60
    assert told("another.db", "SELECT unixepoch('2000-01-01')") == 946684800


def test_jobs_go_on_when_the_clock_is_set_back_and_after_a_restart_too(layer: Layer) -> None:
    now, ran = [START], list[int]()
    layer.clock = lambda: now[0]

    def run(_: Layer) -> dict[str, int]:
        ran.append(1)
        return {}

    job, pace = Job(name="marks", does="", every=lambda _: 1.0, run=run), worker.Pace(beat=0.05, silence=30)

    def runs_again(jobs: worker.Jobs, before: int) -> None:
        """To its end in the book: while it is under way, a tick is passed over."""
        until(lambda: len(ran) > before and all(one.last and not one.running and not one.waiting for one in jobs.state()))

    def comes_to(jobs: worker.Jobs, seconds: int) -> None:
        before = len(ran)
        now[0] = START + timedelta(seconds=seconds)
        runs_again(jobs, before)

    with worker.running(layer, [job], pace=pace) as jobs:
        runs_again(jobs, 0)
        for seconds in (1, 2, 3, 1, 2):
            comes_to(jobs, seconds)
    before = len(ran)
    now[0] = START
    with worker.running(layer, [job], pace=pace) as jobs:
        runs_again(jobs, before)
        comes_to(jobs, 4)
