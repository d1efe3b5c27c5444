"""What a model gives a tool, put right or refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent.tools import Tool, ToolFailed, checked
from habitus.agent.tools.bash import tool as bash
from habitus.agent.tools.edit import EDIT
from habitus.agent.tools.grep import GREP
from habitus.agent.tools.options import Shell
from habitus.agent.tools.read import READ
from habitus.agent.tools.skills import MANAGE, SEARCH

BASH = bash(Shell())


def refusal(tool: Tool, **args: object) -> str:
    with pytest.raises(ToolFailed) as error:
        checked(tool, args)
    return str(error.value)


def test_the_seeds_names_and_the_usual_ones_are_the_same_arguments() -> None:
    usual = {"file_path": "a.py", "old_string": "x", "new_string": "y"}
    assert checked(EDIT, {"path": "a.py", "old": "x", "new": "y"}) == usual
    assert checked(EDIT, {"file_path": "a.py", "old_str": "x", "newString": "y"}) == usual


def test_two_names_of_one_argument_with_different_values_are_refused_because_a_rule_would_see_only_one() -> None:
    assert "both are given" in refusal(EDIT, path="harmless.py", file_path=".env", old="a", new="b")


def test_two_names_with_the_same_value_are_one() -> None:
    assert checked(READ, {"path": "a", "file_path": "a"}) == {"file_path": "a"}


def test_a_missing_argument_is_named() -> None:
    assert refusal(EDIT, file_path="a") == "Edit needs `old_string` and `new_string`. Call it again with them."


def test_null_for_a_required_argument_is_not_silently_missing() -> None:
    assert "`file_path` must be text" in refusal(READ, file_path=None)


def test_null_for_an_optional_argument_is_as_if_it_were_not_there() -> None:
    assert checked(READ, {"file_path": "a", "limit": None}) == {"file_path": "a"}


def test_an_unknown_argument_brings_the_nearest() -> None:
    assert "did you mean `offset`?" in refusal(READ, file_path="a", ofset=3)


def test_an_unknown_argument_that_is_like_none_brings_the_list() -> None:
    assert "it takes file_path, offset, limit." in refusal(READ, file_path="a", zzz=3)


@pytest.mark.parametrize("given", [5, "5", 5.0])
def test_a_number_may_come_as_text(given: object) -> None:
    assert checked(READ, {"file_path": "a", "limit": given})["limit"] == 5


@pytest.mark.parametrize("given", [True, "five", 5.5, [], float("nan"), float("inf"), "1e5", 10**30, "9" * 5000])
def test_what_is_no_whole_number_is_refused(given: object) -> None:
    assert "`limit` must be" in refusal(READ, file_path="a", limit=given)


def test_a_number_below_the_least_is_refused() -> None:
    assert refusal(READ, file_path="a", limit=0) == "Read: `limit` must be at least 1, got 0."


@pytest.mark.parametrize(("given", "meant"), [("true", True), ("False", False), (True, True)])
def test_yes_and_no_may_come_as_text(given: object, meant: bool) -> None:
    assert checked(EDIT, {"file_path": "a", "old": "x", "new": "y", "replace_all": given})["replace_all"] is meant


def test_another_word_for_yes_is_refused() -> None:
    assert "true or false" in refusal(EDIT, file_path="a", old="x", new="y", replace_all="yes")


def test_a_choice_that_is_none_names_the_choices() -> None:
    assert "one of files, lines, count" in refusal(GREP, pattern="x", output_mode="names")


def test_the_values_of_an_object_are_checked_too() -> None:
    assert "`files` must be text" in refusal(MANAGE, action="create", files={"a.sh": 5})


def test_half_a_character_is_refused_before_it_reaches_a_file_or_a_program() -> None:
    assert "half a character" in refusal(BASH, command="echo \ud800")
    assert "half a character" in refusal(MANAGE, action="create", files={"\ud800": "x"})


def test_what_says_nothing_here_is_dropped() -> None:
    assert checked(BASH, {"command": "ls", "description": "List files"}) == {"command": "ls"}


def test_a_tool_may_need_nothing() -> None:
    assert checked(SEARCH, {}) == {}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.characters(categories=["Cs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*EDIT.parameters["properties"], *EDIT.aliases, "odd", ""]), VALUES, max_size=5))
def test_whatever_a_model_sends_is_put_right_or_refused_in_a_short_sentence(args: dict[str, object]) -> None:
    try:
        fitted = checked(EDIT, args)
    except ToolFailed as error:
        assert len(str(error)) < 400
    else:
        assert set(fitted) <= set(EDIT.parameters["properties"])
        assert all(isinstance(fitted[name], str) for name in EDIT.parameters["required"])
        assert checked(EDIT, fitted) == fitted
