"""`habitus run`, as a person types it and as a program calls it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agent.mind import HANG, KEY, Call, Fault, Mind, Say
from agent.terminal.pressing import CTRL_C, bot, terminal
from habitus.cli.root import habitus

EDIT = Call("Edit", {"file_path": "a.txt", "old_string": "hello", "new_string": "bye"})


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def ran(*words: object, fails: int = 0, given: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(habitus, ["run", *map(str, words)], input=given, prog_name="habitus")
    assert result.exit_code == fails, result.output + (str(result.exception) if result.exception else "")
    return result


def test_the_answer_is_on_standard_output_and_everything_else_beside_it(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    with Mind([Say("Let me look."), Call("Read", {"file_path": "a.txt"})], Say("It says hello.")) as mind:
        found = ran(bot(mind, tmp_path), "What is in a.txt?")

    assert found.stdout == "It says hello.\n"
    assert "Let me look." in found.stderr
    assert "● Read a.txt" in found.stderr
    assert "2 answers, 20 tokens in, 10 out, 1 call" in found.stderr


def test_with_json_there_is_one_object_and_nothing_else(home: Path, tmp_path: Path) -> None:
    with Mind(Call("Glob", {"pattern": "*"}), Say("2, 3, 5, 7, 11")) as mind:
        found = ran(bot(mind, tmp_path), "List the first 5 prime numbers", "--json")

    said = json.loads(found.stdout)
    assert set(said) == {"text", "ended", "reason", "calls", "spent", "session", "validation"}
    assert (said["text"], said["ended"], said["calls"]) == ("2, 3, 5, 7, 11", "done", 1)
    assert said["spent"] == {"requests": 2, "input_tokens": 20, "cached_tokens": 0, "output_tokens": 10, "cost": None}
    assert said["validation"]["overallSuccess"] is True
    assert said["session"].startswith("bot-")


@pytest.mark.parametrize("words", [(), ("-",)])
def test_the_message_may_come_down_a_pipe(home: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    with Mind(Say("I see.")) as mind:
        ran(bot(mind, tmp_path), *words, given=b"Caf\xe9?\nTwo lines.\n")

    assert mind.asked[0].messages[-1]["content"].startswith("Caf\ufffd?\nTwo lines.")


def test_a_message_that_is_none_is_said_before_anything_is_asked(home: Path, tmp_path: Path) -> None:
    with Mind(Say("?")) as mind:
        found = ran(bot(mind, tmp_path), given="\n", fails=2)

    assert "say what to do" in found.stderr
    assert mind.asked == []


@pytest.mark.parametrize("words", [(), ("--no-stream",)])
def test_answers_are_streamed_unless_told_otherwise(home: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    with Mind(Say("Hello.")) as mind:
        ran(bot(mind, tmp_path), "Hi", *words)

    assert bool(mind.asked[0].body.get("stream")) is not bool(words)


def test_a_run_that_is_stopped_or_fails_says_why_and_answers_one(home: Path, tmp_path: Path) -> None:
    with Mind(Call("Glob", {"pattern": "*.none"})) as mind:
        stopped = ran(bot(mind, tmp_path, max_turns=1), "Find it.", fails=1)
    with Mind(Fault(401, message=f"bad key {KEY}")) as mind:
        failed = ran(bot(mind, tmp_path), "Hi", fails=1)

    assert stopped.stdout == failed.stdout == ""
    assert "Stopped: The budget" in stopped.stderr
    assert "Failed: " in failed.stderr
    assert KEY not in failed.output


def test_a_session_is_gone_on_with_by_its_id_or_as_the_latest(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Hello Ada.")) as mind:
        app = bot(mind, tmp_path)
        first = json.loads(ran(app, "I am Ada.", "--json").stdout)["session"]
        by_id = json.loads(ran(app, "Who am I?", "--session", first, "--json").stdout)["session"]
        latest = json.loads(ran(app, "And now?", "--continue", "--json").stdout)["session"]

    assert first == by_id == latest
    assert "I am Ada." in mind.asked[1].text
    assert "Who am I?" in mind.asked[2].text


def test_a_session_goes_on_in_its_folder(home: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    with Mind(Say("Hello."), Say("Hello."), Call("Write", {"file_path": "here.txt", "content": "x\n"}), Say("Done.")) as mind:
        app = bot(mind, tmp_path)
        ran(app, "Hi", "--workdir", "deep")
        ran(app, "Hi again", "--continue")
        ran(app, "Write it", "--continue")

    assert (tmp_path / "deep" / "here.txt").exists()


def test_sessions_that_there_are_not_are_said(home: Path, tmp_path: Path) -> None:
    with Mind(Say("?")) as mind:
        app = bot(mind, tmp_path)
        assert "no session to go on with" in ran(app, "Hi", "--continue", fails=2).stderr
        assert "there is no session" in ran(app, "Hi", "--session", "nowhere", fails=2).stderr
        assert "one of" in ran(app, "Hi", "--session", "x", "--continue", fails=2).stderr

    assert mind.asked == []


def test_another_model_may_be_named(home: Path, tmp_path: Path) -> None:
    with Mind(Say("?")) as silent, Mind(Say("Here.")) as mind:
        ran(bot(silent, tmp_path), "Hi", "--model", f"other@{mind.url}/v1")

    assert silent.asked == []
    assert mind.asked[0].body["model"] == "other"
    assert "nonsense" in ran(bot(silent, tmp_path), "Hi", "--model", "nonsense", fails=2).stderr


def test_a_call_that_needs_a_person_waits_where_there_is_none(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    with Mind(EDIT, Say("It waits."), EDIT, Say("Done.")) as mind:
        app = bot(mind, tmp_path, policy="ask: [Edit]")
        found = ran(app, "Change it.")
        assert (tmp_path / "a.txt").read_text() == "hello"
        (waiting,) = json.loads(CliRunner().invoke(habitus, ["approvals", "list", "--json"]).stdout)
        assert f"habitus approvals approve {waiting['id']}" in found.stderr
        assert f"habitus approvals approve {waiting['id']}" in mind.asked[1].last

        CliRunner().invoke(habitus, ["approvals", "approve", waiting["id"]])
        ran(app, "Now do it.", "--continue")

    assert (tmp_path / "a.txt").read_text() == "bye"


def test_there_is_no_way_to_say_yes_beforehand(home: Path, tmp_path: Path) -> None:
    with Mind(Say("?")) as mind:
        assert "No such option" in ran(bot(mind, tmp_path), "Hi", "--yes", fails=2).stderr


@pytest.mark.parametrize("missing", ["pydantic_ai", "httpx2", "prompt_toolkit"])
def test_without_its_parts_it_names_what_to_install(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with Mind(Say("?")) as mind:
        found = ran(bot(mind, tmp_path), "Hi", fails=2)

    assert "pip install 'habitus[agent]'" in found.stderr
    assert missing in found.stderr


def test_what_is_wrong_with_the_file_is_said_with_its_place(home: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("agents:\n  - id: main\n    brian: {}\n")

    assert "bad.yaml:3" in ran(tmp_path / "bad.yaml", "Hi", fails=2).stderr
    assert "does not exist" in ran(tmp_path / "none.yaml", "Hi", fails=2).stderr


def test_control_sequences_of_a_model_reach_no_file_either(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Hello \x1b[31mred\x1b]0;t\x07\u202e.")) as mind:
        app = bot(mind, tmp_path)
        plain, as_json = ran(app, "Hi").stdout, ran(app, "Hi", "--json").stdout

    assert plain == "Hello red0;t\ufffd.\n"
    assert as_json.isascii()
    assert "\x1b" not in as_json


def test_ctrl_c_cancels_in_order_and_the_tool_is_ended(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pid")
    with (
        Mind(Call("Bash", {"command": "echo $$ > pid; sleep 1000"})) as mind,
        terminal(tmp_path, "run", bot(mind, tmp_path), "Wait.") as it,
    ):
        pid = int((tmp_path / "pid").read_text())  # waits until it is written
        it.press(CTRL_C).until("Cancelled")

        assert it.ended() == 130
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_ctrl_c_twice_leaves_at_once_with_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Mind(HANG) as mind, terminal(tmp_path, "run", bot(mind, tmp_path), "Wait.") as it:
        it.until("thinking")
        mind.arrived.wait()
        it.press(CTRL_C, CTRL_C)

        assert it.ended() == 130


def test_at_a_terminal_the_call_is_asked_about_and_the_answer_is_streamed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    with (
        Mind(EDIT, Say("It is changed.")) as mind,
        terminal(tmp_path, "run", bot(mind, tmp_path, policy="ask: [Edit]"), "Change it.") as it,
    ):
        it.until("-hello", "+bye", "Run it once? [y/N]").types("y").until("It is changed.")

        assert it.ended() == 0
    assert (tmp_path / "a.txt").read_text() == "bye\n"


def test_what_was_typed_before_the_question_is_no_answer_to_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")

    def later(asked: Any) -> Call:
        it.types("y")
        return EDIT

    with Mind(later, Say("Left.")) as mind, terminal(tmp_path, "run", bot(mind, tmp_path, policy="ask: [Edit]"), "Change it.") as it:
        it.until("Run it once? [y/N]").types("n").until("denied", "Left.")

        assert it.ended() == 0
    assert (tmp_path / "a.txt").read_text() == "hello\n"


def test_only_the_answer_goes_to_a_file(tmp_path: Path) -> None:
    with Mind([Say("On the way."), Call("Glob", {"pattern": "*"})], Say("The answer.")) as mind:
        app = bot(mind, tmp_path)
        plain = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        command = f"'{sys.executable}' -m habitus.cli run {app} 'Go.' > answer.txt"
        found = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**plain, "HABITUS_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=True,
        )

    assert (tmp_path / "answer.txt").read_text() == "The answer.\n"
    assert "On the way." in found.stderr
