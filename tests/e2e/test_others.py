"""The real Gemini CLI, OpenCode and GitHub Copilot CLI with our hooks, against a scripted model."""

import json
from pathlib import Path
from typing import Any

from habitus.hosts.hooks import HOSTS
from habitus.types import AgentText, SessionEnd, ToolCall, ToolResult, UserMessage
from real.others import Other
from real.scripted_api import calls, says

BLOCKED = "It needs the user's approval for exactly this call"
SHELLS = {"gemini": "run_shell_command", "opencode": "bash", "copilot": "bash"}
RESUMED = {"gemini": ("--resume", "latest"), "opencode": ("--continue",), "copilot": ("--continue",)}


def shell(other: Other, command: str) -> dict[str, Any]:
    return calls(SHELLS[other.program.name], command=command, description="a step")


def edits(other: Other, file: Path, old: str, new: str) -> dict[str, Any]:
    match other.program.name:
        case "gemini":
            return calls("replace", file_path=str(file), instruction="set it", old_string=old, new_string=new)
        case "opencode":
            return calls("edit", filePath=str(file), oldString=old, newString=new)
        case _:
            return calls("edit", path=str(file), old_str=old, new_str=new)


def reads(other: Other, file: Path) -> dict[str, Any]:
    match other.program.name:
        case "gemini":
            return calls("read_file", file_path=str(file))
        case "opencode":
            return calls("read", filePath=str(file))
        case _:
            return calls("view", path=str(file))


def test_two_working_days(other: Other) -> None:
    """Each start of a program takes seconds, so this is one story: a call denied, an edit warned of, one let through, failures told as
    failures; a correction; and what the next session knows of it."""
    name, file, missing = other.program.name, other.project / "app.py", other.project / "nothing.py"
    other.habitus("install", name)
    file.write_text("x = 1\n")
    (other.project / "data").mkdir()
    (other.project / "data" / "precious").touch()
    other.api.play(
        [says("Cleaning."), shell(other, "rm -rf data")],
        [edits(other, file, "x = 1", "x = 2")],
        [reads(other, file)],
        [edits(other, file, "x =", "y =")],
        [reads(other, missing)],
        [shell(other, "ls no-such-file")],
        [shell(other, "true npm install lodash")],
        [says("Added with npm.")],
    )
    other.run("add lodash")

    assert (other.project / "data" / "precious").exists()
    assert BLOCKED in other.api.asked()
    assert other.api.asked().count(f"editing {file} without having read it") == 1
    assert file.read_text().startswith("y ="), "what was read may be edited"
    events = [told.event for told in other.sessions()]
    assert [one.text for one in events if isinstance(one, UserMessage)] == ["add lodash"]
    assert len([one for one in events if isinstance(one, ToolCall)]) == 7
    failed = {call.id: call.args for call in events if isinstance(call, ToolCall)}
    wrong = [str(failed[one.id]) for one in events if isinstance(one, ToolResult) and one.error is not None]
    assert any("nothing.py" in one for one in wrong)
    assert any("no-such-file" in one for one in wrong)
    assert not any("npm" in one for one in wrong)
    said = "\n".join(one.text for one in events if isinstance(one, AgentText))
    assert ("Added with npm." in said) == (HOSTS[name].words != "never")
    assert [one for one in events if isinstance(one, SessionEnd)] or name == "opencode"

    other.run("no, use pnpm instead of npm", *RESUMED[name])
    other.api.play([says("Right.")])
    other.run("now add left-pad")

    assert "Use pnpm instead of npm." in json.dumps(other.api.requests[0], ensure_ascii=False)


def test_an_untested_end_is_held_back_once_where_the_table_says_so(quick: Other) -> None:
    other = quick
    other.habitus("install", other.program.name)
    names = {"gemini": ("write_file", "file_path", "content"), "opencode": ("write", "filePath", "content")}
    tool, path, text = names.get(other.program.name, ("create", "path", "file_text"))
    files = [{path: str(other.project / f"{name}.py"), text: "x = 1\n"} for name in "abc"]
    other.api.play(*([says("Writing."), calls(tool, **one)] for one in files), [says("Done.")], [says("No tests here.")], [says("Again?")])

    other.run("make three files")

    held = "changes since the last test run. Run the tests before you finish"
    assert other.api.asked().count(held) == (1 if HOSTS[other.program.name].stops else 0)
    assert len(other.api.requests) == (5 if HOSTS[other.program.name].stops else 4)


def test_what_a_person_is_to_be_asked_about_does_not_run_by_itself(quick: Other) -> None:
    other = quick
    other.home.mkdir()
    (other.home / "habitus.yaml").write_text(f"capabilities:\n  ask: [{SHELLS[other.program.name]}]\n")
    other.habitus("install", other.program.name)
    other.api.play([says("Making it."), shell(other, "echo > made")], [says("Done.")])

    other.run("make it")

    assert not (other.project / "made").exists()


def test_a_hook_that_fails_stops_the_call_where_that_was_installed(quick: Other) -> None:
    quick.habitus("install", quick.program.name, "--on-failure", "block")
    (quick.home / "habitus.db").write_bytes(b"this is no database" * 1000)
    quick.api.play([says("Making it."), shell(quick, "echo > made")], [says("Done.")])

    quick.run("make it")

    assert not (quick.project / "made").exists()


def test_the_skill_loop_reminds_the_model_and_asks_the_user_where_the_table_says_so(quick: Other) -> None:
    other = quick
    name = other.program.name
    other.habitus("install", name)
    for key, value in (("skill_evolve", "true"), ("skill_nudge_interval", "2"), ("max_turns", "2")):
        other.habitus("agents", "set", name, key, value)
    other.api.play([says("One."), shell(other, "echo 1")], [shell(other, "echo 2")], [says("Done.")])

    shown = other.run("count")

    asked = json.dumps(other.api.requests[-1], ensure_ascii=False)
    assert asked.count("[System] 90%") == 1
    assert ('Reply "save as skill" or "skip".' in shown) == bool(HOSTS[name].postscript)


def test_doctor_finds_nothing_wrong_with_a_fresh_installation(other: Other) -> None:
    other.habitus("install", other.program.name)

    found = json.loads(other.habitus("doctor", other.program.name, "--json"))["findings"]

    assert [one for one in found if one["level"] == "fault"] == []


def test_uninstalling_leaves_everything_as_it_was(other: Other) -> None:
    before = {path: path.read_bytes() for path in other.user.rglob("*") if path.is_file()}
    other.habitus("install", other.program.name)

    other.habitus("uninstall", other.program.name)

    after = {path: path.read_bytes() for path in other.user.rglob("*") if path.is_file() and ".habitus" not in path.parts}
    assert after == before
