"""The models that a behaviour block names, as `models.connect` wants them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.enforce.classifier.ask import ANSWER
from habitus.enforce.classifier.reader import Reader

if TYPE_CHECKING:
    from habitus.enforce.conditions import Faults, Place

Speaks: TypeAlias = Literal["openai", "anthropic"]
"""Whose API. DeepSeek and many others speak OpenAI's."""

KEYS = ("provider", "model", "backend", "credential", "config", "temperature", "max_tokens")
BACKENDS = ("openai_compat", "openai", "anthropic")
TEMPLATE = re.compile(r"\{\{\s*env\.(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brain:
    provider: Speaks
    name: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    temperature: float | None = None
    max_tokens: int = ANSWER


def brains(
    block: Mapping[str, Any], place: Place, faults: Faults, *, environ: Mapping[str, str], agent: Brain | None = None
) -> list[Brain]:
    """In the order to use them: the classifier's own, the behaviour's, and the agent's unless `use_agent_brain` is off."""
    classifier = block.get("classifier")
    own = classifier.get("brain") if isinstance(classifier, Mapping) else None
    found = [
        brain(own, (*place, "classifier", "brain"), faults, environ=environ),
        brain(block.get("brain"), (*place, "brain"), faults, environ=environ),
        agent if Reader(block, place, faults).switch("use_agent_brain", True) else None,
    ]
    return [one for one in found if one]


def brain(given: Any, place: Place, faults: Faults, *, environ: Mapping[str, str]) -> Brain | None:
    """One `brain:`, whoever's it is. None where there is none, or none that can be used."""
    if given is None:
        return None
    before = len(faults.found)
    said = Reader(given, place, faults, KEYS)
    config = Reader(said.values.get("config"), (*place, "config"), faults, ("api_key", "base_url"))
    provider, name, backend = (_filled(said, word, environ) for word in ("provider", "model", "backend"))
    key, url = (_filled(config, word, environ) for word in ("api_key", "base_url"))
    if backend and backend not in BACKENDS:
        said.wrong("backend", f"must be one of {', '.join(BACKENDS)}, got {backend!r:.40}")
    speaks: Speaks = "anthropic" if backend != "openai_compat" and "anthropic" in (backend, provider) else "openai"
    temperature = said.number("temperature", None, lambda value: 0 <= value <= 2, "a number from 0 to 2")
    tokens = said.whole("max_tokens", ANSWER, least=1)
    if len(faults.found) == before:
        _check_reach(said, provider=provider, name=name, speaks=speaks, key=key, url=url)
    if len(faults.found) > before:
        return None
    return Brain(provider=speaks, name=name, base_url=url, api_key=key, temperature=temperature, max_tokens=tokens)


def _check_reach(said: Reader, *, provider: str, name: str, speaks: Speaks, key: str, url: str) -> None:
    """What is certain to fail, or to go to the wrong place, is said now."""
    if not name:
        said.faults.add(said.place, "needs a `model`")
    if said.values.get("credential") is not None and not key:
        said.wrong("credential", "names a store of keys that is not here: put the key into `config.api_key`, best as {{env.NAME}}")
    if not url and speaks == "openai" and provider != "openai":
        # Without an address its key would be sent to OpenAI.
        said.wrong("config", f"needs a `base_url`: where {provider or 'the model'} is to be found is not known here")


def _filled(given: Reader, name: str, environ: Mapping[str, str]) -> str:
    """The text with its variables, in one pass: what comes out of the environment is a value and no template."""
    text = given.text(name, "").strip()
    for variable in TEMPLATE.findall(text):
        if not environ.get(variable):
            given.wrong(name, f"needs the environment variable {variable[:60]}, which is {'empty' if variable in environ else 'not set'}")
    if "{{" in TEMPLATE.sub("", text):
        given.wrong(name, "holds a template that nothing fills: only {{env.NAME}} is known here")
    return TEMPLATE.sub(lambda found: environ.get(found[1], ""), text).strip()
