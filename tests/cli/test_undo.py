"""Taking back twice: what was taken back is not taken back again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed

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
