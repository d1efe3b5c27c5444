"""The tables: that every line can be read, and that no line is ruled out where it would be found."""

import re
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.detect import phrases
from habitus.detect.phrases.anchors import required


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_every_line_of_a_language_is_read(lang: str) -> None:
    known = phrases.of(lang)
    kinds = {cue.kind for table in (known.corrections, known.feedback) for cue in table.cues}

    assert kinds == {*phrases.KINDS, "hint", "calm", "task", "excuse", "praise", "complaint"}


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_no_line_is_found_where_nothing_is_said(lang: str) -> None:
    known = phrases.of(lang)

    tables = (known.corrections, known.feedback)
    assert [cue.pattern for table in tables for text in ("", "qwz") for cue in table.likely(text) if cue.span(text)] == []


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
@given(data=st.data())
def test_what_a_cue_cannot_do_without_is_in_every_text_it_is_found_in(lang: str, data: st.DataObject) -> None:
    """Texts are made from the cue's own pattern, so that each is found; then none may be ruled out."""
    known = phrases.of(lang)
    table = data.draw(st.sampled_from([known.corrections, known.feedback]))
    cue = data.draw(st.sampled_from(table.cues))
    text = data.draw(st.from_regex(re.compile(cue.pattern, re.ASCII)))

    assert cue in table.likely(text)
    for one_of in required(cue.pattern):
        assert any(anchor in text for anchor in one_of)


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
    span = cue.span(text)

    assert (text[slice(*span)] if span else "") == found
    assert not span or phrases.Table(cues).likely(text) == [cue]


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ValueError, match=r"made_up\.HINT: not a weight and a pattern: 'no weight'"):
        phrases.read(_module(HINT="no weight"), "hint")
