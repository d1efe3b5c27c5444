"""`habitus install`, `uninstall`, `daemon` and `doctor`, as a person types them."""

import fcntl
import json
import os
import re
import shlex
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed
from habitus.hosts.hooks import HOSTS
from habitus.server import warm
from real.program import free_port


@pytest.fixture(autouse=True)
def person(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Somebody's account, on a machine without any of the programs."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield tmp_path
    warm.stopped(str(home))


def found(typed: Typed, *words: str, fails: int = 0) -> dict[str, list[str]]:
    said: dict[str, list[str]] = {"ok": [], "note": [], "fault": []}
    for one in json.loads(typed("doctor", *words, "--json", fails=fails).stdout)["findings"]:
        said[one["level"]].append(f"{one['about']}: {one['text']}")
        assert one["remedy"] or one["level"] != "fault"
    return said


def test_a_dry_run_shows_what_would_change_and_changes_nothing(typed: Typed, person: Path, home: Path) -> None:
    shown = typed("install", "claude-code", "--dry-run").stdout

    assert f"+++ {person}/.claude/settings.json" in shown
    assert "PreToolUse" in shown
    assert not (person / ".claude").exists()
    assert not home.exists()


def test_installing_says_where_and_how_to_take_it_out_again(typed: Typed, person: Path) -> None:
    file = person / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text('{"model": "x"}')

    shown = typed("install", "claude-code").stdout
    assert f"Installed in {file}" in shown
    assert "habitus uninstall claude-code" in shown
    assert "is installed already" in typed("install", "claude-code").stdout
    assert "is installed already" in typed("install", "claude-code", "--dry-run").stdout

    assert f"{file} is as it was." in typed("uninstall", "claude-code").stdout
    assert file.read_text() == '{"model": "x"}'
    assert "has no hooks of ours" in typed("uninstall", "claude-code").stdout


def test_a_project_gets_a_file_of_its_own(typed: Typed, person: Path) -> None:
    typed("install", "claude-code", "--scope", "project", "--transport", "command")
    file = person / ".claude" / "settings.local.json"

    words = shlex.split(json.loads(file.read_text())["hooks"]["SessionStart"][0]["hooks"][0]["command"])
    place = next(n for n, word in enumerate(words) if word.endswith("client.py"))
    assert words[place + 1] == "claude-code"
    typed("uninstall", "claude-code", "--scope", "project")
    assert not file.exists()


def test_what_a_host_cannot_do_is_said_at_once(typed: Typed) -> None:
    assert "Codex calls no address" in typed("install", "codex", "--transport", "http", fails=2).output
    assert "trust the hooks under /hooks" in typed("install", "codex").output


def test_the_daemon_starts_says_so_and_stops(typed: Typed) -> None:
    assert "does not run" in typed("daemon", "status", fails=1).output

    typed("daemon", "start")
    typed("daemon", "start")
    status: dict[str, Any] = json.loads(typed("daemon", "status", "--json").stdout)

    assert status["running"]
    assert f"process {status['pid']}" in typed("daemon", "status").stdout
    assert "Stopped." in typed("daemon", "stop").stdout
    assert "was not running" in typed("daemon", "stop").stdout


def test_a_daemon_that_does_not_answer_is_named_by_its_process(typed: Typed, home: Path) -> None:
    typed("daemon", "start")
    (home / "daemon.starting").unlink(missing_ok=True)  # it answers a moment before it takes this away itself
    pid = json.loads((home / "daemon.lock").read_text())["pid"]
    os.kill(pid, signal.SIGSTOP)
    try:
        status, stop = typed("daemon", "status", fails=1).stdout, typed("daemon", "stop", fails=1).stdout
        start, faults = typed("daemon", "start", fails=2).stderr, found(typed, fails=1)["fault"]
    finally:
        os.kill(pid, signal.SIGCONT)

    for said in (status, stop, start, *faults):
        assert f"process {pid} holds the lock of this home and does not answer" in said
    assert f"end it with `kill {pid}`" in status
    assert "Stopped." in typed("daemon", "stop").stdout


def test_a_daemon_whose_socket_is_gone_is_named_too(typed: Typed, home: Path) -> None:
    home.mkdir()
    with (home / "daemon.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write('{"pid": 7}')
        lock.flush()

        said = json.loads(typed("daemon", "status", "--json", fails=1).stdout)

    remedy = "end it with `kill 7`, or `kill -9 7` if that is not enough"
    assert (said["running"], said["stuck"]) == (False, f"process 7 holds the lock of this home and does not answer: {remedy}")


def test_when_the_last_host_is_taken_out_nothing_runs_any_more(typed: Typed, home: Path) -> None:
    typed("install", "codex")
    typed("install", "gemini")
    typed("daemon", "start")

    typed("uninstall", "codex")
    assert warm.running(str(home))
    typed("uninstall", "gemini")

    assert warm.running(str(home)) is None


def test_a_port_that_somebody_else_has_taken_is_chosen_anew(typed: Typed, home: Path, person: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        home.mkdir()
        (home / "hooks.port").write_text(str(taken))
        typed("install", "claude-code")

    assert f":{taken}/" not in (person / ".claude" / "settings.json").read_text()


# ── doctor ──


def test_a_house_without_hosts_is_well_and_says_what_to_do_next(typed: Typed) -> None:
    said = found(typed)

    assert said["fault"] == []
    assert "hosts: none is installed" in said["note"]
    assert "model: none configured, none called" in said["ok"]


def test_a_database_and_a_redis_that_do_not_answer_are_found(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HABITUS_STORE__URL", "postgresql://habitus:secret@127.0.0.1:1/x")
    monkeypatch.setenv("HABITUS_REDIS__URL", "redis://:secret@127.0.0.1:1/0")

    said = found(typed, fails=1)

    assert [text.partition(":")[0] for text in said["fault"]] == ["store", "queue", "redis"]
    assert all("does not answer" in text and "secret" not in text for text in said["fault"])


def test_what_the_store_refused_is_found_with_the_way_back(typed: Typed) -> None:
    spool = Path(os.environ["HABITUS_HOME"], "spool")
    spool.mkdir(parents=True)
    (spool / "7-x.jsonl").write_text("{}\n")
    assert "spool: 3 bytes of events wait on the disk" in found(typed)["note"]

    (spool / "refused").write_text("{}\n")
    assert found(typed, fails=1)["fault"] == ["spool: the store refused 3 bytes of events"]


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_is_proved_through_its_own_hooks(typed: Typed, host: str) -> None:
    typed("install", host)

    said = found(typed, host)

    assert said["fault"] == []
    assert f"{host}: a destructive call is blocked" in said["ok"]
    assert any(text.startswith(f"{host}: a reminder arrives") for text in said["ok"])
    asked = next(text for text in said["ok"] + said["note"] if "is to be asked about" in text)
    assert ("denied instead" in asked) != HOSTS[host].asks


def test_a_host_that_was_asked_for_and_is_not_there_is_a_fault(typed: Typed) -> None:
    assert found(typed, "gemini", fails=1)["fault"] == ["gemini: not installed"]


def edited(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert re.search(old, text)
    file.write_text(re.sub(old, new, text))


def test_hooks_that_somebody_took_out_are_missed(typed: Typed, person: Path) -> None:
    typed("install", "codex")
    file = person / ".codex" / "hooks.json"
    edited(file, '"PreToolUse"', '"Elsewhere"')
    assert any("lacks our hooks for PreToolUse" in text for text in found(typed, "codex", fails=1)["fault"])

    file.write_text("{}")
    assert any("has no hooks of ours any more" in text for text in found(typed, "codex", fails=1)["fault"])


def test_a_command_that_is_not_ours_is_never_run(typed: Typed, person: Path) -> None:
    typed("install", "codex")
    edited(person / ".codex" / "hooks.json", r'"command": "\S+', f'"command": "touch {person}/ran; ')

    said = found(typed, "codex", fails=1)

    assert any("runs something else than this installation" in text for text in said["fault"])
    assert not (person / "ran").exists()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"127\.0\.0\.1:\d+", "127.0.0.1:{free}", "nobody answers hooks at"),
        (r"Bearer [\w-]+", "Bearer wrong", "answers 401"),
        (r"127\.0\.0\.1:\d+", "192.0.2.1:80", "another address than this machine's"),
        (r"\A\{", '{"disableAllHooks": true,', "`disableAllHooks` is true"),
        (r"\A\{", '{"allowedHttpHookUrls": [],', "`allowedHttpHookUrls` leaves out"),
    ],
)
def test_what_keeps_claude_codes_hooks_from_working_is_found(typed: Typed, person: Path, old: str, new: str, says: str) -> None:
    typed("install", "claude-code")
    file = person / ".claude" / "settings.json"
    edited(file, old, new.replace("{free}", str(free_port())))

    assert any(says in text for text in found(typed, "claude-code", fails=1)["fault"])


def test_a_store_that_cannot_be_opened_is_a_fault(typed: Typed, home: Path) -> None:
    home.mkdir()
    (home / "habitus.db").write_bytes(b"this is no database" * 1000)

    assert any("settings and store" in text for text in found(typed, fails=1)["fault"])


def test_a_daemon_of_another_version_is_a_fault(typed: Typed, home: Path) -> None:
    home.mkdir()
    said = b'{"pid": 7, "by": "daemon", "version": "0.0.1"}'
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(home / "daemon.sock"))
        listener.listen()

        def answer() -> None:
            client, _ = listener.accept()
            with client:
                client.recv(4096)
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + said)

        old = threading.Thread(target=answer)
        old.start()
        faults = found(typed, fails=1)["fault"]
        old.join()

    assert any("is habitus 0.0.1" in text for text in faults)


def test_the_page_for_a_person_names_the_remedy_under_each_fault(typed: Typed) -> None:
    shown = typed("doctor", "gemini", fails=1).stdout

    assert "✗ gemini" in shown
    assert "→ habitus install gemini" in shown
