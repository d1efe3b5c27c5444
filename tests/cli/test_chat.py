"""`habitus chat`: at a real terminal, and down a pipe."""

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agent.mind import HANG, Answer, Asked, Call, Mind, Say
from agent.terminal.pressing import ALT_ENTER, CTRL_C, CTRL_D, ENTER, TAB, UP, bot, terminal
from cli.test_replay import HEEDS_CTRL_C
from habitus.agent.terminal.commands import COMMANDS
from habitus.cli.root import habitus
from test_readme import ROOT, environment
from test_readme import typed as run_block

PROMPT = "› "


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def piped(*words: object, lines: list[str], fails: int = 0) -> Result:
    given = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(habitus, ["chat", *map(str, words)], input=given, prog_name="habitus")
    assert result.exit_code == fails, result.output + (str(result.exception) if result.exception else "")
    return result


def said(asked: Asked) -> str:
    """The first line of the last message."""
    return str(asked.messages[-1]["content"]).partition("\n")[0]


# ── down a pipe ──


def test_every_line_is_a_message_and_every_answer_is_on_standard_output(home: Path, tmp_path: Path) -> None:
    with Mind(lambda asked: Say(f"You said {said(asked)}.")) as mind:
        found = piped(bot(mind, tmp_path), lines=["one", "", "two"])

    assert found.stdout == "You said one.\nYou said two.\n"
    assert len(mind.asked) == 2


def test_it_begins_with_where_it_is_and_ends_with_how_to_go_on(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Hello.")) as mind:
        app = bot(mind, tmp_path)
        found = piped(app, lines=["Hi"])

    (session,) = set(re.findall(r"bot-[0-9a-f]{12}", found.stderr))
    assert found.stderr.splitlines()[0] == f"Bot · custom:m · {tmp_path} · session {session}"
    assert found.stderr.splitlines()[-1] == f"To go on: habitus chat {app} --session {session}"


def test_where_nothing_was_said_there_is_nothing_to_go_on_with(home: Path, tmp_path: Path) -> None:
    with Mind(Say("?")) as mind:
        assert "To go on" not in piped(bot(mind, tmp_path), lines=["/help"]).stderr


def test_a_session_is_gone_on_with(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Hello Ada.")) as mind:
        app = bot(mind, tmp_path)
        piped(app, lines=["I am Ada."])
        found = piped(app, "--continue", lines=["Who am I?"])

    assert "1 message so far, the last: “I am Ada.”" in found.stderr
    assert "I am Ada." in mind.asked[1].text


def test_a_backslash_at_the_end_joins_the_next_line(home: Path, tmp_path: Path) -> None:
    with Mind(Say("I see.")) as mind:
        piped(bot(mind, tmp_path), lines=["first\\", "second"])

    assert len(mind.asked) == 1
    assert mind.asked[0].messages[-1]["content"].startswith("first\nsecond")


def test_rules_are_those_that_hold_here_and_an_empty_list_says_what_to_do(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Fine.")) as mind:
        app = bot(mind, tmp_path)
        before = piped(app, lines=["/rules"]).stdout
        after = piped(app, lines=["Add zod with npm.", "No, use pnpm instead of npm.", "/rules"]).stdout

    assert "Correct the agent in plain words" in before
    assert "read_before_edit" in before
    assert "Use pnpm instead of npm." in after
    assert after.index("Use pnpm") < after.index("read_before_edit")


def test_what_was_learned_is_said_and_undo_takes_it_back(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Fine.")) as mind:
        found = piped(bot(mind, tmp_path), lines=["Add zod with npm.", "No, use pnpm instead of npm.", "/undo", "/rules", "/undo"])

    assert "learned: Use pnpm instead of npm." in found.stderr
    assert "Took back (learned) Use pnpm instead of npm." in found.stdout
    assert "Correct the agent in plain words" in found.stdout
    assert "nothing to take back" in found.stdout


def test_why_tells_what_was_in_force(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    edit = Call("Edit", {"file_path": "a.txt", "old_string": "hello", "new_string": "bye"})
    with Mind(Say("Fine."), Say("Fine."), edit, Call("Read", {"file_path": "a.txt"}), Say("Done.")) as mind:
        lines = ["/why", "Add zod with npm.", "No, use pnpm instead of npm.", "Change a.txt.", "/why", "/why 1", "/why 7", "/why x"]
        found = piped(bot(mind, tmp_path), lines=lines)

    empty, _, rest = found.stdout.partition("Fine.")
    assert "No call was judged in this session yet" in empty
    last, _, first = rest.partition("Edit a.txt  allow  (call 2 from the end)")[2].partition("Read a.txt  allow  (call 1 from the end)")
    assert "warn read_before_edit:" in last
    assert "told Use pnpm instead of npm." in last
    assert "because you said “No, use pnpm instead of npm.”" in last
    assert "There were only 2 calls" in first
    assert "/why takes a number" in first


def test_an_unknown_command_names_the_nearest_and_paths_are_no_commands(home: Path, tmp_path: Path) -> None:
    with Mind(Say("It is a program.")) as mind:
        found = piped(bot(mind, tmp_path), lines=["/rulse", "/usr/bin/env is what?"])

    assert "There is no /rulse. Did you mean /rules?" in found.stdout
    assert len(mind.asked) == 1


def test_the_other_commands_show_what_there_is(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Fine.")) as mind:
        found = piped(
            bot(mind, tmp_path), lines=["/help", "/skills", "/session", "/model", "/approve", "Hi", "/session", "/exit", "not heard"]
        )

    assert all(f"/{name}" in found.stdout for name in ("help", "rules", "why", "undo", "skills", "model", "session", "clear", "exit"))
    assert "No skills yet" in found.stdout
    assert "custom:m" in found.stdout
    assert "No call of this session waits" in found.stdout
    assert "To go on with it later: habitus chat" in found.stdout
    assert len(mind.asked) == 1


def test_another_model_takes_over_in_the_same_session_and_one_that_is_none_changes_nothing(home: Path, tmp_path: Path) -> None:
    with Mind(Say("First.")) as mind, Mind(Say("Second.")) as other:
        lines = ["I am Ada.", "/model nonsense", "/model local:none.gguf", f"/model other@{other.url}/v1", "Who am I?", "/clear", "Hi"]
        found = piped(bot(mind, tmp_path), lines=lines)

    assert "names no model" in found.stderr
    assert "none.gguf cannot be read" in found.stderr
    assert found.stdout == "First.\nSecond.\nSecond.\n"
    assert "I am Ada." in other.asked[0].text
    assert "I am Ada." not in other.asked[1].text
    assert len(set(re.findall(r"session (bot-[0-9a-f]{12})", found.stderr))) == 2


def test_nobody_is_asked_down_a_pipe_and_a_pipe_approves_nothing(home: Path, tmp_path: Path) -> None:
    with Mind(Call("Write", {"file_path": "b.txt", "content": "x"}), Say("It waits.")) as mind:
        found = piped(bot(mind, tmp_path, policy="ask: [Write]"), lines=["Write it.", "/approve"])

    assert not (tmp_path / "b.txt").exists()
    assert "waits for approval" in found.stderr
    assert re.search(r"It goes on waiting: habitus approvals approve \w+", found.stdout)


def test_an_app_for_one_message_ends_with_its_answer(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Done.")) as mind:
        piped(bot(mind, tmp_path, mode="one_shot"), lines=["one", "two"])

    assert len(mind.asked) == 1


def test_without_an_app_there_is_a_code_assistant_and_a_model_must_be_named(home: Path, tmp_path: Path) -> None:
    with Mind(Say("Hello.")) as mind:
        found = piped("--model", f"m@{mind.url}/v1", lines=["Hi"])

    assert found.stderr.startswith("Code assistant · ")
    assert f"To go on: habitus chat --model m@{mind.url}/v1 --session code-" in found.stderr
    assert "no model is named" in piped(lines=["Hi"], fails=2).stderr


def test_a_turn_that_fails_does_not_end_the_chat(home: Path, tmp_path: Path) -> None:
    with Mind(Say(""), Say(""), Say("Here I am.")) as mind:
        found = piped(bot(mind, tmp_path), lines=["one", "two"])

    assert "Stopped: " in found.stderr
    assert found.stdout == "Here I am.\n"


def test_ctrl_c_while_it_waits_for_a_line_leaves(tmp_path: Path) -> None:
    with Mind(Say("?")) as mind:
        command = [sys.executable, "-c", HEEDS_CTRL_C, "chat", str(bot(mind, tmp_path))]
        environ = {**os.environ, "HABITUS_HOME": str(tmp_path / "home")}
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as run:
            assert run.stderr is not None
            assert "Bot" in run.stderr.readline()
            run.send_signal(signal.SIGINT)

            assert run.wait() == 130


# ── at a terminal ──


def test_a_chat_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    with (
        Mind([Say("Let me look."), Call("Read", {"file_path": "a.txt"})], Say("It says \x1b[2Jhello.")) as mind,
        terminal(tmp_path, "chat", bot(mind, tmp_path)) as it,
    ):
        it.until("Bot · custom:m", PROMPT).types("What is in a.txt?")
        it.until("Let me look.\n", "● Read a.txt\n", "It says hello.\n", "2 answers", PROMPT)
        it.press(CTRL_D).until("To go on: habitus chat")

        assert it.ended() == 0
        assert "\x1b[2J" not in it.raw
        assert "\x1b[32m● " in it.raw
    history = tmp_path / "home" / "chat_history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    assert "+What is in a.txt?" in history.read_text()


def test_keys_several_lines_history_and_completion(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("x")
    with Mind(Say("I see.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path)) as it:
        it.until(PROMPT).press("one\\", ENTER, "two", ALT_ENTER, "three", ENTER).until("I see.", PROMPT)
        it.press("look at repo", TAB).until("report.txt").press(ENTER).until("I see.", "out", PROMPT)
        it.press("/sess", TAB).until("/session").press(ENTER).until("To go on with it later", PROMPT)
        it.press("given up", CTRL_C).until("Ctrl-D or /exit leaves.", PROMPT)
        it.press(UP, UP, ENTER).until("I see.", PROMPT).types("/exit")

        assert it.ended() == 0
    texts = [str(asked.messages[-1]["content"]) for asked in mind.asked]
    assert texts[0].startswith("one\ntwo\nthree")
    assert texts[1].startswith("look at report.txt")
    assert texts[2].startswith("look at report.txt")


def test_what_is_typed_while_the_agent_works_is_the_next_message(tmp_path: Path) -> None:
    def first(asked: Asked) -> Say:
        it.types("second")
        return Say("One.")

    with Mind(first, lambda asked: Say(f"You said {said(asked)}.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path)) as it:
        it.until(PROMPT).types("first").until("One.", "You said second.", PROMPT).press(CTRL_D)

        assert it.ended() == 0


def test_ctrl_c_cancels_only_the_turn(tmp_path: Path) -> None:
    with Mind(HANG, Say("Here again.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path)) as it:
        it.until(PROMPT).types("Hang.").until("thinking")
        mind.arrived.wait()
        it.press(CTRL_C).until("Cancelled", PROMPT)
        it.types("And now?").until("Here again.", PROMPT).press(CTRL_D)

        assert it.ended() == 0


def test_after_a_cancelled_tool_the_next_turn_uses_tools_again(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    os.mkfifo(tmp_path / "runs")
    wait, read = Call("Bash", {"command": "echo x > runs; sleep 1000"}), Call("Read", {"file_path": "a.txt"})
    with Mind(wait, read, Say("It says hello.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path)) as it:
        it.until(PROMPT).types("Wait.")
        (tmp_path / "runs").read_text()
        it.press(CTRL_C).until("✗ Bash", "Cancelled", PROMPT)
        it.types("Read a.txt").until("● Read", "It says hello.", PROMPT).press(CTRL_D)

        assert it.ended() == 0
    assert "Traceback" not in it.text


def test_a_call_that_a_rule_stops_is_let_through_by_the_person_who_sees_it(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    clean = Call("Bash", {"command": "rm -rf old"})
    with Mind(clean, Say("Gone.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path)) as it:
        it.until(PROMPT).types("Clean up.").until("rm -rf old", "Run it once? [y/N]").types("y").until("Gone.", PROMPT).press(CTRL_D)

        assert it.ended() == 0
    assert not (tmp_path / "old").exists()


def test_ctrl_c_at_a_question_gives_up_the_turn_and_runs_nothing(tmp_path: Path) -> None:
    write = Call("Write", {"file_path": "b.txt", "content": "x"})
    with Mind(write, Say("Here.")) as mind, terminal(tmp_path, "chat", bot(mind, tmp_path, policy="ask: [Write]")) as it:
        it.until(PROMPT).types("Write it.").until("Run it once? [y/N]").press(CTRL_C).until("Cancelled", PROMPT)
        it.types("Hi").until("Here.", PROMPT).press(CTRL_D)

        assert it.ended() == 0
    assert not (tmp_path / "b.txt").exists()


def test_the_guide_is_true(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "agent.md").read_text(encoding="utf-8").partition("## Running an agent")[2]
    running, chatting = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    edit = Call("Edit", {"file_path": "add.ts", "old_string": "return a + b;", "new_string": "return a + b + 1;"})
    worked: list[Answer] = [[Say("I change it."), edit], Call("Read", {"file_path": "add.ts"}), Say("add() returns a + b + 1 now.")]
    told: list[Answer] = [Say("One line of add.ts: it returns a + b + 1."), Say("Added zod."), Say("pnpm from now on.")]
    with Mind(*worked, *told) as mind:
        bot(mind, tmp_path)

        run_block(running, tmp_path, environment(tmp_path))
        run_block(chatting, tmp_path, environment(tmp_path))


def test_every_command_is_in_the_guide() -> None:
    text = (ROOT / "docs" / "agent.md").read_text(encoding="utf-8").partition("## Chatting")[2]

    assert [one.name for one in COMMANDS if f"`/{one.name}" not in text] == []
