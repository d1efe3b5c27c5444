"""A desk with a layer behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.hosts.proxy.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from habitus.layer import Layer


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Layer]:
    chosen = Settings()
    found = assemble.layer(replace(chosen, measure=replace(chosen.measure, holdout=0.0)), home=tmp_path)
    yield found
    found.close()


@pytest.fixture
def desk(layer: Layer) -> Desk:
    return Desk(layer, lambda: assemble.trial(layer.settings, profile=None, clock=layer.clock))
