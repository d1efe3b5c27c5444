"""One POST that ends in time, whatever the other side does. What holds for both channels is tested on both."""

import socket
import threading
import traceback
from contextlib import suppress
from typing import Any

import pytest

from habitus.errors import ConfigError
from habitus.notify import NotifyError
from habitus.notify.wire import place, post
from notify.loopback import CERTIFICATE, Loopback, Reply, channels, notice, refusal
from nouns import START

BOTH = pytest.mark.parametrize("channel", ["telegram", "webhook"])


def failure(url: str, channel: str, **settings: Any) -> NotifyError:
    with pytest.raises(NotifyError) as caught:
        channels(url, **settings).send(notice(channel), START)
    return caught.value


@BOTH
def test_a_refused_connection_may_pass(channel: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and does not listen
        error = failure(f"http://127.0.0.1:{closed.getsockname()[1]}", channel)
    assert "refused the connection: check that the server is running, and `notify." in str(error)
    assert error.again


@BOTH
def test_a_server_that_says_nothing_is_left(server: Loopback, channel: str) -> None:
    server.replies = [Reply(hangs=True)]
    error = failure(server.url, channel, timeout=0.05)
    assert "did not answer within 0.05 seconds" in str(error)
    assert "`notify.timeout_seconds`" in str(error)
    assert error.again


@BOTH
def test_a_server_that_sends_a_byte_now_and_then_is_left_too(server: Loopback, channel: str) -> None:
    """All of the answer would be good, if one waited for it."""
    server.replies = [Reply({"ok": True}, headers={"X-Padding": "x" * 500}, drips=True)]
    assert "did not answer within 0.2 seconds" in str(failure(server.url, channel, timeout=0.2))


def test_a_body_that_drips_is_left_too(server: Loopback) -> None:
    server.replies = [Reply({"ok": True, "result": "x" * 500}, drips=True)]
    assert "did not answer within 0.5 seconds" in str(failure(server.url, "telegram", timeout=0.5))


def test_a_resolver_that_thinks_forever_is_left() -> None:
    found = threading.Event()
    where = place("the webhook", "notify.webhook_url", "https://hooks.example.com/")
    with pytest.raises(NotifyError, match="did not answer within") as caught:
        post(where, "/", {}, b"", 0.05, lookup=lambda *_, **__: found.wait())
    found.set()
    assert caught.value.again


def test_an_unknown_name_may_pass() -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    where = place("the webhook", "notify.webhook_url", "https://hooks.example.com/")
    with pytest.raises(NotifyError, match=r"at hooks.example.com was not found: check .* `notify.webhook_url`") as caught:
        post(where, "/", {}, b"", 30, lookup=unknown)
    assert caught.value.again


def test_a_name_without_an_address_is_a_failure_like_another() -> None:
    where = place("the webhook", "notify.webhook_url", "https://hooks.example.com/")
    with pytest.raises(NotifyError, match="could not be reached"):
        post(where, "/", {}, b"", 30, lookup=lambda *_, **__: [])


def test_the_second_address_is_tried_when_the_first_is_dead(server: Loopback) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        where = place("the webhook", "notify.webhook_url", f"http://hooks.example.com:{server.port}/")
        both = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", address) for address in (closed.getsockname(), ("127.0.0.1", server.port))]
        assert post(where, "/", {}, b"{}", 30, lookup=lambda *_, **__: both).status == 204
    assert server.requests[0].headers["host"] == f"hooks.example.com:{server.port}"


@BOTH
@pytest.mark.parametrize("raw", [b"", b"\x16\x03\x01 not HTTP\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200, b"HTTP/1.1 x\r\n\r\n"])
def test_garbage_may_pass(server: Loopback, channel: str, raw: bytes) -> None:
    server.replies = [Reply(raw=raw)]
    error = failure(server.url, channel)
    assert "hung up before" in str(error) or "is not HTTP" in str(error)
    assert error.again


def test_half_an_answer_is_none(server: Loopback) -> None:
    server.replies = [Reply(raw=b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"ok": true')]
    assert "not of the Bot API" in str(failure(server.url, "telegram"))


def test_an_answer_in_chunks_is_read(server: Loopback) -> None:
    server.replies = [Reply(raw=b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"ok"\r\n6\r\n:true}\r\n0\r\n\r\n')]
    channels(server.url).send(notice(), START)
    assert len(server.requests) == 1


@pytest.mark.parametrize("endless", [False, True])
def test_a_huge_answer_is_not_read_to_its_end(server: Loopback, endless: bool) -> None:
    """All of it would be good, if one read it."""
    server.replies = [Reply({"ok": True, "result": "x" * 1_000_000}, endless=endless)]
    assert "not of the Bot API" in str(failure(server.url, "telegram"))


@BOTH
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(server: Loopback, channel: str, status: int) -> None:
    server.replies = [Reply(status=status, headers={"Location": f"{server.url}/elsewhere"})]
    error = failure(server.url, channel)
    assert "to where it leads" in str(error)
    assert not error.again
    assert len(server.requests) == 1


@BOTH
def test_a_proxy_in_the_environment_is_not_asked(server: Loopback, channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with Loopback() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        channels(server.url).send(notice(channel), START)
        assert proxy.requests == []
    assert len(server.requests) == 1


@BOTH
def test_a_certificate_that_nobody_vouches_for_gets_no_request(channel: str) -> None:
    with Loopback(tls=True) as server:
        error = failure(server.url, channel)
        assert server.requests == []
    assert "shows a certificate that is not trusted" in str(error)
    assert "SSL_CERT_FILE" in str(error)


@BOTH
def test_an_authority_of_ones_own_can_be_trusted(channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with Loopback(tls=True) as server:
        channels(server.url).send(notice(channel), START)
        assert len(server.requests) == 1


def test_a_usual_port_is_not_part_of_the_hosts_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with Loopback(tls=True) as server:
        here = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", server.port))]
        post(place("the webhook", "notify.webhook_url", "https://127.0.0.1/"), "/", {}, b"{}", 30, lookup=lambda *_, **__: here)
        assert server.requests[0].headers["host"] == "127.0.0.1"


def test_a_certificate_for_another_host_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with Loopback(tls=True) as server:
        here = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", server.port))]
        where = place("the webhook", "notify.webhook_url", "https://hooks.example.com/")
        with pytest.raises(NotifyError, match="certificate that is not trusted"):
            post(where, "/", {}, b"{}", 30, lookup=lambda *_, **__: here)
        assert server.requests == []


def test_https_to_a_port_that_speaks_http_is_told_apart() -> None:
    def serve() -> None:
        line, _ = listener.accept()
        with line, suppress(ConnectionError):
            line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            while line.recv(4096):
                """Read to the end, so that hanging up does not take the answer back."""

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        error = failure(f"https://127.0.0.1:{listener.getsockname()[1]}", "webhook")
        thread.join()
    assert "does not speak TLS with us: check https and the port in `notify.webhook_url`" in str(error)


@BOTH
@pytest.mark.parametrize(
    "reply",
    [
        Reply(hangs=True),
        Reply(raw=b"garbage\r\n\r\n"),
        Reply(status=302, headers={"Location": "/elsewhere"}),
        *(refusal(code, "no") for code in (400, 401, 403, 404, 410, 418, 429, 500)),
    ],
)
def test_no_failure_tells_a_secret(server: Loopback, channel: str, reply: Reply, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    server.replies = [reply]
    error = failure(server.url, channel, timeout=0.2 if reply.hangs else 30)
    told = "".join(traceback.format_exception(error)) + repr(error) + caplog.text
    for secret in ("AAHdqTcv", "DO_NOT_SHOW", "DO-NOT-SHOW", "YSBrZXkg"):
        assert secret not in told
    assert error.__cause__ is None
    assert error.__context__ is None


def test_the_settings_do_not_show_their_secrets(server: Loopback) -> None:
    shown = repr(channels(server.url))
    assert "DO_NOT_SHOW" not in shown
    assert "DO-NOT-SHOW" not in shown
    assert "whsec" not in shown


@pytest.mark.parametrize(
    "url",
    [
        "hooks.example.com/x",
        "//hooks.example.com/x",
        "ftp://hooks.example.com/x",
        "file:///etc/passwd",
        "https://",
        "https:///x",
        "https://hooks.example.com:99999/x",
        "https://hooks.example.com:x/SESAME",
        "https://hooks..example.com/SESAME",
        "https://[::1/x",
        "https://me:SESAME@hooks.example.com/x",
        "https://hooks.example.com/x#SESAME",
        "https://hooks.example.com/x SESAME",
        "https://hooks.example.com/x\r\nHost: SESAME",
    ],
)
@pytest.mark.parametrize("setting", ["webhook_url", "base_url"])
def test_a_url_that_cannot_be_meant_is_refused_before_anything_is_sent(setting: str, url: str) -> None:
    with pytest.raises(ConfigError, match=r"`notify\.(webhook_url|telegram_base_url)` ") as caught:
        channels("http://127.0.0.1", **{setting: url})
    assert "SESAME" not in str(caught.value)


def test_a_url_by_number_keeps_its_brackets() -> None:
    assert str(place("the webhook", "notify.webhook_url", "http://[::1]:8080/x")) == "the webhook at [::1]:8080"
    assert place("the webhook", "notify.webhook_url", "http://[::1]/x").port == 80
    assert place("the webhook", "notify.webhook_url", "https://[::1]/x").port == 443
