"""Strategies over HTTP: what `habitus learning strategies` does."""

from starlette.testclient import TestClient

from habitus.adapt import intent, validate
from habitus.layer import Layer

PRIMES = intent.read("List the first three prime numbers.")


def learned(layer: Layer, *agents: str) -> None:
    for agent in agents:
        layer.strategies.learn(agent, PRIMES, "ai.process with data delivery prompt", validate.validate("2, 3, 5", PRIMES), session="s")


def test_a_strategy_is_forgotten_and_brought_back(client: TestClient, layer: Layer) -> None:
    learned(layer, "bot")
    (known,) = client.get("/v1/strategies?agent=bot").json()["items"]

    gone = client.delete(f"/v1/strategies/{known['id']}").json()

    assert gone["strategy"] == known
    assert client.get("/v1/strategies").json()["items"] == []
    client.post("/v1/undo", json={"entry": gone["entry"]})
    assert client.get("/v1/strategies").json()["items"] == [known]
    assert {entry.actor for entry in layer.store.entries(verb="forgotten")} == {"owner"}


def test_strategies_come_in_pages_and_of_one_agent(client: TestClient, layer: Layer) -> None:
    learned(layer, "ana", "bot", "cleo")

    first = client.get("/v1/strategies?limit=2").json()
    rest = client.get(f"/v1/strategies?after={first['next']}").json()

    assert [one["agent"] for one in first["items"] + rest["items"]] == ["cleo", "bot", "ana"]
    assert [one["agent"] for one in client.get("/v1/strategies?agent=bot").json()["items"]] == ["bot"]


def test_a_strategy_that_is_not_there_says_where_they_are(client: TestClient) -> None:
    answer = client.delete("/v1/strategies/nope")

    assert (answer.status_code, "`GET /v1/strategies`" in answer.json()["detail"]) == (404, True)
