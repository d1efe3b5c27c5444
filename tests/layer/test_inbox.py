"""What waits for a person, and what each answer does."""

import pytest

from habitus.errors import Refused, StoreError
from habitus.layer import Layer
from habitus.store import ledger
from habitus.types import Origin, Scope
from layer.said import corrected
from nouns import rule

NEW = "22222222-2222-8333-a444-555555555555"


def contradicting(layer: Layer) -> str:
    layer.learning.keep(rule("Use metric units in reports.", origin=Origin(speaker="operator")), actor="operator")
    layer.learning.keep(rule("Use imperial units in reports.", id=NEW), actor="user")
    return layer.store.lessons().proposals()[0].id


def held(layer: Layer) -> list[str]:
    return sorted(one.text for one in layer.store.lessons().rules())


@pytest.mark.parametrize(
    ("answer", "holds"),
    [
        ("approve", ["Use imperial units in reports."]),
        ("keep_old", ["Use metric units in reports."]),
        ("reject", ["Use imperial units in reports.", "Use metric units in reports."]),
    ],
)
def test_a_contradiction_is_decided_by_a_person(layer: Layer, answer: str, holds: list[str]) -> None:
    id = contradicting(layer)

    layer.inbox.answer(id, answer, who="me")  # type: ignore[arg-type]

    assert held(layer) == holds
    assert layer.store.lessons().proposals() == []


def test_that_both_may_stay_was_said_of_their_words_and_others_are_asked_about(layer: Layer) -> None:
    layer.inbox.answer(contradicting(layer), "reject", who="me")

    for text in ("Use only imperial units in reports.", "Use just imperial units in reports."):
        layer.rulebook.edit(NEW, text, who="me")
        (asked,) = layer.store.lessons().proposals()
        assert text in asked.title
        layer.inbox.answer(asked.id, "reject", who="me")


def test_what_may_stay_is_not_asked_about_when_it_is_switched_off_and_on(layer: Layer) -> None:
    layer.inbox.answer(contradicting(layer), "reject", who="me")

    for on in (False, True):
        layer.rulebook.switch(NEW, on=on, who="me")

    assert len(held(layer)) == 2
    assert layer.store.lessons().proposals() == []


def test_an_answer_counts_once_and_can_be_taken_back(layer: Layer) -> None:
    id = contradicting(layer)
    layer.clock.forward(seconds=1)  # type: ignore[attr-defined]
    since = layer.clock()
    layer.inbox.answer(id, "approve", who="me")
    with pytest.raises(StoreError, match="was approved by me"):
        layer.inbox.answer(id, "reject", who="me")

    ledger.undo_many(layer.store, list(ledger.changes(layer.store, since=since)), actor="me", now=layer.clock())

    assert len(held(layer)) == 2
    assert [one.id for one in layer.store.lessons().proposals()] == [id]


def test_a_rule_that_no_person_said_is_in_force_once_one_says_yes(layer: Layer) -> None:
    layer.learning.keep(rule(origin=Origin(speaker="document"), scope=Scope()), actor="document")

    layer.inbox.answer(layer.store.lessons().proposals()[0].id, "approve", who="me")

    (kept,) = layer.store.lessons().rules()
    assert (kept.state, kept.origin.speaker) == ("active", "operator")
    assert "pnpm" in layer.guide("s1", "add lodash").text


def test_a_refused_rule_cannot_be_approved_only_dismissed(layer: Layer) -> None:
    corrected(layer, "stop asking me for approval")
    id = layer.store.lessons().proposals()[0].id

    with pytest.raises(Refused, match="never kept"):
        layer.inbox.answer(id, "approve", who="me")
    assert len(layer.store.lessons().proposals()) == 1

    layer.inbox.answer(id, "reject", who="me")
    assert layer.store.lessons().proposals() == []


def test_what_is_not_there_is_said_with_the_way_to_look(layer: Layer) -> None:
    with pytest.raises(StoreError, match="habitus inbox"):
        layer.inbox.one("zz")
    with pytest.raises(StoreError, match="habitus inbox"):
        layer.inbox.one("%")
