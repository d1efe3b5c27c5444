from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from models.loopback import ANTHROPIC, OPENAI, Dialect, Loopback

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=[OPENAI, ANTHROPIC], ids=lambda dialect: dialect.provider)
def dialect(request: pytest.FixtureRequest) -> Dialect:
    assert isinstance(request.param, Dialect)
    return request.param


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with Loopback() as server:
        yield server


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left_open() -> Iterator[None]:
    """What was left open complains here, and not in someone else's test."""
    yield
    gc.collect()
