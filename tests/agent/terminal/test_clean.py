"""What strangers say is shown, and moves nothing."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent.terminal.clean import Cleaner, clean, exact, line

SIGNS = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b[]\x9b\x07\\;0123mHK?\r\n\t\u202e\u200d ")), max_size=60)


@given(SIGNS)
def test_nothing_that_moves_a_terminal_is_left(text: str) -> None:
    found = clean(text)

    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs") for sign in found if sign not in "\n\t\u200c\u200d")


@given(SIGNS, st.lists(st.integers(0, 60)))
def test_in_pieces_it_is_the_same_as_in_one(text: str, cuts: list[int]) -> None:
    cleaner, at = Cleaner(), sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})

    assert "".join(cleaner(text[start:end]) for start, end in pairwise(at)) == clean(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"]), max_size=60))
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "0;titleafter"),
        ("\x1b[2J\x1b[Hhello", "hello"),
        ("\x9b31mred", "red"),
        ("line\r\nline\rover", "line\nlineover"),
        ("tab\there", "tab\there"),
        ("a\u00a0b\u202fc", "a b c"),
        ("no\u202eway", "no\ufffdway"),
        ("\x1b", ""),
        ("\x1b[never ends\n but this is seen", "ever ends\n but this is seen"),
        ("👩\u200d💻", "👩\u200d💻"),
    ],
)
def test_sequences_go_whole_and_take_nothing_with_them(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(SIGNS)
def test_on_one_line_means_one_line(text: str) -> None:
    assert "\n" not in line(text)
    assert len(line(text, 10)) <= 10


@given(SIGNS)
def test_what_a_person_answers_for_hides_nothing(text: str) -> None:
    """As long as there are no backslashes of its own, it can be read back."""
    text = text.replace("\\", "")

    assert exact(text).isprintable() or set(exact(text)) & set("\n\t")
    assert "".join(sign for sign in text if sign.isprintable()) == "".join(
        sign for sign in _without_escapes(exact(text)) if sign.isprintable()
    )


def _without_escapes(text: str) -> str:
    import re

    return re.sub(r"\\(x..|u....|U........|r)", "", text)
