"""`/mcp` behind the door: both eras of the protocol, as raw requests."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from habitus.evolve.skills import changes
from habitus.layer import Layer
from habitus.server import mcp
from habitus.server.door import Door
from habitus.server.mcp.http import EACH
from habitus.server.passes import Passes, new_key
from habitus.types import Caller
from nouns import user

TOKEN = "t0ken"
HERE = "http://127.0.0.1:8787"
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
VERSION = "2026-07-28"


@pytest.fixture
def client(layer: Layer) -> Iterator[TestClient]:
    """`layer` is the house's; only what is ours stands behind the door."""
    door = Door(Starlette(routes=mcp.routes(layer)), passes=Passes(TOKEN, layer.store.doors(), layer.clock))
    with TestClient(door, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}", **ACCEPT}) as found:
        yield found


def framed(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def modern(method: str, name: str = "", **params: Any) -> dict[str, Any]:
    """A request of the stateless protocol, with the headers it needs."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    headers = {"mcp-protocol-version": VERSION, "mcp-method": method, **({"mcp-name": name} if name else {})}
    return {"json": framed(method, _meta=meta, **({"name": name} if name else {}), **params), "headers": headers}


def begun(client: TestClient, who: str = "tester") -> dict[str, str]:
    """The headers of a session of the protocol with a handshake."""
    info = {"name": who, "version": "1"}
    answer = client.post("/mcp", json=framed("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=info))
    headers = {"mcp-session-id": answer.headers["mcp-session-id"], "mcp-protocol-version": "2025-11-25"}
    client.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
    return headers


def test_what_speaks_it_is_loaded_when_somebody_asks(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Any] = []
    load = mcp._loaded

    def counted() -> Any:
        loaded.append(load())
        return loaded[-1]

    monkeypatch.setattr(mcp, "_loaded", counted)
    with TestClient(Starlette(routes=mcp.routes(layer)), base_url=HERE, headers=ACCEPT) as client:
        assert loaded == []
        assert [client.post("/mcp", **modern("tools/list")).status_code for _ in range(2)] == [200, 200]

    assert len(loaded) == 1


def test_an_agents_key_gets_what_is_for_agents_and_sees_nobody_else(client: TestClient, layer: Layer) -> None:
    layer.observe(user("my address is a secret", session="anas", key="u1"))
    _, key = new_key(layer, "build bot", "agent", who="a test")
    as_agent = {"Authorization": f"Bearer {key}"}
    timeline = modern("resources/read", uri="habitus://sessions/anas")
    timeline["headers"]["mcp-name"] = "habitus://sessions/anas"
    asked = {
        "inbox": modern("tools/call", "inbox", arguments={}),
        "timeline": timeline,
        "lessons": modern("tools/call", "lessons", arguments={}),
    }

    def told(headers: dict[str, str]) -> dict[str, str]:
        return {name: client.post("/mcp", json=one["json"], headers={**one["headers"], **headers}).text for name, one in asked.items()}

    mine, theirs = told({}), told(as_agent)

    assert "my address" in mine["timeline"]
    assert "my address" not in theirs["timeline"]
    assert {name for name, text in theirs.items() if "ask an admin for one that may read" in text} == {"inbox", "timeline"}


def test_a_client_with_a_handshake_and_one_without_get_the_same_tools(client: TestClient) -> None:
    old = client.post("/mcp", json=framed("tools/list"), headers=begun(client)).json()["result"]["tools"]
    new = client.post("/mcp", **modern("tools/list")).json()["result"]["tools"]

    assert [tool["name"] for tool in old] == ["check", "guidance", "lessons", "skills", "skill", "correct", "inbox", "recall"]
    assert new == old


def test_every_client_is_a_session_of_its_own(client: TestClient, layer: Layer) -> None:
    first, second = begun(client, "one"), begun(client, "two")
    for headers in (first, second):
        client.post("/mcp", json=framed("tools/call", name="guidance", arguments={"prompt": "x"}), headers=headers)
    client.post("/mcp", **modern("tools/call", "guidance", arguments={"prompt": "x"}))
    client.post("/mcp", **modern("tools/call", "guidance", arguments={"prompt": "y"}))

    assert sorted(row["agent"] for row in layer.store.past().recent()) == ["one", "tester", "two"]


def keyed(layer: Layer, name: str) -> dict[str, str]:
    """The header of somebody else who may write."""
    _, key = new_key(layer, name, "operator", who="owner")
    return {"authorization": f"Bearer {key}"}


CORRECTS = framed("tools/call", name="correct", arguments={"text": "Use pnpm instead of npm."})


@pytest.mark.parametrize("said", ["owner", "opa", "operator", ""])
def test_what_is_written_names_whose_key_it_was_and_not_what_the_client_calls_itself(client: TestClient, layer: Layer, said: str) -> None:
    opa = keyed(layer, "opa")
    info = {"name": said, "version": "1"}
    began = client.post("/mcp", json=framed("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=info), headers=opa)

    client.post("/mcp", json=CORRECTS, headers={**opa, "mcp-session-id": began.headers["mcp-session-id"]})

    actors = {entry.actor for entry in layer.store.entries(verb="proposed", limit=10)}
    assert [actor for actor in actors if actor.startswith("opa via ")]
    assert not actors & {"owner", "opa", "operator", ""}


def test_a_client_that_calls_itself_as_a_person_sees_nothing_of_theirs(client: TestClient, layer: Layer) -> None:
    keyed(layer, "opa")
    for person in ("owner", "opa"):
        text = (
            f"---\nname: {person}-tidies\ndescription: Use when log files of {person} fill the disk.\n---\n\n1. List them for {person}.\n"
        )
        wish = changes.created({"action": "create", "slug": f"{person}-tidies", "content": text})
        layer.skills.create(wish, Caller(name=person, role="operator"))

    seen = [
        client.post("/mcp", json=framed("tools/call", name="skills", arguments={}), headers=begun(client, who)) for who in ("owner", "OPA")
    ]

    assert [answer.json()["result"]["structuredContent"]["skills"] for answer in seen] == [[], []]


def test_a_session_belongs_to_the_key_that_opened_it(client: TestClient, layer: Layer) -> None:
    mine, other = begun(client), keyed(layer, "opa")

    assert client.post("/mcp", json=framed("tools/list"), headers={**mine, **other}).status_code == 404
    assert client.delete("/mcp", headers={**mine, **other}).status_code == 404
    assert client.post("/mcp", json=framed("tools/list"), headers=mine).status_code == 200


def test_one_key_leaves_room_for_others_and_gets_its_own_back(client: TestClient, layer: Layer) -> None:
    crowd = keyed(layer, "crowd")
    hello = framed("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "x", "version": "1"})

    opened = [client.post("/mcp", json=hello, headers=crowd) for _ in range(EACH + 1)]
    assert [answer.status_code for answer in opened] == [200] * EACH + [503]
    assert client.post("/mcp", json=hello).status_code == 200
    assert client.post("/mcp", headers={**crowd, **modern("tools/list")["headers"]}, json=modern("tools/list")["json"]).status_code == 200

    client.delete("/mcp", headers={**crowd, "mcp-session-id": opened[0].headers["mcp-session-id"]})
    assert client.post("/mcp", json=hello, headers=crowd).status_code == 200


def test_without_a_handshake_nobody_speaks_in_anothers_session(client: TestClient, layer: Layer) -> None:
    mine, other = begun(client), keyed(layer, "opa")
    client.post("/mcp", json=framed("tools/call", name="guidance", arguments={"prompt": "x"}), headers=mine)

    asked = modern("tools/call", "guidance", arguments={"prompt": "x"})
    client.post("/mcp", **asked | {"headers": {**asked["headers"], **other, "mcp-session-id": mine["mcp-session-id"]}})

    assert len(list(layer.store.past().recent())) == 2


def test_without_a_token_or_under_another_name_nobody_gets_in(client: TestClient) -> None:
    asked = modern("tools/list")

    assert client.post("/mcp", **(asked | {"headers": asked["headers"] | {"authorization": "Bearer wrong"}})).status_code == 401
    assert client.post("/mcp", **(asked | {"headers": asked["headers"] | {"host": "rebound.example"}})).status_code == 421
    assert client.post("/mcp", **(asked | {"headers": asked["headers"] | {"origin": "http://evil.example"}})).status_code == 403


def test_a_stream_is_not_offered_and_a_session_can_be_ended(client: TestClient) -> None:
    headers = begun(client)

    assert client.get("/mcp", headers=headers).status_code == 405
    assert client.delete("/mcp", headers=headers).status_code == 200
    assert client.post("/mcp", json=framed("tools/list"), headers=headers).status_code == 404


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","id":1,"method":5}', b"[" * 100_000, b"\xff\xff"]
)
def test_what_is_no_request_is_answered_and_breaks_nothing(client: TestClient, body: bytes) -> None:
    for headers in ({}, {"mcp-protocol-version": VERSION}, begun(client)):
        assert 400 <= client.post("/mcp", content=body, headers=headers).status_code < 500

    assert client.post("/mcp", **modern("tools/list")).status_code == 200


def test_a_tool_that_is_asked_wrongly_says_how_to_ask(client: TestClient) -> None:
    answer = client.post("/mcp", **modern("tools/call", "check", arguments={"tol": "Bash"})).json()["result"]

    assert answer["isError"] is True
    assert "has no argument 'tol'" in answer["content"][0]["text"]
    assert "there is no tool" in client.post("/mcp", **modern("tools/call", "approve", arguments={})).json()["error"]["message"]


def test_a_page_that_is_not_there_is_an_error(client: TestClient) -> None:
    asked = modern("resources/read", uri="habitus://sessions/nobody")
    asked["headers"]["mcp-name"] = "habitus://sessions/nobody"

    assert "no session" in client.post("/mcp", **asked).json()["error"]["message"]


def test_it_serves_again_on_another_loop(layer: Layer) -> None:
    door = Door(Starlette(routes=mcp.routes(layer)), passes=Passes(TOKEN, layer.store.doors(), layer.clock))
    alone = TestClient(door, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}", **ACCEPT})  # a loop for every request

    assert [alone.post("/mcp", **modern("tools/list")).status_code for _ in range(2)] == [200, 200]
