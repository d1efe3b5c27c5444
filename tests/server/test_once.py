"""A write that is sent again is done once."""

from collections.abc import Callable

from starlette.testclient import TestClient

from habitus.layer import Layer

RULE = {"text": "Use pnpm instead of npm."}
KEY = {"Idempotency-Key": "7c0c5a34"}


def test_the_same_request_gets_the_same_answer_and_is_done_once(client: TestClient, layer: Layer) -> None:
    first = client.post("/v1/rules", json=RULE, headers=KEY)
    again = client.post("/v1/rules", json=RULE, headers=KEY)

    assert (again.status_code, again.json()) == (first.status_code, first.json()) == (201, first.json())
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["content-type"] == "application/json"
    assert layer.store.rules()[0].evidence_for == 1


def test_another_request_with_the_same_key_is_refused(client: TestClient, layer: Layer) -> None:
    client.post("/v1/rules", json=RULE, headers=KEY)

    other = client.post("/v1/rules", json={"text": "Use tabs."}, headers=KEY)

    assert other.status_code == 422
    assert "another request" in other.json()["detail"]
    assert len(layer.store.rules()) == 1


def test_keys_of_two_callers_do_not_meet(client: TestClient, keyed: Callable[[str], TestClient], layer: Layer) -> None:
    client.post("/v1/rules", json=RULE, headers=KEY)

    other = keyed("operator").post("/v1/rules", json={"text": "Use tabs for indentation."}, headers=KEY)

    assert other.status_code == 201
    assert len(layer.store.rules()) == 2


def test_a_refusal_is_an_answer_too(client: TestClient) -> None:
    first = client.delete("/v1/rules/none", headers=KEY)
    again = client.delete("/v1/rules/none", headers=KEY)

    assert (first.status_code, again.status_code, again.headers["idempotency-replayed"]) == (404, 404, "true")


def test_a_request_that_is_under_way_is_not_begun_again(client: TestClient, layer: Layer) -> None:
    import hashlib

    request = hashlib.sha256(b"DELETE /v1/queue?\n").hexdigest()
    layer.store.doors().answer_claim("k", "owner", request, layer.clock())

    answer = client.delete("/v1/queue", headers={"Idempotency-Key": "k"})

    assert (answer.status_code, answer.headers["retry-after"]) == (409, "1")


def test_a_key_that_is_none_is_refused(client: TestClient, layer: Layer) -> None:
    for key in ("", "x" * 201):
        assert client.post("/v1/rules", json=RULE, headers={"Idempotency-Key": key}).status_code == 422
    assert layer.store.rules() == []


def test_lists_that_have_not_changed_are_not_sent_again(client: TestClient) -> None:
    first = client.get("/v1/rules?kind=learned")
    same = client.get("/v1/rules?kind=learned", headers={"If-None-Match": first.headers["etag"]})
    client.post("/v1/rules", json=RULE)
    changed = client.get("/v1/rules?kind=learned", headers={"If-None-Match": first.headers["etag"]})

    assert (same.status_code, same.content) == (304, b"")
    assert (changed.status_code, len(changed.json()["items"])) == (200, 1)
    assert changed.headers["etag"] != first.headers["etag"]
