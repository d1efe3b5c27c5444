"""A person says yes to what they have seen, and sees all of it."""

from pathlib import Path
from typing import Any

import pytest

from habitus.agent.terminal.proposed import proposed
from habitus.types import Decision, ToolCall
from nouns import START


def told(tool: str, work: Path, **args: Any) -> list[str]:
    call = ToolCall(session="s", at=START, id="c1", tool=tool, args=args, workspace=str(work))
    return [one.plain for one in proposed(call, Decision(call="c1", ruling="ask", reason="The policy asks."))]


def test_a_command_stands_there_to_the_letter(work: Path) -> None:
    lines = told("Bash", work, command="echo hi\nrm\u202e -rf \x1b[8m/")

    assert lines[0] == f"  ? Bash in {work}"
    assert lines[1] == "    ask The policy asks."
    assert lines[2:] == ["    echo hi", "    rm\\u202e -rf \\x1b[8m/"]


def test_other_arguments_of_a_command_are_not_left_out(work: Path) -> None:
    assert any("600" in one for one in told("Bash", work, command="ls", timeout=600))


def test_an_edit_is_a_diff_with_the_lines_around_it(work: Path) -> None:
    (work / "a.txt").write_text("one\ntwo\nthree\nfour\nfive\nsix\n")

    lines = told("Edit", work, file_path="a.txt", old_string="three", new_string="3")

    assert lines[2:] == [
        "    a.txt",
        "    @@ -1,6 +1,6 @@",
        "     one",
        "     two",
        "    -three",
        "    +3",
        "     four",
        "     five",
        "     six",
    ]


def test_every_place_of_an_edit_is_shown(work: Path) -> None:
    (work / "a.txt").write_text("x\n" + "-\n" * 20 + "x\n")

    assert told("Edit", work, file_path="a.txt", old_string="x", new_string="y", replace_all=True).count("    +y") == 2


def test_an_edit_that_fits_nowhere_is_shown_as_it_was_asked_for(work: Path) -> None:
    assert told("Edit", work, file_path="none.txt", old_string="a", new_string="b")[3:] == [
        "    @@ -1,2 +1,2 @@", "    -a", "    +b", "     \\ (no line break at the end)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "shown"), [(None, ["    +new"]), ("old\n", ["    -old", "    +new"]), ("new\n", ["    (nothing changes)"])]
)
def test_a_written_file_is_a_diff_to_what_was_there(work: Path, before: str | None, shown: list[str]) -> None:
    if before is not None:
        (work / "a.txt").write_text(before)

    assert [one for one in told("Write", work, file_path="a.txt", content="new\n")[3:] if "@@" not in one] == shown


def test_a_line_break_more_or_less_is_seen(work: Path) -> None:
    (work / "a.txt").write_text("same")

    assert any("no line break" in one and one.strip().startswith("-") for one in told("Write", work, file_path="a.txt", content="same\n"))


def test_any_other_tool_is_shown_with_all_its_arguments(work: Path) -> None:
    assert '      "url": "http://x",' in told("WebFetch", work, url="http://x", deep={"a": [1]})


def test_arguments_of_odd_types_are_shown_all_the_same(work: Path) -> None:
    assert any("7" in one for one in told("Write", work, file_path="a.txt", content=7))
    assert any("[" in one for one in told("Bash", work, command=["ls"]))
