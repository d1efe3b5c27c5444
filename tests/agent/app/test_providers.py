"""A model from one word, and the app there is without a file."""

from __future__ import annotations

import pytest

from habitus.agent import app
from habitus.agent.app.providers import PROVIDERS, address_flaw
from habitus.config import Model, Settings
from habitus.errors import ConfigError

KEY = "sk-0123456789abcdef"


@pytest.mark.parametrize(
    ("name", "provider", "model", "backend", "url"),
    [
        ("openai:gpt-x", "openai", "gpt-x", "openai", "https://api.openai.com/v1"),
        ("anthropic:claude-x", "anthropic", "claude-x", "anthropic", "https://api.anthropic.com"),
        ("ollama:qwen3:8b", "ollama", "qwen3:8b", "openai_compat", "http://127.0.0.1:11434/v1"),
        ("openrouter:a/b:free", "openrouter", "a/b:free", "openai_compat", "https://openrouter.ai/api/v1"),
        ("together:@cf/m", "together", "@cf/m", "openai_compat", "https://api.together.xyz/v1"),
        ("local:/m/x.gguf", "local", "/m/x.gguf", "local", ""),
        ("/m/x.gguf", "local", "/m/x.gguf", "local", ""),
        ("http://127.0.0.1:80/v1", "openai_compat", "default", "openai_compat", "http://127.0.0.1:80/v1"),
        ("m@http://127.0.0.1:80/v1", "openai_compat", "m", "openai_compat", "http://127.0.0.1:80/v1"),
        ("qwen3:8b@https://h/v1", "openai_compat", "qwen3:8b", "openai_compat", "https://h/v1"),
        ("anthropic:c@http://127.0.0.1:80", "anthropic", "c", "anthropic", "http://127.0.0.1:80"),
    ],
)
def test_a_model_is_named_in_a_word(name: str, provider: str, model: str, backend: str, url: str) -> None:
    brain = app.model_of(name, {})
    assert (brain.provider, brain.model, brain.backend, brain.base_url) == (provider, model, backend, url)


@pytest.mark.parametrize("name", ["", "gpt-x", "openai:", ":x", "opnai:gpt", "x:y"])
def test_a_word_that_names_no_model_is_told_what_would(name: str) -> None:
    with pytest.raises(ConfigError, match=r"names no model: .*It takes PROVIDER:MODEL.*providers are anthropic"):
        app.model_of(name, {})


def test_a_misspelled_provider_is_told_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"did you mean deepseek\?"):
        app.model_of("deepsek:x", {})


def test_a_models_key_is_looked_for_when_it_is_needed() -> None:
    assert app.model_of("openai:x", {"OPENAI_API_KEY": KEY}).api_key.value == KEY
    assert app.model_of("m@http://127.0.0.1:80", {"OPENAI_API_KEY": KEY}).api_key.value == ""
    key = app.model_of("openai:x", {}).api_key
    with pytest.raises(ConfigError, match="--model 'openai:x' needs the environment variable OPENAI_API_KEY, which is not set"):
        _ = key.value


def test_a_password_in_an_address_is_refused_and_not_shown() -> None:
    with pytest.raises(ConfigError, match="must hold no user, password or query") as error:
        app.model_of("m@http://me:hunter2@h/v1", {})
    assert "hunter2" not in str(error.value)


def test_every_provider_in_the_table_can_be_reached() -> None:
    assert [name for name, one in PROVIDERS.items() if one.backend != "local" and address_flaw(one.base_url)] == []


def test_the_model_of_the_settings_is_one_too() -> None:
    assert app.model_in(Settings().model) is None
    brain = app.model_in(Model(provider="openai", name="m", base_url="http://127.0.0.1:80/v1", api_key=KEY))
    assert brain
    assert (brain.backend, brain.base_url, brain.api_key.value) == ("openai_compat", "http://127.0.0.1:80/v1", KEY)
    assert KEY not in repr(brain)


# ── without a file ───────────────────────────────────────────────────────────────────────────────


def test_without_a_file_there_is_a_code_assistant() -> None:
    bot = app.default("ollama:m", {})
    assert bot.agent().brain.model == "m"
    assert set(bot.modules) == {"filesystem", "shell", "memory", "skills"}
    assert "read what you are about to edit" in bot.agent().system_prompt
    assert app.settings(bot, Settings()) == Settings()
    assert app.settings(bot, Settings()).security.behavior.profile == "coding"


def test_without_a_file_and_a_model_it_says_what_there_is_a_key_for() -> None:
    with pytest.raises(ConfigError, match=r"no model is named: .*--model with PROVIDER:MODEL"):
        app.default(None, {})
    with pytest.raises(ConfigError, match=r"there is a key for --model groq:NAME"):
        app.default(None, {"GROQ_API_KEY": "x"})


def test_another_model_may_run_the_same_app() -> None:
    bot = app.default("ollama:m", {}).thinking_with(app.model_of("local:x.gguf", {}))
    assert bot.agent().brain.backend == "local"
    assert bot.secret_variables == frozenset()
    assert app.default("openai:m", {}).secret_variables == {"OPENAI_API_KEY"}
