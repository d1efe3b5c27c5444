"""The real Codex with our hooks in its settings, against a scripted model."""

from pathlib import Path

import pytest

from real.codex import Codex
from real.scripted_api import calls, patches, says

BLOCKED = "It needs the user's approval for exactly this call"


def patch(file: Path, old: str, new: str) -> str:
    return f"*** Begin Patch\n*** Update File: {file.name}\n@@\n-{old}\n+{new}\n*** End Patch\n"


def test_a_destructive_call_is_denied_with_our_reason(codex: Codex) -> None:
    codex.habitus("install", "codex")
    (codex.project / "data").mkdir()
    (codex.project / "data" / "precious").touch()
    codex.api.play([calls("exec_command", cmd="rm -rf data")], [says("Done.")])

    codex.run("clean up")

    assert (codex.project / "data" / "precious").exists()
    assert BLOCKED in codex.api.asked()


def test_the_patch_of_an_unread_file_draws_the_warning_into_the_next_request(codex: Codex) -> None:
    codex.habitus("install", "codex")
    file = codex.project / "app.py"
    file.write_text("x = 1\n")
    codex.api.play([patches(patch(file, "x = 1", "x = 2"))], [says("Done.")])

    codex.run("set x to 2")

    assert file.read_text() == "x = 2\n"
    assert f"You are editing {file} without having read it" in codex.api.asked()


def test_a_file_that_was_read_in_the_shell_counts_as_read(codex: Codex) -> None:
    codex.habitus("install", "codex")
    file = codex.project / "app.py"
    file.write_text("x = 1\n")
    codex.api.play([calls("exec_command", cmd="cat app.py")], [patches(patch(file, "x = 1", "x = 2"))], [says("Done.")])

    codex.run("set x to 2")

    assert file.read_text() == "x = 2\n"
    assert "without having read it" not in codex.api.asked()


def test_a_correction_in_one_session_is_in_the_guidance_of_the_next(codex: Codex) -> None:
    codex.habitus("install", "codex")
    codex.api.play([calls("exec_command", cmd="true npm install lodash")], [says("Added with npm.")])
    codex.run("add lodash")
    codex.run("no, use pnpm instead of npm", "resume", "--last")
    codex.api.play([says("Right.")])

    codex.run("now add left-pad")

    assert codex.api.asked(0).count("Use pnpm instead of npm.") == 1


def test_a_call_that_a_person_is_to_be_asked_about_is_denied_because_codex_would_run_it(codex: Codex) -> None:
    (codex.user / ".habitus").mkdir()
    (codex.user / ".habitus" / "habitus.yaml").write_text("capabilities:\n  ask: [Bash]\n")
    codex.habitus("install", "codex")
    codex.api.play([calls("exec_command", cmd="echo > made")], [says("Done.")])

    codex.run("make it")

    assert not (codex.project / "made").exists()
    assert "The policy asks a person about Bash." in codex.api.asked()


@pytest.mark.parametrize(("on_failure", "runs"), [("continue", True), ("block", False)])
def test_a_hook_that_fails_does_what_was_installed(codex: Codex, on_failure: str, runs: bool) -> None:
    codex.habitus("install", "codex", "--on-failure", on_failure)
    (codex.user / ".habitus" / "habitus.db").write_bytes(b"this is no database" * 1000)
    codex.api.play([calls("exec_command", cmd="echo > made")], [says("Done.")])

    codex.run("make it")

    assert (codex.project / "made").exists() == runs
    assert ("habitus could not judge this" in codex.api.asked()) != runs


def test_hooks_that_nobody_trusted_do_not_run_which_is_why_doctor_looks(codex: Codex) -> None:
    (codex.user / ".habitus").mkdir()
    (codex.user / ".habitus" / "habitus.yaml").write_text("capabilities:\n  deny: [Bash]\n")
    codex.habitus("install", "codex")
    codex.api.play([calls("exec_command", cmd="echo > made")], [says("Done.")])

    codex.run("make it", trusts=False)

    assert (codex.project / "made").exists()


def test_an_agent_that_ends_with_untested_changes_is_asked_to_test_once(codex: Codex) -> None:
    codex.habitus("install", "codex")
    steps = [[patches(f"*** Begin Patch\n*** Add File: {name}.py\n+x = 1\n*** End Patch\n")] for name in "abc"]
    codex.api.play(*steps, [says("Done.")], [says("There are no tests.")], [says("Once more?")])

    codex.run("make three files")

    assert codex.api.asked().count("changes since the last test run. Run the tests before you finish") == 1
    assert len(codex.api.requests) == 5
