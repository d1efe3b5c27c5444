"""Profiles: the six that ship, their numbers, and a person's own."""

from typing import Any

import pytest

from enforce.play import Play
from habitus.enforce import declared
from habitus.enforce.profiles import ALL, PROFILES
from habitus.enforce.rules import BUILT_IN

# Digitorn's own table (specs 2.5), but for `coding`, which has all fourteen as its document says.
OFF = {
    "dev": "",
    "coding": "",
    "research": "read_before_edit read_before_write_existing search_before_read verify_after_edit test_after_changes "
    "delegate_large_reads always_lint_check",
    "data": "search_before_read",
    "creative": "read_before_write_existing search_before_read verify_after_edit test_after_changes delegate_complex delegate_large_reads",
    "assistant": "search_before_read plan_before_execute verify_after_edit test_after_changes delegate_complex delegate_large_reads "
    "always_lint_check",
}
NUMBERS = {
    "dev": (2, 2, 8),
    "coding": (3, 3, 8),
    "research": (10, 99, 15),
    "data": (5, 3, 10),
    "creative": (10, 99, 15),
    "assistant": (10, 99, 10),
}


def read(block: dict[str, Any], **rest: Any) -> declared.Behavior:
    behavior, faults = declared.read(block, **rest)
    assert faults.found == []
    return behavior


def faults(block: dict[str, Any], **rest: Any) -> list[tuple[str, str]]:
    return [(".".join(place), said) for place, said in declared.read(block, **rest)[1].found]


def limits(behavior: declared.Behavior) -> dict[str, int]:
    return {check.id: check.limit for check in behavior.rules.checks}


def test_the_list_of_all_rules_is_the_built_in_ones_in_their_order() -> None:
    assert tuple(check.id for check in BUILT_IN) == ALL


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_turns_on_what_the_table_says(name: str) -> None:
    assert [check.id for check in read({"profile": name}).rules.checks] == [rule for rule in ALL if rule not in OFF[name].split()]


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_has_the_numbers_of_the_table(name: str) -> None:
    found = limits(read({"profile": name, "rules": dict.fromkeys(ALL, True)}))

    assert (found["search_before_read"], found["test_after_changes"]) == NUMBERS[name][:2]
    assert limits(read({"profile": name}))["max_sequential_same_tool"] == NUMBERS[name][2]


def test_without_a_profile_there_are_no_rules() -> None:
    assert read({}).rules.checks == ()
    assert read({"profile": ""}).rules.checks == ()
    assert read({"profile": "coding"}, profile="").rules.checks == ()


def test_a_profile_given_beside_the_block_wins() -> None:
    assert read({"profile": "coding"}, profile="assistant").profile == "assistant"


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({"test_after_changes": False}, ("test_after_changes", None)),
        ({"max_blind_reads": 1}, ("search_before_read", 1)),
        ({"search_before_read": 7}, ("search_before_read", 7)),
        ({"changes_before_test_reminder": 5}, ("test_after_changes", 5)),
        ({"max_sequential_same_tool": 4}, ("max_sequential_same_tool", 4)),
        ({"max_sequential_same_tool": 0}, ("max_sequential_same_tool", None)),
        ({"max_sequential_same_tool": False}, ("max_sequential_same_tool", None)),
        ({"max_sequential_same_tool": True}, ("max_sequential_same_tool", 8)),
        ({"delegate_complex": 8}, ("delegate_complex", 8)),
        ({"read_before_edit": True}, ("read_before_edit", 0)),
    ],
)
def test_switches_turn_rules_off_and_set_their_numbers(rules: dict[str, Any], wanted: tuple[str, int | None]) -> None:
    assert limits(read({"profile": "coding", "rules": rules})).get(wanted[0]) == wanted[1]


def test_a_switch_turns_on_what_the_profile_has_off() -> None:
    assert limits(read({"profile": "research", "rules": {"search_before_read": True}}))["search_before_read"] == 10
    assert limits(read({"rules": {"search_before_read": True, "verify_after_edit": True}})) == {
        "search_before_read": 3,
        "verify_after_edit": 0,
    }


def test_an_unknown_profile_is_refused_with_the_nearest() -> None:
    assert faults({"profile": "codign"}) == [("profile", "names the profile 'codign', which does not exist; did you mean `coding`?")]


# ── a person's own ──


def test_an_own_profile_extends_another_and_adds_to_it() -> None:
    own = {
        "careful": {
            "description": "Coding, but slowly.",
            "extends": "coding",
            "rules": {"max_blind_reads": 1, "delegate_complex": False},
            "prompt": "Think twice.",
            "custom": [{"id": "no_deploys", "trigger": "ci.deploy", "action": "block", "message": "no"}],
        }
    }
    play = Play({"profile": "careful"}, own=own)

    assert play.behavior.profile == "careful"
    assert play.behavior.prompt == "Think twice."
    assert limits(play.behavior)["search_before_read"] == 1
    assert play.behavior.rules.get("delegate_complex") is None
    assert play.judge("ci.deploy").ruling == "block"


def test_own_profiles_extend_each_other() -> None:
    own = {
        "house": {"extends": "coding", "prompt": "House.", "custom": [{"id": "a", "message": "m"}]},
        "team": {"extends": "house", "prompt": "Team.", "rules": {"verify_after_edit": False}, "custom": [{"id": "b", "message": "m"}]},
    }

    behavior = read({"profile": "team"}, own=own)

    assert behavior.prompt == "House.\n\nTeam."
    assert [check.id for check in behavior.rules.checks][-2:] == ["a", "b"]
    assert behavior.rules.get("verify_after_edit") is None


def test_an_own_profile_may_stand_alone_and_the_block_wins_over_it() -> None:
    own = {"tiny": {"rules": {"read_before_edit": True, "verify_after_edit": True}}}

    assert limits(read({"profile": "tiny", "rules": {"verify_after_edit": False}}, own=own)) == {"read_before_edit": 0}


@pytest.mark.parametrize("spelling", ["careful", "{{behavior.careful}}", "{{ behavior.careful }}"])
def test_a_profile_may_be_named_as_a_template(spelling: str) -> None:
    assert read({"profile": spelling}, own={"careful": {"extends": "coding"}}).profile == "careful"


def test_a_template_names_the_own_profile_where_a_built_in_has_the_same_name() -> None:
    own = {"coding": {"name": "my coding", "rules": {"read_before_edit": True}}}

    assert len(read({"profile": "coding"}, own=own).rules.checks) == 14
    assert read({"profile": "{{behavior.coding}}"}, own=own).profile == "my coding"


def test_a_definition_in_a_profile_replaces_the_built_in_as_one_in_the_block_does() -> None:
    own = {"mine": {"extends": "coding", "rule_definitions": [{"id": "verify_after_edit", "message": "look"}]}}

    behavior = read({"profile": "mine"}, own=own)

    assert [check.message for check in behavior.rules.checks if check.id == "verify_after_edit"] == ["look"]


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"extends": "codign"}, "did you mean `coding`?"),
        ({"extends": "mine"}, "extends"),
        ({"ruels": {}}, "does not belong in a profile"),
        ({"rules": {"read_befor_edit": True}}, "did you mean `read_before_edit`?"),
        ({"rules": {"max_blind_reads": "often"}}, "must be"),
        ({"rules": {"read_before_edit": 3}}, "counts nothing"),
        ({"rules": ["read_before_edit"]}, "must be a mapping"),
        ({"custom": {"id": "x"}}, "must be"),
        ({"custom": "x"}, "must be"),
        ({"custom": [{"id": "x", "condition": {"nope": 1}}]}, "is not a condition"),
    ],
)
def test_a_mistake_in_an_own_profile_is_said(own: Any, problem: str) -> None:
    found = faults({"profile": "mine"}, own={"mine": own})

    assert any(problem in said or problem in place for place, said in found), found


def test_profiles_that_extend_each_other_in_a_circle_are_refused_as_that() -> None:
    found = faults({"profile": "a"}, own={"a": {"extends": "b"}, "b": {"extends": "a"}})

    assert len(found) == 1
    assert "does not exist" not in found[0][1]
