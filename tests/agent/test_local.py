"""A model from a file, for real: no key, no network."""

from pathlib import Path

import pytest

from agent.playing import ran
from agent.tiny import written
from habitus.agent import app as apps
from habitus.errors import ConfigError
from habitus.layer import Layer


def local(model: str) -> apps.App:
    text = f"app: {{app_id: bot}}\nagents:\n  - {{id: main, brain: {{provider: local, model: '{model}', max_tokens: 8}}}}\n"
    return apps.parsed(text, "bot.yaml", {})


def test_a_model_in_a_file_answers_without_any_key(layer: Layer, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its threads wait for each other in a loop, which takes minutes where other tests keep the processors busy.
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")

    (outcome,) = ran(local(str(written(tmp_path / "tiny.gguf"))), layer, work, "hello")

    assert outcome.spent.output_tokens > 0
    assert outcome.ended in ("done", "stopped")


@pytest.mark.parametrize(
    ("name", "content", "said"), [("missing.gguf", None, "cannot be read"), ("words.gguf", b"not a model", "no GGUF file")]
)
def test_a_file_that_is_no_model_is_said(layer: Layer, work: Path, tmp_path: Path, name: str, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    with pytest.raises(ConfigError, match=said):
        ran(local(str(tmp_path / name)), layer, work, "hello")
