"""Text as it is meant, whatever characters spell it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.skills.guard import hidden
from habitus.parse.unicode import normal


@pytest.mark.parametrize(
    ("given_text", "meant"),
    [
        ("su\u200bdo", "sudo"),
        ("ｃｕｒｌ", "curl"),
        ("\u0441url", "curl"),
        ("𝚜𝚞𝚍𝚘", "sudo"),
        ("it\u2019s", "it's"),
        ("Привет, Ελλάδα, 日本語, café", "Привет, Ελλάδα, 日本語, café"),
    ],
)
def test_what_looks_like_a_letter_is_that_letter(given_text: str, meant: str) -> None:
    assert normal(given_text) == meant


@given(st.text())
def test_lines_stay_where_they_were(text: str) -> None:
    assert "\n".join(map(normal, text.split("\n"))).count("\n") == text.count("\n")


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_is_left_alone(text: str) -> None:
    assert normal(text) is text


@given(st.text() | st.text(st.sampled_from("ae\u0301\u0435\u2019\u2014\u200b\u1100\u1161\uff41\U0001f600")))
def test_what_needs_no_change_is_known_without_looking_closer(text: str) -> None:
    assert normal(text) == normal(text + "\u200b")


def test_many_lines_are_read_like_one_by_one() -> None:
    lines = ["\u0441url", "Привет", "ｃｕｒｌ \u200bx", "e\u0301", "plain", ""]
    assert normal("\n".join(lines)).split("\n") == [normal(line) for line in lines]


def test_a_name_in_letters_of_two_alphabets_is_a_disguise_and_a_ligature_is_none() -> None:
    assert hidden.disguised("\u0441url, \ufb01nd and c\u03bfurage", frozenset({"curl", "find"})) == {"\u0441url"}
    assert hidden.disguised("", frozenset({"curl"})) == frozenset()
