"""Agents and their switches, through the layer."""

from pathlib import Path
from typing import Any

import pytest

from habitus.errors import ConfigError
from habitus.layer import Layer
from habitus.store import ledger
from habitus.types import Agent, Change
from nouns import START, call, user


def stored(layer: Layer, kind: str, config: str, id: str = "bot") -> Agent:
    """A row as somebody wrote it past us."""
    row = {"id": id, "kind": kind, "other_config": config, "created_at": START.isoformat()}
    layer.store.apply([Change(verb="set", table="agents", item=id, after=row, actor="by hand")], START)
    return layer.agents.one(id)


def test_an_agent_that_nobody_described_is_known_and_off(layer: Layer) -> None:
    layer.observe(user("hello", agent="stranger"))

    found = layer.agents.one("stranger")

    assert (found.kind, found.self_evolve, found.skill_evolve, found.skill_nudge_interval) == ("predefined", False, False, 15)
    assert [one.id for one in layer.agents.all()] == ["stranger"]


@pytest.mark.parametrize("config", ['{"self_evolve": true, "skill_evolve": true}', '{"selfEvolve": true, "skillEvolve": true}'])
def test_an_open_agent_is_off_whatever_the_store_says(layer: Layer, config: str) -> None:
    found = stored(layer, "open", config)
    assert (found.self_evolve, found.skill_evolve) == (False, False)

    assert not layer.agents.set("bot", "skill_evolve", True, who="root").skill_evolve
    found = layer.agents.set("bot", "kind", "predefined", who="root")
    assert (found.self_evolve, found.skill_evolve) == (True, True)
    assert not layer.agents.set("bot", "kind", "open", who="root").self_evolve


@pytest.mark.parametrize(("value", "kept"), [(0, 0), (-1, 0), (-99, 0), (1, 1), (40, 40), (None, 15)])
def test_an_interval_of_nothing_is_off(layer: Layer, value: Any, kept: int) -> None:
    layer.agents.set("bot", "skill_evolve", True, who="root")

    assert layer.agents.set("bot", "skill_nudge_interval", value, who="root").skill_nudge_interval == kept

    assert (layer.keeping.postscript("s1", "bot", 1000, "Done.", frozenset()) is not None) == bool(kept)


@pytest.mark.parametrize(
    ("key", "value"),
    [("self_evolve", "yes"), ("self_evolve", 1), ("skill_evolve", "true"), ("skill_nudge_interval", "15"), ("skill_nudge_interval", True),
     ("skill_nudge_interval", 1.5), ("kind", "free"), ("evolution_enabled", 0), ("evolution_enabled", "banana"), ("evolutionEnabled", 0),
     ("retrieval_threshold", "banana"), ("retrieval_threshold", float("nan")), ("retrieval_threshold", float("inf")),
     ("retrievalThreshold", 2), ("timezone", "Europe"), ("timezone", "Mars/Olympus"), ("timezone", 5), ("max_turns", "many"),
     ("evolution_cron_schedule", "whenever"), ("evolution_cron_schedule", f"every {'9' * 5000} hours"), ("evolutionGuardrails", "strict"),
     ("note", float("nan")), ("note", {"a": ["\ud800"]}), ("note", "a\0b"), ("no\udcffte", 1)],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_before_it_is_kept(layer: Layer, key: str, value: Any) -> None:
    with pytest.raises(ConfigError):
        layer.agents.set("bot", key, value, who="root")

    assert layer.shelf.agents() == []


def test_settings_that_cannot_be_read_harm_no_other_agent(layer: Layer) -> None:
    row = {"id": "broken", "kind": "predefined", "other_config": '{"self_evolve": "maybe"}', "created_at": START.isoformat()}
    layer.store.apply([Change(verb="set", table="agents", item="broken", after=row, actor="by hand")], START)
    layer.observe(user("hello", agent="bot", workspace="/w"))

    assert layer.judge(call("Bash", command="ls")).ruling == "allow"
    with pytest.raises(ConfigError, match="must be true or false"):
        layer.agents.one("broken")


def test_a_switch_that_others_spelled_is_the_same_switch(layer: Layer) -> None:
    assert stored(layer, "predefined", '{"skillEvolve": true}').skill_evolve

    assert not layer.agents.set("bot", "skill_evolve", False, who="root").skill_evolve
    assert layer.agents.set("bot", "skill_evolve", None, who="root").other_config == {}
    with pytest.raises(ConfigError, match=r"`skill_evolve` is True and `skillEvolve` is \[\]; correct it with `habitus agents set bot"):
        stored(layer, "predefined", '{"skill_evolve": true, "skillEvolve": []}')


def test_two_agents_do_not_share_a_switch(layer: Layer) -> None:
    layer.agents.set("bot", "skill_evolve", True, who="root")
    layer.agents.set("other", "self_evolve", True, who="root")
    texts = {}
    for agent in ("bot", "other", "third"):
        layer.observe(user("hello", session=agent, agent=agent, workspace="/w"))
        texts[agent] = layer.guide(agent).text

    assert "skill_manage" in texts["bot"]
    assert "SOUL.md is yours" not in texts["bot"]
    assert "SOUL.md is yours" in texts["other"]
    assert "skill_manage" not in texts["other"]
    assert texts["third"] == ""


def test_a_switch_is_in_force_at_once_and_is_taken_back(layer: Layer, tmp_path: Path) -> None:
    place = str(tmp_path / "persona" / "bot" / "CAPABILITIES.md")
    rulings = []
    for n, value in enumerate((False, True, False)):
        layer.agents.set("bot", "self_evolve", value, who="root")
        layer.persona.write("bot", "IDENTITY.md", "Bot", who="root")
        layer.observe(user("go", key=f"u{n}", agent="bot", workspace="/w"))
        rulings.append(layer.judge(call("Write", id=f"c{n}", file_path=place, content="- SQL\n")).ruling)
    assert rulings == ["block", "allow", "block"]

    entry = next(one for one in layer.store.entries(changes=True) if one.table == "agents")
    ledger.undo(layer.store, entry, actor="root", now=START)
    assert layer.agents.one("bot").self_evolve
    assert layer.judge(call("Write", id="c9", file_path=place, content="- SQL\n")).ruling == "allow"


def test_what_evolution_tunes_comes_back_to_the_byte(layer: Layer) -> None:
    config = {"self_evolve": True, "retrieval_threshold": 0.25, "more": {"ü": [1, None]}}
    layer.agents.configure("bot", config, who="evolution")
    layer.agents.configure("bot", {**config, "retrieval_threshold": 0.3}, who="evolution")
    layer.agents.configure("bot", config, who="evolution")

    assert layer.agents.one("bot").other_config == config


def test_an_agent_is_added_once(layer: Layer) -> None:
    layer.agents.add("bot", "open", who="root")

    with pytest.raises(ConfigError, match="there already"):
        layer.agents.add("bot", "predefined", who="root")
    with pytest.raises(ConfigError, match="kind"):
        layer.agents.add("other", "free", who="root")
    assert [one.id for one in layer.agents.all()] == ["bot"]


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [("evolutionEnabled", "evolution_enabled", False), ("retrievalThreshold", "retrieval_threshold", 0.2),
     ("skillEvolve", "skill_evolve", True), ("evolutionGuardrails", "evolution_guardrails", {"min_data_points": 5}),
     ("evolutionCronSchedule", "evolution_cron_schedule", "hourly"),
     ("timezone", "timezone", "Europe/Madrid"), ("timezone", "timezone", ""), ("note", "note", {"a": [1.5]})],
)  # fmt: skip
def test_a_setting_is_kept_under_the_name_that_something_goes_by(layer: Layer, key: str, name: str, value: Any) -> None:
    assert layer.agents.set("bot", key, value, who="root").other_config == {name: value}


def test_what_an_earlier_version_kept_is_loaded_and_can_be_corrected(layer: Layer) -> None:
    kept = {"evolutionEnabled": False, "evolution_enabled": 0, "retrieval_threshold": float("inf"), "timezone": "Europe"}
    layer.agents.configure("bot", kept, who="root")
    layer.observe(user("hello", agent="bot", workspace="/w"))

    assert layer.guide("s1", "hello").text == ""
    assert layer.agents.set("bot", "evolution_enabled", True, who="root").other_config.keys() == kept.keys() - {"evolutionEnabled"}
