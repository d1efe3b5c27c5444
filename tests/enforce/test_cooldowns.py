"""How soon a rule may speak again."""

from dataclasses import replace
from typing import Any

import pytest

from enforce.play import Play


def play(**fields: Any) -> Play:
    return Play({"rule_definitions": [{"id": "r", "message": "m", **fields}]})


def spoken(play: Play, calls: int) -> list[int]:
    """The numbers of the calls that the rule speaks of."""
    return [number for number in range(1, calls + 1) if play.said("edit", file_path="a.py")]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_without_a_cooldown_it_speaks_every_time(when: str) -> None:
    assert spoken(play(when=when), 4) == [1, 2, 3, 4]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
@pytest.mark.parametrize("cooldown", [3, {"calls": 3}])
def test_a_cooldown_in_calls(when: str, cooldown: Any) -> None:
    assert spoken(play(when=when, cooldown=cooldown), 8) == [1, 4, 7]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_a_cooldown_in_turns(when: str) -> None:
    trial = play(when=when, cooldown={"turns": 2})
    spoke = []
    for _ in range(5):
        trial.turn()
        spoke.append(spoken(trial, 2))

    assert spoke == [[1], [], [1], [], [1]]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_a_cooldown_in_seconds(when: str) -> None:
    trial = play(when=when, cooldown={"seconds": 30})
    spoke = []
    for _ in range(5):
        spoke.append(bool(trial.said("edit", file_path="a.py")))
        trial.clock.forward(seconds=15)

    assert spoke == [True, False, True, False, True]


def test_several_cooldowns_must_all_have_passed() -> None:
    trial = play(cooldown={"calls": 2, "seconds": 30})
    assert spoken(trial, 5) == [1]

    trial.clock.forward(seconds=30)

    assert spoken(trial, 5) == [1]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_max_fires_is_for_the_whole_session(when: str) -> None:
    trial = play(when=when, max_fires=2)
    assert spoken(trial, 3) == [1, 2]

    trial.turn()

    assert spoken(trial, 3) == []


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_first_after_keeps_it_quiet_for_the_first_calls(when: str) -> None:
    assert spoken(play(when=when, first_after=3), 6) == [4, 5, 6]


def test_a_rule_about_text_has_a_cooldown_too() -> None:
    trial = play(when="on_text", max_fires=1)

    assert [trial.text("hello") for _ in range(3)] == [["r"], [], []]


def test_a_blocking_rule_on_its_cooldown_lets_the_call_through() -> None:
    trial = play(action="block", cooldown=2)

    assert [trial.judge("bash", command="true").ruling for _ in range(4)] == ["block", "allow", "block", "allow"]


def test_a_rule_in_shadow_has_the_cooldown_it_would_have_in_the_open() -> None:
    trial = play(shadow=True, cooldown=2)

    assert [len(trial.judge("bash").shadows) for _ in range(4)] == [1, 0, 1, 0]


def test_one_rules_cooldown_is_not_anothers() -> None:
    trial = Play({"rule_definitions": [{"id": "a", "message": "m", "cooldown": 5}, {"id": "b", "message": "m"}]})

    assert [trial.said("bash") for _ in range(2)] == [["a", "b"], ["b"]]


def test_one_sessions_cooldown_is_not_anothers() -> None:
    trial = play(max_fires=1)
    trial.judge("bash")
    other = replace(trial.call("bash"), session="s2")

    assert [verdict.rule for verdict in trial.layer.judge(other).verdicts] == ["r"]
