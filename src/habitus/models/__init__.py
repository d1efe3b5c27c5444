"""The Model port: providers over HTTP, the scripted double, and the meter around both.

Loading this package loads no provider: `connect` does, once, when a model is wanted.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from habitus.errors import ConfigError
from habitus.models.meter import Billed, Metered
from habitus.models.scripted import ScriptedModel

if TYPE_CHECKING:
    from habitus.types import Model

__all__ = ["Billed", "Metered", "Provider", "ScriptedModel", "connect"]

Provider: TypeAlias = Literal["openai", "anthropic"]
"""The API that the base URL speaks. Also the name of the package that speaks it."""

HOME: dict[Provider, str] = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
"""Where an empty base URL leads. Said here, so that no environment variable can lead elsewhere."""


def connect(provider: str, name: str, base_url: str, api_key: str, timeout_seconds: float) -> Model:
    """A model behind an HTTP API. Nothing is sent yet; what is certain to fail is refused now, as `ConfigError`."""
    known = _provider(provider)
    key = api_key.strip()
    # What a header cannot carry, the HTTP library refuses in a message that quotes it.
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise ConfigError("`model.api_key` holds a space, a control character or a letter outside ASCII: copy the key again")
    url = _base_url(base_url or HOME[known])
    if find_spec("pydantic_ai") is None or find_spec(known) is None:
        raise ConfigError(f"`model.provider: {known}` needs an extra that is not installed: pip install 'habitus[agent]'")
    from habitus.models.pydantic_ai import RemoteModel, builder

    return RemoteModel(name=name, provider=known, base_url=url, api_key=key, timeout_seconds=timeout_seconds, build=builder(known))


def _provider(given: str) -> Provider:
    for known in get_args(Provider):
        if given == known:
            return known  # type: ignore[no-any-return]
    raise ConfigError(f"`model.provider` must be one of {', '.join(get_args(Provider))}, got {given!r}")


def _base_url(given: str) -> str:
    """Without user, password or query: those are secrets, and a URL is logged."""
    try:
        parts = urlsplit(given)
        sound = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise ConfigError("`model.base_url` must look like https://host:port/path")
    if parts.username is not None or parts.query or parts.fragment:
        raise ConfigError("`model.base_url` must hold no user, password or query: put the key into `model.api_key`")
    return given
