from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from notify.loopback import Loopback

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as server:
        yield server


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left_open() -> Iterator[None]:
    """What was left open complains here, and not in someone else's test."""
    yield
    gc.collect()
