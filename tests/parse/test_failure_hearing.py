"""What is heard in a text, and that nothing is missed by not looking."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.failure import category, is_silent, is_transient, kind, names, pattern, phrases
from habitus.parse.failure.hearing import MEANINGS, SPEAKING, heard
from habitus.parse.wordset import wordset

SAID = {
    meaning: [
        re.compile(phrase, re.ASCII)
        for language, text in getattr(phrases, meaning).items()
        for phrase in (re.split(r"\s{2,}", text.strip()) if language != "zh" else [text])
    ]
    for meaning in MEANINGS
}
WORDS = wordset(
    "timeout timed out permission denied 'timeout' --timeout timeout=5 rate limit quota model api API key forbidden HTTP status 403 code "
    'error "status": no unknown must be access to retry later connection reset TimeoutError openai.APIError PermissionError: deadline '
    "exceeded disk tiempo agotado délai dépassé Zugriff verweigert 超时 权限不够 it broke the file 42 /srv/x.py `model` -api"
)
TEXTS = st.lists(st.sampled_from(sorted(WORDS)), max_size=9).map(" ".join) | st.text(max_size=80)


@pytest.mark.parametrize("meaning", MEANINGS)
@given(data=st.data())
def test_every_phrase_is_heard_between_other_words(meaning: str, data: st.DataObject) -> None:
    phrase = data.draw(st.sampled_from(SAID[meaning]).flatmap(lambda shape: st.from_regex(shape, fullmatch=True)))

    assert meaning in heard(phrase)
    assert meaning in heard(f"it says: {phrase}.")


@pytest.mark.parametrize(
    "name", ["httpx.ReadTimeout", "AccessDeniedException", "anthropic.APIStatusError", "LLMError", "cohere.errors.BadError"]
)
def test_a_name_that_tells_a_kind_is_heard(name: str) -> None:
    assert names.kind_of(name) is not None
    assert "NAME" in heard(f"it raised {name}: oh".lower())


def test_most_errors_speak_of_nothing() -> None:
    assert heard("valueerror: the date 2024-13-01 is not in the calendar, see line 3").isdisjoint(SPEAKING)


@given(TEXTS)
def test_what_is_silent_is_of_no_kind(text: str) -> None:
    if is_silent(text):
        assert category(text, "tool") == "tool_error"
        assert not is_transient(text)


def test_words_that_only_the_line_end_parts_are_not_silent() -> None:
    assert category("permission\ndenied", "tool") == "permission"
    assert not is_silent("permission\ndenied")
    assert not is_silent("perm\x1b[1mission denied")


@given(TEXTS, st.sampled_from(["", "tool"]))
def test_one_look_gives_both_answers(text: str, tool: str) -> None:
    assert kind(pattern(text, tool), tool) == (category(text, tool), is_transient(text))


def test_a_code_beside_its_marker_once_a_name_is_gone_is_still_a_code() -> None:
    assert category('error "code": 403', "tool") == "permission"
