"""What a person sees at a terminal of any width, and what is said where nothing can be written."""

import os
import pty
import subprocess
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import test_readme
from cli.conftest import EXAMPLES, Typed

HABITUS = str(test_readme.HABITUS / "habitus")


def shown(*words: str, columns: int, **environ: str) -> str:
    """What stands on a terminal that is so wide."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([HABITUS, *words], stdout=theirs, stderr=theirs, env={**os.environ, "COLUMNS": str(columns), **environ}) as run:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # the terminal is gone when the command has ended
            while part := os.read(ours, 65536):
                seen += part
        os.close(ours)
    assert run.returncode == 0, seen.decode()
    return seen.decode().replace("\r\n", "\n")


@pytest.fixture
def learned(typed: Typed) -> None:
    typed("learn", EXAMPLES)


def test_on_a_narrow_terminal_every_number_and_word_of_a_list_is_whole(learned: None, typed: Typed) -> None:
    last = typed("ledger", "--limit", "1").stdout.split("\t")

    narrow = shown("ledger", "--limit", "1", columns=40, TERM="xterm")

    assert [line.split(maxsplit=1)[0] for line in narrow.splitlines() if line.strip()][:3] == ["id", "when", "verb"]
    assert all(cell.strip() in " ".join(narrow.split()) for cell in last if cell.strip())


def test_what_the_ledger_calls_a_session_can_be_asked_for(learned: None, typed: Typed) -> None:
    named = {line.split("\t")[4] for line in typed("ledger", "--changes").stdout.splitlines()} - {""}

    assert named
    assert all("Nothing matches" not in typed("ledger", "--session", session, "--limit", "1").stdout for session in named)


def test_every_list_tells_the_time_of_this_machine(typed: Typed) -> None:
    typed("keys", "add", "ana")

    made, noted = (
        subprocess.run([HABITUS, *words], capture_output=True, text=True, check=True, env={**os.environ, "TZ": "Asia/Tokyo"}).stdout
        for words in (["keys", "list"], ["ledger", "--verb", "key added"])
    )

    apart = datetime.fromisoformat(made.split("\t")[3]) - datetime.fromisoformat(noted.split("\t")[1])
    assert abs(apart) < timedelta(minutes=1)


def test_a_narrow_list_is_read_downwards_and_leaves_out_what_is_empty(learned: None) -> None:
    narrow = shown("rules", "list", "--kind", "declared", columns=40, TERM="xterm")

    first, second, *_ = narrow.split("\n\n")
    assert first.splitlines() == [
        "id      read_before_edit",
        "kind    declared",
        "action  warn",
        "rule    Read a file before you edit it.",
        "scope   edit",
    ]
    assert second.startswith("id      ")


def test_a_wide_list_is_a_table(learned: None) -> None:
    wide = shown("rules", "list", "--kind", "learned", columns=80, TERM="dumb").splitlines()

    assert wide[0].split() == ["id", "kind", "action", "rule", "scope", "used"]


@pytest.mark.parametrize("words", [("status",), ("rules", "list")])
def test_who_wants_no_colour_gets_none(home: Path, words: tuple[str, ...]) -> None:
    assert "\x1b[3" in shown("status", columns=80, TERM="xterm-256color")
    assert "\x1b[3" not in shown(*words, columns=80, TERM="xterm-256color", NO_COLOR="1")


def test_a_file_that_may_not_be_read_is_named_without_a_traceback(typed: Typed, home: Path) -> None:
    (home / "redaction.key").mkdir(parents=True)  # whoever runs this may be root, who may read any file

    said = typed("status", fails=2).stderr

    assert said == f"habitus: {home / 'redaction.key'}: is a directory; see that it is yours to read and to write\n"


def test_a_disk_that_is_full_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([HABITUS, "rules", "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, done.stderr) == (2, "habitus: no space left on device\n")


@pytest.mark.parametrize("words", [("--version",), ("ledger", "--limit", "1000"), ("rules", "list"), ("status",)])
def test_who_closes_our_output_hears_nothing_and_nothing_breaks(learned: None, words: tuple[str, ...]) -> None:
    ran = subprocess.run(["sh", "-c", '"$0" "$@" >&-', HABITUS, *words], stderr=subprocess.PIPE, text=True, timeout=60, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
