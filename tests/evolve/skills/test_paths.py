"""Where a file of a skill may stand."""

import json
import posixpath
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused
from habitus.evolve.skills import paths

CASES = json.loads((Path(__file__).parents[2] / "cases" / "learning_and_evolution.json").read_text())["path_validator"]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['path']}, {case['allow_skill_md']}" for case in CASES])
def test_the_cases_of_the_sheet_hold(case: dict[str, Any]) -> None:
    if case["result"] == "error":
        with pytest.raises(Refused):
            paths.checked(case["path"], skill_md=case["allow_skill_md"])
    else:
        assert paths.checked(case["path"], skill_md=case["allow_skill_md"]) == case["result"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "\\\\host\\share",
        "a\0b",
        "..",
        "a/..",
        "a\\..\\b",
        "./a",
        ".git/config",
        "a/.env",
        "a/.git/x",
        "._a",
        "Skill.MD",
        "skill.md/",
        "sub/__macosx/x",
        ".DS_Store",
        "THUMBS.DB",
        "a.md:stream",
        "con",
        "a/NUL.txt",
        "com1.md",
        "a.",
        "a ",
        " a",
        "a\nb",
        "a\u202eb.md",
        "a\u200bb.md",
        "x" * 256,
        "/".join("abcdefghijklmnopq"),
        "y" * 200 + "/" + "/".join(["z" * 200] * 5),
        "a\ud800b",
        "a?b",
    ],
)
def test_what_would_escape_hide_or_fail_elsewhere_is_refused(path: str) -> None:
    with pytest.raises(Refused) as refused:
        paths.checked(path)
    assert str(refused.value).startswith("file path ")


@pytest.mark.parametrize(
    "path", ["scripts/run.sh", "assets/naïve.png", "a/b/c.tar.gz", "LICENSE", "templates/SKILL.md", "日本/説明.md", "a..b"]
)
def test_ordinary_files_pass_as_they_are(path: str) -> None:
    assert paths.checked(path) == path


@given(st.text(alphabet="ab./\\:-_~ \0\u202e", max_size=30))
def test_no_path_that_passes_leaves_its_folder(path: str) -> None:
    try:
        kept = paths.checked(path)
    except Refused:
        return
    assert posixpath.normpath(posixpath.join("/root/skill", kept)).startswith("/root/skill/")
    assert paths.checked(kept) == kept


@pytest.mark.parametrize(
    ("names", "word"),
    [
        (["a.md", "A.md"], "case"),
        (["é.md", "e\u0301.md"], "case"),
        (["a", "a/b"], "folder"),
        (["A/x", "a"], "folder"),
        (["ﬁ", "ﬁ/x"], "folder"),
    ],
)
def test_names_that_cannot_stand_beside_each_other_are_told(names: list[str], word: str) -> None:
    assert word in paths.collision(names)


def test_names_that_can_are_not() -> None:
    assert paths.collision(["a.md", "b/a.md", "b/c.md", "ab"]) == ""
