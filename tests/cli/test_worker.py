"""`habitus worker`: a process that runs the jobs, and commands that look at them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from habitus.cli.worker import worker


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path))
    return tmp_path


def asked(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(worker, list(words))
    return found.exit_code, found.output


def test_jobs_lists_them_before_any_has_run() -> None:
    code, output = asked("jobs")

    assert code == 0
    assert len(output.splitlines()) == 6
    assert output.count("has not run yet") == 6


def test_run_runs_one_and_says_what_came_of_it() -> None:
    code, output = asked("run", "upkeep")

    assert code == 0, output
    assert output.startswith("done, asked for by ")
    (found,) = (one for one in json.loads(asked("jobs", "--json")[1]) if one["name"] == "upkeep")
    assert found["outcome"] == "done"
    assert found["last"]


def test_a_worker_says_where_it_works_and_stops_when_it_is_told(home: Path) -> None:
    program = [sys.executable, "-c", "from habitus.cli.worker import worker; worker()"]
    process = subprocess.Popen(program, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout
    first = process.stdout.readline()

    process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate(timeout=60)

    assert first.startswith(f"Runs the jobs of {home}/habitus.db as ")
    assert rest == "Stopped.\n"
    assert process.returncode == 0
