"""Read: lines with numbers, and what is left."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.agent.tools import Place, ToolFailed

Use = Callable[..., str]


def test_every_line_has_its_number(use: Use, workdir: Path) -> None:
    (workdir / "a.py").write_text("one\ntwo\n")
    assert use("Read", file_path="a.py") == "     1\tone\n     2\ttwo"


def test_an_offset_begins_there_and_a_limit_says_how_to_go_on(use: Use, workdir: Path) -> None:
    (workdir / "a.py").write_text("".join(f"line {n}\n" for n in range(1, 101)))
    assert use("Read", file_path="a.py", offset=40, limit=2) == "    40\tline 40\n    41\tline 41\n[59 more lines; go on with offset=42]"


def test_a_line_far_down_is_found(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("".join(f"{n}\n" for n in range(1, 200_001)))
    assert use("Read", file_path="a", offset=199_999) == "199999\t199999\n200000\t200000"


@pytest.mark.parametrize("offset", [3, 100_000])
def test_an_offset_beyond_the_end_says_how_many_lines_there_are(use: Use, workdir: Path, offset: int) -> None:
    (workdir / "a").write_text("one\ntwo")
    with pytest.raises(ToolFailed, match="has only 2 lines"):
        use("Read", file_path="a", offset=offset)


def test_an_empty_file_is_empty_and_not_missing(use: Use, workdir: Path) -> None:
    (workdir / "a").touch()
    assert use("Read", file_path="a") == "(the file is empty)"


def test_a_folder_says_what_it_holds(use: Use, workdir: Path) -> None:
    (workdir / "src" / "deep").mkdir(parents=True)
    (workdir / "src" / "a.py").touch()
    with pytest.raises(ToolFailed, match=r"src is a folder, not a file. It holds a.py, deep/"):
        use("Read", file_path="src")


def test_the_working_directory_is_called_that(use: Use, workdir: Path) -> None:
    with pytest.raises(ToolFailed, match=r"^the working directory is a folder, not a file. It is empty"):
        use("Read", file_path=".")


@pytest.mark.parametrize(
    ("data", "said"), [(b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"), (b"%PDF-1.7\n", "a PDF"), (b"\0\1\2", "no text"), (b"PK\3\4\0", "a ZIP")]
)
def test_what_is_no_text_is_named(use: Use, workdir: Path, data: bytes, said: str) -> None:
    (workdir / "a").write_bytes(data)
    with pytest.raises(ToolFailed, match=said):
        use("Read", file_path="a")


@pytest.mark.parametrize(
    "data", ["é\n".encode("utf-8-sig"), "é\n".encode("utf-16"), "é\n".encode("utf-32"), "é\n".encode("cp1252"), "é\n".encode()]
)
def test_a_text_is_read_whatever_it_was_written_in(use: Use, workdir: Path, data: bytes) -> None:
    (workdir / "a").write_bytes(data)
    assert use("Read", file_path="a") == "     1\té"


def test_line_ends_of_windows_are_not_shown(use: Use, workdir: Path) -> None:
    (workdir / "a").write_bytes(b"one\r\ntwo\r\n")
    assert use("Read", file_path="a") == "     1\tone\n     2\ttwo"


def test_a_long_line_is_cut_and_says_so(use: Use, workdir: Path) -> None:
    (workdir / "a").write_text("x" * 5000 + "\nnext")
    assert use("Read", file_path="a").endswith(" [cut: 3,000 more characters in this line]\n     2\tnext")


def test_a_file_larger_than_the_cap_is_read_in_pieces_that_together_are_the_file(use: Use, place: Place, workdir: Path) -> None:
    lines = [f"line {n} " + "y" * (n % 300) for n in range(1, 400)]
    (workdir / "a").write_text("\n".join(lines))
    small, offset, seen = replace(place, output=2000), 1, []
    while offset:
        answer = use("Read", small, file_path="a", offset=offset)
        assert len(answer) <= 2000
        body, _, rest = answer.partition("\n[")
        seen += [line.partition("\t")[2] for line in body.split("\n")]
        offset = int(rest.partition("offset=")[2].rstrip("]") or 0)
    assert seen == lines


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode), offset=st.integers(0, 20), limit=st.integers(1, 20))
def test_whatever_is_in_a_file_the_answer_is_text_that_a_provider_takes(
    use: Use, workdir: Path, data: bytes, offset: int, limit: int
) -> None:
    (workdir / "a").write_bytes(data)
    try:
        answer = use("Read", file_path="a", offset=offset, limit=limit)
    except ToolFailed as error:
        answer = str(error)
    answer.encode()
    assert "\0" not in answer
