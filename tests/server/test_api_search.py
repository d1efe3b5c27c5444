"""What the pages can be asked, the API can be asked: rules and sessions, narrowed down."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import UserMessage
from server.furnished import CHECKED, OTHER, RULE, WAITING, furnish


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("kind=learned", {RULE, OTHER, CHECKED}), ("kind=learned&all=true", {RULE, OTHER, CHECKED, WAITING}), ("state=proposed", {WAITING}),
        ("scope=project", {OTHER}), ("scope=project:/work/shop", {OTHER}), ("kind=learned&scope=global", {RULE, CHECKED}),
        ("conflict=true", {RULE, OTHER}), ("conflict=true&scope=project", {OTHER}), ("type=refusal", set()),
        ("type=wrong_skill&word=publish", {CHECKED}), ("kind=declared&type=wrong_skill", set()), ("kind=declared&conflict=true", set()),
    ],
)  # fmt: skip
def test_rules_are_narrowed_down(layer: Layer, quiet: TestClient, query: str, found: set[str]) -> None:
    furnish(layer)

    assert {one["id"] for one in quiet.get(f"/v1/rules?{query}").json()["items"]} == found


def test_rules_that_contradict_come_a_page_at_a_time(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)

    first = quiet.get("/v1/rules?conflict=true&limit=1").json()
    second = quiet.get(f"/v1/rules?conflict=true&limit=1&after={first['next']}").json()

    assert {first["items"][0]["id"], second["items"][0]["id"]} == {RULE, OTHER}
    assert second["next"] is None


@pytest.mark.parametrize("query", ["type=odd", "state=odd", "conflict=odd"])
def test_what_no_rule_can_be_is_refused(quiet: TestClient, query: str) -> None:
    assert quiet.get(f"/v1/rules?{query}").status_code == 422


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["late", "early"]), ("word=SEA", ["early"]), ("agent=codex", ["late"]), ("folder=/work/blog", ["early"]),
        ("agent=codex&word=sea", []), ("agent=other&since=2026-05-02T00:00:00Z", []), ("agent=codex&since=2026-05-02T00:00:00Z", ["late"]),
    ],
)  # fmt: skip
def test_sessions_are_found(layer: Layer, quiet: TestClient, query: str, found: list[str]) -> None:
    at = layer.clock().replace(year=2026, month=5, day=1)
    layer.observe(UserMessage(session="early", at=at, agent="other", workspace="/work/blog", text="Write about the sea."))
    layer.observe(UserMessage(session="late", at=at + timedelta(days=2), agent="codex", workspace="/work/shop", text="Fix it."))

    page = quiet.get(f"/v1/sessions?{query}").json()

    assert [one["id"] for one in page["items"]] == found
    assert page["next"] is None
