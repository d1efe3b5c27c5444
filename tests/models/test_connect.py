from __future__ import annotations

import subprocess
import sys

import pytest

from habitus.errors import ConfigError
from habitus.models import connect

KEY = "sk-never-shown"


def test_loading_the_package_loads_no_provider() -> None:
    code = (
        "import sys, habitus.models; print([m for m in ('pydantic_ai', 'pydantic', 'openai', 'anthropic', 'httpx2') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_an_unknown_provider_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"`model.provider` must be one of openai, anthropic, got 'skynet'"):
        connect("skynet", "t-800", "http://127.0.0.1:1", KEY, 1)


@pytest.mark.parametrize("missing", ["pydantic_ai", "openai"])
def test_a_missing_extra_is_named_with_its_remedy(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ConfigError, match=r"pip install 'habitus\[agent\]'"):
        connect("openai", "gpt-4o-mini", "http://127.0.0.1:1", KEY, 1)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host", "https://", "http://host:port", "http://[::1"])
def test_a_base_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match=r"`model.base_url` must look like"):
        connect("openai", "gpt-4o-mini", url, KEY, 1)


@pytest.mark.parametrize("url", [f"https://me:{KEY}@host/v1", f"https://host/v1?key={KEY}", f"https://host/v1#{KEY}"])
def test_a_secret_in_the_base_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError, match=r"put the key into `model.api_key`") as caught:
        connect("openai", "gpt-4o-mini", url, "", 1)
    assert KEY not in repr(caught.value)


@pytest.mark.parametrize("key", [f"{KEY} {KEY}", f"{KEY}\r\nX-Evil: 1", f"{KEY}é"])
def test_a_key_that_no_header_can_carry_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(ConfigError, match=r"`model.api_key`") as caught:
        connect("openai", "gpt-4o-mini", "", key, 1)
    assert KEY not in repr(caught.value)


@pytest.mark.parametrize(("provider", "home"), [("openai", "https://api.openai.com/v1"), ("anthropic", "https://api.anthropic.com")])
def test_an_empty_base_url_is_the_providers_own_whatever_the_environment_says(
    provider: str, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"{provider.upper()}_BASE_URL", "http://elsewhere")
    assert home in repr(connect(provider, "m", "", KEY, 1))


def test_the_key_is_not_in_the_models_repr() -> None:
    model = connect("openai", "gpt-4o-mini", "", KEY, 1)
    assert model.name == "gpt-4o-mini"
    assert KEY not in repr(model)
