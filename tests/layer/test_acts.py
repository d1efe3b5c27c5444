"""What a person does to a rule moves others, too. One undo takes back all of it, and one more brings it back."""

from collections.abc import Callable

import pytest

from habitus.layer import Layer
from habitus.layer.undoing import act, stands_for, taken_back
from habitus.types import Rule, Scope
from nouns import FrozenClock

Does = Callable[[Layer], int | None]


def said(layer: Layer, text: str, scope: Scope | None = None) -> Rule:
    return layer.rulebook.add(text, rule_type="preference", scope=scope or Scope(), who="me").rule


def one(layer: Layer, text: str) -> str:
    return next(rule.id for rule in layer.store.lessons().rules(active=False) if rule.text == text)


def adds(layer: Layer) -> int | None:
    return layer.rulebook.add("Use jest instead of vitest.", rule_type="preference", scope=Scope(), who="me").entry


def deletes(layer: Layer) -> int | None:
    return layer.rulebook.delete(one(layer, "Use ruff instead of flake8."), who="me")[1]


def edits(layer: Layer) -> int | None:
    return layer.rulebook.edit(one(layer, "Write short titles for commits."), "Use jest instead of vitest.", who="me")[1]


def switches_on(layer: Layer) -> int | None:
    return layer.rulebook.switch(one(layer, "Use flake8 instead of ruff."), on=True, who="me")[1]


def deletes_what_contradicts(layer: Layer) -> int | None:
    return layer.rulebook.delete(one(layer, "Never use yarn for installs."), who="me")[1]


@pytest.fixture
def furnished(layer: Layer, clock: FrozenClock) -> Layer:
    for text in ("Use vitest instead of jest.", "Write short titles for commits.", "Use flake8 instead of ruff.", "Use yarn for installs."):
        said(layer, text)
    clock.forward(seconds=60)
    said(layer, "Use ruff instead of flake8.")
    said(layer, "Never use yarn for installs.", Scope(level="project", name="/w"))
    return layer


def seen(layer: Layer) -> dict[str, tuple[str, str | None]]:
    rules = {rule.text: (rule.state, rule.superseded_by) for rule in layer.store.lessons().rules(active=False)}
    return rules | {one.title: (one.state, None) for one in layer.store.lessons().proposals("pending", kind="conflict")}


def taken(layer: Layer, line: int) -> int:
    entry = layer.store.entry(line)
    assert entry
    found = act(layer.store, "ledger", taken_back(layer, stands_for(layer, entry), who="me"), who="me", at=layer.clock())
    assert found
    return found


@pytest.mark.parametrize("does", [adds, deletes, edits, switches_on, deletes_what_contradicts])
def test_an_act_is_taken_back_whole_and_brought_back_whole(furnished: Layer, does: Does) -> None:
    before = seen(furnished)
    line = does(furnished)
    after = seen(furnished)
    assert line
    assert sum(before.get(name) != after.get(name) for name in before | after) > 1

    undone = taken(furnished, line)
    assert seen(furnished) == before
    redone = taken(furnished, undone)
    assert seen(furnished) == after
    taken(furnished, redone)
    assert seen(furnished) == before


@pytest.mark.parametrize("does", [adds, deletes, edits, switches_on])
def test_half_of_an_act_is_not_taken_back_alone(furnished: Layer, does: Does) -> None:
    last, before = furnished.store.entries(limit=1)[0].id, seen(furnished)
    does(furnished)
    halves = [entry for entry in furnished.store.entries(after_id=last, changes=True) if entry.table == "behavioral_rules"]
    assert len(halves) == 2

    taken(furnished, halves[-1].id)

    assert seen(furnished) == before


def test_a_deleted_rule_comes_back_by_its_own_line_with_what_it_had_taken_the_place_of(layer: Layer, clock: FrozenClock) -> None:
    """As an older Habitus has written it: two lines, and none that stands for both."""
    said(layer, "Use flake8 instead of ruff.")
    clock.forward(seconds=60)
    newer = said(layer, "Use ruff instead of flake8.")
    before = seen(layer)
    born = next(entry for entry in layer.store.entries(item=newer.id, changes=True) if entry.verb == "learned")

    (undone,) = taken_back(layer, [born], who="me")
    assert seen(layer) == {"Use flake8 instead of ruff.": ("active", None)}
    entry = layer.store.entry(undone)
    assert entry
    taken_back(layer, [entry], who="me")

    assert seen(layer) == before


def test_a_contradiction_that_is_over_waits_for_nobody(furnished: Layer) -> None:
    id = one(furnished, "Never use yarn for installs.")
    assert [each.kind for each in furnished.store.lessons().proposals()] == ["conflict"]

    furnished.rulebook.edit(id, "Do not use yarn for installs.", who="me")
    (asked,) = furnished.store.lessons().proposals()
    assert "Do not use yarn" in asked.title

    furnished.rulebook.edit(id, "Write tests for the parsers of dates.", who="me")
    assert furnished.store.lessons().proposals() == []


def test_deleting_what_is_not_in_force_brings_nothing_back(layer: Layer, clock: FrozenClock) -> None:
    for text in ("Use npm instead of yarn.", "Use yarn instead of npm.", "Use npm instead of yarn, always."):
        said(layer, text)
        clock.forward(seconds=60)
    before = seen(layer)
    middle = one(layer, "Use yarn instead of npm.")
    assert [state for state, _ in before.values()].count("active") == 1

    line = layer.rulebook.delete(middle, who="me")[1]
    after = seen(layer)

    assert [state for state, _ in after.values()].count("active") == 1
    assert middle not in {place for _, place in after.values()}
    taken(layer, line)
    assert seen(layer) == before
