"""Pages: every row once, whatever happens in between."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.paging import page
from habitus.server.problems import Problem
from habitus.types import Scope


def first(rows: list[int], n: int) -> list[int]:
    return rows[:n]


rows = st.lists(st.integers(0, 1000), unique=True, max_size=60)


@given(rows, st.integers(1, 7))
def test_the_pages_together_are_the_list(whole: list[int], limit: int) -> None:
    seen: list[int] = []
    after: str | None = None
    while True:
        found = page(lambda n: whole[:n], lambda row: row, after=after, limit=limit)
        seen += found.items
        after = found.next
        if after is None:
            break

    assert seen == whole


@given(rows, st.integers(1, 7), st.data())
def test_what_is_added_in_front_neither_hides_nor_repeats_a_row(whole: list[int], limit: int, data: st.DataObject) -> None:
    """Newest first: new rows come before those that were seen."""
    new = 2000
    seen: list[int] = []
    after: str | None = None
    while True:
        found = page(partial(first, whole), lambda row: row, after=after, limit=limit)
        seen += found.items
        after = found.next
        if after is None:
            break
        added = data.draw(st.integers(0, 20))
        whole = [*range(new + added, new, -1), *whole]
        new += added

    old = [row for row in whole if row <= 1000]
    assert [row for row in seen if row <= 1000] == old


@given(st.text(max_size=40))
def test_a_cursor_that_is_none_is_refused(after: str) -> None:
    if after:
        with pytest.raises(Problem, match="`after` is no place"):
            page(lambda n: [1, 2, 3][:n], lambda row: row, after=f"!{after}", limit=2)


def test_rules_are_paged_through(client: TestClient, layer: Layer) -> None:
    for animal in ("otter", "badger", "heron", "lynx", "marten"):
        layer.rulebook.add(f"Name the {animal} in every reply.", rule_type="preference", scope=Scope(), who="me")
    seen: list[str] = []
    more: dict[str, str] = {}
    while True:
        found = client.get("/v1/rules", params={"kind": "learned", "limit": "2", **more}).json()
        seen += [item["id"] for item in found["items"]]
        if not found["next"]:
            break
        more = {"after": found["next"]}

    assert seen == [rule.id for rule in layer.store.rules()]
    assert len(seen) == 5
