"""Where a model is, and where its key, name, address and patience are set, as a person is told who has to set them right."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit


class Knobs(NamedTuple):
    key: str
    name: str
    url: str
    seconds: str


SETTINGS = Knobs("`model.api_key`", "`model.name`", "`model.base_url`", "`model.timeout_seconds`")
"""Of the model in habitus.yaml."""
APP = Knobs("`brain.config.api_key`", "`brain.model`", "`brain.config.base_url`", "`brain.timeout`")
"""Of an agent in an app file."""
OPTION = Knobs("`brain.config.api_key` in an app file", "--model", "its address", "`brain.timeout` in an app file")
"""Of the one that `--model` names."""


class Place(NamedTuple):
    provider: str
    model: str
    base_url: str
    timeout_seconds: float
    knobs: Knobs = SETTINGS

    def __str__(self) -> str:
        parts = urlsplit(self.base_url)
        host = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname
        return f"the {self.provider} model `{self.model}` at {host}"
