"""The process that a host starts for each hook."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from habitus import assemble, config
from habitus.hosts.hooks import client
from habitus.server import warm
from habitus.server.daemon import Daemon

DELETES = {
    "hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/w", "tool_name": "Bash", "tool_use_id": "t1",
    "tool_input": {"command": "rm -rf data"},
}  # fmt: skip
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    yield str(tmp_path / "home")
    warm.stopped(str(tmp_path / "home"))


@pytest.fixture
def run(home: str, tmp_path: Path) -> Run:
    def started(
        given: bytes = json.dumps(DELETES).encode(), host: str = "claude-code", code: int = 1
    ) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-I", "-S", client.__file__, host, home, str(code)]
        return subprocess.run(command, input=given, capture_output=True, check=False, cwd=tmp_path, timeout=60)

    return started


def is_denied(done: "subprocess.CompletedProcess[bytes]") -> bool:
    return done.returncode == 0 and b'"permissionDecision":"deny"' in done.stdout


def test_before_it_has_asked_it_loads_next_to_nothing() -> None:
    tree = ast.parse(Path(client.__file__).read_text())

    loaded = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}

    assert loaded == {"posix", "sys", "_socket"}
    assert not [node for node in tree.body if isinstance(node, ast.ImportFrom)]


def test_it_prints_what_the_daemon_says(run: Run, home: str) -> None:
    layer = assemble.layer(config.Settings(), home=home)
    warm = Daemon(layer, home)
    assert warm.start()

    done = run()

    assert is_denied(done)
    assert done.stderr == b""
    assert layer.session("s1").calls == 1  # it was this process that judged
    warm.stop()
    layer.close()


def test_without_a_daemon_it_judges_by_itself_and_starts_one(run: Run, home: str) -> None:
    assert is_denied(run())

    assert warm.started(home)["by"] == "daemon"
    assert is_denied(run())


def test_after_the_start_of_a_session_the_daemon_answers_at_once(run: Run, home: str) -> None:
    done = run(json.dumps({"hook_event_name": "SessionStart", "session_id": "s1", "cwd": "/w", "source": "startup"}).encode())

    assert (done.returncode, done.stdout) == (0, b"{}")
    assert warm.running(home)


def test_a_folder_called_habitus_where_the_host_works_is_not_taken_for_ours(run: Run, tmp_path: Path) -> None:
    (tmp_path / "habitus").mkdir()
    (tmp_path / "habitus" / "__init__.py").write_text("raise SystemExit(99)")
    (tmp_path / "habitus.yaml").write_text("security:\n  behavior:\n    profile: ''\n")

    assert is_denied(run())


@pytest.mark.parametrize(("given", "code", "out"), [(b"", 0, b"{}"), (b'{"hook_event_name": "PreT', 1, b""), (b"\xff\xfe", 2, b"")])
def test_what_cannot_be_judged_ends_with_the_code_that_was_installed(run: Run, given: bytes, code: int, out: bytes) -> None:
    done = run(given, code=code)

    assert (done.returncode, done.stdout) == (code, out)
    assert b"habitus could not judge this" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_store_that_cannot_be_opened_ends_with_that_code_too(run: Run, home: str) -> None:
    Path(home).mkdir()
    Path(home, "habitus.db").write_bytes(b"this is no database" * 1000)

    done = run(code=2)

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_large_call_goes_through_whole(run: Run, home: str) -> None:
    warm.started(home)
    call = {**DELETES, "tool_input": {"command": f"cat > f <<'E'\n{'x' * 3_000_000}\nE\nrm -rf data"}}

    assert is_denied(run(json.dumps(call).encode()))
