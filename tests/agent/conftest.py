"""Agents on real parts: a layer on a file, a folder to work in, a model on loopback."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.mind import ANTHROPIC, OPENAI, Dialect
from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure
from habitus.layer import Layer


@pytest.fixture(params=[OPENAI, ANTHROPIC], ids=lambda dialect: dialect.backend)
def dialect(request: pytest.FixtureRequest) -> Dialect:
    assert isinstance(request.param, Dialect)
    return request.param


@pytest.fixture(params=[True, False], ids=["streamed", "whole"])
def streams(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Layer]:
    found = assemble.layer(Settings(measure=Measure(holdout=0)), home=tmp_path / "home")
    yield found
    found.close()


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left_open() -> Iterator[None]:
    yield
    gc.collect()
