"""The call's own values in its error: where they are masked, said once more as a pattern, and what they leave alone."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.detect import failures
from habitus.detect.failures.echoes import SHORTEST, without_own

LETTERS = "ab/'\"`_<> .-A"
TEXTS = st.text(LETTERS, max_size=30)


def as_a_pattern(error: str, values: list[str]) -> str:
    """The same, by a pattern that is compiled for each call."""
    plain = {value.strip().strip("/") for value in values}
    parts = {"/".join(value.split("/")[:end]) for value in plain if " " not in value for end in range(1, value.count("/") + 1)}
    names = {value.split("/")[-1] for value in plain if " " not in value}
    words = sorted(
        (re.escape(each) for each in plain | parts | names if len(each) >= SHORTEST), key=lambda each: -len(each.replace("\\", ""))
    )
    if not words:
        return error
    any_word = "|".join(words)
    return re.sub(rf"(?<![\w<])(?:(['\"`])/?(?:{any_word})/?\1|/?(?:{any_word})/?)(?![\w>])", "<*>", error, flags=re.IGNORECASE)


@given(TEXTS, st.data())
def test_a_value_is_masked_wherever_it_stands_as_a_word(error: str, data: st.DataObject) -> None:
    begins = st.integers(0, len(error))
    within = st.tuples(begins, st.integers(3, 9)).map(lambda at: error[at[0] : sum(at)])
    values = data.draw(st.lists(within | TEXTS, max_size=3))

    assert without_own(error, {"values": values}) == as_a_pattern(error, values)


@pytest.mark.parametrize(
    ("error", "value", "masked"),
    [
        ("no report here", "report", "no <*> here"),
        ("no 'Report' here", "report", "no <*> here"),
        ("no /srv/Reports/ here", "/srv/reports", "no <*> here"),
        ("no reporter here", "report", "no reporter here"),
        ("no /srv here", "/srv/reports/may", "no <*> here"),
        ("no may.txt here", "/srv/reports/may.txt", "no <*> here"),
        ("İ report", "report", "İ <*>"),
    ],
)
def test_values_with_their_quotes_and_slashes_go(error: str, value: str, masked: str) -> None:
    assert without_own(error, {"name": value}) == masked


def test_an_error_without_them_is_given_back_itself() -> None:
    error = "disk is full"
    assert without_own(error, {"name": "report", "deep": [{"count": 12345}]}) is error


@pytest.mark.parametrize(
    ("error", "args", "category"),
    [
        ("Der Zugriff auf bericht wurde verweigert", {"name": "bericht"}, "permission"),
        ("report: permission denied", {"name": "report"}, "permission"),
        ("report was not found", {"name": "report"}, "tool_error"),
    ],
)
def test_a_value_between_the_words_does_not_change_the_kind(error: str, args: dict[str, Any], category: str) -> None:
    found = failures.failed(call="1", tool="read", action="read", target="", args=args, error=error, nth=1)

    assert found.category == category
    assert "<*>" in found.pattern


def test_the_end_of_a_long_error_is_looked_at_too() -> None:
    error = "\n".join(["a line of output"] * 8000) + "\nValueError: bad date"
    found = failures.failed(call="1", tool="book", action="book", target="", args={}, error=error, nth=1)

    assert found.pattern == "ValueError: bad date"


def test_a_person_who_said_no_is_known_however_it_is_spelt() -> None:
    assert failures.is_no("The USER rejected this call")
    assert failures.is_no("cancelled by the user")
    assert not failures.is_no("user not found")
    assert not failures.is_no("request rejected")
