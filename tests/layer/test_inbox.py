"""What waits for a person, and what each answer does."""

from collections.abc import Callable

import pytest

from habitus.errors import Refused, StoreError
from habitus.layer import Layer
from habitus.store import ledger
from habitus.types import Origin, Scope
from layer.said import corrected, verbs
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


def out_by_effect(layer: Layer) -> None:
    layer.rulebook.step_back(NEW, retire=True, who="effect")


def out_of_use(layer: Layer) -> None:
    layer.clock.forward(days=400)  # type: ignore[attr-defined]
    layer.upkeep.run()


def out_by_a_reversal(layer: Layer) -> None:
    layer.clock.forward(seconds=60)  # type: ignore[attr-defined]
    reversal = rule("Never use imperial units in reports.", id=NEW.replace("2", "3"), created_at=layer.clock())
    layer.learning.keep(reversal, actor="user")


def out_by_undo(layer: Layer) -> None:
    ledger.undo_many(layer.store, layer.store.entries(item=NEW, changes=True, limit=1), actor="me", now=layer.clock())


@pytest.mark.parametrize("goes", [out_by_effect, out_of_use, out_by_a_reversal, out_by_undo])
def test_a_question_goes_with_its_rule_and_comes_back_with_it(layer: Layer, goes: Callable[[Layer], None]) -> None:
    id = contradicting(layer)
    last = layer.store.entries(limit=1)[0].id
    goes(layer)

    assert layer.store.lessons().proposals() == []
    assert "withdrawn" in verbs(layer, "proposals")

    for waits in ([id], [], [id]):  # taken back, brought back, and taken back again
        rules = [one for one in layer.store.entries(after_id=last, changes=True, limit=100) if one.table == "behavioral_rules"]
        last = layer.store.entries(limit=1)[0].id
        ledger.undo_many(layer.store, rules, actor="me", now=layer.clock())
        assert [one.id for one in layer.store.lessons().proposals()] == waits


def test_a_question_about_other_words_does_not_come_back(layer: Layer) -> None:
    contradicting(layer)
    out_by_effect(layer)
    gone = layer.store.entries(item=NEW, changes=True, limit=1)
    old = next(one for one in layer.store.lessons().rules())
    layer.rulebook.edit(old.id, "Use metric units in letters.", who="me")

    ledger.undo_many(layer.store, gone, actor="me", now=layer.clock())

    assert len(held(layer)) == 2
    assert layer.store.lessons().proposals() == []


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
