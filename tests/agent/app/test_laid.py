"""An app's settings over those of habitus.yaml."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from habitus import assemble, config
from habitus.agent import app
from habitus.config import Behavior, Capabilities, Learning, Security, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.app import App

ONE = "agents: [{id: main, brain: {provider: deepseek, model: m, config: {api_key: '{{env.KEY}}'}}}]\n"


def bot(text: str, environ: Mapping[str, str] | None = None) -> App:
    return app.parsed(text + "\n" + ONE, "bot.yaml", environ or {})


def test_an_app_changes_what_it_names_and_nothing_else() -> None:
    base = Settings(learning=Learning(min_confidence=0.9, max_examples=7))
    laid = app.settings(bot("learning: {minConfidence: 0.4}\ngraph: {enabled: true}"), base)
    assert (laid.learning.min_confidence, laid.learning.max_examples, laid.graph.enabled) == (0.4, 7, True)
    assert laid.knowledge == base.knowledge


def test_an_app_that_gives_a_default_means_it() -> None:
    base = Settings(learning=Learning(min_confidence=0.9))
    assert app.settings(bot("learning: {min_confidence: 0.5}"), base).learning.min_confidence == 0.5


def test_the_environment_wins_over_an_app() -> None:
    environ = {"HABITUS_GRAPH__ENABLED": "false", "HABITUS_SECURITY__BEHAVIOR__RULES__TEST_AFTER_CHANGES": "9"}
    text = "graph: {enabled: true, propagation_rate: 0.5}\nsecurity: {behavior: {rules: {test_after_changes: 2, read_before_edit: false}}}"
    laid = app.settings(bot(text, environ), config.load(None, environ))
    assert (laid.graph.enabled, laid.graph.propagation_rate) == (False, 0.5)
    assert laid.security.behavior.rules == {"test_after_changes": 9, "read_before_edit": False}


def test_rules_switched_in_both_files_add_up_and_the_apps_win() -> None:
    base = Settings(security=Security(behavior=Behavior(rules={"test_after_changes": 5, "verify_after_edit": False})))
    laid = app.settings(bot("security: {behavior: {rules: {test_after_changes: 2}}}"), base)
    assert laid.security.behavior.rules == {"test_after_changes": 2, "verify_after_edit": False}


def test_custom_rules_of_both_files_hold_and_of_two_with_one_id_the_apps() -> None:
    house = {"id": "house", "rule": "x", "trigger": "edit", "action": "block"}
    shared = {"id": "shared", "rule": "old", "trigger": "edit", "action": "warn"}
    base = Settings(security=Security(behavior=Behavior(custom=[house, shared])))
    laid = app.settings(bot("security: {behavior: {custom: [{id: shared, rule: new, trigger: edit, action: warn}]}}"), base)
    assert [(rule["id"], rule["rule"]) for rule in laid.security.behavior.custom] == [("shared", "new"), ("house", "x")]
    assert assemble.behaviour(laid)
    assert app.settings(bot(""), base).security.behavior.custom == [house, shared]


@pytest.mark.parametrize(
    ("base", "own", "holds"), [("ask", "auto", "ask"), ("auto", "deny", "deny"), ("deny", "allow", "deny"), ("auto", "allow", "allow")]
)
def test_of_two_policies_the_stricter_holds(base: str, own: str, holds: str) -> None:
    there = Settings(capabilities=Capabilities(default_policy=base, deny=["web.fetch"], ask=["bash"]))  # type: ignore[arg-type]
    laid = app.settings(bot(f"capabilities: {{default_policy: {own}, deny: [write]}}"), there)
    assert (laid.capabilities.default_policy, laid.capabilities.deny, laid.capabilities.ask) == (holds, ["write", "web.fetch"], ["bash"])


def test_a_layers_rules_can_be_made_of_the_result() -> None:
    laid = app.settings(bot("security: {behavior: {profile: research}}\ntools: {capabilities: {default_policy: approve}}"), Settings())
    behavior, gates = assemble.behaviour(laid)
    assert behavior.profile == "research"
    assert gates.policy.default == "ask"


def test_turns_are_classified_by_the_agents_own_model() -> None:
    brain = app.settings(bot("security: {behavior: {classify_turns: true}}"), Settings()).security.behavior.brain
    assert (brain["provider"], brain["model"], brain["config"]["base_url"]) == ("deepseek", "m", "https://api.deepseek.com/v1")
    assert brain["config"]["api_key"] == "{{env.KEY}}"


@pytest.mark.parametrize(
    "block", ["{classify_turns: true, use_agent_brain: false}", "{classify_turns: true, brain: {provider: openai, model: x}}", "{}"]
)
def test_turns_are_not_classified_by_it_where_the_file_says_so(block: str) -> None:
    given = bot(f"security: {{behavior: {block}}}")
    assert app.settings(given, Settings()).security.behavior.brain == given.behavior.brain
