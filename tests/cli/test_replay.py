"""`habitus replay`, as a person types it."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import EXAMPLES, Typed
from habitus.cli.replay import tell
from test_readme import ROOT, environment
from test_readme import typed as run_block

Asked = Callable[..., Any]
ERROR = "ValidationError: date must be in the format YYYY-MM-DD"


def lines(session: str, day: int, *events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"session": session, "at": f"2026-10-{day:02}T09:00:{n:02}Z", "workspace": "/w", **event} for n, event in enumerate(events)]


def asks(text: str) -> dict[str, Any]:
    return {"event": "user", "text": text}


def runs(id: str, command: str) -> list[dict[str, Any]]:
    return [{"event": "call", "id": id, "tool": "Bash", "args": {"command": command}}, {"event": "result", "id": id, "result": "ok"}]


def books(id: str, date: str, error: str | None = None) -> list[dict[str, Any]]:
    came = {"event": "result", "id": id, **({"error": error} if error else {"result": "booked"})}
    return [{"event": "call", "id": id, "tool": "book_table", "args": {"date": date}}, came]


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """The same correction on two days, and the same stumble on five."""
    told = [
        *lines("monday", 5, asks("add zod"), *runs("c1", "npm install zod"), asks("no, use pnpm instead of npm")),
        *lines("tuesday", 6, asks("add lodash"), *runs("c1", "npm install lodash"), asks("no, use pnpm instead of npm")),
        *lines("wednesday", 7, asks("add ramda"), *runs("c1", "npm install ramda"), asks("thanks")),
    ]
    for day in range(10, 15):
        told += lines(f"day{day}", day, asks("book a table"), *books("b1", f"day {day}", ERROR), *books("b2", f"2026-11-{day}"))
    file = tmp_path / "week.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in told))
    return file


def test_what_would_have_been_met_stands_beside_the_same_without(asked: Asked, week: Path) -> None:
    found = asked("replay", week)

    assert found["recorded"]["sessions"] == found["counts"]["sessions"] == 8
    assert found["repeated"]["correction"]["earlier"] == {
        "repeated": 1, "met": 1, "by_earlier": 1, "by_session": 0, "call": 0, "prompt": 1, "error": 0,
    }  # fmt: skip
    assert found["repeated"]["failure"]["earlier"]["repeated"] == 4
    assert found["repeated"]["failure"]["earlier"]["met"] >= 2
    assert found["without"] == {"repeated": found["all"]["repeated"], "met": 0}
    assert found["tokens"]["added"] == found["tokens"]["guidance"] + found["tokens"]["reminders"] > 0


def test_everything_in_the_report_can_be_explained(asked: Asked, week: Path) -> None:
    found = asked("replay", week)

    met = [one for one in found["mistakes"] if one["met"]]
    assert {one["session"] for one in met} <= {row["session"] for row in found["sessions"]}
    assert all(one["what"] and one["says"] and one["lesson"] and one["way"] for one in met)
    texts = {row["id"]: row["text"] for row in found["lessons"]}
    assert texts[met[0]["lesson"]] == "Use pnpm instead of npm."
    assert "not prevented" in found["caveat"]


def test_a_person_reads_a_table_the_sessions_and_what_it_cannot_know(typed: Typed, week: Path) -> None:
    said = typed("replay", week).stdout

    assert "said again by you\t1\t1\t1\t0\t0\t1\t0" in said
    assert re.search(r"Without Habitus: \d+ made again, and nothing told", said)
    assert "Met is not prevented" in said
    assert "tuesday" in said
    assert "known from an earlier session, told in the prompt: Use pnpm instead of npm." in said


def test_the_store_of_the_house_is_not_touched(typed: Typed, asked: Asked, week: Path) -> None:
    typed("replay", week)

    assert asked("status")["sessions"] == 0
    assert [one for one in asked("rules", "list") if one["kind"] == "learned"] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.txt", "# of the team\n\n- Use pnpm instead of npm.\n"),
        ("rules.json", '["Use pnpm instead of npm."]'),
        ("rules.yaml", "- Use pnpm instead of npm.\n"),
        ("listed.json", '[{"text": "Use pnpm instead of npm.", "state": "active"}]'),
    ],
)
def test_rules_in_a_file_are_in_force_from_the_start_and_nothing_is_learned(asked: Asked, week: Path, name: str, text: str) -> None:
    file = week.parent / name
    file.write_text(text)

    found = asked("replay", week, "--with", file)

    assert [one["text"] for one in found["rules"]] == ["Use pnpm instead of npm."]
    assert [(one["session"], one["kind"], one["way"]) for one in found["mistakes"]] == [
        ("monday", "correction", "call"), ("tuesday", "correction", "call"),
    ]  # fmt: skip
    (alarm,) = found["false_alarms"]
    assert (alarm["session"], alarm["what"]) == ("wednesday", "Bash: command=npm install ramda")


def test_a_false_alarm_is_shown_with_its_call(typed: Typed, week: Path) -> None:
    file = week.parent / "rules.txt"
    file.write_text("Use pnpm instead of npm.")

    said = typed("replay", week, "--with", file).stdout

    assert "False alarms: 1 of 3 reminders (33%)" in said
    assert "• Bash: command=npm install ramda  (in wednesday" in said
    assert "known from the rules given, told at the call" in said
    assert "more met than told in vain: 2; the other way round: 1. By the gate: not told apart from chance" in said


def test_what_the_gate_adopts_is_in_force_afterwards(asked: Asked, typed: Typed, tmp_path: Path) -> None:
    told = [
        line
        for day in range(5, 15)
        for line in lines(f"day{day}", day, asks("add zod"), *runs("c1", "npm install zod"), asks("no, use pnpm instead of npm"))
    ]
    (tmp_path / "weeks.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told))
    (tmp_path / "rules.txt").write_text("Use pnpm instead of npm.\n")

    found = asked("replay", tmp_path / "weeks.jsonl", "--with", tmp_path / "rules.txt", "--adopt")

    assert found["gate"]["adopts"] is True
    assert [one["id"] for one in asked("rules", "list", "--kind", "learned")] == [id[:8] for id in found["adopted"]]


def test_what_the_gate_does_not_adopt_stays_out_of_force_and_is_said(asked: Asked, typed: Typed, week: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("Answer in Spanish.\n")

    run = typed("replay", week, "--with", tmp_path / "rules.txt", "--adopt", fails=1)

    assert "Adopted: nothing" in run.output
    assert asked("rules", "list", "--kind", "learned") == []


def test_adopting_needs_something_to_adopt(typed: Typed, week: Path) -> None:
    assert "--with" in typed("replay", week, "--adopt", fails=2).output


def test_a_rule_of_the_store_is_tried_by_its_id_but_not_on_the_session_that_taught_it(typed: Typed, asked: Asked, week: Path) -> None:
    typed("learn", week)
    (known,) = [one for one in asked("rules", "list") if one["scope"] == "project:/w"]
    file = week.parent / "known.json"
    file.write_text(json.dumps(asked("rules", "list")))

    found = asked("replay", week, "--with", known["id"][:8])

    assert [one["session"] for one in found["mistakes"]] == ["tuesday"]
    assert known["id"][:8] in [one["id"][:8] for one in asked("replay", week, "--with", file)["rules"]]


def test_rules_that_are_none_are_said(typed: Typed, week: Path) -> None:
    empty, odd = week.parent / "empty.txt", week.parent / "odd.json"
    empty.write_text("\n# nothing\n")
    odd.write_text('{"a": 1}')

    assert "no such file" in typed("replay", week, "--with", "nowhere.txt", fails=2).output
    assert "no rules in it" in typed("replay", week, "--with", empty, fails=2).output
    assert "must be a list" in typed("replay", week, "--with", odd, fails=2).output
    odd.write_text("[3]")
    assert "not a rule" in typed("replay", week, "--with", odd, fails=2).output
    odd.write_bytes("Sé breve.".encode("latin-1"))
    assert "is not UTF-8" in typed("replay", week, "--with", odd, fails=2).output


def test_only_what_began_since_is_scored(asked: Asked, typed: Typed, week: Path) -> None:
    found = asked("replay", week, "--since", "2026-10-06T00:00:00Z")

    assert found["counts"]["sessions"] == 7
    assert found["repeated"]["correction"]["earlier"]["met"] == 1
    assert "No session was played" in typed("replay", week, "--since", "2027-01-01").stdout


def test_every_kind_of_transcript_is_played(asked: Asked) -> None:
    found = asked("replay", EXAMPLES)

    assert found["counts"]["sessions"] == found["recorded"]["sessions"] >= 10
    assert found["faulty"] == 0


def test_what_cannot_be_read_is_said(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text('{"event": "call"\n')

    assert "could not be read" in typed("replay", file, fails=1).output


HEEDS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from habitus.cli import main; main()"
"""Whoever runs the tests in the background has had it ignored, and so would every program that they start."""


def test_an_interrupted_run_reports_what_it_has_played(tmp_path: Path, home: Path) -> None:
    """It is interrupted as soon as its bar says that it plays; playing all of it would take many times as long as that."""
    file = tmp_path / "year.jsonl"
    told = [line for n in range(1500) for line in lines(f"s{n}", n % 28 + 1, asks("add zod"), *runs("c1", "npm install zod"))]
    file.write_text("".join(json.dumps(line) + "\n" for line in told))
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", HEEDS_CTRL_C, "replay", str(file)]
    environ = {**os.environ, "HABITUS_HOME": str(home)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=environ) as run:
        os.close(theirs)
        shown = b""
        while b"playing" not in shown:
            shown += os.read(ours, 4096)
        run.send_signal(signal.SIGINT)
        with suppress(OSError):  # a terminal whose program has ended; one that nobody reads would stop it
            while os.read(ours, 4096):
                pass
        said, _ = run.communicate()
    os.close(ours)

    assert run.returncode == 130
    assert "nterrupted" in said


def test_whoever_interrupts_at_once_is_not_sent_for_other_transcripts(capsys: pytest.CaptureFixture[str]) -> None:
    tell({"counts": {}, "all": {}, "complete": False, "faulty": 0, "faults": []}, 20)

    assert capsys.readouterr().out == "Interrupted before a session was played.\n"


def test_the_guide_is_true(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "replay.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.*?)```", text, re.DOTALL)

    run_block(block, tmp_path, environment(tmp_path))
