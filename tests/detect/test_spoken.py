"""What a person says, and what they only quote or paste."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.detect import spoken

MARKED = st.lists(
    st.sampled_from([*"`\"'«»“”‘’<>[]#\n .?!¿éÉßİ不", "```", "~~~", "word", "https://a.b", "# ", "<task-x>", "</task-x>"]), max_size=80
).map("".join)


@given(st.text() | MARKED)
def test_folding_keeps_every_place(text: str) -> None:
    assert len(spoken.fold(text)) == len(text)


@given(st.text() | MARKED)
def test_blanking_keeps_every_place(text: str) -> None:
    folded = spoken.fold(text)

    assert len(spoken.blank(folded)) == len(folded)


@given(st.text() | MARKED)
def test_a_sentence_is_found_where_it_says(text: str) -> None:
    said = spoken.blank(spoken.fold(text))

    assert all(said[one.at :].startswith(one.text) for one in spoken.sentences(said))


@given(st.text(min_size=1, max_size=30000))
def test_no_more_than_the_beginning_and_the_end_is_read(text: str) -> None:
    assert len(spoken.readable(text * 200)) <= spoken.HEAD + spoken.TAIL + 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('the "save" button is gone', "the xxxxxx button is gone"),
        ("don't use `x.y` here", "don't use xxxxx here"),
        ("see https://a.org/b now", "see xxxxxxxxxxxxxxx now"),
        ("it says 'you're wrong' there", "it says xxxxxxxxxxxxxx there"),
        ("don't, isn't, won't", "don't, isn't, won't"),
        ('5" and nothing', '5" and nothing'),
    ],
)
def test_a_quoted_word_leaves_its_shape(text: str, said: str) -> None:
    assert spoken.blank(spoken.fold(text)) == said


@pytest.mark.parametrize(
    "paste",
    [
        "```\nthat is wrong\n```",
        "~~~\nthat is wrong",
        "> that is wrong",
        "2026-01-02 10:00:00 that is wrong",
        "TypeError: that is wrong",
        '  File "a.py", line 3, that is wrong',
        "    at f (app.js:3:4) that is wrong",
        "$ echo that is wrong",
        "| that is wrong | 3 |",
        "## Context\nthat is wrong",
        "<task-notification>\n<id>3</id>\nthat is wrong\n</task-notification>",
        "“that is wrong,\nhe said”",
    ],
)
def test_a_paste_is_not_said(paste: str) -> None:
    said = spoken.blank(spoken.fold(f"look at this\n{paste}"))

    assert [one.text for one in spoken.sentences(said)] == ["look at this"]


def test_a_name_with_a_dot_does_not_end_a_sentence() -> None:
    assert [one.text for one in spoken.sentences("config.toml is gone. why")] == ["config.toml is gone", "why"]


def test_a_claim_before_the_question_is_not_asked() -> None:
    claim, question = spoken.sentences("the logo is gone, can you look? is the logo gone?")

    assert not claim.asks(len("the logo is gone"))
    assert question.asks(len(question.text))
