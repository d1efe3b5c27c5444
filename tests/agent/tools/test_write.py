"""Write: whole or not at all."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from habitus.agent.tools import ToolFailed

Use = Callable[..., str]


def test_a_new_file_brings_its_folders(use: Use, workdir: Path) -> None:
    assert use("Write", file_path="a/b/c.txt", content="one\ntwo\n") == "Wrote a/b/c.txt: 2 lines, 8 bytes, a new file."
    assert (workdir / "a/b/c.txt").read_bytes() == b"one\ntwo\n"


def test_a_file_that_is_replaced_keeps_its_mode(use: Use, workdir: Path) -> None:
    script = workdir / "run.sh"
    script.write_text("old")
    script.chmod(0o750)
    assert use("Write", file_path="run.sh", content="new") == "Replaced run.sh: 1 line, 3 bytes."
    assert stat.S_IMODE(script.stat().st_mode) == 0o750


def test_a_trusted_bit_does_not_pass_to_another_content(use: Use, workdir: Path) -> None:
    (workdir / "su").write_text("old")
    (workdir / "su").chmod(0o4755)
    use("Write", file_path="su", content="new")
    assert stat.S_IMODE((workdir / "su").stat().st_mode) == 0o755


def test_the_same_content_again_is_not_written(use: Use, workdir: Path) -> None:
    use("Write", file_path="a", content="é\n")
    before = (workdir / "a").stat()
    assert "already has exactly this content" in use("Write", file_path="a", content="é\n")
    assert (workdir / "a").stat().st_ino == before.st_ino


def test_line_ends_are_written_as_they_are_given(use: Use, workdir: Path) -> None:
    use("Write", file_path="a", content="a\r\nb\n\r")
    assert (workdir / "a").read_bytes() == b"a\r\nb\n\r"


def test_a_read_only_file_stays_as_it_is(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("old")
    (workdir / "a").chmod(0o444)
    with pytest.raises(ToolFailed, match="read-only"):
        use("Write", file_path="a", content="new")
    assert (workdir / "a").read_text() == "old"


@pytest.mark.parametrize("path", [".", "folder", "folder/"])
def test_a_folder_is_not_written_over(use: Use, workdir: Path, path: str) -> None:
    (workdir / "folder").mkdir()
    with pytest.raises(ToolFailed, match="folder"):
        use("Write", file_path=path, content="x")


def test_a_file_is_no_folder_for_another(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x")
    with pytest.raises(ToolFailed, match="no folder"):
        use("Write", file_path="a/b", content="x")


def test_nothing_is_left_behind(use: Use, workdir: Path) -> None:
    use("Write", file_path="a", content="x")
    use("Write", file_path="a", content="y")
    assert [one.name for one in workdir.iterdir()] == ["a"]
