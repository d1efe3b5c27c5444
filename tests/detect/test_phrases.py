"""The tables: that every line can be read, and that no line is ruled out where it would be found."""

import re
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detect.sentences import CORRECTIONS, NEAR_MISSES
from habitus.detect import phrases
from habitus.detect.phrases.anchors import LONG, held, required, words


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_every_line_of_a_language_is_read(lang: str) -> None:
    kinds = {cue.kind for cue in phrases.of(lang).table.cues}

    assert kinds == {*phrases.KINDS, "hint", "calm", "task", "excuse", "praise", "complaint"}


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_no_line_is_found_where_nothing_is_said(lang: str) -> None:
    table = phrases.of(lang).table

    assert [cue.pattern for text in ("", "qwz") for cue in table.cues if cue.found(text)] == []


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
@given(data=st.data())
def test_what_a_cue_cannot_do_without_is_in_every_text_it_is_found_in(lang: str, data: st.DataObject) -> None:
    """Texts are made from the cue's own pattern, so that each is found; then none may be ruled out."""
    table = phrases.of(lang).table
    cue = data.draw(st.sampled_from(table.cues))
    text = data.draw(st.from_regex(re.compile(cue.pattern, re.ASCII)))

    assert cue in table.at(table.likely(text))
    assert held(cue.pattern) in text
    assert cue.found(text)
    for one_of in required(cue.pattern):
        assert any(word.startswith(anchor) for word in words(text) for anchor in one_of)


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
@given(data=st.data())
def test_nothing_that_is_found_in_what_people_say_is_ruled_out(lang: str, data: st.DataObject) -> None:
    table = phrases.of(lang).table
    said = st.sampled_from([text.lower() for text, _ in CORRECTIONS[lang]] + [text.lower() for text in NEAR_MISSES[lang]])
    text = data.draw(st.lists(said | st.sampled_from(["'", "c'", " ", ",", "(", "ß", "不", "x"]), min_size=1, max_size=4).map("".join))

    assert {cue for cue in table.cues if cue.found(text)} <= set(table.at(table.likely(text)))


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        (r"\bwrong\b", [{"wrong"}]),
        (r"\bworks? +(?:now|fine)\b", [{"work"}, {"now", "fine"}]),
        (r"\bc'?est +faux\b", [{"cest"}, {"faux"}]),
        (r"(?:^|[,;] *)undo", [{"undo"}]),
        (r"\b(?:really +)?bad(?: +|$)", [{"bad"}]),
        (r"[a-z]+ing +wrong", [{"wrong"}]),
        (r"\b(?:in)?correct", []),
        (r"\bno+\b", []),
        ("不对了|错了", [{"不对", "错了"}]),
    ],
)
def test_a_pattern_needs_the_words_that_must_begin_in_it(pattern: str, needs: list[set[str]]) -> None:
    assert sorted(map(sorted, required(pattern))) == sorted(map(sorted, needs))


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        (r"^(?:not|this)?,? ?(?:[^ ,;]+ +){0,3}again$", "again"),
        (r"\bit *shouldn'?t +(?:be|have)\b", "shouldn"),
        (r"colou?rs", "colo"),
        (r"\bno+\b", "n"),
        (r"wrong|false", ""),
        (r"(?:wrong|false)", ""),
    ],
)
def test_letters_that_stand_in_every_match_are_known_within_a_word_too(pattern: str, letters: str) -> None:
    assert held(pattern) == letters


@given(st.text(alphabet="ab'. -不", max_size=2000))
def test_a_text_has_no_more_words_than_places(text: str) -> None:
    assert sum(map(len, words(text))) <= 2 * LONG * max(1, len(text))


def _module(**tables: object) -> ModuleType:
    module = ModuleType("made_up")
    module.__dict__.update({"JOINS": "and|but", "MACROS": "act  use|call", **tables})
    return module


@pytest.mark.parametrize(
    ("line", "text", "found"),
    [
        ("don't $act", "dont  use it", "dont  use"),
        ("don't $act", "we don't useful", ""),
        ("the <2>is wrong", "the second page is wrong", "the second page is wrong"),
        ("the <1>is wrong", "the very second page is wrong", ""),
        ("~undo", "stop and undo it", "and undo"),
        ("~undo", "the undo button", ""),
        ("(it|the <2>) should", "the whole page should go", "the whole page should"),
        ("wrong( |$|,)", "that is wrong, look", "wrong,"),
    ],
)
def test_the_short_hand_means_what_the_package_says(line: str, text: str, found: str) -> None:
    cues = phrases.read(_module(HINT=f".5  {line}"), "hint")
    (cue,) = cues
    match = cue.found(text)
    table = phrases.Table(cues)

    assert (match[0] if match else "") == found
    assert not match or table.at(table.likely(text)) == [cue]


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ValueError, match=r"made_up\.HINT: not a weight and a pattern: 'no weight'"):
        phrases.read(_module(HINT="no weight"), "hint")
