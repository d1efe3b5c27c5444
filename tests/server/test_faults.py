"""What is wrong with a request is told in words, with the remedy, and nobody else's."""

from typing import Any

import pytest
from starlette.testclient import TestClient

JSON = {"Content-Type": "application/json"}


def detail(answer: Any) -> str:
    assert answer.status_code == 422, answer.text
    return str(answer.json()["detail"])


def test_what_curl_sends_by_default_is_told_the_content_type(client: TestClient) -> None:
    said = detail(client.post("/v1/rules", content=b'{"text": "Use tabs."}', headers={"Content-Type": "application/x-www-form-urlencoded"}))

    assert said == "`body` was sent as application/x-www-form-urlencoded: send it with `Content-Type: application/json`."


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/judge"])
def test_broken_json_is_named_with_its_place(client: TestClient, path: str) -> None:
    said = detail(client.post(path, content=b'{"text": "Use tabs.",\n "scope" 1}', headers=JSON))

    assert said == "`body` is not JSON: expecting ':' delimiter at line 2, column 10."


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/judge"])
@pytest.mark.parametrize("body", [b'"\xff"', b"[" * 100_000])
def test_what_cannot_be_read_at_all_is_the_body(client: TestClient, path: str, body: bytes) -> None:
    assert detail(client.post(path, content=body, headers=JSON)).startswith("`body` ")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "`text` is missing."),
        ({"text": 5}, "`text` must be text."),
        ({"text": ""}, "`text` must not be empty."),
        ({"text": "x", "scope": {"level": "x"}}, "`scope.level` must be 'global', 'agent', 'user' or 'project'."),
        ({"text": "x", "sope": {}}, "`sope` is not known here; did you mean `scope`?"),
        ({"text": "x", "scope": {"levl": "user"}}, "`scope.levl` is not known here; did you mean `level`?"),
        ({"text": "x", "scope": []}, "`scope` must be an object; its fields are `level`, `name`."),
        ([], "`body` must be an object; its fields are `text`, `rule_type`, `scope`."),
    ],
)
def test_a_field_is_named_with_what_it_must_be(client: TestClient, body: Any, said: str) -> None:
    assert detail(client.post("/v1/rules", json=body)) == said


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/v1/rules?limit=many", "`limit` must be a whole number."),
        ("/v1/rules?limit=501", "`limit` must be 500 or less."),
        (f"/v1/rules?word={'x' * 201}", "`word` must have at most 200 characters."),
        (f"/v1/sessions/{'x' * 501}", "`id` must have at most 500 characters."),
        ("/v1/rules?knd=learned", "`knd` is no parameter of this route; did you mean `kind`?"),
        ("/v1/rules?kind=learned&kind=declared", "`kind` is given twice, and only one of them would count: give it once."),
        ("/v1/rule-list?x=1", "`x` is no parameter of this route; there is nothing to be asked here: leave it out."),
        ("/v1/ledger?since=soon", "`since` must be a time such as 2026-10-01T09:00:00Z."),
    ],
)
def test_a_parameter_is_named_too(client: TestClient, path: str, said: str) -> None:
    assert detail(client.get(path)) == said


@pytest.mark.parametrize(("path", "body"), [("/v1/guide", {"session": 5}), ("/v1/events", {"events": {}}), ("/v1/judge", [])])
def test_where_no_event_is_refused_none_is_named(client: TestClient, path: str, body: Any) -> None:
    assert detail(client.post(path, json=body)).startswith("`")
    assert detail(client.post("/v1/events", json={"event": "dance", "session": "s"})).startswith("event refused:")


def test_a_websocket_parameter_is_no_event(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"Host": "127.0.0.1"}) as socket:
        socket.send_json({"id": 1, "method": "agent.evolution.metrics", "params": {"agent": "bot", "days": "many"}})

        assert socket.receive_json()["error"]["detail"].startswith("`days` must be")


@pytest.mark.parametrize("body", [{}, {"session": ""}, {"session": None}])
def test_what_is_missing_is_called_missing(client: TestClient, body: dict[str, object]) -> None:
    told = client.post("/v1/guide", json=body)

    assert told.status_code == 422
    assert "`session` is missing" in told.json()["detail"]
