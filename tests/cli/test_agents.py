"""Agents and their switches, as a person types them."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed
from habitus import assemble

Asked = Callable[..., Any]


def test_without_agents_the_list_says_how_one_comes_to_be(typed: Typed) -> None:
    assert "habitus agents add ID" in typed("agents", "list").stdout


def test_an_agent_is_added_with_every_switch_off(typed: Typed, asked: Asked) -> None:
    assert "Added helper, predefined, with every switch off." in typed("agents", "add", "helper").stdout

    (one,) = asked("agents", "list")
    assert (one["id"], one["self_evolve"], one["skill_evolve"], one["skill_nudge_interval"]) == ("helper", False, False, 15)
    assert "is there already: `habitus agents show helper`" in typed("agents", "add", "helper", fails=2).output
    assert "without slashes" in typed("agents", "add", "../x", fails=2).output


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("self_evolve", "true", True),
        ("self_evolve", "True", True),
        ("skill_evolve", "on", True),
        ("skill_evolve", "off", False),
        ("skill_nudge_interval", "5", 5),
        ("note", "hello there", "hello there"),
        ("note", '"5"', "5"),
        ("note", '{"a": [1]}', {"a": [1]}),
    ],
)
def test_a_value_is_read_as_what_it_looks_like(typed: Typed, asked: Asked, key: str, value: str, kept: object) -> None:
    typed("agents", "set", "helper", key, value)

    assert asked("agents", "show", "helper")["other_config"] == {key: kept}


def test_null_takes_a_setting_away_so_that_the_default_holds(typed: Typed, asked: Asked) -> None:
    typed("agents", "set", "helper", "skill_nudge_interval", "0")
    assert "0: it never offers" in typed("agents", "show", "helper").stdout

    assert "skill_nudge_interval is taken away" in typed("agents", "set", "helper", "skill_nudge_interval", "null").stdout

    assert asked("agents", "show", "helper")["skill_nudge_interval"] == 15


def test_an_open_agent_stays_off_and_it_is_said_why(typed: Typed, asked: Asked) -> None:
    typed("agents", "add", "guest", "--kind", "open")

    said = typed("agents", "set", "guest", "skill_evolve", "true")

    assert "habitus agents set guest kind predefined" in said.stderr
    assert asked("agents", "show", "guest")["skill_evolve"] is False
    assert "skill_evolve          off, as it is open" in typed("agents", "show", "guest").stdout
    typed("agents", "set", "guest", "kind", "predefined")
    assert asked("agents", "show", "guest")["skill_evolve"] is True


def test_what_cannot_be_read_is_refused_with_the_remedy(typed: Typed, asked: Asked) -> None:
    said = typed("agents", "set", "helper", "self_evolve", "perhaps", fails=2).output

    assert "habitus agents set helper self_evolve true|false" in said
    assert asked("agents", "list") == []


def test_a_mistyped_key_is_met_with_the_nearest(typed: Typed) -> None:
    assert "did you mean `skill_evolve`?" in typed("agents", "set", "helper", "skil_evolve", "true").stderr
    assert "did you mean" not in typed("agents", "set", "helper", "skillEvolve", "true").stderr


def test_a_switch_is_taken_back(typed: Typed, asked: Asked) -> None:
    typed("agents", "add", "helper")
    said = typed("agents", "set", "helper", "self_evolve", "true").stdout

    typed("undo", said.split()[-1])

    assert asked("agents", "show", "helper")["self_evolve"] is False


def test_an_agent_of_a_session_is_known_and_others_are_said_to_be_unknown(typed: Typed, asked: Asked, tmp_path: Path) -> None:
    story = tmp_path / "monday.jsonl"
    story.write_text('{"event": "user", "text": "hello", "agent": "codex", "at": "2026-10-01T09:00:00Z"}\n')
    typed("learn", story)

    assert [one["id"] for one in asked("agents", "list")] == ["codex"]
    assert "neither described nor met" not in typed("agents", "show", "codex").stderr
    assert "neither described nor met" in typed("agents", "show", "codec").stderr
    assert "was met so far" in typed("agents", "set", "codec", "self_evolve", "true").stderr


def test_what_nothing_could_go_by_is_refused_and_says_what_it_must_be(typed: Typed, asked: Asked) -> None:
    assert "`evolution_enabled` must be true or false, got 0" in typed("agents", "set", "helper", "evolutionEnabled", "0", fails=2).output
    assert "from 0 to 1, got nan" in typed("agents", "set", "helper", "retrieval_threshold", "NaN", fails=2).output
    assert "`note` must be whole characters" in typed("agents", "set", "helper", "note", '"\\ud800"', fails=2).output
    assert "evolution_enabled is false" in typed("agents", "set", "helper", "evolutionEnabled", "off").stdout


def test_json_is_json_whatever_an_earlier_version_has_kept(typed: Typed, home: Path) -> None:
    with closing(assemble.layer()) as layer:
        layer.agents.configure("helper", {"retrieval_threshold": float("nan"), "note": "más"}, who="me")

    said = typed("agents", "show", "helper", "--json").stdout

    assert '"retrieval_threshold": null' in said
    assert "más" in said
