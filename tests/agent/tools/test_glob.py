"""Glob: names, the newest first."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent.tools import Place, ToolFailed
from habitus.agent.tools.patterns import namer

Use = Callable[..., str]


def made(workdir: Path, *paths: str) -> None:
    """Each a second younger than the one before."""
    for n, path in enumerate(paths):
        file = workdir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (n, n))


def test_the_newest_come_first(use: Use, workdir: Path) -> None:
    made(workdir, "b.py", "src/a.py", "c.py")
    assert use("Glob", pattern="**/*.py") == "c.py\nsrc/a.py\nb.py"


def test_files_of_the_same_time_come_by_name(use: Use, workdir: Path) -> None:
    made(workdir, "b", "a")
    os.utime(workdir / "b", (1, 1))
    assert use("Glob", pattern="*") == "a\nb"


@pytest.mark.parametrize(
    ("pattern", "fits", "misses"),
    [
        ("*.py", ["a.py", "src/deep/a.py"], ["a.pyc", "py"]),
        ("src/*.py", ["src/a.py"], ["src/deep/a.py", "a.py", "other/src/a.py"]),
        ("src/**/*.py", ["src/a.py", "src/deep/er/a.py"], ["a.py"]),
        ("**/test_*.{ts,tsx}", ["test_a.ts", "x/test_b.tsx"], ["test_a.js", "a_test.ts"]),
        ("src/**", ["src/a", "src/b/c"], ["srcs/a"]),
        ("[a-c]?.txt", ["ax.txt"], ["dx.txt", "a.txt"]),
        ("[!a].txt", ["b.txt"], ["a.txt", "ab.txt"]),
        ("a+b(1).txt", ["a+b(1).txt"], ["aab1.txt"]),
        ("{a", ["{a"], ["a"]),
        ("[", ["["], ["a"]),
        ("**", ["a", "a/b"], []),
        (".env*", [".env", "x/.env.local"], ["env"]),
    ],
)
def test_patterns_mean_what_they_mean_elsewhere(pattern: str, fits: list[str], misses: list[str]) -> None:
    is_meant = namer(pattern)
    assert [path for path in [*fits, *misses] if is_meant(path)] == fits


def test_git_and_node_modules_are_left_out_unless_named(use: Use, workdir: Path) -> None:
    made(workdir, ".git/config", "node_modules/x/index.js", ".github/ci.yml", "a.js")
    assert use("Glob", pattern="**/*") == "a.js\n.github/ci.yml"
    assert use("Glob", pattern="node_modules/**/*.js") == "node_modules/x/index.js"
    assert use("Glob", pattern="*", path=".git") == ".git/config"


def test_folders_at_the_beginning_are_where_it_begins(use: Use, workdir: Path) -> None:
    made(workdir, "src/a.py", "src/deep/b.py")
    assert use("Glob", pattern=f"{workdir}/src/*.py") == "src/a.py"
    assert use("Glob", pattern="src/deep/../*.py") == "src/a.py"
    assert use("Glob", pattern="src/a.py") == "src/a.py"


@pytest.mark.parametrize("args", [{"pattern": "../*"}, {"pattern": "/etc/*"}, {"pattern": "*", "path": ".."}, {"pattern": "link/*"}])
def test_nothing_outside_is_listed(use: Use, workdir: Path, outside: Path, args: dict[str, str]) -> None:
    (workdir / "link").symlink_to(outside)
    with pytest.raises(ToolFailed, match="lies outside"):
        use("Glob", **args)


def test_links_are_named_and_not_followed(use: Use, workdir: Path, outside: Path) -> None:
    (workdir / "link").symlink_to(outside)
    (workdir / "round").symlink_to(".")
    assert sorted(use("Glob", pattern="**").split("\n")) == ["link", "round"]


def test_too_many_are_counted_and_not_listed(use: Use, workdir: Path) -> None:
    made(workdir, *(f"f{n}" for n in range(230)))
    assert use("Glob", pattern="f*").endswith("f30\n[30 more files: narrow the pattern or the path]")


def test_no_file_is_an_answer(use: Use, workdir: Path) -> None:
    assert use("Glob", pattern="*.rs") == "No file fits *.rs in the working directory."


def test_a_missing_folder_is_said(use: Use, workdir: Path) -> None:
    with pytest.raises(ToolFailed, match="no folder"):
        use("Glob", pattern="*", path="nowhere")


def test_folders_that_are_too_deep_are_told(use: Use, workdir: Path) -> None:
    made(workdir, "/".join(["d"] * 70 + ["f"]))
    assert "not all was looked at: folders more than 60 deep" in use("Glob", pattern="**")


def test_a_name_that_is_no_text_is_shown_and_breaks_nothing(use: Use, workdir: Path) -> None:
    (workdir / os.fsdecode(b"bad\xff\nname")).touch()
    answer = use("Glob", pattern="*")
    answer.encode()
    assert answer.count("\n") == 0


def test_a_person_who_cancels_is_heard(use: Use, place: Place, workdir: Path) -> None:
    made(workdir, "a")
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(ToolFailed, match="cancelled"):
        use("Glob", replace(place, stopped=stopped), pattern="*")


@given(st.text(st.sampled_from("*?[]{}!^-,/ab.\\()|+$é"), max_size=20), st.text(st.sampled_from("ab./é"), max_size=20))
def test_every_pattern_is_read_or_refused(pattern: str, path: str) -> None:
    try:
        namer(pattern)(path)
    except ToolFailed as error:
        assert "cannot be searched for" in str(error)
