"""Hooks as a host tells them, to a layer with a store of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from habitus import assemble, config
from habitus.doubles import FrozenClock
from habitus.hosts.hooks.flow import Hooks
from habitus.layer import Layer

Told = Callable[..., dict[str, Any]]


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def layer(tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    made = assemble.layer(config.Settings(), home=tmp_path / "home", clock=clock)
    yield made
    made.close()


@pytest.fixture
def hooks(layer: Layer) -> Hooks:
    return Hooks(layer)


@pytest.fixture
def told(hooks: Hooks) -> Told:
    """A hook in Claude Code's words; its answer."""

    def tell(event: str, host: str = "claude-code", session: str = "s1", **more: Any) -> dict[str, Any]:
        return hooks.respond(host, {"hook_event_name": event, "session_id": session, "cwd": "/w", **more})

    return tell
