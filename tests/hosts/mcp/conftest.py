"""A layer with a store of its own, and a gate before a server that is a list."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from habitus import assemble
from habitus.config import Capabilities, Settings
from habitus.doubles import FrozenClock
from habitus.hosts.mcp.declared import Place
from habitus.hosts.mcp.gate import Gate
from habitus.layer import Layer


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def layer(tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    chosen = Settings(capabilities=Capabilities(ask=["deploy"], deny=["forbidden"]))
    made = assemble.layer(replace(chosen, measure=replace(chosen.measure, holdout=0.0)), home=tmp_path / "home", clock=clock)
    yield made
    made.close()


@pytest.fixture
def gate(layer: Layer) -> Gate:
    return Gate(layer, session="m1", workspace="/w", clock=lambda: 0.0)


@pytest.fixture
def place() -> Place:
    return Place("m1", "tester", "/w")
