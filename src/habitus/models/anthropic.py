"""Anthropic's messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anthropic import AsyncAnthropic
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model


def build(name: str, base_url: str, api_key: str, timeout_seconds: float, http: httpx2.AsyncClient) -> Model:
    # Without a key the SDK would look for one in the environment and in profiles on the disk, and trade it for tokens.
    client = AsyncAnthropic(
        api_key=api_key or "none",
        base_url=base_url,
        timeout=timeout_seconds,
        max_retries=0,
        open_telemetry=False,
        http_client=http,
    )
    return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client))
