"""Commands against lines written like a manual's synopsis."""

from __future__ import annotations

import pytest

from habitus.parse.synopsis import Program, compiled, match, split

TOOL = Program(
    "tool",
    {
        "push -f|--force !-n|--dry-run": "forces",
        "push <+?*>": "forces a reference",
        "stash drop|clear": "drops",
        "checkout -- <*>": "discards",
        "checkout <*> <*>": "discards one",
        "... delete": "deletes",
        "set --size=0|-s=0": "empties",
        "wipe <@root>": "wipes",
        "del-*": "deletes some",
    },
    valued="-C -s --size",
    valued_by={"checkout": "-b"},
    choices={"--track": "direct inherit"},
)
SHAPES: dict[str, tuple[str, ...]] = {"root": ("/", "/[*]", "/etc/*")}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("push -f", "forces"),
        ("push origin -uf", "forces"),
        ("push --forc", "forces"),
        ("-C dir push --force", "forces"),
        ("-Cdir push -f", "forces"),
        ("-- push -f", "forces"),
        ("push -f -n", ""),
        ("push -f --dry-run", ""),
        ("push -f --dry-run=false", "forces"),
        ("push -f --help", ""),
        ("push -- -f", ""),
        ("push --force-with-lease", ""),
        ("push origin +main", "forces a reference"),
        ("push origin main", ""),
        ("help push -f", ""),
        ("stash drop", "drops"),
        ("stash clear", "drops"),
        ("stash list", ""),
        ("checkout -- f", "discards"),
        ("checkout --", ""),
        ("checkout a b", "discards one"),
        ("checkout -b a b", ""),
        ("checkout -ba b", ""),
        ("checkout --track inherit a", ""),
        ("checkout --track a b", "discards one"),
        ("thing other delete", "deletes"),
        ("thing deleted", ""),
        ("set --size 0", "empties"),
        ("set --size=0", "empties"),
        ("set -s0", "empties"),
        ("set -s 10", ""),
        ("wipe /", "wipes"),
        ("wipe /*", "wipes"),
        ("wipe /etc/x", "wipes"),
        ("wipe /etc/x/y", ""),
        ("wipe /home", ""),
        ("del-all", "deletes some"),
        ("", ""),
    ],
)
def test_a_line_fits_in_every_spelling_and_no_other(line: str, says: str) -> None:
    assert match(("tool", *line.split()), compiled(TOOL, SHAPES)) == says


def test_flags_keep_every_value_they_were_given() -> None:
    args = split(("tool", "-s", "1", "--size=2", "-s3", "x"), compiled(TOOL, SHAPES))
    assert [text for flag, text in args.given if flag in ("-s", "--size")] == ["1", "1", "2", "3"]
    assert args.operands == ("x",)


def test_one_dash_makes_one_flag_where_a_program_writes_them_so() -> None:
    finder = compiled(Program("finder", {"-delete": "deletes", "-l": "lists"}, one_dash=True), {})
    assert match(("finder", ".", "-delete"), finder) == "deletes"
    assert match(("finder", ".", "-empty"), finder) == ""
