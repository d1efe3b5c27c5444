"""The warm daemon: who may ask, what it answers, and that there is one."""

import contextlib
import json
import os
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus import __version__, assemble, config
from habitus.errors import Away
from habitus.layer import Layer
from habitus.server import daemon, warm, wire
from habitus.server.daemon import Daemon
from habitus.types import Note
from nouns import call, user

WRITES = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/w", "tool_name": "Bash", "tool_use_id": "t1"}
DELETES = {**WRITES, "tool_input": {"command": "rm -rf data"}}


@pytest.fixture
def home(tmp_path: Path) -> str:
    return str(tmp_path / "home")


@pytest.fixture
def layer(home: str) -> Iterator[Layer]:
    made = assemble.layer(config.Settings(), home=home)
    yield made
    made.close()


@pytest.fixture
def running(layer: Layer, home: str) -> Iterator[Daemon]:
    warm.port(home)
    made = Daemon(layer, home)
    assert made.start()
    yield made
    made.stop()


def asked(home: str, body: object, path: str = "/v1/hooks/claude-code") -> tuple[int, str]:
    status, said = warm.ask(home, "POST", path, body if isinstance(body, bytes) else json.dumps(body).encode())
    return status, said.decode()


def test_a_hook_is_answered_on_a_socket_that_only_its_owner_can_open(running: Daemon, home: str) -> None:
    status, said = asked(home, DELETES)

    assert status == 200
    assert '"permissionDecision":"deny"' in said
    assert stat.S_IMODE(Path(home, "daemon.sock").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("body", "path", "status"),
    [
        (b"", "/v1/hooks/claude-code", 400),
        (b'{"hook_event_name": "Pre', "/v1/hooks/claude-code", 400),
        (b"[" * 100_000, "/v1/hooks/claude-code", 400),
        (b"[]", "/v1/hooks/claude-code", 400),
        (b"\xff\xfe\x00", "/v1/hooks/claude-code", 400),
        (b"{}", "/v1/hooks/claude-code", 200),
        (b'{"hook_event_name": "PreToolUse", "tool_input": {"n": NaN, "m": 1e999}}', "/v1/hooks/claude-code", 200),
        (b"{}", "/v1/hooks/nobody", 404),
        (b"{}", "/v1/hooks/..", 404),
        (b"{}", "/", 404),
    ],
)
def test_what_is_no_hook_is_refused_and_the_next_is_answered(running: Daemon, home: str, body: bytes, path: str, status: int) -> None:
    assert asked(home, body, path)[0] == status
    if status == 400:
        assert json.loads(asked(home, body, path)[1])["detail"].startswith("The hook's input is not ")

    assert '"deny"' in asked(home, DELETES)[1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(garbage=st.binary(min_size=1, max_size=200))
def test_whatever_is_sent_to_the_socket_the_daemon_lives(running: Daemon, home: str, garbage: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{home}/daemon.sock")
        client.settimeout(10)
        client.sendall(garbage + b"\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass

    assert asked(home, DELETES)[0] == 200


def test_half_a_request_costs_nobody_else_anything(running: Daemon, home: str) -> None:
    with socket.socket(socket.AF_UNIX) as slow:
        slow.connect(f"{home}/daemon.sock")
        slow.sendall(b"POST /v1/hooks/claude-code HTTP/1.1\r\nContent-Length: 500\r\n\r\n{")

        assert asked(home, DELETES)[0] == 200


def test_a_request_that_is_too_large_is_refused_unread(running: Daemon, home: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{home}/daemon.sock")
        client.sendall(b"POST /v1/hooks/claude-code HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")

        assert client.recv(100).startswith(b"HTTP/1.1 413")


def test_a_request_in_chunks_is_understood(running: Daemon, home: str) -> None:
    body = json.dumps(DELETES).encode()
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{home}/daemon.sock")
        client.sendall(b"POST /v1/hooks/claude-code HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        for at in range(0, len(body), 50):
            part = body[at : at + 50]
            client.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        client.sendall(b"0\r\n\r\n")

        assert b'"deny"' in client.recv(65536)


def chunked(home: str, sent: bytes) -> bytes:
    """What is answered to a body in chunks, as they are."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{home}/daemon.sock")
        client.settimeout(10)
        client.sendall(b"POST /v1/hooks/claude-code HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        with contextlib.suppress(BrokenPipeError):  # refused before its end
            client.sendall(sent)
        return b"".join(iter(lambda: client.recv(65536), b""))


def test_more_chunks_than_anybody_needs_are_refused(running: Daemon, home: str) -> None:
    assert chunked(home, b"1\r\n \r\n" * wire.CHUNKS + b"0\r\n\r\n").startswith(b"HTTP/1.1 413")
    assert chunked(home, b"1\r\n \r\n" * (wire.CHUNKS - 3) + b"2\r\n{}\r\n0\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_chunks_together_have_the_same_limit_as_a_body(running: Daemon, home: str) -> None:
    part = b"100000\r\n%b\r\n" % (b" " * 0x100000)

    assert chunked(home, part * 17).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("sent", [b"-1\r\n", b"+2\r\n{}\r\n0\r\n\r\n", b"0x2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n"])
def test_chunks_that_others_would_read_otherwise_are_not_read(running: Daemon, home: str, sent: bytes) -> None:
    assert chunked(home, sent) == b""
    assert asked(home, DELETES)[0] == 200


def test_many_ask_at_once_and_each_hears_its_own_answer(running: Daemon, home: str) -> None:
    heard: dict[int, str] = {}

    def ask(n: int) -> None:
        command = "rm -rf data" if n % 2 else "make"
        heard[n] = asked(home, {**WRITES, "session_id": f"s{n % 3}", "tool_use_id": f"t{n}", "tool_input": {"command": command}})[1]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {n: '"deny"' in said for n, said in heard.items()} == {n: bool(n % 2) for n in range(30)}


def test_a_thread_that_cannot_be_begun_costs_one_hook_and_no_more(running: Daemon, home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if "_serve" in thread.name:
            raise RuntimeError("can't start new thread")
        begin(thread)

    with monkeypatch.context() as limit:
        limit.setattr(threading.Thread, "start", start)
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(20)
            client.connect(f"{home}/daemon.sock")
            assert client.recv(1) == b""

    assert asked(home, DELETES)[0] == 200


# ── over a port ──


def over_port(home: str, body: bytes = b"{}", **headers: str) -> bytes:
    port = warm.known_port(home)
    given_ = {"Host": f"127.0.0.1:{port}", "Authorization": f"Bearer {warm.token(home)}", "Connection": "close"} | headers
    lines = "".join(f"{name}: {value}\r\n" for name, value in given_.items() if value)
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(10)
        client.sendall(f"POST /v1/hooks/claude-code HTTP/1.1\r\n{lines}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        said = b""
        while part := client.recv(65536):
            said += part
    return said


def test_a_hook_with_the_token_is_answered_over_the_port(running: Daemon, home: str) -> None:
    said = over_port(home, json.dumps(DELETES).encode())

    assert said.startswith(b"HTTP/1.1 200")
    assert b'"deny"' in said
    assert stat.S_IMODE(Path(home, "hooks.token").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer \xff"}, 401),
        ({"Host": "evil.example:80"}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://127.0.0.1"}, 403),
    ],
)
def test_nobody_else_is_heard_over_the_port(running: Daemon, layer: Layer, home: str, headers: dict[str, str], status: int) -> None:
    head, _, body = over_port(home, json.dumps(DELETES).encode(), **headers).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 %d" % status)
    assert b"application/problem+json" in head
    assert json.loads(body)["detail"] == wire.REFUSED[status]
    assert layer.session("s1").calls == 0


def test_nobody_is_read_further_than_the_head_who_has_no_token(running: Daemon, home: str) -> None:
    """A body that never comes is not waited for."""
    with socket.create_connection(("127.0.0.1", warm.known_port(home))) as client:
        client.settimeout(10)
        client.sendall(b"POST /v1/hooks/claude-code HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 16000000\r\n\r\n")

        assert client.recv(100).startswith(b"HTTP/1.1 401")


def test_whoever_is_refused_hears_so_although_more_was_sent(running: Daemon, home: str) -> None:
    assert over_port(home, b" " * 500_000, Authorization="Bearer wrong").startswith(b"HTTP/1.1 401")


HALF = "POST /v1/hooks/claude-code HTTP/1.1\r\nHost: 127.0.0.1:1\r\n"


@pytest.mark.parametrize(
    "begun", ["", HALF, f"{HALF}Authorization: Bearer TOKEN\r\nContent-Length: 9000\r\n\r\n"], ids=["", "head", "body"]
)
def test_whoever_sends_a_byte_now_and_then_is_not_waited_for(layer: Layer, home: str, begun: str) -> None:
    warm.port(home)
    running = Daemon(layer, home, within=0.5)
    assert running.start()
    with contextlib.ExitStack() as house, socket.create_connection(("127.0.0.1", warm.known_port(home))) as client:
        house.callback(running.stop)
        client.settimeout(0.05)
        client.sendall(begun.replace("TOKEN", warm.token(home)).encode())
        assert any(is_let_go(client) for _ in range(400))


def is_let_go(client: socket.socket) -> bool:
    """Or else it has one byte more."""
    try:
        return not client.recv(65536)
    except TimeoutError:
        with contextlib.suppress(OSError):
            client.sendall(b"x")
    except ConnectionResetError:
        return True
    return False


def test_whoever_was_refused_is_heard_out_for_a_moment_and_no_longer() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        leaving = threading.Thread(target=wire.leave, args=(ours,), daemon=True)
        leaving.start()
        sent = 0
        while leaving.is_alive() and sent < 200:
            sent += theirs.send(b"x")
            leaving.join(0.05)

        assert sent < 200


def test_the_port_stops_no_daemon(running: Daemon, home: str) -> None:
    assert over_port(home)[:12] == b"HTTP/1.1 200"
    port, token = warm.known_port(home), warm.token(home)
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(f"POST /v1/daemon/stop HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 404")


# ── one of them ──


def test_there_is_one_daemon_and_a_second_leaves_the_first_alone(running: Daemon, layer: Layer, home: str) -> None:
    assert not Daemon(layer, home).start()

    assert warm.running(home) == {"pid": os.getpid(), "by": "daemon", "version": __version__}
    assert asked(home, DELETES)[0] == 200


def test_a_socket_that_a_killed_daemon_left_is_taken_over(layer: Layer, home: str) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(f"{home}/daemon.sock")
    assert warm.running(home) is None

    made = Daemon(layer, home)
    assert made.start()
    assert asked(home, DELETES)[0] == 200
    made.stop()
    assert not Path(home, "daemon.sock").exists()


def test_a_home_with_a_very_long_name_has_a_daemon_too(tmp_path: Path) -> None:
    home = str(tmp_path / ("x" * 120))
    layer = assemble.layer(config.Settings(), home=home)
    made = Daemon(layer, home)

    assert made.start()
    assert asked(home, DELETES)[0] == 200
    made.stop()
    layer.close()


def test_the_server_takes_the_place_of_a_daemon(home: str, tmp_path: Path) -> None:
    before = warm.started(home)
    layer = assemble.layer(config.Settings(), home=home)

    with daemon.beside(layer, home) as ours:
        assert ours is not None
        found = warm.running(home)
        assert found
        assert (before["by"], found["by"], found["pid"] != before["pid"]) == ("daemon", "serve", True)

    layer.close()
    assert warm.running(home) is None


def test_the_server_answers_hooks_beside_its_own_work_unless_another_does(layer: Layer, home: str) -> None:
    with daemon.beside(layer, home) as first, daemon.beside(layer, home) as second:
        assert first is not None
        assert second is None
        found = warm.running(home)
        assert found
        assert found["by"] == "serve"
        assert asked(home, b"", "/v1/daemon/stop")[0] == 404

    assert warm.running(home) is None


def until(is_so: Callable[[], object]) -> bool:
    """Whether it comes true, looked at again and again."""
    deadline, looks = time.monotonic() + 30, threading.Event()
    while not (found := is_so()) and time.monotonic() < deadline:
        looks.wait(0.01)
    return bool(found)


def test_a_server_whose_socket_was_cleared_away_listens_again(layer: Layer, home: str) -> None:
    warm.port(home)
    made = Daemon(layer, home, by="serve", look=0.01)
    assert made.start()

    for _ in range(2):
        Path(home, "daemon.sock").unlink()

        assert until(lambda: warm.running(home))
        assert asked(home, DELETES)[0] == 200
        assert over_port(home)[:12] == b"HTTP/1.1 200"
        assert stat.S_IMODE(Path(home, "daemon.sock").stat().st_mode) == 0o600
    made.stop()
    assert not Path(home, "daemon.sock").exists()


@pytest.mark.parametrize("is_made_again", [True, False])
def test_a_server_whose_home_is_gone_lets_go_of_everything(layer: Layer, home: str, tmp_path: Path, is_made_again: bool) -> None:
    port = warm.port(home)
    made = Daemon(layer, home, by="serve", look=0.01)
    assert made.start()

    Path(home).rename(tmp_path / "elsewhere")
    if is_made_again:
        lock = warm.held(home, {})
        assert lock
        os.close(lock)

    assert made.over.wait(30)
    assert until(lambda: is_free(port))
    assert until(lambda: is_released(tmp_path / "elsewhere"))
    made.stop()  # by whoever started it, and who knows nothing of this
    assert not Path(home, "daemon.sock").exists()


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def is_released(home: Path) -> bool:
    lock = warm.held(str(home), {})
    if lock is not None:
        os.close(lock)
    return lock is not None


def test_settings_that_change_hold_for_running_sessions(layer: Layer, home: str, tmp_path: Path) -> None:
    strict = config.Settings(capabilities=config.Capabilities(deny=["Bash"]))
    news = [assemble.layer(strict, home=home)]
    made = Daemon(layer, home, reopened=lambda: news.pop() if news else None, look=0.01)
    assert made.start()

    def is_denied(n: int) -> bool:
        return '"deny"' in asked(home, {**WRITES, "tool_use_id": f"t{n}", "tool_input": {"command": "make"}})[1]

    assert any(is_denied(n) for n in range(2000))
    made.stop()


def test_settings_that_change_while_the_store_is_away_hold_and_are_written_down_when_it_is_back(layer: Layer, home: str) -> None:
    """Before, the thread that sees to everything ended there."""
    strict = assemble.layer(config.Settings(capabilities=config.Capabilities(deny=["Bash"])), home=home)
    news, tries = [strict], iter([Away("nobody answers"), OSError("too many open files")])
    note = strict.store.note

    def away_at_first(line: Note, now: datetime) -> int:
        if error := next(tries, None):
            raise error
        return note(line, now)

    strict.store.note = away_at_first  # type: ignore[method-assign, assignment]
    made = Daemon(layer, home, reopened=lambda: news.pop() if news else None, look=0.01)
    assert made.start()

    assert until(lambda: [one.verb for one in strict.store.entries(verb="policy changed")])
    assert '"deny"' in asked(home, {**WRITES, "tool_input": {"command": "make"}})[1]
    made.stop()


def test_a_hook_that_is_under_way_when_the_settings_change_is_answered(home: str) -> None:
    arrived, goes_on, looks = threading.Event(), threading.Event(), threading.Semaphore(0)

    def clock() -> datetime:
        if not arrived.is_set():
            arrived.set()
            assert goes_on.wait(30)
        return datetime.now(UTC)

    def reopened() -> Layer | None:
        looks.release()
        return news.pop() if news else None

    news = [assemble.layer(config.Settings(), home=home)]
    old = assemble.layer(config.Settings(), home=home, clock=clock)
    made = Daemon(old, home, by="serve", reopened=reopened, look=3600)  # it has no rounds of its own: the hook alone asks for the time
    assert made.start()
    heard: list[tuple[int, str]] = []
    asking = threading.Thread(target=lambda: heard.append(asked(home, DELETES)))
    asking.start()
    assert arrived.wait(30)

    for n in range(3):  # the first look takes up the settings, the next ones may clear away what nobody uses
        asked(home, {"hook_event_name": "SessionEnd", "session_id": f"e{n}", "cwd": "/w", "reason": "other"})
        assert looks.acquire(timeout=30)
    goes_on.set()
    asking.join(30)

    assert [(status, '"deny"' in said) for status, said in heard] == [(200, True)]
    made.stop()
    made.close()


@pytest.mark.parametrize("why", ["idle", "home"])
def test_a_daemon_that_nobody_needs_stops_by_itself(layer: Layer, home: str, why: str) -> None:
    made = Daemon(layer, home, idle=0.01 if why == "idle" else 0.0, look=0.01)
    assert made.start()
    if why == "home":
        Path(home, "daemon.sock").unlink()

    assert made.over.wait(30)
    made.stop()


def test_when_a_session_ends_the_learner_follows(layer: Layer, home: str) -> None:
    layer.observe(user("add lodash", workspace="/w"))
    layer.observe(call("Bash", command="npm install lodash"))
    layer.observe(user("no, use pnpm instead of npm"))
    made = Daemon(layer, home, look=3600)  # nothing but the end of a session wakes it
    assert made.start()
    assert "Use pnpm" in asked(home, {"hook_event_name": "SessionStart", "session_id": "s2", "cwd": "/w", "source": "startup"})[1]

    asked(home, {"hook_event_name": "SessionEnd", "session_id": "s2", "cwd": "/w", "reason": "other"})

    assert until(lambda: layer.store.lessons().rules()[0].times_applied)
    assert layer.store.lessons().rules()[0].times_applied == 1  # told once, and counted
    made.stop()


def test_a_canary_is_judged_and_leaves_no_trace(running: Daemon, layer: Layer, home: str) -> None:
    status, said = asked(home, {**DELETES, "session_id": "habitus-doctor:1"})

    assert (status, '"deny"' in said) == (200, True)
    assert layer.store.counts()["sessions"] == 0
