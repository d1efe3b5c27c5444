"""Rules that are changed in the settings file hold for running sessions, and the ledger says since when."""

import logging
from pathlib import Path

import pytest

from habitus import assemble
from habitus.layer import Layer
from habitus.server.policy import Policy
from nouns import call

COUNTING = """
security:
  behavior:
    profile: ''
    rule_definitions:
      - {id: enough, description: d, trigger: [database.query], when: pre_tool, action: block, message: m,
         condition: {counter_gte: {name: queries, value: 2}}}
    state_tracking: {counters: {queries: {increment_on: [database.query]}}}
"""
STRICT = "capabilities:\n  deny: [Bash]\nsecurity:\n  behavior:\n    rules:\n      read_before_edit: false\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "habitus.yaml"
    made.write_text("knowledge:\n  enabled: true\n")
    return made


@pytest.fixture
def layer(tmp_path: Path, file: Path) -> Layer:
    return assemble.layer(home=tmp_path / "home", file=str(file))


def rulings(layer: Layer, n: int) -> tuple[str, bool]:
    """Of a command, and whether an edit of what was not read is spoken of."""
    edited = layer.judge(call("Edit", id=f"e{n}", file_path="a.py"))
    is_warned = "read_before_edit" in [verdict.rule for verdict in edited.verdicts]
    return layer.judge(call("Bash", id=f"b{n}", command="make")).ruling, is_warned


def test_what_is_saved_holds_at_the_next_look(layer: Layer, file: Path) -> None:
    policy = Policy(layer, str(file))
    assert (policy.look(), rulings(layer, 1)) == (False, ("allow", True))

    file.write_text(STRICT)

    assert (policy.look(), rulings(layer, 2)) == (True, ("block", False))
    (line,) = layer.store.entries(verb="policy changed")
    said = layer.store.content(line.after)
    assert (said["removed"], said["added"], line.actor) == (["read_before_edit"], [], "operator")
    assert policy.look() is False
    layer.close()


def test_what_a_new_rule_counts_is_counted_in_sessions_that_are_under_way(layer: Layer, file: Path) -> None:
    policy = Policy(layer, str(file))
    layer.judge(call("database.query", id="before"))
    file.write_text(COUNTING)

    assert policy.look() is True
    assert [layer.judge(call("database.query", id=f"q{n}")).ruling for n in range(3)] == ["allow", "allow", "block"]
    layer.close()


def test_what_cannot_be_used_changes_nothing_and_is_told_once(layer: Layer, file: Path, caplog: pytest.LogCaptureFixture) -> None:
    policy = Policy(layer, str(file))
    file.write_text("capabilities:\n  deny: [Bash]\n  denny: []\n")

    with caplog.at_level(logging.WARNING, "habitus.server"):
        assert [policy.look() for _ in range(3)] == [False] * 3

    assert [("`capabilities.denny`" in one.message, "the old ones hold" in one.message) for one in caplog.records] == [(True, True)]
    assert rulings(layer, 1)[0] == "allow"
    layer.close()


def test_what_is_no_rule_moves_nothing_and_a_file_that_goes_leaves_the_usual_rules(layer: Layer, file: Path) -> None:
    file.write_text(STRICT)
    policy = Policy(layer, str(file))
    file.write_text("guidance:\n  token_budget: 100\n")
    assert policy.look() is False

    named = Policy(layer)
    file.unlink()
    assert named.look() is False
    assert list(layer.store.entries(verb="policy changed")) == []
    layer.close()
