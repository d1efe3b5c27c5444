"""The real Claude Code with our hooks in its settings, against a scripted model."""

import json
import socket
from collections.abc import Iterator

import pytest

from real.claude import Claude
from real.scripted_api import calls, says

BLOCKED = "It needs the user's approval for exactly this call"


def test_a_destructive_call_is_denied_with_our_reason(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    (claude.project / "data").mkdir()
    (claude.project / "data" / "precious").touch()
    claude.api.play([says("I will clean up."), calls("Bash", command="rm -rf data", description="clean")], [says("Done.")])

    claude.run("clean up")

    assert (claude.project / "data" / "precious").exists()
    results = [block for message in claude.api.requests[-1]["messages"] for block in message["content"] if isinstance(block, dict)]
    denied = next(block for block in results if block.get("type") == "tool_result")
    assert denied["is_error"]
    assert BLOCKED in json.dumps(denied)


def test_the_edit_of_an_unread_file_draws_the_warning_into_the_next_request(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    file = claude.project / "app.py"
    file.write_text("x = 1\n")
    edit = calls("Edit", file_path=str(file), old_string="x = 1", new_string="x = 2")
    claude.api.play([says("I will set it."), edit], [says("Done.")])

    claude.run("set x to 2")

    assert file.read_text() == "x = 2\n"
    assert f"You are editing {file} without having read it" in claude.api.asked()
    assert "in a sentence what you are going to do" not in claude.api.asked()  # it has spoken, and we have heard it


def test_a_correction_in_one_session_is_in_the_guidance_of_the_next(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    claude.api.play([says("Adding it."), calls("Bash", command="true npm install lodash", description="add")], [says("Added with npm.")])
    first = claude.run("add lodash")
    claude.run("no, use pnpm instead of npm", "--resume", str(first["session_id"]))
    claude.api.play([says("Right.")])

    claude.run("now add left-pad")

    assert len(claude.api.requests) == 1
    assert claude.api.asked().count("Use pnpm instead of npm.") == 1


def test_by_command_it_is_the_same(claude: Claude) -> None:
    claude.habitus("install", "claude-code", "--transport", "command")
    (claude.project / "data").mkdir()
    claude.api.play([says("I will clean up."), calls("Bash", command="rm -rf data", description="clean")], [says("Done.")])

    claude.run("clean up")

    assert (claude.project / "data").exists()
    assert BLOCKED in claude.api.asked()


def test_what_failed_is_known_and_an_untested_end_is_held_back_once(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    files = [claude.project / f"{name}.py" for name in "abc"]
    steps = [[says("Writing."), calls("Write", file_path=str(file), content="x = 1\n")] for file in files]
    claude.api.play(
        [says("Reading."), calls("Read", file_path=str(claude.project / "nothing.py"))], *steps, [says("Done.")], [says("No tests here.")]
    )

    claude.run("make three files")

    assert claude.api.asked().count("Stop hook feedback:\\nYou have made 3 changes since the last test run.") == 1
    assert len(claude.api.requests) == 6
    verbs = [line["verb"] for line in json.loads(claude.habitus("ledger", "--json", "--limit", "100"))]
    assert (verbs.count("held back"), verbs.count("failed")) == (1, 1)


@pytest.fixture(params=["dead", "hangs"])
def silent(request: pytest.FixtureRequest) -> Iterator[int]:
    """A port on which nobody listens, or one that takes calls and never answers; nobody else can have it meanwhile."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "hangs":
            listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize(("on_failure", "runs"), [("continue", True), ("block", False)])
def test_a_hook_that_is_dead_or_hangs_does_what_was_installed(claude: Claude, silent: int, on_failure: str, runs: bool) -> None:
    claude.habitus("install", "claude-code", "--on-failure", on_failure)
    settings = json.loads(claude.settings.read_text())
    handler = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    handler |= {"url": f"http://127.0.0.1:{silent}/v1/hooks/claude-code", "timeout": 1}
    claude.settings.write_text(json.dumps(settings))
    claude.api.play([calls("Bash", command="echo > made", description="make")], [says("Done.")])

    claude.run("make it")

    assert (claude.project / "made").exists() == runs
    assert ("onFailure" in claude.api.asked()) != runs


def test_uninstalling_leaves_the_settings_as_they_were(claude: Claude) -> None:
    before = claude.settings.read_bytes()
    claude.habitus("install", "claude-code")
    assert claude.settings.read_bytes() != before

    claude.habitus("uninstall", "claude-code")

    assert claude.settings.read_bytes() == before
