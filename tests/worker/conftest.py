"""A layer on the real clock, in a file and in PostgreSQL; and other processes that run jobs on the same."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer

PROGRAM = Path(__file__).with_name("program.py")
Found = TypeVar("Found")


def until(found: Callable[[], Found | None], seconds: float = 60.0) -> Found:
    """What is asked for, as soon as it is there."""
    deadline = time.monotonic() + seconds
    while not (one := found()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
    return one


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


@pytest.fixture
def layer(url: str, tmp_path: Path) -> Iterator[Layer]:
    settings = Settings()
    found = assemble.layer(replace(settings, store=replace(settings.store, url=url)), home=tmp_path)
    yield found
    found.close()


class Others:
    """Processes that run the job of `program.py`, which leaves its marks in a file."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.marks = folder / "marks"
        self.held = folder / "held"
        self._url = url
        self._all: list[subprocess.Popen[bytes]] = []

    def start(self, *, every: float = 1.0) -> subprocess.Popen[bytes]:
        environ = {**os.environ, "HABITUS_HOME": str(self.folder)}
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen([sys.executable, PROGRAM, self.folder, self._url, str(every)], env=environ, stdout=log, stderr=log)
        self._all.append(started)
        return started

    def said(self) -> list[list[str]]:
        """The words of each mark: what, the process, the second."""
        return [line.split() for line in self.marks.read_text().splitlines()] if self.marks.exists() else []

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def stop(self) -> None:
        self.held.unlink(missing_ok=True)
        for one in self._all:
            one.terminate()
        for one in self._all:
            one.wait(timeout=30)


@pytest.fixture
def others(tmp_path: Path, url: str) -> Iterator[Others]:
    found = Others(tmp_path, url)
    yield found
    found.stop()
