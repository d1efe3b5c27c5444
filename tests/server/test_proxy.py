"""The proxy on a real wire: a model server on loopback behind it, plain HTTP clients in front."""

import asyncio
import gzip
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import zlib
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import httpx2
import pytest
from starlette.applications import Starlette

from habitus import assemble
from habitus.config import Settings
from habitus.errors import ConfigError
from habitus.layer import Layer
from habitus.server.proxy import Limits, create, routes
from habitus.server.proxy.exchange import Refused
from habitus.server.proxy.straight import Straight
from habitus.types import Scope, ToolCall, UserMessage
from hosts.proxy import wires
from hosts.proxy.upstream import PATIENCE, Reply, Upstream, served, stream, whole
from hosts.proxy.wires import LS, RM

KEY = "sk-proj-Zx81NotARealKeyButShapedLikeOne4471"
PATHS: dict[str, tuple[str, str, Any, Any]] = {
    "chat": ("/v1/chat/completions", "messages", wires.chat_stream, wires.chat_whole),
    "anthropic": ("/v1/messages", "messages", wires.message_stream, wires.message_whole),
    "responses": ("/v1/responses", "input", wires.response_stream, wires.response_whole),
}
EACH = pytest.mark.parametrize("api", [*PATHS])


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Layer]:
    chosen = Settings()
    chosen = replace(chosen, measure=replace(chosen.measure, holdout=0.0), store=replace(chosen.store, busy_seconds=0.05))
    found = assemble.layer(chosen, home=tmp_path / "home")
    yield found
    found.close()


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream() as found:
        yield found


@pytest.fixture
def start(layer: Layer, upstream: Upstream) -> Iterator[Callable[..., httpx2.Client]]:
    """Start a proxy with these options, and get a client of it."""
    with ExitStack() as stack:

        def started(**options: Any) -> httpx2.Client:
            url = stack.enter_context(served(create(layer, options.pop("upstream", upstream.url), **options), http=Straight))
            headers = {"Authorization": f"Bearer {KEY}", "x-api-key": KEY}
            return stack.enter_context(httpx2.Client(base_url=url, headers=headers, timeout=PATIENCE))

        yield started


@pytest.fixture
def client(start: Callable[..., httpx2.Client]) -> httpx2.Client:
    return start()


def asked(api: str, said: str = "hi", **more: Any) -> tuple[str, dict[str, Any]]:
    path, name, _, _ = PATHS[api]
    return path, {"model": "m", name: [{"role": "user", "content": said}], **more}


def events(layer: Layer, session: str) -> list[Any]:
    return [one.event for one in layer.store.events(session)]


def test_the_clients_that_people_have_take_the_short_way(
    start: Callable[..., httpx2.Client], upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    short: list[bool] = []
    takes = Straight.takes

    def counted(line: Straight, data: bytes) -> bool:
        short.append(takes(line, data))
        return short[-1]

    monkeypatch.setattr(Straight, "takes", counted)
    upstream.replies = [whole(wires.chat_whole())] * 2
    client = start()

    assert client.headers["connection"] == "keep-alive"
    assert client.post(**_posted("chat")).status_code == 200
    assert client.post(**_posted("chat"), headers={"Connection": "keep-alive, X-Hop"}).status_code == 200
    assert short == [True, False]


# ── what it does not know ──


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_what_it_does_not_know_goes_through_untouched(client: httpx2.Client, upstream: Upstream, layer: Layer, method: str) -> None:
    packed = gzip.compress(b"\x00\xff not json" * 100)
    upstream.replies = [Reply([packed[:50], packed[50:]], 418, {"Content-Encoding": "gzip", "X-Odd": "a, b", "Content-Type": "odd/type"})]
    sent = b"" if method == "GET" else b"\xff\x00raw"

    with client.stream(method, "/v2/files%2Fa/b?x=1&y=%20", content=sent, headers={"X-Mine": "1", "Accept-Encoding": "br"}) as answer:
        got = b"".join(answer.iter_raw())

    (seen,) = upstream.seen
    assert (answer.status_code, got, answer.headers["x-odd"], answer.headers["content-encoding"]) == (418, packed, "a, b", "gzip")
    assert (seen.method, seen.path, seen.body) == (method, "/v2/files%2Fa/b?x=1&y=%20", sent)
    assert (seen.headers["x-mine"], seen.headers["accept-encoding"], seen.headers["authorization"]) == ("1", "br", f"Bearer {KEY}")
    assert layer.store.counts()["events"] == 0


def test_a_long_upload_is_handed_on_as_it_comes(start: Callable[..., httpx2.Client], upstream: Upstream) -> None:
    client = start(limits=Limits(request_bytes=1000))
    upstream.replies = [whole({"ok": True})]

    answer = client.post("/v1/files", content=(b"x" * 50_000 for _ in range(20)))

    assert answer.json() == {"ok": True}
    assert len(upstream.seen[0].body) == 1_000_000


def spoken(client: httpx2.Client, *pieces: bytes) -> bytes:
    """What is answered to these bytes, as they are, until the other side hangs up."""
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=PATIENCE) as line:
        line.sendall(b"".join(pieces))
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/files"])
@pytest.mark.parametrize("also", [b"Content-Length: 4\r\n", b"Content-Length: 0\r\n"])
def test_a_request_with_two_ends_is_refused_and_its_connection_closed(
    client: httpx2.Client, upstream: Upstream, path: str, also: bytes
) -> None:
    hidden = b"DELETE /v1/files/yours HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\n%bTransfer-Encoding: chunked\r\n\r\n" % (path.encode(), also)

    answer = spoken(client, head, b"%x\r\n%b\r\n0\r\n\r\n" % (len(hidden), hidden))

    assert answer.startswith(b"HTTP/1.1 400")
    assert b"not both" in answer
    assert upstream.seen == []


HIDDEN = b"DELETE /v1/files/yours HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def test_the_rest_of_a_body_that_was_refused_is_no_request(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [whole({"ok": True})]
    head = b"POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: %d\r\n\r\n" % (5 + len(HIDDEN))
    after = b"GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=PATIENCE) as line:
        line.sendall(head + b"12345")
        refused = line.recv(65536)
        line.sendall(HIDDEN[:9])
        line.sendall(HIDDEN[9:] + after)
        answered = b"".join(iter(lambda: line.recv(65536), b""))

    assert (refused[:12], answered[:12], answered.count(b"HTTP/1.1 ")) == (b"HTTP/1.1 403", b"HTTP/1.1 200", 1)
    assert [(seen.method, seen.path) for seen in upstream.seen] == [("GET", "/v1/models")]


def test_the_rest_of_a_body_that_was_refused_is_not_waited_for_without_end(layer: Layer, upstream: Upstream) -> None:
    hasty = type("Hasty", (Straight,), {"patience": 0.2})
    head = b"POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: 99\r\n\r\n"
    with served(create(layer, upstream.url), http=hasty) as url, httpx2.Client(base_url=url) as client:
        assert spoken(client, head).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/files"])
def test_a_length_belongs_to_the_body_that_goes_on(layer: Layer, upstream: Upstream, path: str) -> None:
    """Whatever a server in front has let through."""
    proxy = create(layer, upstream.url)
    upstream.replies = [whole(wires.chat_whole())]
    target, headers = path.encode(), [(b"content-length", b"4"), (b"transfer-encoding", b"chunked")]

    async def asking() -> None:
        response = await proxy.ask("POST", target, headers, b"12345678")
        await response.close()
        await proxy.close()

    asyncio.run(asking())

    (seen,) = upstream.seen
    assert (seen.body, seen.headers["content-length"], "transfer-encoding" in seen.headers) == (b"12345678", "8", False)


@pytest.mark.parametrize("pieces", [[b"12345678"], [b"123", b"45678"], [b"123"]])
def test_a_stream_that_is_not_as_long_as_it_says_is_broken_off(layer: Layer, upstream: Upstream, pieces: list[bytes]) -> None:
    proxy = create(layer, upstream.url)

    async def streamed() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def asking() -> None:
        with pytest.raises(Refused, match="than it says"):
            await proxy.ask("POST", b"/v1/files", [(b"content-length", b"4")], streamed())
        await proxy.close()

    asyncio.run(asking())


def test_an_upload_without_end_is_refused_with_its_limit(start: Callable[..., httpx2.Client], upstream: Upstream) -> None:
    client = start(limits=Limits(through_bytes=100_000))

    whole_one = client.post("/v1/files", content=b"x" * 100_001)
    in_pieces = client.post("/v1/files", content=(b"x" * 50_000 for _ in range(3)))

    assert (whole_one.status_code, in_pieces.status_code) == (413, 413)
    assert "100000 bytes" in whole_one.json()["error"]["message"]
    assert upstream.seen == []


@pytest.mark.parametrize("broken", [b"a\rX-Evil: 1", b"a\nX-Evil: 1", b"a\0b"])
def test_a_header_that_is_two_reaches_nobody(layer: Layer, upstream: Upstream, broken: bytes) -> None:
    proxy = create(layer, upstream.url)

    async def asking() -> None:
        with pytest.raises(Refused):
            await proxy.ask("POST", b"/v1/files", [(b"x-mine", broken)], b"")
        await proxy.close()

    asyncio.run(asking())

    assert upstream.seen == []


def test_headers_of_a_connection_and_our_own_stay_here(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [whole({}, status=201), whole(wires.chat_whole())]
    mine = {"X-Habitus-Session": "s", "X-Habitus-Agent": "a", "Connection": "keep-alive, X-Hop", "X-Hop": "1", "TE": "trailers"}

    client.post("/v1/embeddings", json={}, headers=mine)
    client.post(**_posted("chat"), headers=mine)

    for seen in upstream.seen:
        assert not {name for name in seen.headers if name.startswith("x-habitus") or name in ("te", "x-hop", "connection")}
        assert seen.headers["host"] == upstream.url.removeprefix("http://")


def sending(api: str, **more: Any) -> tuple[str, bytes]:
    path, body = asked(api, **more)
    return path, json.dumps(body).encode()


def _posted(api: str, **more: Any) -> Any:
    path, sent = sending(api, **more)
    return {"url": path, "content": sent}


@EACH
def test_a_request_reaches_the_provider_byte_by_byte(client: httpx2.Client, upstream: Upstream, api: str) -> None:
    path, name, _, make = PATHS[api]
    upstream.replies = [whole(make())]
    head = b'{ "model":"m", "new_field": 1.50, "x":1e5,"a":1,"a":2,\n "'
    sent = head + name.encode() + '" : [{"content":"h\\u00e9 ☃","role":"user","z":[ ]}]}'.encode()

    answer = client.post(path, content=sent, headers={"Content-Type": "application/json"})

    assert upstream.seen[0].body == sent
    assert answer.content == json.dumps(make(), indent=1).encode()


@pytest.mark.parametrize("sent", [b"", b"{", b"[1]", b"\xff\xfe", b'{"messages": 3}', b'{"messages": [3, null, {"role": 5}]}', b"[" * 9999])
def test_a_request_that_cannot_be_read_goes_on_and_its_calls_are_judged(client: httpx2.Client, upstream: Upstream, sent: bytes) -> None:
    upstream.replies = [whole(wires.chat_whole(calls=(RM,)))]

    answer = client.post("/v1/chat/completions", content=sent)

    assert upstream.seen[0].body == sent
    assert answer.json()["choices"][0]["finish_reason"] == "stop"


# ── calls ──


@EACH
@pytest.mark.parametrize("streams", [True, False])
def test_a_destructive_call_never_reaches_the_client(
    client: httpx2.Client, upstream: Upstream, layer: Layer, api: str, streams: bool
) -> None:
    _, _, frames, one = PATHS[api]
    upstream.replies = [stream(*frames(calls=(LS, RM))) if streams else whole(one(calls=(LS, RM)))]
    path, body = asked(api, "clean up", stream=streams)

    answer = client.post(path, json=body, headers={"X-Habitus-Session": "s", "X-Habitus-Agent": "mine", "X-Habitus-Workspace": "/w"})

    assert "no-preserve" not in answer.text.replace("(rm -rf / --no-preserve-root)", "")
    assert "[habitus] The call of `Bash` was not let through" in answer.text
    assert any(id in answer.text for id in ('"call_0"', '"toolu_1"', '"call_1"'))
    told = events(layer, "s")
    assert [type(event).__name__ for event in told] == ["UserMessage", "AgentText", "ToolCall", "ToolCall"]
    assert {(event.agent, event.workspace) for event in told} == {("mine", "/w")}


@EACH
@pytest.mark.parametrize("streams", [True, False])
def test_an_allowed_answer_is_the_providers_to_the_byte(client: httpx2.Client, upstream: Upstream, api: str, streams: bool) -> None:
    _, _, frames, one = PATHS[api]
    upstream.replies = [stream(*frames(calls=(LS, LS))) if streams else whole(one(calls=(LS, LS)))]
    path, body = asked(api, stream=streams)

    answer = client.post(path, json=body)

    assert answer.content == (b"".join(frames(calls=(LS, LS))) if streams else json.dumps(one(calls=(LS, LS)), indent=1).encode())


@EACH
def test_text_arrives_before_the_call_is_finished(client: httpx2.Client, upstream: Upstream, api: str) -> None:
    path, body = asked(api, stream=True)
    frames = PATHS[api][2](calls=(LS,))
    go_on = threading.Event()
    half = len(frames) // 2
    upstream.replies = [stream(*frames[:half], go_on, *frames[half:])]

    with client.stream("POST", path, json=body) as answer:
        got = b""
        for piece in answer.iter_raw():
            got += piece
            if b"look." in got:
                go_on.set()

    assert go_on.is_set()
    assert got == b"".join(frames)


def test_what_a_stream_without_a_type_says_is_judged(client: httpx2.Client, upstream: Upstream) -> None:
    for kind in ("text/plain", ""):
        upstream.replies = [Reply(wires.chat_stream(calls=(RM,)), headers={"Content-Type": kind} if kind else {})]

        answer = client.post(**_posted("chat", stream=True))

        assert '"name": "Bash"' not in answer.text


def test_a_stream_that_calls_itself_json_is_judged(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [Reply(wires.chat_stream(calls=(RM,)), headers={"Content-Type": "application/json"})]

    answer = client.post(**_posted("chat", stream=True))

    assert '"name": "Bash"' not in answer.text
    assert "[habitus]" in answer.text


OPAQUE = ["[" * 20_000 + "]" * 20_000, "9" * 5000]  # Python 3.13 reads ten thousand


@pytest.mark.parametrize("hidden", OPAQUE, ids=["deep", "long"])
@EACH
def test_an_answer_that_cannot_be_read_is_not_let_through(client: httpx2.Client, upstream: Upstream, api: str, hidden: str) -> None:
    made = json.dumps(PATHS[api][3](calls=(RM,)))
    upstream.replies = [whole(f'{made[:-1]}, "more": {hidden}}}'.encode()), whole(made[:-1].encode() + b",}")]

    answers = [client.post(**_posted(api)) for _ in range(2)]

    assert [(answer.status_code, "Bash" in answer.text) for answer in answers] == [(502, False)] * 2


@pytest.mark.parametrize("hidden", OPAQUE, ids=["deep", "long"])
def test_an_event_that_cannot_be_read_ends_the_stream(client: httpx2.Client, upstream: Upstream, hidden: str) -> None:
    call = json.dumps(wires.chunk(wires.piece(0, json.dumps(RM), "call_1", "Bash")))
    upstream.replies = [stream(*wires.chat_stream()[:2], f'data: {call[:-1]}, "more": {hidden}}}\n\n'.encode(), b"data: [DONE]\n\n")]

    answer = client.post(**_posted("chat", stream=True))

    assert "Let" in answer.text
    assert "cannot be judged" in answer.text
    assert "Bash" not in answer.text


def test_arguments_that_cannot_be_read_are_no_call_that_goes_on(client: httpx2.Client, upstream: Upstream) -> None:
    spelled = f'{{"command": "ls", "more": {OPAQUE[0]}}}'
    upstream.replies = [
        stream(wires.data(wires.chunk(wires.piece(0, spelled, "call_1", "Bash"))), wires.data(wires.chunk({}, "tool_calls")))
    ]

    answer = client.post(**_posted("chat", stream=True))

    assert "could not be judged" in answer.text
    assert "tool_calls" not in answer.text


@pytest.mark.parametrize("body", [b"", b"OK", b"\x00\x01\xff", b"<html></html>", b"[]", b"null"])
def test_an_answer_that_holds_no_call_by_its_nature_goes_on(client: httpx2.Client, upstream: Upstream, body: bytes) -> None:
    upstream.replies = [whole(body)]

    answer = client.post(**_posted("chat"))

    assert (answer.status_code, answer.content) == (200, body)


def test_an_answer_fetched_later_is_judged_in_its_conversation(client: httpx2.Client, upstream: Upstream, layer: Layer) -> None:
    queued = {**wires.response_whole(id="resp_7"), "status": "queued", "output": []}
    done = wires.response_whole(calls=(RM,), id="resp_7")
    upstream.replies = [whole(queued), whole(done), stream(*wires.response_stream(calls=(RM,), id="resp_7"))]
    session = {"X-Habitus-Session": "s"}

    client.post(**_posted("responses", background=True), headers=session)
    answers = [client.get("/v1/responses/resp_7", headers=session), client.get("/v1/responses/resp_7?stream=true", headers=session)]

    assert ["function_call" in answer.text for answer in answers] == [False, False]
    assert any(isinstance(event, ToolCall) for event in events(layer, "s"))


@pytest.mark.parametrize("streams", [True, False])
def test_a_provider_that_keeps_the_conversation_gets_a_result_for_a_refused_call(
    client: httpx2.Client, upstream: Upstream, streams: bool
) -> None:
    first = stream(*wires.response_stream(calls=(RM,))) if streams else whole(wires.response_whole(calls=(RM,)))
    busy = whole({"error": {"message": "busy"}}, status=429)
    upstream.replies = [first, busy, *(whole(wires.response_whole("Well.", id=f"resp_{n}")) for n in (2, 3, 4))]

    client.post(**_posted("responses", stream=streams))
    for after in ("resp_1", "resp_1", "resp_1", "resp_2"):
        client.post("/v1/responses", json={"model": "m", "previous_response_id": after, "input": "go on"})

    sent, retried, forked, later = (seen.json["input"] for seen in upstream.seen[1:])
    assert [(item.get("type"), item.get("call_id"), item.get("role")) for item in sent] == [
        ("function_call_output", "call_1", None), (None, None, "user"),
    ]  # fmt: skip
    assert sent[0]["output"].startswith("[habitus]")
    assert retried == forked == sent
    assert later == "go on"


def test_a_conversation_that_the_provider_keeps_gets_a_result_once_however_often_it_was_tried(
    client: httpx2.Client, upstream: Upstream
) -> None:
    refused, well = wires.response_whole(calls=(RM,)), wires.response_whole("Well.", id="resp_2")
    upstream.replies = [whole(refused), whole({"error": {}}, status=500), whole(well), whole({**well, "id": "resp_3"})]

    for said in ("hi", "go on", "go on", "and now"):
        client.post("/v1/responses", json={"model": "m", "conversation": "conv_1", "input": said})

    assert [len(seen.json["input"]) if isinstance(seen.json["input"], list) else 0 for seen in upstream.seen] == [0, 2, 2, 0]


def test_what_is_owed_belongs_to_the_answer_and_not_to_who_else_goes_on_from_before_it(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [
        whole(wires.response_whole("Well.", id="resp_1")),
        whole({**wires.response_whole(id="resp_2"), "status": "queued", "output": []}),
        *(whole(wires.response_whole(calls=(RM,), id="resp_2")) for _ in range(2)),
        *(whole(wires.response_whole("Well.", id=f"resp_{n}")) for n in (3, 4)),
    ]

    client.post(**_posted("responses"))
    client.post("/v1/responses", json={"model": "m", "previous_response_id": "resp_1", "input": "do it", "background": True})
    for _ in range(2):
        client.get("/v1/responses/resp_2")
    for after in ("resp_1", "resp_2"):
        client.post("/v1/responses", json={"model": "m", "previous_response_id": after, "input": "else"})

    forked, followed = (seen.json["input"] for seen in upstream.seen[-2:])
    assert forked == "else"
    assert [item.get("type") for item in followed] == ["function_call_output", None]


# ── words of ours ──


@EACH
def test_guidance_goes_with_the_request_and_a_correction_is_learned(
    client: httpx2.Client, upstream: Upstream, layer: Layer, api: str
) -> None:
    path, name, _, one = PATHS[api]
    upstream.replies = [whole(one("Using npm.")), whole(one("Sorry.")), whole(one("Yes."))]
    history = [{"role": "user", "content": "add lodash"}, {"role": "assistant", "content": "Using npm."}]
    history.append({"role": "user", "content": "no, use pnpm instead of npm"})

    client.post(path, json={"model": "m", name: history[:1]})
    client.post(path, json={"model": "m", name: history})
    client.post(path, json={"model": "m", name: [{"role": "user", "content": "add react"}]})

    assert [rule.text for rule in layer.store.lessons().rules()] == ["Use pnpm instead of npm."]
    assert "Use pnpm instead of npm." in upstream.seen[2].body.decode()
    assert upstream.seen[2].headers["content-length"] == str(len(upstream.seen[2].body))


def test_tokens_are_counted_with_what_is_sent(client: httpx2.Client, upstream: Upstream, layer: Layer) -> None:
    layer.rulebook.add("Use pnpm instead of npm.", rule_type="preference", scope=Scope(), who="me")
    upstream.replies = [whole(wires.message_whole()), whole({"input_tokens": 99})]
    path, body = asked("anthropic", "add lodash")
    client.post(path, json=body)
    body["messages"] += [
        {"role": "assistant", "content": [{"type": "text", "text": "Let me look."}]},
        {"role": "user", "content": "and react"},
    ]

    answer = client.post("/v1/messages/count_tokens", json=body)

    assert answer.json() == {"input_tokens": 99}
    assert upstream.seen[1].path == "/v1/messages/count_tokens"
    assert upstream.seen[1].body.count(b"Use pnpm instead of npm.") == 1


# ── trouble ──


@EACH
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 529])
def test_the_providers_errors_are_passed_on_as_they_are(client: httpx2.Client, upstream: Upstream, api: str, status: int) -> None:
    path, body = asked(api, stream=True)
    upstream.replies = [
        Reply([b'{"error": ', b'{"message":"no"}}'], status, {"Retry-After": "7", "X-Request-Id": "r1", "Content-Type": "odd/json"})
    ]

    answer = client.post(path, json=body)

    assert (answer.status_code, answer.content) == (status, b'{"error": {"message":"no"}}')
    assert (answer.headers["retry-after"], answer.headers["x-request-id"], answer.headers["content-type"]) == ("7", "r1", "odd/json")


@EACH
def test_a_provider_that_is_not_there_is_an_error_of_the_api(start: Callable[..., httpx2.Client], api: str) -> None:
    client = start(upstream="http://127.0.0.1:9")

    answer = client.post(**_posted(api))

    assert answer.status_code == 502
    assert "cannot be reached" in answer.json()["error"]["message"]


@EACH
def test_a_provider_that_hangs_is_not_waited_for_for_ever(start: Callable[..., httpx2.Client], upstream: Upstream, api: str) -> None:
    hasty, patient = start(limits=Limits(silence_seconds=0.1)), start(limits=Limits(silence_seconds=2))
    frames = PATHS[api][2](calls=(RM,))
    upstream.replies = [Reply(hangs=True), stream(*frames[:-4], hangs=True)]

    first, second = hasty.post(**_posted(api, stream=True)), patient.post(**_posted(api, stream=True))

    assert first.status_code == 504
    assert "did not answer in time" in first.json()["error"]["message"]
    assert second.status_code == 200
    assert "has fallen silent" in second.text
    assert "no-preserve" not in second.text


@EACH
def test_a_stream_that_breaks_off_breaks_off_for_the_client(client: httpx2.Client, upstream: Upstream, api: str) -> None:
    frames = PATHS[api][2](calls=(RM,))
    upstream.replies = [stream(*frames[: len(frames) - 3], frames[-3][:20], breaks=True)]
    got = b""

    with (
        pytest.raises(httpx2.RemoteProtocolError),
        client.stream("POST", PATHS[api][0], content=_posted(api, stream=True)["content"]) as answer,
    ):
        for piece in answer.iter_raw():
            got += piece

    assert b"look." in got
    assert b"rm -rf" not in got


def test_an_answer_in_one_piece_that_breaks_off_is_an_error(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [Reply([b'{"choices": ['], headers={"Content-Type": "application/json"}, breaks=True)]

    assert client.post(**_posted("chat")).status_code == 502


@EACH
@pytest.mark.parametrize("begun", [True, False])
def test_when_the_client_goes_away_the_provider_is_hung_up_on(client: httpx2.Client, upstream: Upstream, api: str, begun: bool) -> None:
    frames = PATHS[api][2](calls=(LS,))
    upstream.replies = [stream(*frames[:5], hangs=True) if begun else Reply(hangs=True)]

    if begun:
        with client.stream("POST", PATHS[api][0], content=_posted(api, stream=True)["content"]) as answer:
            next(answer.iter_raw())
    else:
        body = _posted(api, stream=True)["content"]
        head = f"POST {PATHS[api][0]} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as leaving:
            leaving.sendall(head.encode() + body)
            assert upstream.arrived.acquire(timeout=PATIENCE)

    assert upstream.left.wait(PATIENCE)


def test_a_large_request_is_refused_with_its_limit(start: Callable[..., httpx2.Client], upstream: Upstream) -> None:
    client = start(limits=Limits(request_bytes=5000))

    answer = client.post(**_posted("anthropic", said="x" * 6000))

    assert (answer.status_code, answer.json()["error"]["type"]) == (413, "request_too_large")
    assert upstream.seen == []


def test_a_call_too_long_to_be_judged_does_not_reach_the_client(start: Callable[..., httpx2.Client], upstream: Upstream) -> None:
    client = start(limits=Limits(held_bytes=5000, answer_bytes=5000))
    long = {"command": "echo " + "x" * 9000}
    upstream.replies = [stream(*wires.chat_stream(calls=(long,))), whole(wires.chat_whole(calls=(long,)))]

    streamed, at_once = client.post(**_posted("chat", stream=True)), client.post(**_posted("chat"))

    assert "too long to be judged" in streamed.text
    assert "xxxx" not in streamed.text
    assert at_once.status_code == 502


def test_packed_requests_and_answers_are_read(client: httpx2.Client, upstream: Upstream, layer: Layer) -> None:
    frames = b"".join(wires.message_stream(calls=(RM,)))
    packed = gzip.compress(frames)
    headers = {"Content-Type": "text/event-stream", "Content-Encoding": "gzip"}
    json_headers = {"Content-Type": "application/json", "Content-Encoding": "deflate"}
    upstream.replies = [
        Reply([packed[at : at + 11] for at in range(0, len(packed), 11)], headers=headers),
        Reply([zlib.compress(json.dumps(wires.message_whole(calls=(RM,))).encode())], headers=json_headers),
        Reply([zlib.compress(json.dumps(wires.message_whole(calls=(LS,))).encode())], headers=json_headers),
    ]
    path, sent = sending("anthropic", said="no, use pnpm instead of npm", stream=True)
    given = {"Content-Encoding": "gzip", "X-Habitus-Session": "s", "Accept-Encoding": "gzip, br"}

    answers = [client.post(path, content=gzip.compress(sent), headers=given) for _ in range(3)]

    assert ["tool_use" in answer.text for answer in answers] == [False, False, True]
    assert [event.text for event in events(layer, "s") if isinstance(event, UserMessage)] == ["no, use pnpm instead of npm"]
    assert {seen.headers["accept-encoding"] for seen in upstream.seen} == {"identity"}


def test_what_cannot_be_opened_is_not_let_through(client: httpx2.Client, upstream: Upstream) -> None:
    for kind in ("text/event-stream", "application/json"):
        upstream.replies = [Reply([b"\x00\x01"], headers={"Content-Type": kind, "Content-Encoding": "br"})]

        assert client.post(**_posted("chat", stream=True)).status_code == 502


def test_a_request_packed_as_nobody_here_can_goes_on(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [whole(wires.chat_whole())]

    answer = client.post("/v1/chat/completions", content=b"\x28\xb5\x2f\xfd", headers={"Content-Encoding": "zstd"})

    assert answer.status_code == 200
    assert (upstream.seen[0].body, upstream.seen[0].headers["content-encoding"]) == (b"\x28\xb5\x2f\xfd", "zstd")


def test_connections_are_kept_on_both_sides(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [whole(wires.chat_whole()), stream(*wires.chat_stream(calls=(LS,))), whole({}, status=404), whole({})]

    answers = [
        client.post(**_posted("chat")),
        client.post(**_posted("chat", stream=True)),
        client.post(**_posted("chat")),
        client.get("/v1/models"),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 404, 200]
    assert len({seen.port for seen in upstream.seen}) == 1
    assert len({id(answer.extensions["network_stream"]) for answer in answers}) == 1


def test_cookies_of_one_client_are_not_anothers(client: httpx2.Client, upstream: Upstream) -> None:
    upstream.replies = [whole(wires.chat_whole()) for _ in range(2)]
    upstream.replies[0].headers["Set-Cookie"] = "lb=1"

    first = client.post(**_posted("chat"))
    client.cookies.clear()
    client.post(**_posted("chat"))

    assert first.headers["set-cookie"] == "lb=1"
    assert "cookie" not in upstream.seen[1].headers


# ── the store ──


def test_without_the_store_the_agent_carries_on_and_declared_rules_hold(
    client: httpx2.Client, upstream: Upstream, layer: Layer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    upstream.replies = [stream(*wires.chat_stream(calls=(RM, LS))), whole(wires.chat_whole(calls=(LS,)))]
    locked = sqlite3.connect(tmp_path / "home" / "habitus.db", isolation_level=None)
    locked.execute("BEGIN IMMEDIATE")
    try:
        refused, allowed = client.post(**_posted("chat", stream=True)), client.post(**_posted("chat"))
    finally:
        locked.rollback()
        locked.close()

    assert "no-preserve-root\\" not in refused.text
    assert "not let through" in refused.text
    assert '"call_1"' in refused.text
    assert allowed.content == json.dumps(wires.chat_whole(calls=(LS,)), indent=1).encode()
    assert sum("declared rules alone" in record.message or "not kept" in record.message for record in caplog.records) == 1
    upstream.replies = [whole(wires.chat_whole())]
    client.post(**_posted("chat", said="back again"), headers={"X-Habitus-Session": "later"})
    assert [type(event).__name__ for event in events(layer, "later")] == ["UserMessage", "AgentText"]


def test_a_store_that_hangs_does_not_hang_the_agent(start: Callable[..., httpx2.Client], upstream: Upstream, layer: Layer) -> None:
    client = start(limits=Limits(layer_seconds=0.2, ending_seconds=0.1))
    upstream.replies = [whole(wires.chat_whole(calls=(RM, LS)))]

    with layer._live.lock:  # what every entrance waits for
        answer = client.post(**_posted("chat"))

    assert [call["id"] for call in answer.json()["choices"][0]["message"]["tool_calls"]] == ["call_1"]


def test_keys_are_neither_stored_nor_logged(
    client: httpx2.Client,
    upstream: Upstream,
    layer: Layer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.WARNING, logger="httpx2")  # what this test's own client says of itself
    more = {"api-key": KEY, "x-goog-api-key": KEY, "Cookie": f"k={KEY}", "Proxy-Authorization": KEY}
    for api, (path, _, frames, one) in PATHS.items():
        upstream.replies = [
            stream(*frames(calls=(LS, RM))),
            whole(one(calls=(RM,))),
            Reply([b"no"], 401),
            stream(b"data: {", breaks=True),
            whole({}),
        ]
        for _ in range(3):
            client.post(f"{path}?key={KEY}", json=asked(api, stream=True)[1], headers=more)
        with pytest.raises(httpx2.RemoteProtocolError):
            client.post(f"{path}?key={KEY}", json=asked(api, stream=True)[1], headers=more)
        client.get(f"/v1/models?key={KEY}", headers=more)
    layer.tend()

    written = b"".join(file.read_bytes() for file in (tmp_path / "home").rglob("*") if file.is_file())
    said = caplog.text + "".join(capfd.readouterr())
    assert len(written) > 10_000
    assert "broke off" in said
    assert KEY[8:] not in said
    assert KEY[8:].encode() not in written
    assert upstream.seen[0].headers["authorization"] == f"Bearer {KEY}"


# ── who may ask ──


def test_with_a_token_only_its_address_is_served(start: Callable[..., httpx2.Client], upstream: Upstream) -> None:
    client = start(token="t0ken")
    upstream.replies = [whole(wires.chat_whole())]
    path, sent = sending("chat")

    refused = [client.post(path, content=sent), client.post(f"/wrong{path}", content=sent), client.get("/t0kens/v1/models")]
    served_ = client.post(f"/t0ken{path}", content=sent)

    assert [answer.status_code for answer in refused] == [401, 401, 401]
    assert served_.status_code == 200
    assert [seen.path for seen in upstream.seen] == [path]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "[bad"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://evil.example//127.0.0.1"}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "127.0.0.1"}, 403),
    ],
)
def test_other_sites_are_refused(client: httpx2.Client, upstream: Upstream, layer: Layer, headers: dict[str, str], status: int) -> None:
    for path in ("/v1/chat/completions", "/v1/models"):
        assert client.post(path, content=_posted("chat")["content"], headers=headers).status_code == status

    assert upstream.seen == []
    assert layer.store.counts()["events"] == 0


@pytest.mark.parametrize("address", ["", "api.openai.com", "ftp://x", "http://", "https://me:secret@host/", "http://[x", "http://h:99999"])
def test_an_address_that_is_none_is_one_sentence(layer: Layer, address: str) -> None:
    with pytest.raises(ConfigError, match="--upstream must be an address such as") as found:
        create(layer, address)

    assert "secret" not in str(found.value)


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/"])
def test_the_version_may_stand_on_either_side(start: Callable[..., httpx2.Client], upstream: Upstream, suffix: str) -> None:
    client = start(upstream=f"{upstream.url}{suffix}")
    upstream.replies = [whole({})]

    client.get("/v1/models")

    assert upstream.seen[0].path == "/v1/models"


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_the_command_says_where_it_is_and_stops_cleanly(upstream: Upstream, tmp_path: Path, told: signal.Signals) -> None:
    upstream.replies = [whole(wires.chat_whole(calls=(RM,)))]
    command = [sys.executable, "-c", "from habitus.cli.proxy import proxy; proxy()", "--upstream", upstream.url, "--port", "0"]
    environ = {**os.environ, "HABITUS_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout
    try:
        said = next(line for line in process.stdout if "OPENAI_BASE_URL" in line)
        answer = httpx2.post(f"{said.strip().partition('=')[2]}/chat/completions", content=_posted("chat")["content"], timeout=PATIENCE)
        process.send_signal(told)
        rest, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()

    assert answer.json()["choices"][0]["finish_reason"] == "stop"
    assert (process.returncode, "Stopped." in rest, "Traceback" in rest) == (0, True, False)
    assert upstream.seen[0].path == "/v1/chat/completions"


def test_a_provider_behind_tls_is_reached_and_an_untrusted_one_is_not(
    start: Callable[..., httpx2.Client], upstream: Upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = _certified(tmp_path, "localhost")
    upstream.secure(str(certificate), str(key))
    upstream.replies = [stream(*wires.chat_stream(calls=(LS, LS))), whole({"long": "x" * 1_000_000})]
    address = upstream.url.replace("http://127.0.0.1", "https://localhost")

    refused = start(upstream=address).post(**_posted("chat"))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    client = start(upstream=address)
    answers = [client.post(**_posted("chat", stream=True)), client.get("/v1/models")]

    assert refused.status_code == 502
    assert answers[0].content == b"".join(wires.chat_stream(calls=(LS, LS)))
    assert len(answers[1].content) > 1_000_000
    assert len({seen.port for seen in upstream.seen}) == 1


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_machines_own_proxy_is_gone_through(
    start: Callable[..., httpx2.Client], upstream: Upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    certificate, key = _certified(tmp_path, "provider.test")
    if scheme == "https":
        upstream.secure(certificate, key)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    upstream.replies = [stream(*wires.chat_stream(calls=(LS,))) for _ in range(2)]

    with Between(upstream) as between:
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        monkeypatch.setenv(f"{scheme}_proxy", f"http://us%40er:s3cret@127.0.0.1:{between.port}")
        client = start(upstream=f"{scheme}://provider.test:4433/api")
        answers = [client.post(**_posted("chat", stream=True)) for _ in range(2)]

    assert [answer.content for answer in answers] == [b"".join(wires.chat_stream(calls=(LS,)))] * 2
    assert between.asked == [
        "CONNECT provider.test:4433" if scheme == "https" else "POST http://provider.test:4433/api/v1/chat/completions"
    ]
    assert between.keys == [b64encode(b"us@er:s3cret").decode()]
    assert {seen.headers["host"] for seen in upstream.seen} == {"provider.test:4433"}


def test_a_proxy_on_the_way_that_refuses_is_named(
    start: Callable[..., httpx2.Client], upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Between(upstream, answer=b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n") as between:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{between.port}")
        refused = start(upstream="https://provider.test").post(**_posted("chat"))

    assert refused.status_code == 502
    assert "407" in refused.json()["error"]["message"]


def test_a_kind_of_proxy_that_cannot_be_used_is_said_at_the_start(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:1080")
    with pytest.raises(ConfigError, match="socks5"):
        create(layer, "https://provider.test")


def _certified(folder: Path, name: str) -> tuple[str, str]:
    """A certificate that vouches for itself, and its key."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    made += ["-addext", f"subjectAltName=DNS:{name}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    return str(certificate), str(key)


class Between:
    """A machine on the way to the provider: each connection is led to it, whatever it is called, after a tunnel was asked for or not."""

    def __init__(self, upstream: Upstream, answer: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n") -> None:
        self.upstream, self.answer = upstream, answer
        self.asked: list[str] = []
        self.keys: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        self._begin(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _begin(self, work: Callable[..., None], *given: Any) -> threading.Thread:
        begun = threading.Thread(target=work, args=given, daemon=True)
        begun.start()
        return begun

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._begin(self._lead, self._listener.accept()[0])

    def _lead(self, near: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (piece := near.recv(65536)):
            head += piece
        line, _, rest = head.partition(b"\r\n")
        self.asked.append(line.decode().rpartition(" ")[0])
        self.keys += re.findall(r"proxy-authorization: Basic (\S+)", rest.decode(), re.IGNORECASE)
        far = socket.create_connection(("127.0.0.1", int(self.upstream.url.rpartition(":")[2])))
        if line.startswith(b"CONNECT"):
            near.sendall(self.answer)
        else:
            far.sendall(head)
        with near, far:
            back = self._begin(_poured, near, far)
            _poured(far, near)
            back.join()


def _poured(source: socket.socket, into: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            into.sendall(data)
        into.shutdown(socket.SHUT_WR)


def test_it_hangs_in_another_application(layer: Layer, upstream: Upstream) -> None:
    mounts, proxy = routes(layer, upstream.url, token="t0ken")
    upstream.replies = [whole(wires.chat_whole(calls=(RM,)))]

    @asynccontextmanager
    async def closing(app: Starlette) -> AsyncIterator[None]:
        yield
        await proxy.close()

    with served(Starlette(routes=[*mounts], lifespan=closing)) as url, httpx2.Client(base_url=url) as client:
        answer = client.post("/proxy/t0ken/v1/chat/completions", content=_posted("chat")["content"])

    assert answer.json()["choices"][0]["finish_reason"] == "stop"
    assert upstream.seen[0].path == "/v1/chat/completions"
    assert proxy.desk.layer is layer


def test_many_clients_at_once_get_each_their_own(client: httpx2.Client, upstream: Upstream, layer: Layer) -> None:
    each = 6
    upstream.replies = [whole(wires.chat_whole("Yes.", (LS,), (f"call_Zq8{n:02}xKw2LmNvBfGhJ",))) for n in range(4 * each)]
    failed: list[Any] = []

    def talk(n: int) -> None:
        with httpx2.Client(base_url=client.base_url, timeout=PATIENCE) as mine:
            for turn in range(each):
                answer = mine.post(
                    **_posted("chat", said=f"client {n} turn {turn}"), headers={"X-Habitus-Session": "ours" if n % 2 else f"own{n}"}
                )
                if answer.status_code != 200:
                    failed.append(answer.text)

    threads = [threading.Thread(target=talk, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    said = {
        name: sorted(event.text for event in events(layer, name) if isinstance(event, UserMessage)) for name in ("ours", "own0", "own2")
    }
    assert said["own0"] == [f"client 0 turn {turn}" for turn in range(each)]
    assert said["own2"] == [f"client 2 turn {turn}" for turn in range(each)]
    assert len(said["ours"]) == 2 * each
