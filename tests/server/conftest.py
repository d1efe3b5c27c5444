"""A house with a door: the application over a store of its own, and callers with every role."""

import shutil
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer
from habitus.server import run
from habitus.server.app import Application, create
from habitus.server.passes import ROLES, new_key

TOKEN = "t0ken"
HERE = "http://127.0.0.1:8787"


@pytest.fixture
def chosen() -> Settings:
    """What the house is set up with; a file of tests may choose otherwise."""
    return Settings()


@pytest.fixture
def layer(tmp_path: Path, empty: Path, chosen: Settings) -> Iterator[Layer]:
    shutil.copy(empty, tmp_path)
    found = assemble.layer(chosen, home=tmp_path)
    yield found
    found.close()


@pytest.fixture
def app(layer: Layer) -> Application:
    return create(layer, TOKEN)


@pytest.fixture
def client(app: Application) -> Iterator[TestClient]:
    with TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}) as found:
        yield found


@pytest.fixture
def loop() -> Iterator[BlockingPortal]:
    """One for all requests of a test, as a server has: a client without one starts a thread and a loop for every request."""
    with start_blocking_portal() as found:
        yield found


def caller(app: ASGIApp, loop: BlockingPortal, key: str = TOKEN) -> TestClient:
    """Somebody with that key. Nothing runs beside it."""
    found = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {key}"})
    found.portal = loop
    return found


@pytest.fixture
def quiet(app: Application, loop: BlockingPortal) -> TestClient:
    """The same, with no learner running beside it."""
    return caller(app, loop)


@pytest.fixture
def keyed(layer: Layer, app: Application, loop: BlockingPortal) -> Callable[[str], TestClient]:
    """A client with an API key of that role, named after it: `the viewer`, `another viewer`. Nothing runs beside it."""
    names = {role: iter((f"the {role}", f"another {role}")) for role in ROLES}

    def made(role: str) -> TestClient:
        _, key = new_key(layer, next(names[role]), role, who="a test")  # type: ignore[index, arg-type]
        return caller(app, loop, key)

    return made


@pytest.fixture
def written(layer: Layer) -> Iterator[Callable[[], int]]:
    """A number that changes with every transaction of anybody else."""
    looking = sqlite3.connect(layer.store.where)
    yield lambda: int(looking.execute("PRAGMA data_version").fetchone()[0])
    looking.close()


@contextmanager
def served(layer: Layer, patience: float | None = None, lost: threading.Event | None = None) -> Iterator[int]:
    """The port of a real server, as `habitus serve` starts it. `lost`: is set when it has let a connection go."""
    with running(create(layer, TOKEN), patience, lost) as (port, _):
        yield port


@contextmanager
def running(app: Application, patience: float | None = None, lost: threading.Event | None = None) -> Iterator[tuple[int, uvicorn.Server]]:
    """The same, and the server itself."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = run.config(app, patience=patience)
    if lost is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what the kernel takes in a client's place is soon full
        config.http = _watched(config.http, lost)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1], server
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def _watched(protocol: type, lost: threading.Event) -> type:
    def connection_lost(self: Any, exc: Exception | None) -> None:
        protocol.connection_lost(self, exc)  # type: ignore[attr-defined]
        lost.set()

    return type("Watched", (protocol,), {"connection_lost": connection_lost})
