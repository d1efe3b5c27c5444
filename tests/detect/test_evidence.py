"""Which cues count in a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detect.sentences import CORRECTIONS
from habitus.detect import evidence, phrases, spoken

SAID = [text for rows in CORRECTIONS.values() for text, _ in rows]


def gathered(text: str) -> list[tuple[str, float]]:
    _, said, sentences = spoken.heard(text)
    return [(hit.cue.kind, hit.weight) for hit in evidence.gather(said, sentences, "en")]


@given(st.lists(st.sampled_from([*"-*#.!?,:\n '\"", "not", *SAID]), max_size=8).map("".join))
def test_the_only_sentence_has_every_word_of_the_opening(text: str) -> None:
    """What it does not rule out need not be asked again."""
    _, said, sentences = spoken.heard(text)

    if len(sentences) == 1:
        for lang in phrases.LANGUAGES:
            table = phrases.of(lang).table
            opening = said.lstrip(spoken.NOTHING)[: evidence.OPENING]
            assert table.likely(opening) & ~table.likely(sentences[0].text) == 0


def test_an_excuse_alone_is_nothing() -> None:
    assert gathered("my mistake, never mind") == []


def test_an_excuse_is_kept_beside_a_claim_before_it_or_behind_it() -> None:
    assert {kind for kind, _ in gathered("my mistake. that is wrong")} == {kind for kind, _ in gathered("that is wrong. my mistake")}
    assert "excuse" in {kind for kind, _ in gathered("my mistake. that is wrong")}


def test_kind_words_within_a_claim_excuse_nothing() -> None:
    assert {kind for kind, _ in gathered("I don't think that's right")} == {"hallucination"}
    assert "excuse" in {kind for kind, _ in gathered("that's right. but the path is wrong")}


def test_what_follows_a_task_is_material() -> None:
    before, behind = gathered("that is wrong. translate this into french"), gathered("translate this into french. that is wrong")

    assert before
    assert behind == []


@pytest.mark.parametrize("text", ["look at this:\nthat is wrong", "one. two. three. four. five. six. that is wrong"])
def test_a_claim_is_worth_less_in_what_may_be_material(text: str) -> None:
    assert max(weight for _, weight in gathered(text)) < max(weight for _, weight in gathered("that is wrong"))


def test_an_outcry_is_a_hint_whatever_it_asks() -> None:
    assert gathered("is there a bus to the lake?!") == [("hint", evidence.OUTCRY.weight)]


def test_an_opening_may_reach_into_the_next_sentence() -> None:
    _, said, sentences = spoken.heard("sorry. i want the red one")

    assert len(sentences) == 2
    assert [hit.begin for hit in evidence.gather(said, sentences, "en") if hit.cue.at_head] == [0]
