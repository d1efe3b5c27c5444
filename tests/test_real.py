"""The real programs are there, are clean for each test, and can be taken away."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from playwright.sync_api import Page
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisGone
from redis.retry import Retry

from real.postgres import PostgresServer, database
from real.redis import RedisServer

pytest_plugins = ["pytester"]


@pytest.mark.parametrize("_again", range(2))
def test_each_test_gets_an_empty_postgres_database(postgres: str, _again: int) -> None:
    with psycopg.connect(postgres) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (1)")
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1,)


def test_a_database_is_dropped_even_while_someone_is_connected(postgres_url: str) -> None:
    with database(postgres_url) as url:
        left_open = psycopg.connect(url)
    with pytest.raises(psycopg.OperationalError), left_open:
        left_open.execute("SELECT 1")


def test_postgres_keeps_its_data_through_an_outage(postgres_server: PostgresServer) -> None:
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
    postgres_server.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(postgres_server.url)
    postgres_server.start()
    with psycopg.connect(postgres_server.url) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)


@pytest.mark.parametrize("_again", range(2))
def test_each_test_gets_an_empty_redis(redis: str, _again: int) -> None:
    with Redis.from_url(redis) as client:
        assert client.dbsize() == 0
        client.set("left", "behind")


def test_redis_answers_again_after_an_outage(redis_server: RedisServer) -> None:
    with Redis.from_url(redis_server.url, retry=Retry(NoBackoff(), 0)) as client:
        assert client.ping()
        redis_server.stop()
        with pytest.raises(RedisGone):
            client.ping()
        redis_server.start()
        assert client.ping()


def test_a_server_started_from_a_thread_outlives_the_thread(redis_server: RedisServer) -> None:
    redis_server.stop()
    thread = Thread(target=redis_server.start)
    thread.start()
    thread.join()
    with Redis.from_url(redis_server.url) as client:
        assert client.ping()


class Site(BaseHTTPRequestHandler):
    BODY = b"<!doctype html><link rel=icon href=data:,><button onclick=\"this.textContent='pressed'\">press</button>"

    def do_GET(self) -> None:
        found = self.path == "/"
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(self.BODY) if found else 0))
        self.end_headers()
        self.wfile.write(self.BODY if found else b"")

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing on the tests' output."""


@pytest.fixture
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_button_is_pressed_in_a_real_browser(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("button").click()
    assert page.get_by_role("button").inner_text() == "pressed"


def test_a_page_is_held_to_its_console_and_to_its_host(page: Page, site: str, page_complaints: list[str]) -> None:
    page.goto(site)
    page.evaluate("fetch('/missing')")
    page.evaluate("fetch('http://abroad.invalid/x').catch(() => 0)")
    page.evaluate("new Promise(done => new WebSocket('ws://abroad.invalid/y').onerror = done)")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('oops') })")
    told = "\n".join(page_complaints)
    page_complaints.clear()
    assert "404" in told
    assert "call abroad: http://abroad.invalid/x" in told
    assert "call abroad: ws://abroad.invalid/y" in told
    assert "uncaught: oops" in told


def test_chromium_is_a_program(chromium: Path) -> None:
    assert chromium.exists()


def test_what_is_skipped_is_said_last_and_fails_in_ci(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makepyfile("from real.skips import cannot\ndef test_a(): cannot('no moon tonight')\ndef test_b(): pass\n")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("CI", raising=False)
    lenient = pytester.runpytest_inprocess("-q", "-p", "real.skips")
    monkeypatch.setenv("CI", "true")
    strict = pytester.runpytest_inprocess("-q", "-p", "real.skips")
    assert (lenient.ret, strict.ret) == (0, 1)
    lenient.stdout.fnmatch_lines(["*NOT TESTED HERE (1)*", "*::test_a: no moon tonight", "1 passed, 1 skipped*"])
    strict.stdout.fnmatch_lines(["*NOT TESTED HERE (1)*", "FAILED: CI is set*", "1 passed, 1 skipped*"])
