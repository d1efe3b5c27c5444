"""Where the server of a home answers is known while it does, and not afterwards."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from habitus.cli.root import habitus
from habitus.server import whereabouts

HERE = "http://127.0.0.1:18977"


def test_it_is_known_while_it_serves(tmp_path: Path) -> None:
    with whereabouts.told(str(tmp_path), HERE):
        during = whereabouts.known(str(tmp_path))

    assert (during, whereabouts.known(str(tmp_path))) == (HERE, "")
    assert list(tmp_path.iterdir()) == []


def test_whoever_came_later_stays_named(tmp_path: Path) -> None:
    with whereabouts.told(str(tmp_path), HERE):
        later = {"pid": os.getpid(), "address": "http://127.0.0.1:9"}
        Path(tmp_path, whereabouts.FILE).write_text(json.dumps(later), encoding="utf-8")

    assert whereabouts.known(str(tmp_path)) == "http://127.0.0.1:9"


def test_a_server_that_died_is_not_believed(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    Path(tmp_path, whereabouts.FILE).write_text(json.dumps({"pid": gone.pid, "address": HERE}), encoding="utf-8")

    assert whereabouts.known(str(tmp_path)) == ""


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pid": "x"}', '{"pid": null, "address": 1}', "\x00"])
def test_what_cannot_be_read_is_nothing(tmp_path: Path, text: str) -> None:
    Path(tmp_path, whereabouts.FILE).write_text(text, encoding="utf-8")
    assert whereabouts.known(str(tmp_path)) == ""


def test_a_link_leads_to_the_server_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path))
    with whereabouts.told(str(tmp_path), HERE):
        during = CliRunner().invoke(habitus, ["keys", "link"]).output
    after = CliRunner().invoke(habitus, ["keys", "link"]).output

    assert during.startswith(f"{HERE}/?token=")
    assert after.startswith("http://127.0.0.1:8787/?token=")
