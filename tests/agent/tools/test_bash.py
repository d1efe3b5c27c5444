"""Bash: a command ends, by itself or by us, and nothing of it is left."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from habitus.agent.tools import Place, ToolFailed, checked
from habitus.agent.tools.bash import tool
from habitus.agent.tools.options import Shell

Use = Callable[..., str]


def failure(use: Use, command: str, at: Place | None = None, **args: object) -> str:
    with pytest.raises(ToolFailed) as error:
        use("Bash", *([at] if at else []), command=command, **args)
    return str(error.value)


def has_ended(file: Path) -> bool:
    """The process whose number stands there. A signal takes a moment to arrive; not every Python has `os.pidfd_open` to wait by."""
    process, deadline = Path(f"/proc/{int(file.read_text())}/stat"), time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if process.read_text().rpartition(")")[2].split()[0] == "Z":  # it has ended, and nobody has asked how
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


def test_both_outputs_come_in_order(use: Use) -> None:
    assert use("Bash", command="echo one; echo two >&2; echo three") == "one\ntwo\nthree"


def test_it_starts_in_the_working_directory_every_time(use: Use, workdir: Path) -> None:
    (workdir / "sub").mkdir()
    assert use("Bash", command="cd sub && pwd") == str(workdir / "sub")
    assert use("Bash", command="pwd") == str(workdir)


def test_an_exit_code_other_than_zero_is_a_failure_with_the_output(use: Use) -> None:
    assert failure(use, "echo why; exit 3") == "Exit code 3\nwhy"


def test_a_signal_is_told(use: Use) -> None:
    assert failure(use, "kill -9 $$") == "Ended by signal 9\n(no output)"


def test_silence_is_said(use: Use) -> None:
    assert use("Bash", command="true") == "(no output)"


def test_nobody_waits_for_input(use: Use) -> None:
    assert use("Bash", command="cat; read x; echo done") == "done"


def test_when_the_time_is_up_the_whole_group_is_ended(use: Use, workdir: Path) -> None:
    said = failure(use, "sleep 300 & echo $! > pid; echo begun; wait", timeout=0.5)
    assert said.startswith("Stopped: it did not end within 0.5 seconds.")
    assert said.endswith("begun")
    assert has_ended(workdir / "pid")


def test_a_program_that_will_not_end_is_ended(use: Use, workdir: Path) -> None:
    failure(use, "trap '' TERM; echo $$ > pid; while :; do :; done", timeout=0.3)
    assert has_ended(workdir / "pid")


def test_the_operators_time_is_the_most(use: Use, place: Place) -> None:
    assert "within 0.3 seconds" in failure(use, "sleep 60", replace(place, bash_seconds=0.3), timeout=120_000)


def test_the_modules_time_wins_over_the_places(place: Place) -> None:
    bash = tool(Shell(timeout=0.2))
    with pytest.raises(ToolFailed, match=r"within 0.2 seconds"):
        bash.run(checked(bash, {"command": "sleep 60"}), place)


def test_what_a_command_leaves_running_is_ended_with_it(use: Use, workdir: Path) -> None:
    assert use("Bash", command="sleep 300 & echo $! > pid; echo begun") == "begun"
    assert has_ended(workdir / "pid")


def test_a_person_who_cancels_does_not_wait(use: Use, place: Place, workdir: Path) -> None:
    stopped = threading.Event()
    os.mkfifo(workdir / "ready")

    def cancel() -> None:
        (workdir / "ready").read_text()
        stopped.set()

    person = threading.Thread(target=cancel)
    person.start()
    said = failure(use, "echo begun; echo > ready; sleep 300", replace(place, stopped=stopped))
    person.join()
    assert said == "Stopped: the person cancelled. Until then it said:\nbegun"


def test_nothing_is_started_for_a_person_who_has_cancelled(use: Use, place: Place, workdir: Path) -> None:
    stopped = threading.Event()
    stopped.set()
    assert "Not started" in failure(use, "touch made", replace(place, stopped=stopped))
    assert not (workdir / "made").exists()


def test_of_much_output_the_beginning_and_the_end_are_kept(use: Use, place: Place) -> None:
    answer = use("Bash", replace(place, output=2000), command="echo first; seq 1 100000; echo last")
    assert answer.startswith("first\n1\n")
    assert answer.endswith("100000\nlast")
    assert " bytes cut here …]" in answer
    assert len(answer) <= 2000


def test_the_bytes_that_were_cut_are_counted(use: Use, place: Place) -> None:
    answer = use("Bash", replace(place, output=2000), command="head -c 50000 /dev/zero | tr '\\0' x")
    kept = answer.count("x")
    assert f"[… {50_000 - kept:,} bytes cut here …]" in answer


def test_a_flood_is_stopped(use: Use) -> None:
    said = failure(use, "yes")
    assert said.startswith("Stopped: it said more than 100,000,000 bytes.")
    assert len(said) <= 30_000


def test_output_that_is_no_text_is_shown_as_well_as_it_can_be(use: Use) -> None:
    answer = use("Bash", command=r"printf 'a\377\0b'")
    assert answer == "a��b"


@pytest.mark.parametrize("command", ["", "  \n", "echo \0"])
def test_no_command_is_refused(use: Use, command: str) -> None:
    assert "no command" in failure(use, command)


def test_a_command_that_is_too_long_for_the_system_is_refused_in_a_sentence(use: Use) -> None:
    assert len(failure(use, "echo " + "x" * 3_000_000)) < 500


def test_keys_are_not_in_the_environment_unless_the_operator_says_so(use: Use, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "one")
    monkeypatch.setenv("BRAIN", "two")
    monkeypatch.setenv("ORDINARY", "three")
    command = 'echo "${DEEPSEEK_API_KEY-none} ${BRAIN-none} ${ORDINARY-none}"'
    assert use("Bash", replace(place, secret_env=frozenset({"BRAIN"})), command=command) == "none none three"
    bash = tool(Shell(env=("DEEPSEEK_API_KEY",)))
    assert bash.run(checked(bash, {"command": command}), place) == "one two three"
