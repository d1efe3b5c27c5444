"""App files: YAML in, an `App` out, or everything that is wrong with it at once.

shape         every key, its default and the reason for it
file          a file → `App`                        templates     `{{env.NAME}}`, everywhere
agents        `agents:`, each with its `brain:`     brains        where a model is, and whose key goes there
capabilities  `capabilities:`, as others write it   providers     addresses, and a model from one word
laid          the settings an app's layer is assembled with
default       the app there is without a file       page          the tables in docs/agent.md
"""

from __future__ import annotations

from habitus.agent.app.assistant import default
from habitus.agent.app.file import parsed, read
from habitus.agent.app.laid import settings
from habitus.agent.app.nouns import AgentSpec, App, Brain, Prices, Secret
from habitus.agent.app.providers import PROVIDERS, model_in, model_of

__all__ = [
    "PROVIDERS",
    "AgentSpec",
    "App",
    "Brain",
    "Prices",
    "Secret",
    "default",
    "model_in",
    "model_of",
    "parsed",
    "read",
    "settings",
]
