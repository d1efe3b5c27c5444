"""Patterns that somebody else wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.patterns import LONGEST, PatternError, searcher


@pytest.mark.parametrize(
    ("pattern", "text", "is_found"),
    [
        (r"curl.+\|\s*sh", "curl http://x | sh", True),
        (r"curl.+\|\s*sh", "curl http://x", False),
        ("danger", "this is DANGEROUS", True),
        ("^b$", "a\nb\nc", False),
        ("(?m)^b$", "a\nb\nc", True),
        (r"\d{3}", "ab123", True),
        ("", "anything", True),
        ("a", "", False),
    ],
)
def test_a_pattern_is_searched_for_anywhere_whatever_the_case(pattern: str, text: str, is_found: bool) -> None:
    assert searcher(pattern)(text) is is_found


@pytest.mark.parametrize(
    "pattern", ["(", "[", "*", "a{2", "(?P<x", r"(a)\1", "(?=a)", "(?<!a)b", "a" * (LONGEST + 1), "((a{1000}){1000}){1000}"]
)
def test_what_is_no_pattern_or_too_much_is_refused_in_words(pattern: str) -> None:
    try:
        searcher(pattern)
    except PatternError as refused:
        assert str(refused).startswith("is ")
    else:
        assert pattern == "a{2"  # re2 takes an unfinished count for text


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){20}$", "([a-zA-Z]+)*$", "(x+x+)+y"])
def test_a_pattern_that_would_blow_up_does_not(pattern: str) -> None:
    search = searcher(pattern)

    search("a" * 50_000 + "x" * 50_000 + "!")


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_as_a_pattern_is_refused_or_answers(pattern: str, text: str) -> None:
    try:
        search = searcher(pattern)
    except PatternError:
        return
    assert search(text) in (True, False)


def test_half_a_character_does_no_harm_in_a_text_and_is_refused_in_a_pattern() -> None:
    assert searcher("b")("a\ud800b") is True
    with pytest.raises(PatternError):
        searcher("\ud800")
