"""A fuzzed WebSocket never takes the server down: raw bytes on the socket of a real one, from somebody who has a token and no manners."""

import asyncio
import gc
import json
import logging
import random
import socket
import struct
import threading
import zlib
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from habitus.config import Settings
from habitus.config.settings import Server
from habitus.layer import Layer
from habitus.server.app import create
from habitus.server.frames import PARTS, Frames
from habitus.server.live import LONGEST, Connection
from server.conftest import TOKEN, running

T = TypeVar("T")

SEED = 9

KNOWN = {"Authorization": f"Bearer {TOKEN}"}
HEAD = (
    f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
BOMB = zlib.compress(bytes(10**6), wbits=-12)


@pytest.fixture
def chosen() -> Settings:
    return Settings(server=Server(requests_per_second=1e9))


def frame(
    data: bytes = b"", op: int = TEXT, *, end: bool = True, reserved: int = 0, masked: bool = True, length: int | None = None
) -> bytes:
    """As RFC 6455 has it, but for what is asked for."""
    said = len(data) if length is None else length
    size = bytes([said]) if said < 126 else struct.pack("!BH", 126, said) if said < 2**16 else struct.pack("!BQ", 127, said)
    mask = b"\x37\xfa\x21\x3d" if masked else b"\0\0\0\0"
    head = bytes([end << 7 | reserved << 4 | op, masked << 7 | size[0]]) + size[1:] + (mask if masked else b"")
    return head + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


def asked(r: random.Random) -> bytes:
    method = r.choice(["agent.evolution.metrics", "agent.evolution.apply", "events.subscribe", "events.unsubscribe", "", 7, None])
    params: Any = r.choice([None, [], "x", {}, {"agent": r.choice([1, None, "a", "a" * 600])}, {"after": r.choice([-1, 2**70, "x", 0])}])
    return json.dumps({"id": r.choice([1, None, "x", [], 1.5]), "method": method, "params": params}).encode()


HANDSHAKES: dict[str, Callable[[random.Random], bytes]] = {
    "cut off": lambda r: HEAD[: r.randrange(len(HEAD))],
    "garbled": lambda r: bytes(r.randrange(256) if r.random() < 0.02 else byte for byte in HEAD),
    "another version": lambda r: HEAD.replace(b": 13", r.choice([b": 12", b":", b": 99999", b": \xff"])),
    "no key": lambda r: HEAD.replace(b"dGhlIHNhbXBsZSBub25jZQ==", r.choice([b"", b"short", b"!" * 24, b"a" * 5000])),
    "no upgrade": lambda r: HEAD.replace(b": websocket", r.choice([b": h2c", b": websocket\r\nUpgrade: websocket", b":"])),
    "another method": lambda r: HEAD.replace(b"GET", r.choice([b"POST", b"PUT", b"HEAD", b"TRACE", b"OPTIONS"])),
    "a body": lambda r: HEAD.replace(
        b"\r\n\r\n", r.choice([b"\r\nContent-Length: 5\r\n\r\nhello", b"\r\nTransfer-Encoding: chunked\r\n\r\nzz"])
    ),
}
FRAMES: dict[str, Callable[[random.Random], bytes]] = {
    "reserved bits": lambda r: frame(b"{}", reserved=r.randrange(1, 8)),
    "no such kind": lambda r: frame(b"{}", r.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])),
    "a huge length": lambda r: frame(b"{}", length=r.choice([LONGEST + 1, 10**9, 2**62, 2**63, 2**64 - 1])),
    "a control frame in parts": lambda r: frame(b"x", r.choice([CLOSE, PING, PONG]), end=False),
    "a long control frame": lambda r: frame(r.randbytes(126), r.choice([CLOSE, PING, PONG])),
    "no UTF-8": lambda r: frame(r.choice([b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xf4\x90\x80\x80"])),
    "no such end": lambda r: frame(struct.pack("!H", r.choice([0, 999, 1004, 1005, 1006, 1015, 2999, 65535])) + b"why", CLOSE),
    "half an end": lambda _: frame(b"\x03", CLOSE),
    "an end that is no UTF-8": lambda _: frame(b"\x03\xe8\xff", CLOSE),
    "no mask": lambda r: frame(asked(r), masked=False),
    "a part of nothing": lambda r: frame(b"{}", 0, end=r.random() < 0.5),
    "a message within another": lambda _: frame(b'{"id"', end=False) + frame(b"{}"),
    "parts without end": lambda r: frame(b"[", end=False) + frame(b"[", 0, end=False) * r.randrange(500) + frame(b"", PING),
    "a message that is too long in parts": lambda _: frame(b"x" * LONGEST, end=False) + frame(b"x", 0),
    "half a frame": lambda r: frame(asked(r))[: r.randrange(1, 20)],
    "little that becomes much": lambda _: frame(BOMB, reserved=4),
    "bytes": lambda r: frame(r.randbytes(r.randrange(200)), BINARY),
    "noise": lambda r: r.randbytes(r.randrange(1, 200)),
    "broken JSON": lambda r: frame(r.choice([b"{", b"[" * 60_000, b'"', b"", b"NaN", b"[1e999]", b'{"id": ' + b"9" * 5000 + b"}"])),
    "a broken call": lambda r: frame(asked(r)) * r.randrange(1, 4),
}


def shaken(client: socket.socket, port: int) -> None:
    """Let in: what comes together with a handshake would be lost, not read."""
    client.connect(("127.0.0.1", port))
    client.settimeout(20)
    client.sendall(HEAD)
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        said += client.recv(1)
    assert said.startswith(b"HTTP/1.1 101")


def left(client: socket.socket, data: bytes, how: str) -> None:
    """Until the other side has closed, too; or, if they leave without a word, no longer than it takes to send."""
    with suppress(ConnectionError):
        if how == "without a word":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(data)
            return
        client.sendall(data + (frame(b"\x03\xe8", CLOSE) if how == "in order" else b""))
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass


def on(server: uvicorn.Server, what: Coroutine[Any, Any, T]) -> T:
    """Done where the server runs."""
    return asyncio.run_coroutine_threadsafe(what, server.servers[0].get_loop()).result(30)


async def tasks() -> set[Any]:
    return asyncio.all_tasks() - {asyncio.current_task()}


async def remaining(state: Any, before: set[Any]) -> set[Any]:
    """Tasks that were not there before; once whoever has left is forgotten, which takes a few turns."""
    while state.connections or state.tasks:
        await asyncio.sleep(0)
    return await tasks() - before


@pytest.mark.timeout(60)
def test_no_bytes_take_the_server_down_and_nothing_of_them_stays(
    layer: Layer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "disabled", True)  # with what it logs it would hold on to connections
    app, r = create(layer, TOKEN), random.Random(SEED)
    with running(app) as (port, server):
        with socket.socket() as client:
            shaken(client, port)
            left(client, b"", "in order")
        before = on(server, tasks())
        for how in ("in order", "with an end", "without a word"):
            for made in HANDSHAKES.values():
                with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                    left(client, made(r), how)
            for made in FRAMES.values():
                with socket.socket() as client:
                    shaken(client, port)
                    left(client, r.choice([b"", frame(asked(r)), frame(b'{"method": "events.subscribe"}')]) + made(r), how)
        assert on(server, remaining(server.server_state, before)) == set()
        assert (app.live.is_heard, app.live._clients.total(), app.door.bodies.coming) == (False, 0, 0)
        gc.collect()
        assert [one for one in gc.get_objects() if isinstance(one, Connection | Frames)] == []
        with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=KNOWN) as friend:
            friend.send(json.dumps({"id": 1, "method": "agent.evolution.metrics", "params": {"agent": "bot"}}))
            assert json.loads(friend.recv(20))["result"]["metrics"] == []
    assert [one.getMessage() for one in caplog.records if one.name == "asyncio" or one.levelno > logging.ERROR] == []
    assert [one for one in caplog.records if one.name.startswith("habitus") and one.levelno >= logging.ERROR] == []


def test_a_handshake_that_is_refused_is_no_error_of_the_server(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody can send one: the log is not theirs to fill, nor its errors to be woken by."""
    with running(create(layer, TOKEN)) as (port, _), pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{port}/ws", additional_headers={"Authorization": "Bearer nobody's"})

    assert refused.value.response.status_code == 401
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []


async def listens(server: uvicorn.Server) -> bool:
    return all(one.transport.is_reading() for one in server.server_state.connections)


def test_whoever_takes_no_answer_to_their_pings_is_not_listened_to_until_they_do(layer: Layer) -> None:
    """Each is answered, and what nobody takes would be kept."""
    ping = frame(b"x" * 125, PING)
    with running(create(layer, TOKEN), lost=threading.Event()) as (port, server), socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        shaken(client, port)
        many, at = ping * 40_000, 0
        client.setblocking(False)
        while at < len(many) and on(server, listens(server)):
            with suppress(BlockingIOError):
                at += client.send(many[at : at + 65536])
        client.settimeout(20)
        taken = b""
        while not on(server, listens(server)):
            taken += client.recv(65536)
        client.sendall(many[at : at - at % -len(ping)])
        whole = -(at // -len(ping))
        while taken.count(b"x" * 125) < whole:
            taken += client.recv(65536)

    assert at < len(many)


def test_a_message_in_ever_more_parts_is_not_waited_for(layer: Layer) -> None:
    """Empty ones have no length that would be too much."""
    with running(create(layer, TOKEN)) as (port, _), socket.socket() as client, suppress(ConnectionError):
        shaken(client, port)
        client.sendall(frame(b"[", end=False) + frame(b"", 0, end=False) * (PARTS + 1))
        while client.recv(65536):
            pass
