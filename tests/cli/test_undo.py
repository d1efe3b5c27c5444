"""Taking back twice: what was taken back is not taken back again."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import EXAMPLES, Typed

Asked = Callable[..., Any]


@pytest.mark.parametrize("aim", [("--since", "1h"), ("--session", "monday")])
def test_what_was_taken_back_is_not_taken_back_again(typed: Typed, asked: Asked, story: Path, aim: tuple[str, str]) -> None:
    typed("learn", story)
    typed("undo", *aim)
    ledger = asked("ledger", "--limit", "200")

    again = typed("undo", *aim)

    assert "there is nothing to take back" in again.stdout
    assert asked("ledger", "--limit", "200") == ledger
    assert asked("rules", "list", "--kind", "learned") == []


@pytest.mark.parametrize("id", ["f7d0014a", "-1", "1e3", "½", "9" * 30])
def test_what_is_no_line_of_the_ledger_is_met_with_where_the_lines_are(typed: Typed, id: str) -> None:
    assert "`habitus ledger --changes` lists what can be taken back" in typed("undo", "--", id, fails=2).output


def test_the_ledger_and_undo_tell_what_a_line_is_about_in_words(typed: Typed) -> None:
    typed("learn", EXAMPLES)
    lines = [line.split("\t") for line in typed("ledger", "--changes", "--limit", "1000").stdout.splitlines()]
    (first, *_) = [line[0] for line in lines if line[5] == "check the code style"]

    assert [line for line in lines if re.fullmatch(r"[0-9a-f-]{32,}", line[5])] == []
    assert typed("undo", first, "--dry-run").stdout == f"Would take back {first} (negative example): check the code style\n"


def test_what_was_brought_back_is_taken_back_again(typed: Typed, asked: Asked, story: Path) -> None:
    learned = asked("learn", story)["learned"][0]["entry"]
    (taken,) = asked("undo", learned)["entries"]
    (brought,) = asked("undo", taken)["entries"]

    found = asked("undo", "--since", "1h")

    assert learned in [line["entry"] for line in found["undone"]]
    assert not {taken, brought} & {line["entry"] for line in found["undone"]}
    assert asked("rules", "list", "--kind", "learned") == []
    assert asked("undo", "--since", "1h")["entries"] == []


def test_a_rule_is_taken_back_and_brought_back_with_what_it_took_the_place_of(typed: Typed, asked: Asked) -> None:
    def states() -> dict[str, str]:
        return {rule["rule"]: rule["state"] for rule in asked("rules", "list", "--all", "--kind", "learned")}

    def next_line(shown: str) -> str:
        return shown.rpartition("habitus undo ")[2].strip()

    typed("rules", "add", "Use vitest instead of jest.")
    before = states()
    line = next_line(typed("rules", "add", "Use jest instead of vitest.").stdout)
    after = states()
    assert sorted(after.values()) == ["active", "superseded"]

    line = next_line(typed("undo", line).stdout)
    assert states() == before
    typed("undo", line)
    assert states() == after


@pytest.mark.parametrize("line", ["told", "of the proposal"])
def test_an_answer_is_taken_back_with_what_came_of_it(typed: Typed, asked: Asked, tmp_path: Path, line: str) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("- Never push to main.\n")
    typed("rules", "import", file)
    (waits,) = asked("inbox")
    before = asked("rules", "list", "--all", "--kind", "learned")

    said = typed("inbox", "approve", waits["id"]).stdout
    assert [rule["state"] for rule in asked("rules", "list", "--kind", "learned")] == ["active"]

    of_the_proposal = next(one["id"] for one in asked("ledger") if one["table"] == "proposals" and one["verb"] == "approved")
    typed("undo", said.rpartition("habitus undo ")[2].strip() if line == "told" else of_the_proposal)

    assert [one["id"] for one in asked("inbox")] == [waits["id"]]
    assert asked("rules", "list", "--all", "--kind", "learned") == before
