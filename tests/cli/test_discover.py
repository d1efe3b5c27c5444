"""`habitus learn --discover`, as a person types it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.conftest import EXAMPLES, Typed
from habitus.cli.root import habitus


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """An account with two histories in it."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    for place, sample in (
        (".claude/projects/shop", "claude-code-pnpm-not-npm.jsonl"),
        (".gemini/tmp/9b1f/chats", "gemini-port-number.jsonl"),
    ):
        folder = tmp_path / "user" / place
        folder.mkdir(parents=True)
        (folder / sample).write_bytes((EXAMPLES / sample).read_bytes())
    return tmp_path / "user"


def test_what_was_found_is_shown_and_a_no_reads_nothing(user: Path, typed: Typed) -> None:
    ran = CliRunner().invoke(habitus, ["learn", "--discover"], input="n\n")

    assert ran.exit_code == 1
    assert "Claude Code: 1 session, " in ran.output
    assert "Gemini CLI: 1 session" in ran.output
    assert "No rules yet" in typed("rules", "list", "--kind", "learned").stdout


def test_a_yes_reads_all_of_it(user: Path, typed: Typed) -> None:
    ran = CliRunner().invoke(habitus, ["learn", "--discover"], input="y\n")

    assert ran.exit_code == 0, ran.output
    assert "of 2 sessions in 2 files" in ran.output


def test_a_script_says_yes_beforehand_or_only_looks(user: Path, typed: Typed) -> None:
    seen = json.loads(typed("learn", "--discover", "--json").stdout)
    assert [(one["host"], one["sessions"], one["files"]) for one in seen] == [("claude-code", 1, 1), ("gemini", 1, 1)]

    assert json.loads(typed("learn", "--discover", "--yes", "--json").stdout)["sessions"] == 2


def test_nothing_to_find_is_no_mistake_and_nothing_to_read_is(
    home: Path, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)

    assert "No history" in typed("learn", "--discover").output
    assert "--discover" in typed("learn", fails=2).output
