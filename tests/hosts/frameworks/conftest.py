"""Agents of several frameworks, each with its own test model, before a layer with a store of its own."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from habitus import assemble, config
from habitus.doubles import FrozenClock
from habitus.layer import Layer
from habitus.types import ToolCall, ToolResult

PNPM = "Use pnpm instead of npm."
CORRECTION = "no, use pnpm instead of npm"

Ran = list[str]


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def layer(tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    """A person is asked about every call of `deploy`."""
    settings = dataclasses.replace(config.Settings(), capabilities=config.Capabilities(ask=["deploy"]))
    made = assemble.layer(settings, home=tmp_path / "home", clock=clock)
    yield made
    made.close()


@pytest.fixture
def ran() -> Ran:
    """What the tools really did."""
    return []


@pytest.fixture
def bash(ran: Ran) -> Callable[[str], str]:
    def run(command: str) -> str:
        """Run a command."""
        ran.append(command)
        if command.startswith("broken"):
            raise ValueError("no such command: broken")
        return f"ran {command}"

    return run


def calls(layer: Layer, session: str) -> list[tuple[str, bool]]:
    """The calls that a session was told of, and whether they were blocked."""
    return [(one.event.tool, one.blocked) for one in layer.store.events(session) if isinstance(one.event, ToolCall)]


def errors(layer: Layer, session: str) -> list[str | None]:
    return [one.event.error for one in layer.store.events(session) if isinstance(one.event, ToolResult)]
