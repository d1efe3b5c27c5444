"""Providers: which API they speak, where they are, and where their key usually is. And a model from one word, for `--model`.

A provider that is not here is reached all the same, with a `base_url`. Addresses are said here, so that no environment variable can
lead a key elsewhere.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from habitus.agent.app.nouns import Backend, Brain, Secret
from habitus.config.read import nearest, shown
from habitus.errors import ConfigError
from habitus.models.knobs import OPTION, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.config.settings import Model


class Provider(NamedTuple):
    backend: Backend
    base_url: str = ""
    variable: str = ""
    """Empty: it needs no key."""


PROVIDERS = {
    "anthropic": Provider("anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    "cerebras": Provider("openai_compat", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY"),
    "deepseek": Provider("openai_compat", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    "fireworks": Provider("openai_compat", "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
    "gemini": Provider("openai_compat", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
    "groq": Provider("openai_compat", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    "lm_studio": Provider("openai_compat", "http://127.0.0.1:1234/v1"),
    "local": Provider("local"),
    "mistral": Provider("openai_compat", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    "ollama": Provider("openai_compat", "http://127.0.0.1:11434/v1"),
    "openai": Provider("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
    "openrouter": Provider("openai_compat", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "together": Provider("openai_compat", "https://api.together.xyz/v1", "TOGETHER_API_KEY"),
    "vllm": Provider("openai_compat", "http://127.0.0.1:8000/v1"),
    "xai": Provider("openai_compat", "https://api.x.ai/v1", "XAI_API_KEY"),
}

FORMS = "PROVIDER:MODEL, MODEL@URL, PROVIDER:MODEL@URL, URL or local:FILE.gguf"
UNNAMED = "default"
"""Servers that hold one model take any name for it."""


def model_of(name: str, environ: Mapping[str, str] = os.environ) -> Brain:
    """What `--model` names: `openai:gpt-x`, `ollama:qwen3:8b`, `local:PATH.gguf`, `http://127.0.0.1:8080/v1`, `gpt-x@http://…`."""
    named, url = _with_address(name.strip())
    provider, colon, model = named.partition(":")
    if named.lower().endswith(".gguf") and provider not in PROVIDERS:
        provider, colon, model = "local", ":", named
    if url and provider not in PROVIDERS:  # the colon is the model's own, as in qwen3:8b
        provider, colon, model = "", ":", named or UNNAMED
    if not colon or not model or (not url and provider not in PROVIDERS):
        raise ConfigError(_unknown(named, provider if colon else ""))
    known = PROVIDERS.get(provider, Provider("openai_compat"))
    said = partial(_said, name)
    if url and (flaw := address_flaw(url)):
        raise ConfigError(said(flaw))
    if known.backend == "local":
        return Brain(provider="local", model=os.path.expanduser(model), backend="local")  # noqa: PTH111 - pathlib raises without a home
    # Whoever types a provider and an address together wants its key to go there; in a file that is not so (`brains`).
    key = Secret(text=f"{{{{env.{known.variable}}}}}" if known.variable else "", said=said, environ=environ)
    return Brain(
        provider=provider or "openai_compat", model=model, backend=known.backend, base_url=url or known.base_url, api_key=key, knobs=OPTION
    )


def model_in(chosen: Model) -> Brain | None:
    """The model that habitus.yaml names, if it names one."""
    if not chosen.provider or not chosen.name:
        return None
    known = PROVIDERS[chosen.provider]
    key = Secret(text=chosen.api_key, said="`model.api_key` {}".format)
    return Brain(
        provider=chosen.provider,
        model=chosen.name,
        backend="openai_compat" if chosen.base_url and known.backend == "openai" else known.backend,
        base_url=chosen.base_url or known.base_url,
        api_key=key,
        knobs=SETTINGS._replace(seconds=OPTION.seconds),  # how long answers of an agent may take is no setting
    )


def address_flaw(url: str) -> str:
    """What is wrong with a base URL; empty where nothing is. The URL is not repeated: it may hold a password."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not url.isprintable() or " " in url:
        return "must look like https://host:port/path"
    if parts.username is not None or parts.query or parts.fragment:
        return "must hold no user, password or query: put the key into `config.api_key`"
    return ""


def _with_address(name: str) -> tuple[str, str]:
    """`MODEL@URL` in two. Models may hold an `@` of their own."""
    if name.startswith(("http://", "https://")):
        return "", name
    for scheme in ("@http://", "@https://"):
        if scheme in name:
            model, _, rest = name.partition(scheme)
            return model, scheme[1:] + rest
    return name, ""


def _said(name: str, problem: str) -> str:
    # Without what follows the @, which may hold a password.
    return f"--model {shown(_with_address(name)[0] or 'URL')} {problem}"


def _unknown(named: str, provider: str) -> str:
    near = f"did you mean {nearest(provider, PROVIDERS)}? " if provider else ""
    return f"--model {shown(named)} names no model: {near}It takes {FORMS}; providers are {', '.join(PROVIDERS)}"
