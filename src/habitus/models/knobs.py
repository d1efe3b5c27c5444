"""Where a model's key, name, address and patience are set, as a person is told who has to set them right."""

from __future__ import annotations

from typing import NamedTuple


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
