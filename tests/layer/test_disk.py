"""Where a path really leads, which branch a folder is on, and what a file holds."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.layer.disk import LARGEST, branch, held, real

PARTS = st.lists(st.sampled_from(["a", "b", "to_a", "loop", "up", "file", "gone", ".", "..", "", ".hidden", "to_a/file"]), max_size=6)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "file").touch()
    (root / "to_a").symlink_to("a")
    (root / "a" / "up").symlink_to("..")
    (root / "a" / "b" / "to_a").symlink_to(root / "a")
    (root / "loop").symlink_to("loop")
    return root


@given(parts=PARTS, is_absolute=st.booleans(), slash=st.sampled_from(["", "/"]))
def test_a_path_leads_where_the_library_says(tree: Path, parts: list[str], is_absolute: bool, slash: str) -> None:
    path = "/".join([str(tree) if is_absolute else "a", *parts]) + slash
    assert real(path) == os.path.realpath(path)


@pytest.mark.parametrize("path", ["/", "//", "//etc/passwd", "", ".", "/proc/self", "/" + "x" * 5000, "/dev/null/below"])
def test_odd_paths_too(path: str) -> None:
    assert real(path) == os.path.realpath(path)


@pytest.mark.parametrize("path", ["/tmp/\ud800", "/tmp/./\ud800", "\ud83d", "/tmp/a\0b", "/tmp/./a\0b"])
def test_a_name_that_no_disk_can_have_is_as_it_was_given(path: str) -> None:
    assert real(path) == path


def git(folder: Path, *words: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")
    subprocess.run(("git", "-C", str(folder), *named, *words), check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "house")
    git(tmp_path / "house", "commit", "--allow-empty", "--message", "first")
    return tmp_path / "house"


def test_the_branch_is_the_one_that_git_is_on(repository: Path) -> None:
    (repository / "src" / "deep").mkdir(parents=True)
    assert branch(str(repository)) == branch(f"{repository}/") == branch(str(repository / "src" / "deep")) == "main"

    git(repository, "switch", "--create", "fix/añadir")
    assert branch(str(repository)) == "fix/añadir"


def test_a_worktree_has_a_branch_of_its_own(repository: Path) -> None:
    git(repository, "worktree", "add", "-b", "other", "../beside")
    assert branch(str(repository.parent / "beside")) == "other"
    assert branch(str(repository)) == "main"


def test_on_no_branch_and_in_no_repository_there_is_none(repository: Path, tmp_path: Path) -> None:
    git(repository, "checkout", "--detach")
    assert branch(str(repository)) == ""
    assert [branch(place) for place in (str(tmp_path), str(tmp_path / "gone"), "/", "", "src", "/tmp/a\0b")] == [""] * 6


def test_whatever_stands_in_its_place_is_read_for_a_moment_and_no_further(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "HEAD")
    assert branch(str(tmp_path)) == ""
    (tmp_path / ".git" / "HEAD").unlink()
    (tmp_path / ".git" / "HEAD").write_bytes(b"ref: refs/heads/" + b"x" * 100_000)
    assert len(branch(str(tmp_path))) < 1100
    (tmp_path / ".git" / "HEAD").unlink()
    (tmp_path / ".git").rmdir()
    (tmp_path / ".git").write_text("gitdir: " + "y" * 5000)
    assert branch(str(tmp_path)) == ""


def test_a_file_holds_what_stands_in_it_and_one_that_is_not_there_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_bytes("console.log('é')\n".encode() + b"\xff")

    assert held(str(tmp_path / "a.js")) == "console.log('é')\n\ufffd"
    assert held(str(tmp_path / "none.js")) == ""


def test_what_cannot_be_read_or_is_longer_than_code_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "long.js").write_bytes(b"x" * (LARGEST + 1))
    os.mkfifo(tmp_path / "pipe")

    assert held(str(tmp_path / "long.js")) is None
    assert held(str(tmp_path)) is None
    assert held("a\0b") is None
    assert held(str(tmp_path / "pipe")) == ""  # nobody writes into it, and nobody waits
