"""`habitus guard` as a program and as a person meets it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from habitus.cli.guard import LARGEST, guard

if TYPE_CHECKING:
    from pathlib import Path


def run(*args: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(guard, [str(arg) for arg in args], input=given)


def test_each_line_is_answered_in_order_and_a_bad_one_with_its_error() -> None:
    given = [
        json.dumps({"text": "sudo reboot"}),
        "no json",
        json.dumps({"path": "x"}),
        json.dumps({"text": "# Fine", "path": None, "more": 1}),
    ]
    answers = [json.loads(line) for line in run(given="\n".join(given) + "\n").stdout.splitlines()]
    assert [answer.get("verdict", "error") for answer in answers] == ["reject", "error", "error", "accept"]
    (found,) = answers[0]["violations"]
    assert set(found) == {"rule", "category", "line", "excerpt", "reason"}
    assert answers[3]["violations"] == []


def test_the_path_tells_what_kind_of_file_a_text_is() -> None:
    line = json.dumps({"text": "# bad: never\nsudo reboot", "path": "run.sh"})
    assert json.loads(run(given=line + "\n").stdout)["verdict"] == "reject"


def test_a_report_names_the_place_the_reason_the_way_out_and_the_appeal(tmp_path: Path) -> None:
    skill = tmp_path / "SKILL.md"
    skill.write_text("# A\n\nRun `sudo reboot`.\n")
    done = run(tmp_path)
    assert done.exit_code == 1
    assert f"{skill}:3: sudo (privilege_escalation)" in done.stdout
    assert "Instead: " in done.stdout
    assert "habitus skills accept SLUG sudo --reason" in done.stdout


def test_a_clean_folder_says_so_and_ends_well(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_text("# A\n")
    done = run(tmp_path)
    assert (done.exit_code, done.stdout) == (0, "Nothing found in 1 file.\n")


def test_links_pipes_pictures_and_giants_are_named_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_text("# A\n")
    (tmp_path / "link.sh").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\0")
    with (tmp_path / "giant.txt").open("wb") as giant:
        giant.truncate(LARGEST + 1)
    done = run(tmp_path)
    assert done.exit_code == 0
    for name, why in {"link.sh": "a link", "pipe": "no ordinary file", "logo.png": "no text", "giant.txt": "the most that is read"}.items():
        assert any(name in line and why in line for line in done.stderr.splitlines()), name


def test_json_holds_a_row_for_every_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("sudo reboot\n")
    (tmp_path / "b.bin").write_bytes(b"\0")
    done = run(tmp_path, "--json")
    first, second = json.loads(done.stdout)
    assert (done.exit_code, first["verdict"], second["skipped"]) == (1, "reject", "it is no text")


def test_nothing_in_a_skill_moves_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("sudo reboot \x1b[2J\u202e\n")
    assert "\x1b" not in run(tmp_path).stdout
    assert "\u202e" not in run(tmp_path).stdout


def test_a_rule_explains_itself_and_a_mistyped_one_names_the_nearest() -> None:
    shown = run("--explain", "curl_pipe_shell")
    assert shown.exit_code == 0
    assert "fetches a script" in shown.stdout
    wrong = run("--explain", "curl_pipe_shel")
    assert wrong.exit_code == 2
    assert "Did you mean `curl_pipe_shell`?" in wrong.output


def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    assert run(tmp_path / "none.md").exit_code == 2
