"""What the documents say of app files."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from habitus import assemble
from habitus.agent import app
from habitus.agent.app import page
from habitus.agent.app.shape import AgentFile, AppFile
from habitus.config import Settings
from habitus.config.keys import keys
from habitus.config.read import validated

ROOT = Path(__file__).parents[3]


def test_the_tables_in_the_page_are_up_to_date() -> None:
    text = (ROOT / "docs" / "agent.md").read_text(encoding="utf-8")
    assert page.written(text) == text, "write them anew with habitus.agent.app.page.written"
    assert page.tables() in text


@pytest.mark.parametrize("root", [AppFile, AgentFile])
def test_every_key_has_a_reason_and_a_default_within_its_range(root: type) -> None:
    assert [key.place for key in keys(root) if not (key.about["what"] and key.about["why"])] == []
    given: dict[str, Any] = {}
    for key in keys(root):
        reduce(lambda holder, part: holder.setdefault(part, {}), key.place[:-1], given)[key.place[-1]] = key.default
    assert validated(given, root) == root()


def test_the_example_is_read_and_a_layer_can_be_made_of_it() -> None:
    bot = app.read(ROOT / "examples" / "behavior-bot.yaml", {})
    laid = app.settings(bot, Settings())
    _, gates = assemble.behaviour(laid)
    assert laid.graph.enabled
    assert gates.policy.grant("web.fetch") == "deny"
    assert bot.agent().switches == {"skill_evolve": True, "skill_nudge_interval": 10, "self_evolve": False}


def test_the_yaml_in_the_page_is_read() -> None:
    text = (ROOT / "docs" / "agent.md").read_text(encoding="utf-8")
    assert app.parsed(text.split("```yaml\n")[1].split("```")[0], "page.yaml", {}).agent().brain.model == "qwen3:8b"
