"""The short way for judged calls: the same answers as the long one, and nothing that the long one would refuse."""

import asyncio
import gc
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.sync.client import connect

from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer
from habitus.server import lane, run
from habitus.server.app import Application, create
from habitus.server.lane import Lane
from habitus.server.passes import new_key
from habitus.server.short import PACE
from server.conftest import HERE, TOKEN, served

KNOWN = {"Authorization": f"Bearer {TOKEN}"}
CALL = {"session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "/w/a.py"}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Layer]:
    layer = assemble.layer(Settings(), home=tmp_path_factory.mktemp("lane"))
    yield layer
    layer.close()


@pytest.fixture(scope="module")
def port(house: Layer) -> Iterator[int]:
    with served(house) as found:
        yield found


def request(body: bytes, *more: str, token: str = TOKEN, line: str = "POST /v1/judge HTTP/1.1") -> bytes:
    lines = [
        line,
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *more,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def said(port: int, *parts: bytes, answers: int = 1) -> list[tuple[int, dict[str, str], bytes]]:
    """What comes back for these bytes, sent one after the other on one connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        for part in parts:
            client.sendall(part)
        file = client.makefile("rb")
        return [_answer(file) for _ in range(answers)]


def _answer(file: object) -> tuple[int, dict[str, str], bytes]:
    read = file.readline  # type: ignore[attr-defined]
    status = int(read().split()[1])
    headers: dict[str, str] = {}
    while (line := read().decode().rstrip("\r\n")) != "":
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return status, headers, file.read(int(headers.get("content-length", 0)))  # type: ignore[attr-defined]


def test_a_plain_call_takes_it_and_gets_the_same_answer(port: int, tmp_path: Path) -> None:
    body = json.dumps(CALL).encode()
    assert lane._plain(request(body)) is not None
    with_layer = assemble.layer(Settings(), home=tmp_path)
    long_way = TestClient(create(with_layer, TOKEN), base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}).post(
        "/v1/judge", json=CALL
    )
    with_layer.close()

    ((status, headers, answer),) = said(port, request(body))

    assert (status, json.loads(answer)) == (200, long_way.json())
    assert {name: headers[name] for name in long_way.headers if name != "content-length"} == {
        name: value for name, value in long_way.headers.items() if name != "content-length"
    }


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies that came the short way."""
    seen: list[bytes] = []
    taken = Lane._taken

    def counted(self: Lane, headers: dict[bytes, str], body: bytes) -> bool:
        seen.append(body)
        return taken(self, headers, body)

    monkeypatch.setattr(Lane, "_taken", counted)
    return seen


def by_httpx(port: int, body: bytes) -> int:
    return httpx2.post(f"http://127.0.0.1:{port}/v1/judge", content=body, headers={**KNOWN, "Content-Type": "application/json"}).status_code


def by_urllib(port: int, body: bytes) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port)
    with closing(line):
        line.request("POST", "/v1/judge", body, {**KNOWN, "Content-Type": "application/json", "Connection": "keep-alive"})
        return line.getresponse().status


def by_fetch(port: int, body: bytes) -> int:
    """As Node sends it."""
    more = ("connection: keep-alive", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node")
    return said(port, request(body, *more))[0][0]


@pytest.mark.parametrize("asks", [by_httpx, by_urllib, by_fetch])
def test_the_clients_that_people_have_take_it(port: int, asks: Callable[[int, bytes], int], short: list[bytes]) -> None:
    body = json.dumps({**CALL, "session": "clients"}).encode()

    assert asks(port, body) == 200
    assert short == [body]


@pytest.mark.parametrize(("cuts", "is_short"), [([0], True), ([9], True), ([0, 9], False)], ids=["apart", "in two", "in three"])
def test_a_body_may_come_behind_its_head(port: int, cuts: list[int], is_short: bool, short: list[bytes]) -> None:
    body = json.dumps({**CALL, "session": "apart", "id": str(cuts)}).encode()
    whole = request(body)
    ends = [len(whole) - len(body) + cut for cut in cuts]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        file = client.makefile("rb")
        for one in (body, json.dumps({**CALL, "session": "apart", "id": f"{cuts} again"}).encode()):
            whole = request(one)
            for begin, end in pairwise([0, *ends, len(whole)]):
                client.sendall(whole[begin:end])
                said(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")  # by then it was read
            assert _answer(file)[0] == 200
            assert short == ([one] if is_short else [])
            short.clear()


@pytest.mark.parametrize(
    "more",
    [
        "Transfer-Encoding: chunked",
        "Content-Length: 3",
        "Connection: close",
        "Connection: keep-alive, Upgrade",
        "Expect: 100-continue",
        "Idempotency-Key: a",
        "Cookie: habitus=x",
        "X: \x01",
        "Upgrade: h2c",
    ],
)
def test_what_is_the_least_unusual_goes_the_long_way(more: str) -> None:
    assert lane._plain(request(b"{}", more)) is None


@pytest.mark.parametrize(
    "data",
    [
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}x",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nContent-Length: 02\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nContent-Length : 2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\nContent-Length: 2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\n X: b\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /v1/judge HTTP/1.1\r\nHost: a\r\nhost: b\r\nContent-Length: 2\r\n\r\n{}",
    ],
)
def test_nothing_that_two_readers_could_read_differently_takes_it(data: bytes) -> None:
    assert lane._plain(data) is None


def test_the_door_is_the_same(port: int, house: Layer) -> None:
    body, before = json.dumps({**CALL, "id": "stranger"}).encode(), house.session("s1").seq
    strangers = [
        request(body, token="wrong"),
        request(body).replace(b"Host: 127.0.0.1", b"Host: evil.example"),
        request(body, "Origin: http://evil.example"),
        request(b"[1]"),
        request(b"{"),
    ]

    assert [said(port, stranger)[0][0] for stranger in strangers] == [401, 421, 403, 422, 422]
    assert house.session("s1").seq == before


def test_requests_in_pieces_and_in_rows_are_each_answered_in_order(port: int) -> None:
    bodies = [json.dumps({**CALL, "session": "rows", "id": f"r{n}"}).encode() for n in range(4)]
    whole = b"".join(map(request, bodies))

    in_rows = said(port, whole, answers=4)
    in_pieces = said(port, *(whole[n : n + 7] for n in range(0, len(whole), 7)), answers=4)

    for answers in (in_rows, in_pieces):
        assert [(status, json.loads(body)["id"]) for status, _, body in answers] == [(200, f"r{n}") for n in range(4)]


def test_the_short_way_and_the_long_way_share_a_connection(port: int) -> None:
    short = request(json.dumps({**CALL, "session": "shared"}).encode())
    long = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        file = client.makefile("rb")
        seen = []
        for one in (short, long, short, long):
            client.sendall(one)
            seen.append(_answer(file)[0])

    assert seen == [200, 200, 200, 200]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 200), st.booleans())
def test_bytes_from_anybody_never_take_the_server_down(port: int, noise: bytes, at: int, is_inside: bool) -> None:
    plain = request(json.dumps({**CALL, "session": "noise"}).encode())
    data = plain[:at] + noise + plain[at:] if is_inside else noise
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass

    assert said(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")[0][0] == 200


def test_a_request_with_two_ends_is_refused_and_the_connection_with_it(port: int, house: Layer) -> None:
    body, hidden = json.dumps({**CALL, "session": "two"}).encode(), request(json.dumps({**CALL, "session": "hidden"}).encode())
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(request(body, "Transfer-Encoding: chunked")[: -len(body)] + b"0\r\n\r\n" + hidden)
        answers = b"".join(iter(lambda: client.recv(65536), b""))

    assert (answers.count(b"HTTP/1.1 "), answers[9:12]) == (1, b"400")
    assert [house.session(name).seq for name in ("two", "hidden")] == [0, 0]


HALF = request(json.dumps(CALL).encode())[:60]
HEAD = request(json.dumps(CALL).encode())[: -len(json.dumps(CALL))]
LONG_BODY = request(b"x" * 100, token="wrong", line="POST /v1/rules HTTP/1.1")[:-50]


@pytest.mark.parametrize(
    "sent", [b"", HALF, request(json.dumps(CALL).encode()) + HALF, LONG_BODY, HEAD], ids=["none", "half", "next", "refused", "head"]
)
def test_whoever_holds_a_connection_and_asks_nothing_is_let_go(house: Layer, sent: bytes) -> None:
    with served(house, patience=0.2) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(sent)
        while client.recv(65536):
            if sent is LONG_BODY:
                client.sendall(b"x")  # of a body that nobody waits for any more


def test_whoever_waits_for_an_answer_or_listens_is_not(house: Layer) -> None:
    body = json.dumps({**CALL, "id": "slow"}).encode()
    with served(house, patience=0.2) as port, connect(f"ws://127.0.0.1:{port}/ws", additional_headers=KNOWN) as listener:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            client.sendall(request(body, "Connection: close")[: -len(body)])
            with pytest.raises(TimeoutError):
                listener.recv(timeout=0.5)
            client.sendall(body)
            assert _answer(client.makefile("rb"))[0] == 200
        listener.send('{"id": 1, "method": "events.unsubscribe"}')
        assert json.loads(listener.recv(timeout=20)) == {"id": 1, "result": {}}


STYLE = b"GET /static/app.css HTTP/1.1\r\nHost: 127.0.0.1\r\n%b\r\n"


@pytest.mark.parametrize("sent", [STYLE % b"Connection: close\r\n", STYLE % b"" * 40], ids=["the end", "more and more"])
def test_whoever_reads_nothing_is_let_go(house: Layer, sent: bytes) -> None:
    lost = threading.Event()
    with served(house, patience=0.2, lost=lost) as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(sent)

        assert lost.wait(20)


class Pipe(asyncio.Transport):
    """Holds as much as it is told that nobody has taken."""

    left = 0
    is_open = True
    is_aborted = False

    def __init__(self, protocol: asyncio.BaseProtocol) -> None:
        super().__init__()
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_aborted = True


@pytest.mark.parametrize(
    ("taken", "is_let_go"),
    [
        ([9 * PACE, 8 * PACE, 7 * PACE, 0], False),
        ([9 * PACE, "room", "full", 9 * PACE, 8 * PACE], False),
        ([9 * PACE, 8 * PACE + 1], True),
        (["room", "full", 9 * PACE, 9 * PACE], True),
        (["close", 9, 9], True),
        ([9, "room", 9, 9], False),
    ],
)
def test_whoever_reads_slowly_is_not(app: Application, taken: list[str | int], is_let_go: bool) -> None:
    async def looked() -> bool:
        protocol = Lane(run.config(app), ServerState(), {})
        pipe = Pipe(protocol)
        protocol.connection_made(pipe)
        protocol.pause_writing()
        for one in taken:
            match one:
                case "room":
                    protocol.resume_writing()
                case "full":
                    protocol.pause_writing()
                case "close":
                    pipe.close()
                case int():
                    pipe.left = one
                    protocol._look()
        protocol.connection_lost(None)
        return pipe.is_aborted

    assert asyncio.run(looked()) == is_let_go


@pytest.mark.parametrize(
    ("line", "more"),
    [("POST /ws HTTP/1.1", "X: y"), (f"GET /ws?{'x' * 9000} HTTP/1.1", "X: y"), ("GET /ws HTTP/1.1", "Sec-WebSocket-Protocol: \xff")],
)
def test_a_handshake_that_cannot_be_read_is_told_so_and_forgotten(port: int, line: str, more: str) -> None:
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==", "Sec-WebSocket-Version: 13")
    gc.collect()
    before = sum(isinstance(one, WebSocketsSansIOProtocol) for one in gc.get_objects())

    assert {said(port, request(b"", *upgrade, more, line=line))[0][0] for _ in range(10)} == {400}
    gc.collect()
    assert sum(isinstance(one, WebSocketsSansIOProtocol) for one in gc.get_objects()) - before < 5  # the last may still be closing


def test_many_at_once_are_judged_together_and_each_gets_its_own(port: int) -> None:
    answers: dict[str, str] = {}

    def one(n: int) -> None:
        body = json.dumps({**CALL, "session": f"many{n % 5}", "id": f"m{n}"}).encode()
        ((status, _, said_),) = said(port, request(body))
        answers[f"m{n}"] = json.loads(said_)["id"] if status == 200 else str(status)

    threads = [threading.Thread(target=one, args=(n,)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == {f"m{n}": f"m{n}" for n in range(40)}


def test_a_wrong_key_is_counted_once_and_a_right_key_opens_the_short_way(tmp_path: Path) -> None:
    layer = assemble.layer(Settings(), home=tmp_path)
    _, key = new_key(layer, "ci", "operator", who="a test")
    with served(layer) as port:
        right = [said(port, request(json.dumps({**CALL, "id": f"c{n}"}).encode(), token=key))[0][0] for n in range(2)]
        wrong = [said(port, request(json.dumps(CALL).encode(), token="hbt_wrong"))[0][0] for n in range(20)]
    layer.close()

    assert (right, wrong) == ([200, 200], [401] * 20)  # twenty may be wrong at once


def test_whoever_asks_on_a_connection_is_named_for_their_own_call_alone(house: Layer, port: int) -> None:
    """A key on the long way, on the short one, and then the owner, who has no name in the ledger, on either."""
    _, key = new_key(house, "ci", "agent", who="a test")
    asked = [(key, ["X-Odd: 1"]), (key, []), (TOKEN, []), (TOKEN, ["X-Odd: 1"])]

    with socket.create_connection(("127.0.0.1", port), timeout=20) as client, client.makefile("rb") as file:
        for n, (token, more) in enumerate(asked):
            client.sendall(request(json.dumps({**CALL, "session": "named", "id": f"n{n}"}).encode(), *more, token=token))
            assert _answer(file)[0] == 200

    lines = house.store.entries(session="named", verb="judged")
    assert {line.item: house.store.content(line.after).get("by") for line in lines} == {"n0": "ci", "n1": "ci", "n2": None, "n3": None}
