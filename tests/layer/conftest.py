"""A layer on the real parts, with a clock that stands still."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure
from habitus.layer import Layer
from nouns import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def layer(tmp_path: Path, clock: FrozenClock, empty: Path) -> Iterator[Layer]:
    shutil.copy(empty, tmp_path)
    found = assemble.layer(Settings(measure=Measure(holdout=0)), home=tmp_path, clock=clock)
    yield found
    found.close()
