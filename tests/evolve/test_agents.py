"""What was stored for an agent, and what is in force."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import ConfigError
from habitus.evolve.agents import resolve


def test_everything_is_off_by_default() -> None:
    agent = resolve("bot", "predefined", {})

    assert (agent.self_evolve, agent.skill_evolve, agent.skill_nudge_interval) == (False, False, 15)


def test_a_predefined_agent_has_what_was_stored_in_either_spelling() -> None:
    snake = resolve("bot", "predefined", {"self_evolve": True, "skill_evolve": True, "skill_nudge_interval": 4})
    camel = resolve("bot", "predefined", {"selfEvolve": True, "skillEvolve": True, "skillNudgeInterval": 4})

    assert (camel.self_evolve, camel.skill_evolve, camel.skill_nudge_interval) == (True, True, 4)
    assert (snake.self_evolve, snake.skill_evolve, snake.skill_nudge_interval) == (True, True, 4)


@given(st.booleans(), st.booleans(), st.integers())
def test_an_open_agent_evolves_nothing_whatever_was_stored(self_evolve: bool, skill_evolve: bool, interval: int) -> None:
    stored = {"self_evolve": self_evolve, "skillEvolve": skill_evolve, "skill_nudge_interval": interval}

    agent = resolve("guest", "open", stored)

    assert not agent.self_evolve
    assert not agent.skill_evolve
    assert agent.other_config == stored


@pytest.mark.parametrize(("stored", "interval"), [(0, 0), (-1, 0), (-15, 0), (1, 1), (None, 15)])
def test_no_interval_is_off_and_a_missing_one_is_the_default(stored: int | None, interval: int) -> None:
    assert resolve("bot", "predefined", {"skill_nudge_interval": stored}).skill_nudge_interval == interval


@pytest.mark.parametrize(
    "stored",
    [
        {"self_evolve": "true"}, {"self_evolve": 1}, {"skill_evolve": "off"}, {"skill_evolve": []}, {"skill_nudge_interval": "15"},
        {"skill_nudge_interval": 1.5}, {"skill_nudge_interval": True}, {"skillEvolve": 0},
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_refused_with_the_remedy(stored: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"agent 'bot': .*habitus agents set bot (self_evolve|skill_evolve|skill_nudge_interval)"):
        resolve("bot", "predefined", stored)


def test_two_spellings_that_disagree_are_refused() -> None:
    with pytest.raises(ConfigError, match="`self_evolve` is True and `selfEvolve` is False; correct it with"):
        resolve("bot", "predefined", {"self_evolve": True, "selfEvolve": False})


def test_there_are_two_kinds() -> None:
    with pytest.raises(ConfigError, match="predefined"):
        resolve("bot", "admin", {})
