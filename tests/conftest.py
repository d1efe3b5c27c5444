"""What every test may ask for. The real programs start when the first test asks for one, and stop with the session."""

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from habitus.store.sqlite import Sqlite

# How long a case takes, or takes to be made, says how busy the machine is.
settings.register_profile("habitus", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("thorough", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "habitus"))

pytest_plugins = ["real.skips", "real.postgres", "real.redis", "real.chromium"]


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nothing in it, to be copied: making one takes longer than most of what is done with it."""
    file = tmp_path_factory.mktemp("empty") / "habitus.db"
    Sqlite(file).close()
    return file


FIRST = ("e2e", "worker", "server", "cli", "agent", "store")
"""Folders whose tests start programs: what takes longest begins first, so that no process is left alone with it at the end."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays until the end: looking for garbage in it, now and at every turn later, takes as long as collecting it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: FIRST.index(folder) if (folder := item.nodeid.split("/")[1]) in FIRST else len(FIRST))
