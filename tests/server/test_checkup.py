"""The health page says what the doctor found, and says so when it has not looked yet."""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from starlette.testclient import TestClient

from habitus.doubles import FrozenClock
from habitus.hosts.hooks import install
from habitus.server.app import Application
from habitus.server.checkup import Checkup, Seen
from habitus.server.doctor import Finding


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path / "habitus"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "habitus").mkdir()
    return str(tmp_path / "habitus")


def test_where_no_host_is_installed_there_is_nothing_to_look_at(home: str) -> None:
    checkup = Checkup(home, FrozenClock())

    assert checkup.look() is None
    assert (list(checkup().findings), checkup().at, checkup().is_looking) == ([], FrozenClock()(), False)


def test_a_file_of_a_host_that_lost_our_hooks_is_a_fault(home: str, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from habitus.cli.root import habitus

    (tmp_path / ".claude").mkdir()
    done = CliRunner().invoke(habitus, ["install", "claude-code"])
    assert done.exit_code == 0, done.output
    assert install.installed(home)
    settings = tmp_path / ".claude" / "settings.json"
    os.truncate(settings, 0)
    settings.write_text("{}")

    checkup = Checkup(home, FrozenClock())
    looking = checkup.look()
    assert looking
    looking.join()

    found = [one for one in checkup().findings if one.about == "claude-code" and one.level == "fault"]
    assert any("has no hooks of ours any more" in one.text for one in found)


def test_until_it_has_looked_the_page_does_not_say_that_nobody_is_connected(client: TestClient, app: Application) -> None:
    app._checkup._lock.acquire()  # somebody is looking
    page = client.get("/health").text
    app._checkup._lock.release()

    assert "The doctor is looking" in page
    assert "No agent is connected from here" not in page


def test_the_doctor_is_sent_by_hand(client: TestClient, app: Application) -> None:
    client.post("/health/doctor")
    while app._checkup().is_looking:
        pass

    assert "Look again" in client.get("/health").text


def test_the_api_tells_what_the_page_tells(client: TestClient, app: Application) -> None:
    app._checkup._seen = Seen([Finding("codex", "fault", "its hooks are gone", "run `habitus install codex`")], FrozenClock()())
    app._checkup._looked = monotonic()

    found = client.get("/v1/doctor").json()

    assert (found["ok"], found["is_looking"]) == (False, False)
    assert found["findings"] == [
        {"about": "codex", "level": "fault", "text": "its hooks are gone", "remedy": "run `habitus install codex`"}
    ]


def test_the_api_sends_the_doctor(client: TestClient, keyed: Callable[[str], TestClient]) -> None:
    sent = client.post("/v1/doctor")
    while (found := client.get("/v1/doctor").json())["is_looking"]:
        pass

    assert (sent.status_code, found["ok"], bool(found["at"])) == (202, True, True)
    assert keyed("viewer").post("/v1/doctor").status_code == 403


def test_names_stand_out_and_where_a_button_does_it_the_button_is_named(client: TestClient, app: Application) -> None:
    remedy = "`habitus queue dead` says why, `habitus queue retry` tries again"
    found = [
        Finding("queue", "note", "0 of 50 waiting, 1 given up", remedy),
        Finding("codex", "fault", "`codex` is not on PATH: its version was not checked", "habitus install codex"),
    ]
    app._checkup._seen, app._checkup._looked = Seen(found, FrozenClock()()), monotonic()

    page = client.get("/health").text
    spanish = client.get("/health", headers={"Accept-Language": "es"}).text

    assert "<code>codex</code> is not on PATH" in page
    assert "the list of corrections says why, and “Try those again” tries again" in page
    assert "<code>habitus install codex</code>, in a terminal there" in page
    assert "«Reintentarlas» lo intenta otra vez" in spanish
    assert "habitus queue" not in page + spanish
