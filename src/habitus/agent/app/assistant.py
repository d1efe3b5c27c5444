"""The app there is without an app file: a code assistant in the current folder. Its rules are the settings', which are `coding` unless
somebody chose others."""

from __future__ import annotations

import os
from importlib.resources import files
from typing import TYPE_CHECKING

from habitus.agent.app.nouns import AgentSpec, App, Brain
from habitus.agent.app.providers import FORMS, PROVIDERS, model_of
from habitus.agent.tools.tool import MODULES
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

ID = "code"


def default(model: str | Brain | None, environ: Mapping[str, str] = os.environ) -> App:
    """What `habitus chat` opens without a file. A model has to be named: prices and fitness differ, so that none is right by itself."""
    if not model:
        raise ConfigError(_nameless(environ))
    brain = model if isinstance(model, Brain) else model_of(model, environ)
    prompt = files("habitus.agent.app").joinpath("assistant.md").read_text(encoding="utf-8").strip()
    agent = AgentSpec(id="main", brain=brain, system_prompt=prompt)
    return App(id=ID, name="Code assistant", agents=(agent,), entry="main", modules={name: {} for name in MODULES if name != "web"})


def _nameless(environ: Mapping[str, str]) -> str:
    known = [f"--model {name}:NAME" for name, provider in PROVIDERS.items() if provider.variable and environ.get(provider.variable)]
    usable = f"; there is a key for {', '.join(known)}" if known else ""
    return f"no model is named: give an app file, or `model` in habitus.yaml, or --model with {FORMS}{usable}"
