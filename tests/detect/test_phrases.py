"""The tables: that every line can be read, and that a table finds all of its lines in one pass."""

from types import ModuleType

import pytest

from habitus.detect import phrases


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_every_line_of_a_language_is_read(lang: str) -> None:
    known = phrases.of(lang)
    kinds = {cue.kind for table in (known.sentence, known.head, known.feedback) for cue in table.cues}

    assert kinds == {*phrases.KINDS, "hint", "calm", "task", "excuse", "praise", "complaint"}


@pytest.mark.parametrize("lang", phrases.LANGUAGES)
def test_no_line_is_found_where_nothing_is_said(lang: str) -> None:
    known = phrases.of(lang)

    assert [
        cue.pattern for table in (known.sentence, known.head, known.feedback) for text in ("", "qwz") for cue in table.found(text)
    ] == []


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
    begin, end = cues[0].span(text)

    assert bool(phrases.Table(cues).found(text)) == bool(found)
    assert text[begin:end] == found


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ValueError, match=r"made_up\.HINT: not a weight and a pattern: 'no weight'"):
        phrases.read(_module(HINT="no weight"), "hint")
