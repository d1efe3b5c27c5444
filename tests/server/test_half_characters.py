"""Half a character, as a host in JavaScript cuts it out of an emoji, is judged, kept, and shown to whoever asks."""

import json

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.app import Application
from habitus.server.passes import new_key
from server.conftest import HERE
from server.furnished import suggested

HALF = json.loads(r'"\ud83d"')


def posted(client: TestClient, path: str, **given: object) -> int:
    return client.post(path, content=json.dumps(given).encode(), headers={"content-type": "application/json"}).status_code


@pytest.mark.parametrize(
    "told",
    [
        {"event": "call", "id": "1", "tool": "Write", "args": {"file_path": f"/w/{HALF}", HALF: [HALF]}},
        {"event": "call", "id": "1", "tool": "x", "args": {}, "batch": HALF},
        {"event": "result", "id": "1", "result": {HALF: [HALF]}},
        {"event": "end", "reason": HALF},
    ],
    ids=["arguments", "batch", "result", "reason"],
)
def test_a_session_with_one_can_be_read(client: TestClient, told: dict[str, object]) -> None:
    assert posted(client, "/v1/events", session="s1", **told) == 200

    for path in ("/v1/sessions/s1/events", "/v1/sessions/s1", "/v1/sessions/s1/why", "/v1/ledger", "/sessions/s1"):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("name", ["session", "id", "key"])
def test_another_call_under_a_name_with_one_is_judged(client: TestClient, name: str) -> None:
    names = {"session": "s1", "id": "1", "key": "k1"} | {name: HALF}

    told = [posted(client, "/v1/judge", **names, tool="Bash", args={"command": command}) for command in ("ls", "pwd", "ls", "pwd")]

    assert told == [200, 200, 200, 200]
    assert client.get("/v1/sessions").json()["items"][0]["events"] == 2


def test_a_file_of_a_persona_is_kept_whatever_stands_beside_it(client: TestClient, layer: Layer) -> None:
    layer.persona.write("bot", "SOUL.md", "Calm.\n", who="owner")
    mine = f"{layer.home}/persona/bot/SOUL.md"

    for strange in (f"/tmp/{HALF}", f"/tmp/./{HALF}", "/tmp/a\0b"):
        args = {"file_path": mine, "content": "x", "path": strange}
        content = json.dumps({"session": "s1", "agent": "bot", "id": strange, "tool": "Write", "args": args}).encode()
        said = client.post("/v1/judge", content=content, headers={"content-type": "application/json"})
        assert (said.status_code, said.json().get("decision")) == (200, "block")


def test_reasons_of_a_skill_may_have_one(client: TestClient) -> None:
    skill = "---\nname: notes\ndescription: Writes notes. Use when asked.\n---\n# Notes\n"
    assert posted(client, "/v1/skills", content=skill, accept={"x": HALF}) < 500


def test_what_only_an_admin_sets_an_operator_does_not_bring_back_with_others(app: Application, client: TestClient, layer: Layer) -> None:
    """An admin takes back several things at once: a setting of an agent, and what was done to a suggestion."""
    _, key = new_key(layer, "olga", "operator", who="owner")
    operator = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {key}"})
    client.post("/v1/agents", json={"id": "bot"})
    suggested(layer)
    since = layer.clock().isoformat()
    client.patch("/v1/agents/bot", json={"key": "self_evolve", "value": True})
    client.patch("/v1/agents/bot/evolution/suggestions/5a11", json={"status": "rejected"})
    page = client.get("/ledger/all", params={"since": since}).text
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    done = client.post("/ledger/all", data={"since": since, "seen": seen}, follow_redirects=False)
    line = int(done.headers["location"].rpartition("undo=")[2])
    assert client.get("/v1/agents/bot").json()["self_evolve"] is False

    assert operator.post("/v1/undo", json={"entry": line}).status_code == 403

    assert client.get("/v1/agents/bot").json()["self_evolve"] is False
    assert client.post("/v1/undo", json={"entry": line}).status_code == 200


def test_guardrails_that_cannot_be_read_are_refused_before_they_are_kept(client: TestClient) -> None:
    client.post("/v1/agents", json={"id": "bot"})
    for value in ("strict", 7, ["x"], {"nope": 1}, {"min_data_points": 10**400}):
        assert posted(client, "/v1/agents", id="bot") in (200, 201, 409)
        kept = client.patch(
            "/v1/agents/bot",
            content=json.dumps({"key": "evolution_guardrails", "value": value}).encode(),
            headers={"content-type": "application/json"},
        )
        assert kept.status_code in (409, 422), value
        assert client.get("/evolution").status_code == 200


def test_the_last_place_there_is_is_a_place(client: TestClient) -> None:
    posted(client, "/v1/events", session="s1", event="user", text="hello")
    for after in ("WzkyMjMzNzIwMzY4NTQ3NzU4MDdd", "WzkyMjMzNzIwMzY4NTQ3NzU4MDZd"):
        assert client.get("/v1/sessions/s1/why", params={"after": after}).status_code < 500
