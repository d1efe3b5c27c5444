"""Short lists come in pages like the long ones, and what is known is not sent again."""

from typing import Any

import pytest
from starlette.testclient import TestClient


def whole(client: TestClient, path: str) -> list[Any]:
    """One row at a time."""
    found, after = [], ""
    while True:
        page = client.get(f"{path}?limit=1{after}").json()
        found += page["items"]
        if page["next"] is None:
            return found
        after = f"&after={page['next']}"


@pytest.mark.parametrize(("path", "made"), [("/v1/agents", "id"), ("/v1/keys", "name")])
def test_a_short_list_comes_in_pages_too(client: TestClient, path: str, made: str) -> None:
    for name in ("ana", "bot", "cleo"):
        assert client.post(path, json={made: name}).status_code == 201

    assert sorted(one[made] for one in whole(client, path)) == ["ana", "bot", "cleo"]
    assert whole(client, path) == client.get(path).json()["items"]
    assert client.get(f"{path}?after=nowhere").status_code == 404


def test_an_agent_that_nobody_has_met_has_the_defaults(client: TestClient) -> None:
    assert client.get("/v1/agents/nobody").json()["self_evolve"] is False
    assert client.get("/v1/agents").json()["items"] == []


def test_any_tag_will_do_for_who_knows_one(client: TestClient) -> None:
    answer = client.get("/v1/rules", headers={"If-None-Match": "*"})

    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"]
