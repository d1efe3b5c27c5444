"""Failures are found by a word: the same on every database."""

from dataclasses import replace

import pytest

from habitus.store.sql import SqlStore
from habitus.types import Change, Learning, Origin, Scope
from nouns import START


def put(store: SqlStore, id: str, tool: str, pattern: str, text: str) -> None:
    made = Learning(
        id=id, tool=tool, pattern=pattern, category="tool_error", text=text, diagnosis="", scope=Scope(), origin=Origin(speaker="tool"),
        confidence=0.5, created_at=START, updated_at=START,
    )  # fmt: skip
    store.apply([Change(verb="learned", table="learnings", item=id, after=made, actor="me")], START)


@pytest.mark.parametrize("common", [True, False])
@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("", "cba"), ("GREP", "a"), ("tool", ""), ("tool:", ""), ("such FOLDER", "a"), ("run it", "b"), ("100%", "b"), ("_", "c"),
        ("\\", "c"), ("zzz", ""),
    ],
)  # fmt: skip
def test_a_word_is_looked_for_in_the_tool_the_error_and_the_fix(store: SqlStore, word: str, ids: str, common: bool) -> None:
    put(store, "a", "Grep", "no such folder", "")
    put(store, "b", "Bash", "100% full", "Run it again.")
    put(store, "c", "Read", "a_b\\c", "")

    assert "".join(one.id for one in store.lessons().learnings(word=word, common=common)) == ids


def test_of_all_that_is_known_of_a_tool_only_what_has_changed_is_made_anew(store: SqlStore) -> None:
    put(store, "a", "Bash", "no such folder", "")
    put(store, "b", "Bash", "100% full", "")
    stays, changes = store.lessons().learnings_of("Bash", "global")
    more = replace(changes, occurrences=9)
    store.apply([Change(verb="failed", table="learnings", item="b", after=more, actor="me")], START)

    first, second = store.lessons().learnings_of("Bash", "global")

    assert (first, second) == (more, stays)
    assert second is stays
