"""Pages: every row once, whatever happens in between."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.problems import Problem
from habitus.store.counting import suggestion_row
from habitus.types import Proposal, Scope, Suggestion
from nouns import call
from server.furnished import many_rules, put

numbers = st.lists(st.integers(0, 1000), unique=True, max_size=60)


def key(row: int) -> tuple[int]:
    return (row,)


def down(row: int) -> tuple[int, int]:
    """Newest first, and a place of two parts, as the store's are."""
    return (-row, 0)


def walked(fetch: Callable[[], paging.Fetch[int]], limit: int) -> list[int]:
    """`fetch`: the list as it stands at each page."""
    seen: list[int] = []
    after: str | None = None
    while True:
        found = paging.page(fetch(), after=after, limit=limit)
        assert len(found.items) <= limit
        seen += found.items
        after = found.next
        if after is None:
            return seen


@given(numbers, st.integers(1, 7))
def test_the_pages_together_are_the_list(whole: list[int], limit: int) -> None:
    assert walked(lambda: paging.among(whole, key), limit) == sorted(whole)


@given(numbers, numbers, st.integers(1, 7))
def test_one_list_after_another_is_walked_through_both(first: list[int], second: list[int], limit: int) -> None:
    both = paging.chained(paging.among(first, key), paging.among(second, key))

    assert walked(lambda: both, limit) == sorted(first) + sorted(second)


@given(numbers, st.integers(1, 7), st.data())
def test_two_lists_in_one_order_are_walked_once_though_rows_come_and_go(whole: list[int], limit: int, data: st.DataObject) -> None:
    there, gone = set(whole), set()

    def now() -> paging.Fetch[int]:
        for row in data.draw(st.lists(st.sampled_from(whole), max_size=2)) if whole else ():
            there.discard(row)
            gone.add(row)
        even, odd = ([row for row in there if row % 2 == rest] for rest in (0, 1))
        return paging.merged(paging.among(even, down), paging.among(odd, down), lambda one, other: one > other)

    seen = walked(now, limit)

    assert seen == sorted(set(seen), reverse=True)
    assert there <= set(seen) <= there | gone


@given(st.text(max_size=40))
def test_a_cursor_that_is_none_is_refused(after: str) -> None:
    with pytest.raises(Problem, match="`after` is no place"):
        paging.page(paging.among([1, 2, 3], key), after=f"!{after}", limit=2)


CURSORS = (
    "[]",
    "{}",
    "null",
    "[null]",
    "[true]",
    "[[1]]",
    "[NaN]",
    "[1e999]",
    f"[1{'0' * 400}]",
    f'["x",1{"0" * 400}]',
    f"[{2**63}]",
    "[2]",
    '["x"]',
    '[0,"x"]',
    '[1,"x","y",3]',
    "[" * 500,
    "[0]",
    "[1]",
)
LISTED = (
    "/v1/rules", "/v1/rules?kind=learned", "/v1/proposals", "/v1/sessions", "/v1/learnings", "/v1/learnings?order=newest", "/v1/knowledge",
    "/v1/examples", "/v1/approvals", "/v1/skills", "/v1/effects", "/v1/agents/bot/evolution/suggestions",
    "/v1/persona", "/v1/sessions/s1/why", "/v1/queue",
)  # fmt: skip


@pytest.mark.parametrize("path", LISTED)
def test_what_somebody_made_up_is_no_place_in_any_list(quiet: TestClient, layer: Layer, path: str) -> None:
    layer.rulebook.add("Name the otter.", rule_type="preference", scope=Scope(), who="me")
    layer.judge(call("Edit", file_path="a.py"))
    for cursor in CURSORS:
        after = urlsafe_b64encode(cursor.encode()).decode().rstrip("=")
        assert quiet.get(path, params={"after": after}).status_code in (200, 404), cursor
        assert quiet.get(path.replace("/v1/rules", "/behavioral-rules"), params={"after": after}).status_code in (200, 404)


def through(client: TestClient, path: str, **more: str) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = []
    while True:
        found = client.get(path, params=more).json()
        seen += found["items"]
        if not found["next"]:
            return seen
        more = {**more, "after": found["next"]}


def test_rules_are_paged_through_the_declared_before_the_learned(client: TestClient, layer: Layer) -> None:
    for animal in ("otter", "badger", "heron", "lynx", "marten"):
        layer.rulebook.add(f"Name the {animal} in every reply.", rule_type="preference", scope=Scope(), who="me")
    learned = [rule.id for rule in layer.store.lessons().rules()]

    assert [one["id"] for one in through(client, "/v1/rules", kind="learned", limit="2")] == learned
    assert [one["id"] for one in through(client, "/v1/rules", limit="2")] == [one.id for one in layer.gates.rules.checks] + learned
    assert [one["kind"] for one in through(client, "/v1/rules", kind="declared", limit="7")] == ["declared"] * len(layer.gates.rules.checks)


def test_the_inbox_is_paged_through_proposals_and_suggestions_newest_first(client: TestClient, layer: Layer) -> None:
    start = layer.clock()
    for n in range(9):
        at = start - timedelta(minutes=n // 2)
        put(layer, "proposals", f"a{n}", Proposal(id=f"a{n}", kind="rule", title="t", reason="r", body={}, created_at=at))
        made = Suggestion(kind="rule_never_helps", subject=f"{n}", sentence="s", evidence={}, parameters={}, id=f"b{n}", created_at=at)
        put(layer, "suggestions", made.id, suggestion_row(made))
        put(layer, "suggestions", f"c{n}", suggestion_row(replace(made, id=f"c{n}", status="rejected")))

    seen = through(client, "/v1/proposals", limit="4")

    assert sorted(one["id"] for one in seen) == [f"a{n}" for n in range(9)] + [f"b{n}" for n in range(9)]
    assert [one["created_at"] for one in seen] == sorted((one["created_at"] for one in seen), reverse=True)
    assert len(through(client, "/v1/proposals", kind="suggestion", limit="4")) == 9
    assert len(through(client, "/v1/proposals", kind="rule", limit="4")) == 9


def test_a_page_deep_down_is_found_by_its_place_alone(quiet: TestClient, layer: Layer) -> None:
    """The rows before it are gone, and it begins where it would have."""
    many_rules(layer, 300)
    first = quiet.get("/v1/rules", params={"kind": "learned", "limit": "200"}).json()
    for rule in layer.store.lessons().rules(limit=200):
        layer.rulebook.delete(rule.id, who="me")

    then = quiet.get("/v1/rules", params={"kind": "learned", "limit": "200", "after": first["next"]}).json()

    assert [one["description"] for one in then["items"]] == [f"Rule number {n}." for n in range(200, 300)]
    assert then["next"] is None


def test_personas_are_paged_by_name_and_files_that_nobody_has_looked_at_are_among_them(quiet: TestClient, layer: Layer) -> None:
    for agent in ("otter", "badger", "heron"):
        for file in ("AGENTS.md", "SOUL.md"):
            layer.persona.write(agent, file, f"{agent}\n", who="me")
    for name in ("lynx", ".hidden", "no\x07name"):
        folder = Path(layer.home) / "persona" / name
        folder.mkdir()
        (folder / "SOUL.md").write_text("Calm.\n")

    seen = through(quiet, "/v1/persona", limit="2")

    files = [(one["agent"], one["file"]) for one in seen]
    assert files == [
        *((agent, file) for agent in ("badger", "heron") for file in ("SOUL.md", "AGENTS.md")),
        ("lynx", "SOUL.md"), ("otter", "SOUL.md"), ("otter", "AGENTS.md"),
    ]  # fmt: skip


def test_why_is_paged_and_on_every_page_the_last_thing_told_is_still_in_force(quiet: TestClient, layer: Layer) -> None:
    layer.rulebook.add("Name the otter in every reply.", rule_type="preference", scope=Scope(), who="me")
    for n in range(6):
        if n in (1, 5):
            layer.guide("s1", f"prompt {n}")
        layer.judge(call("Edit", id=f"c{n}", file_path="a.py"))

    whole = quiet.get("/v1/sessions/s1/why").json()
    paged = through(quiet, "/v1/sessions/s1/why", limit="2")

    assert (paged, whole["next"]) == (whole["items"], None)
    assert [len(one["lessons"]) for one in paged] == [0, 1, 1, 1, 1, 1]
    assert len(through(quiet, "/v1/sessions/s1/why", call="c3", limit="1")) == 1
