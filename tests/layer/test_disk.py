"""Where a path really leads."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.layer.disk import real

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
