"""Chat completions, as OpenAI and the many servers compatible with it speak them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openai import AsyncOpenAI
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model


def build(name: str, base_url: str, api_key: str, timeout_seconds: float, http: httpx2.AsyncClient) -> Model:
    # Servers at home want no key, but an empty one makes the SDK look for others in the environment.
    client = AsyncOpenAI(api_key=api_key or "none", base_url=base_url, timeout=timeout_seconds, max_retries=0, http_client=http)
    # The name decides which price list applies where the URL is not a known one.
    return OpenAIChatModel(name, provider=OpenAICompatibleProvider("openai", openai_client=client))
