"""The server's door, and what is behind it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from habitus import assemble
from habitus.assemble import token
from habitus.config import Settings
from habitus.layer import Layer
from habitus.server.app import create
from habitus.types import Scope
from nouns import call, result, user

TOKEN = "t0ken"


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Layer]:
    found = assemble.layer(Settings(), home=tmp_path)
    yield found
    found.close()


@pytest.fixture
def client(layer: Layer) -> Iterator[TestClient]:
    with TestClient(create(layer, TOKEN), base_url="http://127.0.0.1:8787", headers={"Authorization": f"Bearer {TOKEN}"}) as found:
        yield found


def corrected(layer: Layer, said: str = "no, use pnpm instead of npm") -> None:
    layer.observe(user("add lodash", key="u1"))
    layer.observe(call("Bash", command="npm install"))
    layer.observe(result())
    layer.observe(user(said, key="u2"))


def test_health_counts_what_there_is(client: TestClient, layer: Layer) -> None:
    corrected(layer)

    found = client.get("/v1/health").json()

    assert (found["status"], found["sessions"], found["events"], found["rules"], found["queue"]) == ("ok", 1, 4, 1, 0)


def test_rules_are_listed_with_what_was_said(client: TestClient, layer: Layer) -> None:
    corrected(layer)

    (rule,) = client.get("/v1/rules").json()["rules"]

    assert (rule["description"], rule["said"], rule["state"]) == ("Use pnpm instead of npm.", "no, use pnpm instead of npm", "active")


def test_a_call_is_judged_and_remembered(client: TestClient, layer: Layer) -> None:
    body = {"session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}}

    answer = client.post("/v1/judge", json=body).json()

    assert (answer["id"], answer["decision"]) == ("c1", "allow")
    assert [(v["rule"], v["action"], v["when"]) for v in answer["verdicts"]][:1] == [("read_before_edit", "warn", "pre_tool")]
    assert layer.session("s1").calls == 1


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{broken", "`body` is not JSON"),
        (b"[]", "`body` must be an object"),
        (b'{"session": "s"}', "`id` is missing"),
        (b'{"session": "s", "id": "c", "tool": "Edit", "args": 3}', "`args` must be an object"),
        (b"[" * 200_000, "`body` is not JSON"),
        (b" " * 1_100_000, "`body` is larger than 1 MB"),
    ],
)
def test_a_malformed_request_is_refused_with_its_field(client: TestClient, layer: Layer, body: bytes, says: str) -> None:
    answer = client.post("/v1/judge", content=body)

    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert says in answer.json()["title"]
    assert layer.store.counts()["events"] == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic t0ken"}, 401),
        ({"Authorization": "", "Cookie": "habitus=wrong"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "[bad"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/v1/health", "/v1/rules", "/v1/judge", "/nowhere"])
def test_a_stranger_gets_nothing(client: TestClient, layer: Layer, path: str, headers: dict[str, str], status: int) -> None:
    body = {"session": "s1", "id": "c1", "tool": "Edit", "args": {}}

    for answer in (client.get(path, headers=headers), client.post(path, headers=headers, json=body)):
        assert answer.status_code == status
        assert "lodash" not in answer.text
    assert layer.store.counts()["events"] == 0


def test_the_link_opens_the_page_and_leaves_the_address_bar(client: TestClient, layer: Layer) -> None:
    corrected(layer)
    client.headers.pop("Authorization")

    answer = client.get(f"/?token={TOKEN}")

    assert answer.history[0].status_code == 303
    assert "httponly" in answer.history[0].headers["set-cookie"].lower()
    assert "samesite=strict" in answer.history[0].headers["set-cookie"].lower()
    assert str(answer.url).endswith(":8787/")
    assert "Use pnpm instead of npm." in answer.text


def test_the_token_in_a_link_opens_the_page_only(client: TestClient) -> None:
    client.headers.pop("Authorization")

    assert client.get(f"/v1/rules?token={TOKEN}").status_code == 401


def test_learned_text_is_escaped(client: TestClient, layer: Layer) -> None:
    layer.rulebook.add('Use <script>alert(1)</script> & "quotes".', rule_type="preference", scope=Scope(), who="me")

    page = client.get("/").text

    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_an_empty_page_says_what_to_do(client: TestClient) -> None:
    assert "habitus learn PATH" in client.get("/").text


def test_every_answer_carries_the_headers_that_keep_it_safe(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/v1/health"), client.get("/", headers={"Authorization": "no"})):
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_the_server_tends_by_itself(layer: Layer) -> None:
    corrected(layer)
    layer.guide("s1")

    with TestClient(create(layer, TOKEN), base_url="http://127.0.0.1") as client:
        client.get("/v1/health", headers={"Authorization": f"Bearer {TOKEN}"})
        while not layer.store.rules()[0].times_applied:
            client.get("/v1/health", headers={"Authorization": f"Bearer {TOKEN}"})

    assert layer.store.rules()[0].times_applied == 1


def test_the_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    first = token(tmp_path / "home")

    assert len(first) >= 40
    assert token(tmp_path / "home") == first
    assert (tmp_path / "home" / "token").stat().st_mode & 0o077 == 0


def test_a_wrong_link_opens_nothing(client: TestClient) -> None:
    client.headers.pop("Authorization")

    assert client.get("/?token=wrong").status_code == 401
