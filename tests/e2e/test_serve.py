"""`habitus serve` as a person runs it: a process, a browser, Ctrl-C."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from real.postgres import PostgresServer

EXAMPLES = Path(__file__).parents[2] / "examples" / "transcripts"
HABITUS = Path(sys.executable).parent / "habitus"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "HABITUS_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where the examples were learned from, to be copied."""
    home = tmp_path_factory.mktemp("learned") / "home"
    subprocess.run([HABITUS, "learn", EXAMPLES], env={**os.environ, "HABITUS_HOME": str(home)}, check=True, capture_output=True)
    return home


@pytest.fixture
def server(environ: dict[str, str], learned: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the link it printed."""
    shutil.copytree(learned, environ["HABITUS_HOME"])
    process = subprocess.Popen([HABITUS, "serve", "--port", "0"], env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout
    link = ""
    for line in process.stdout:
        if found := re.match(r"Open (http://127\.0\.0\.1:\d+/\?token=\S+)", line):
            link = found[1]
            break
    yield process, link
    process.kill()
    process.communicate()


def test_the_page_shows_what_was_learned(server: tuple[subprocess.Popen[str], str], page: Page) -> None:
    _, link = server

    page.goto(link)

    page.wait_for_url("**/behavioral-rules")
    assert page.title() == "Rules · Habitus"
    assert "token" not in page.url
    expect(page.get_by_role("link", name="Use pnpm instead of npm.").first).to_be_visible()
    expect(page.get_by_text("no, use pnpm instead of npm").first).to_be_visible()


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "systemd"])
def test_whoever_stops_it_it_stops_cleanly(
    server: tuple[subprocess.Popen[str], str], environ: dict[str, str], told: signal.Signals
) -> None:
    process, link = server
    home = Path(environ["HABITUS_HOME"])
    while_it_runs = set(home.iterdir())
    half = half_a_request(link, (home / "token").read_text().strip())

    process.send_signal(told)
    rest, _ = process.communicate(timeout=20)

    assert process.returncode == 0, rest
    assert "Stopped." in rest
    assert "Traceback" not in rest
    gone = {file.name for file in while_it_runs - set(home.iterdir())}
    assert {"daemon.sock", "serve.json", "habitus.db-wal"} <= gone
    half.close()


def half_a_request(link: str, token: str) -> socket.socket:
    """The server waits for its body."""
    found = socket.create_connection(("127.0.0.1", urlsplit(link).port or 0), timeout=20)
    head = f"POST /v1/rules HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
    found.sendall(f"{head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n".encode())
    assert found.recv(100).startswith(b"HTTP/1.1 100")
    return found


def test_a_port_in_use_and_a_foreign_address_are_one_sentence(server: tuple[subprocess.Popen[str], str], environ: dict[str, str]) -> None:
    port = re.search(r":(\d+)/", server[1])
    assert port

    taken = subprocess.run([HABITUS, "serve", "--port", port[1]], env=environ, capture_output=True, text=True, check=False)
    foreign = subprocess.run([HABITUS, "serve", "--host", "0.0.0.0"], env=environ, capture_output=True, text=True, check=False)

    assert (taken.returncode, foreign.returncode) == (2, 2)
    assert f"port {port[1]} on 127.0.0.1 cannot be used" in taken.stderr
    assert "`server.host` '0.0.0.0' can be reached by others" in foreign.stderr
    assert taken.stderr.count("\n") == foreign.stderr.count("\n") == 1


@pytest.mark.timeout(120)
@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["worker"]])
def test_with_json_logs_every_line_is_an_object_whoever_writes_it(
    environ: dict[str, str], postgres_server: PostgresServer, command: list[str]
) -> None:
    """The server complains about nonsense, the jobs when the database goes away."""
    told = {**environ, "HABITUS_STORE__URL": postgres_server.url}
    process = subprocess.Popen([HABITUS, *command, "--json-logs"], env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    waited_for, said = {"dbos"}, ""
    try:
        while "Ctrl-C stops it." not in said:
            said += process.stdout.readline()
            assert process.poll() is None, process.stderr.read()
        if found := re.search(r":(\d+)\n", said):
            waited_for.add("uvicorn.error")
            with socket.create_connection(("127.0.0.1", int(found[1]))) as stranger:
                stranger.sendall(b"nonsense\r\n\r\n")
                stranger.recv(1000)
        postgres_server.stop()
        while waited_for:
            waited_for.discard(json.loads(process.stderr.readline())["log"])
    finally:
        process.kill()
        process.communicate()
