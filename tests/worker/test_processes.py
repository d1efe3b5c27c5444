"""Jobs over several processes: each tick once, and a process that is killed leaves nothing undone."""

import signal
import subprocess
import sys
from contextlib import closing

import pytest

from habitus import worker
from habitus.layer import Layer
from habitus.layer.tending import Job
from habitus.worker import durable, jobs
from worker.conftest import Others, until

BEATS = 50
"""Of `program.py`: longer than the silence that it takes for an end."""

MARKS = Job(name="marks", does="", every=lambda _: 1.0, run=lambda _: {})


def test_each_tick_is_run_once_whoever_takes_it(others: Others) -> None:
    others.start(every=0.5)
    others.start(every=0.5)

    until(lambda: len({tick for word, _, tick in others.said() if word == "begun"}) > 3)
    others.stop()

    marks = [word for word, _, _ in others.said()]
    assert marks == ["begun", "ended"] * (len(marks) // 2), "two at once"


def test_a_job_whose_process_is_killed_is_run_again_by_another(others: Others, layer: Layer) -> None:
    others.held.touch()
    first = others.start(every=3600)
    until(others.said)
    second = others.start(every=3600)

    first.send_signal(signal.SIGKILL)
    first.wait()
    until(lambda: len(others.said()) > 1)
    others.held.unlink()
    until(lambda: len(others.said()) > 2)
    others.stop()

    assert [(word, int(pid)) for word, pid, _ in others.said()] == [("begun", first.pid), ("begun", second.pid), ("ended", second.pid)]
    assert "was cut off" in others.log()
    with worker.known(layer, [MARKS]) as found:
        assert found.state()[0].outcome == "done"


def test_a_job_in_a_process_that_lives_is_left_to_it_however_long_it_takes(others: Others, layer: Layer) -> None:
    others.held.touch()
    first = others.start(every=3600)
    until(others.said)
    others.start(every=3600)
    with closing(durable.Book(jobs.where_of(layer))) as book:
        until(lambda: any(run.beat > BEATS for run in book.under_way()))
    others.held.unlink()
    until(lambda: len(others.said()) > 1)
    others.stop()

    assert [(word, int(pid)) for word, pid, _ in others.said()] == [("begun", first.pid), ("ended", first.pid)]


@pytest.mark.parametrize("url", [""], ids=["sqlite"])
def test_jobs_in_a_file_reach_for_no_other_machine_and_print_nothing(others: Others) -> None:
    others.start()
    until(lambda: len(others.said()) > 3)
    others.stop()

    assert not [words for words in others.said() if words[0].startswith("reached")]
    assert others.log() == ""


def test_who_runs_no_jobs_loads_nothing_for_them() -> None:
    code = "import sys, habitus.worker, habitus.assemble, habitus.cli.root; sys.exit(bool({'dbos', 'sqlalchemy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
