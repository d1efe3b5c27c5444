"""Grep: lines that a pattern fits, and none that hangs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from habitus.agent.tools import Place, ToolFailed

Use = Callable[..., str]


@pytest.fixture
def sources(workdir: Path) -> Path:
    (workdir / "src").mkdir()
    (workdir / "src" / "a.py").write_text("import os\n\ndef total():\n    return 1\n\ntotal()\n")
    (workdir / "src" / "b.ts").write_text("function total() {}\n")
    (workdir / "c.md").write_text("Nothing here\n")
    return workdir


def test_the_files_are_named(use: Use, sources: Path) -> None:
    assert use("Grep", pattern="total") == "src/a.py\nsrc/b.ts"


def test_lines_have_their_numbers(use: Use, sources: Path) -> None:
    assert use("Grep", pattern=r"^\w*total", output_mode="content", glob="*.py") == "src/a.py:6:total()"


def test_lines_around_are_told_apart(use: Use, sources: Path) -> None:
    answer = use("Grep", pattern="import|return", path="src/a.py", output_mode="lines", after=1)
    assert answer == "src/a.py:1:import os\nsrc/a.py-2-\n--\nsrc/a.py:4:    return 1\nsrc/a.py-5-"


def test_overlapping_surroundings_are_shown_once(use: Use, sources: Path) -> None:
    answer = use("Grep", pattern="def|return", path="src/a.py", output_mode="lines", **{"-C": 1})
    assert [line[8:11] for line in answer.split("\n")] == ["-2-", ":3:", ":4:", "-5-"]


def test_lines_are_counted_per_file(use: Use, sources: Path) -> None:
    assert use("Grep", pattern="total", output_mode="count") == "src/a.py:2\nsrc/b.ts:1"


def test_upper_and_lower_case_are_alike_on_request(use: Use, sources: Path) -> None:
    assert use("Grep", pattern="nothing").startswith("Nothing fits nothing")
    assert use("Grep", pattern="nothing", **{"-i": True}) == "c.md"


def test_a_match_lies_within_a_line(use: Use, sources: Path) -> None:
    assert use("Grep", pattern=r"os\s+def").startswith("Nothing fits")
    assert use("Grep", pattern=r"[^x]+total", output_mode="count", path="src/b.ts") == "src/b.ts:1"


@pytest.mark.parametrize("pattern", ["(?=x)", r"(a)\1", "(", "(a{1000}){1000}", "x" * 3000])
def test_a_pattern_that_cannot_be_searched_for_says_why(use: Use, sources: Path, pattern: str) -> None:
    with pytest.raises(ToolFailed, match="The pattern"):
        use("Grep", pattern=pattern)


def test_a_pattern_that_would_hang_others_does_not_hang(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("a" * 100_000 + "!")
    assert use("Grep", pattern="^(a+)+$").startswith("Nothing fits")  # an engine that goes back would still be at it


def test_what_is_no_text_is_left_out(use: Use, workdir: Path) -> None:
    (workdir / "a.bin").write_bytes(b"total\0\1")
    (workdir / "a.txt").write_bytes("total é".encode("utf-16"))
    assert use("Grep", pattern="total.é", output_mode="lines") == "a.txt:1:total é"


def test_links_are_not_followed(use: Use, workdir: Path, outside: Path) -> None:
    (workdir / "link.txt").symlink_to(outside / "secret.txt")
    (workdir / "folder").symlink_to(outside)
    assert use("Grep", pattern="kept").startswith("Nothing fits")


def test_a_file_that_is_too_large_is_told(use: Use, workdir: Path) -> None:
    (workdir / "big.log").write_text("total\n" * 1_000_000)
    (workdir / "small.log").write_text("total\n")
    assert use("Grep", pattern="total") == "small.log\n[not all was looked at: 1 files of more than 5,000,000 bytes, such as big.log]"


def test_lines_that_are_left_out_are_counted(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x\n" * 5000)
    assert use("Grep", pattern="x", output_mode="lines", limit=2) == "a:1:x\na:2:x\n[4,998 more lines: narrow the pattern or the path]"


def test_an_empty_pattern_fits_every_line_and_no_more(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x\n\ny\n")
    assert use("Grep", pattern="", output_mode="count") == "a:3"


def test_a_long_line_is_cut_and_says_so(use: Use, place: Place, workdir: Path) -> None:
    (workdir / "a").write_text("x" * 10_000)
    assert use("Grep", replace(place, output=2000), pattern="x", output_mode="lines") == f"a:1:{'x' * 500} [cut]"
