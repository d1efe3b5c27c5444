"""Edit: one text becomes another, and nothing else changes."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from habitus.agent.tools import ToolFailed

Use = Callable[..., str]


def test_the_seeds_call_changes_the_file(use: Use, workdir: Path) -> None:
    (workdir / "code.ts").write_text("def add(a, b):\n return a + b\n")
    assert use("Edit", file_path="code.ts", old="return a + b", new="return a + b + 1") == "Edited code.ts: 1 place (line 2)."
    assert (workdir / "code.ts").read_text() == "def add(a, b):\n return a + b + 1\n"


def test_a_text_that_is_there_twice_names_both_places_and_changes_nothing(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x = 1\ny = 2\nx = 1\n")
    with pytest.raises(ToolFailed, match=r"occurs 2 times in a \(lines 1, 3\)"):
        use("Edit", file_path="a", old="x = 1", new="x = 2")
    assert (workdir / "a").read_text() == "x = 1\ny = 2\nx = 1\n"


def test_replace_all_changes_every_place(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x\n" * 8)
    assert use("Edit", file_path="a", old="x", new="y", replace_all=True) == "Edited a: 8 places (lines 1, 2, 3, 4, 5 and 3 more)."
    assert (workdir / "a").read_text() == "y\n" * 8


def test_a_text_that_is_not_there_brings_the_nearest_lines(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("import os\n\ndef total(items):\n    return sum(items)\n")
    with pytest.raises(ToolFailed, match=r"The nearest is at line 3:\n(?s:.*)3\tdef total\(items\):"):
        use("Edit", file_path="a", old="def totals(item):", new="x")


def test_a_text_that_differs_in_its_spaces_is_told_so(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("if x:\n\treturn 1\n")
    with pytest.raises(ToolFailed, match="Line 2 differs only in its spaces"):
        use("Edit", file_path="a", old="    return 1", new="x")


def test_line_numbers_in_the_text_are_recognised(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one\ntwo\n")
    with pytest.raises(ToolFailed, match="Leave out the line numbers"):
        use("Edit", file_path="a", old="     1\tone\n     2\ttwo", new="x")


def test_a_text_that_is_like_nothing_says_to_read(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one\n")
    with pytest.raises(ToolFailed, match="Read the file and copy the text exactly"):
        use("Edit", file_path="a", old="zzzzzz", new="x")


def test_no_change_is_said_and_is_no_edit(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one\n")
    with pytest.raises(ToolFailed, match="are the same"):
        use("Edit", file_path="a", old="one", new="one")


def test_an_empty_text_fits_everywhere_and_is_refused(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one\n")
    with pytest.raises(ToolFailed, match="use Write for a new file"):
        use("Edit", file_path="a", old="", new="x")


def test_a_file_of_windows_keeps_its_line_ends(use: Use, workdir: Path) -> None:
    (workdir / "a").write_bytes(b"one\r\ntwo\r\nthree\r\n")
    use("Edit", file_path="a", old="one\ntwo", new="1\n1.5\n2")
    assert (workdir / "a").read_bytes() == b"1\r\n1.5\r\n2\r\nthree\r\n"


def test_a_file_with_both_line_ends_keeps_each(use: Use, workdir: Path) -> None:
    (workdir / "a").write_bytes(b"one\r\ntwo\nthree\r\n")
    use("Edit", file_path="a", old="two\n", new="2\n")
    assert (workdir / "a").read_bytes() == b"one\r\n2\nthree\r\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_keeps_its_encoding(use: Use, workdir: Path, codec: str) -> None:
    (workdir / "a").write_bytes("café\nthé\n".encode(codec))
    use("Edit", file_path="a", old="café", new="thé vert")
    assert (workdir / "a").read_bytes() == "thé vert\nthé\n".encode(codec)


def test_damage_elsewhere_in_a_file_stays_as_it_is(use: Use, workdir: Path) -> None:
    (workdir / "a").write_bytes("é é é\n".encode() + b"\xff\none\n")
    use("Edit", file_path="a", old="one", new="zwei ü")
    assert (workdir / "a").read_bytes() == "é é é\n".encode() + b"\xff\nzwei \xc3\xbc\n"


def test_a_sign_that_the_files_encoding_has_not_is_refused_and_nothing_is_written(use: Use, workdir: Path) -> None:
    (workdir / "a").write_bytes("café\n".encode("cp1252"))
    with pytest.raises(ToolFailed, match="cp1252, which has no '漢'"):
        use("Edit", file_path="a", old="café", new="漢")
    assert (workdir / "a").read_bytes() == "café\n".encode("cp1252")


def test_the_mode_stays(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one")
    (workdir / "a").chmod(0o700)
    use("Edit", file_path="a", old="one", new="two")
    assert stat.S_IMODE((workdir / "a").stat().st_mode) == 0o700


def test_a_read_only_file_stays_as_it_is(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("one")
    (workdir / "a").chmod(0o444)
    with pytest.raises(ToolFailed, match="read-only"):
        use("Edit", file_path="a", old="one", new="two")


def test_what_would_fill_the_memory_is_refused(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x" * 100_000)
    with pytest.raises(ToolFailed, match="would become larger"):
        use("Edit", file_path="a", old="x", new="y" * 100_000, replace_all=True)


LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0\ufeff"), max_size=8), min_size=3, max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(lines=LINES, end=st.sampled_from(["\n", "\r\n"]), codec=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), data=st.data())
def test_an_edit_and_its_reverse_restore_the_bytes(
    use: Use, workdir: Path, lines: list[str], end: str, codec: str, data: st.DataObject
) -> None:
    text = "\n".join(["", *lines, ""])
    start = data.draw(st.integers(1, len(text) - 2))
    old = text[start : data.draw(st.integers(start + 1, len(text) - 1))]
    new = data.draw(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0\ufeff"), max_size=6).map(lambda some: f"<{some}>")
    )
    before = text.replace("\n", end).encode(codec)
    assume(text.count(old) == 1 and text.replace(old, new).count(new) == 1 and old != new)
    (workdir / "a").write_bytes(before)
    use("Edit", file_path="a", old=old, new=new)
    assert (workdir / "a").read_bytes() == text.replace(old, new).replace("\n", end).encode(codec)
    use("Edit", file_path="a", old=new, new=old)
    assert (workdir / "a").read_bytes() == before
