"""An agent's `brain:` → `Brain`. What is certain to fail, or would send a key to the wrong place, is said now."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.agent.app import templates
from habitus.agent.app.nouns import FIT, Brain, Prices, Secret
from habitus.agent.app.providers import PROVIDERS, Provider, address_flaw
from habitus.config.read import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.agent.app.nouns import Backend
    from habitus.agent.app.shape import BrainFile
    from habitus.config.keys import Place
    from habitus.config.read import Problem

STRANGER = Provider("openai_compat")


def brain(
    given: BrainFile, place: Place, problems: list[Problem], *, folder: Path, environ: Mapping[str, str], said: Callable[[str], str]
) -> Brain:
    """`said` turns a problem with the key into a sentence that names its place."""
    provider = given.provider.strip() or given.backend or ""
    known = PROVIDERS.get(provider, STRANGER)
    backend: Backend = given.backend or known.backend
    url = given.config.base_url.strip() or (known.base_url if speaks(known, backend) else "")
    flaws = [*_missing(given, provider), *_wrong(given), *([] if backend == "local" else _unreachable(provider, backend, url))]
    problems += [((*place, *at), flaw) for at, flaw in flaws]
    model = given.model.strip()
    return Brain(
        provider=provider,
        model=str(folder / expanded(model)) if backend == "local" else model,
        backend=backend,
        base_url="" if backend == "local" else url,
        api_key=Secret(text=_key(given, known, url), said=said, environ=environ),
        temperature=given.temperature,
        top_p=given.top_p,
        max_tokens=given.max_tokens,
        timeout=given.timeout,
        headers=dict(given.config.headers),
        prices=Prices(input=given.prices.input, output=given.prices.output) if given.prices.input or given.prices.output else None,
    )


def speaks(known: Provider, backend: Backend) -> bool:
    """Is the provider's own address right for this API? OpenAI's is spoken under two names."""
    return known.backend == backend or {known.backend, backend} == {"openai", "openai_compat"}


def _key(given: BrainFile, known: Provider, url: str) -> str:
    """As the file has it; else the provider's variable, whose key is only for the provider's own address."""
    own = f"{{{{env.{known.variable}}}}}" if known.variable and url == known.base_url else ""
    return given.config.api_key.strip() or own


def _missing(given: BrainFile, provider: str) -> list[Problem]:
    found: list[Problem] = []
    if not given.model.strip():
        found.append(((), "needs a `model`: the provider's name for it, or a GGUF file for `provider: local`"))
    if not provider:
        found.append(((), f"needs a `provider`: one of {', '.join(PROVIDERS)}, or any name with a `config.base_url`"))
    return found


def _wrong(given: BrainFile) -> list[Problem]:
    found: list[Problem] = []
    if not given.model.isprintable():
        found.append((("model",), "must be a name or a path, without control characters"))
    if flaw := templates.other(given.config.api_key):
        found.append((("config", "api_key"), flaw))
    if not isinstance(given.credential, str | dict):
        found.append((("credential",), "must be a name, or a mapping with `ref`, `scope` and `provider`"))
    for name, value in given.config.headers.items():
        if not FIT.fullmatch(name) or not (value.isascii() and value.isprintable()):
            found.append((("config", "headers", name), "must be a header: printable ASCII, its name without spaces"))
    return found


def _unreachable(provider: str, backend: str, url: str) -> list[Problem]:
    if url:
        flaw = address_flaw(url)
        return [(("config", "base_url"), flaw)] if flaw else []
    if not provider:
        return []
    if provider in PROVIDERS:
        return [(("config",), f"needs a `base_url`: where {provider} speaks {backend} is not known here")]
    near = nearest(provider, PROVIDERS)
    return [(("provider",), f"is not known here: did you mean {near}? Any other needs a `config.base_url`")]


def expanded(path: str) -> Path:
    """`~` is the home folder; where there is none, a folder of that name."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib raises where there is none
