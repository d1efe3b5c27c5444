"""From the working directory nothing escapes: not by a path, not by a link, not by one that is exchanged while we look."""

import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.agent.tools import Place, ToolFailed
from habitus.agent.tools import files as under_test
from habitus.errors import ConfigError

Use = Callable[..., str]
PIECES = [
    *("..", ".", "", "a", "inside", "folder", "link_out", "link_file", "link_in", "link_up", "loop", "~", "~root", "/", "/etc", "passwd"),
    *(
        "secret.txt",
        "outside",
        "work",
        "%2e%2e",
        "..\\..",
        "\u2025",
        "a\n",
        "proc",
        "/proc/self/root",
        "/proc/self/cwd",
        "/dev/fd/0",
        "fifo",
    ),
]
TRIED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Read", "file_path", {}),
    ("Write", "file_path", {"content": "inside\n"}),
    ("Edit", "file_path", {"old": "kept out", "new": "taken"}),
    ("Grep", "path", {"pattern": "k.pt", "output_mode": "lines"}),
    ("Glob", "path", {"pattern": "**"}),
)


@pytest.fixture
def trapped(workdir: Path, outside: Path) -> Path:
    (workdir / "inside").write_text("inside\n")
    (workdir / "folder").mkdir()
    (workdir / "folder" / "inside").write_text("inside\n")
    (workdir / "link_out").symlink_to(outside)
    (workdir / "link_file").symlink_to(outside / "secret.txt")
    (workdir / "link_in").symlink_to("folder")
    (workdir / "folder" / "link_up").symlink_to("../..")
    (workdir / "loop").symlink_to("loop")
    os.mkfifo(workdir / "fifo")
    return workdir


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("/".join) | st.text(max_size=30))
def test_no_path_leads_out(use: Use, trapped: Path, outside: Path, path: str) -> None:
    def beside() -> list[Path]:
        return [one for one in sorted(outside.parent.rglob("*")) if trapped not in one.parents]

    before = beside()
    for tool, name, args in TRIED:
        try:
            answer = use(tool, **{name: path}, **args)
        except ToolFailed:
            continue
        assert "kept out" not in answer
        assert "secret.txt" not in answer or (trapped / "secret.txt").exists() or list(trapped.rglob("*/secret.txt"))
    assert (outside / "secret.txt").read_text() == "kept out\n"
    assert beside() == before


@pytest.mark.parametrize(
    "path", ["link_out/secret.txt", "link_file", "../outside/secret.txt", "folder/link_up/outside/secret.txt", "~/x", "/etc/passwd"]
)
def test_what_lies_outside_is_refused_with_the_way_out(use: Use, trapped: Path, path: str) -> None:
    with pytest.raises(ToolFailed, match=r"lies outside the working directory .* ask the user"):
        use("Read", file_path=path)


def test_a_link_to_a_place_inside_is_followed_and_stays_a_link(use: Use, trapped: Path) -> None:
    use("Edit", file_path="link_in/inside", old="inside", new="changed")
    assert (trapped / "folder" / "inside").read_text() == "changed\n"
    assert (trapped / "link_in").is_symlink()


def test_a_folder_exchanged_for_a_link_between_look_and_writing_is_noticed(place: Place, trapped: Path, outside: Path) -> None:
    spot = under_test.find(place, "folder/secret.txt", to_write=True)
    (trapped / "folder").rename(trapped / "moved")
    (trapped / "folder").symlink_to(outside)
    with pytest.raises(ToolFailed, match="link that has changed"):
        under_test.replace(spot, b"taken", None)
    with pytest.raises(ToolFailed, match="link that has changed"):
        under_test.content(spot, 100)
    assert (outside / "secret.txt").read_text() == "kept out\n"


def test_a_file_exchanged_for_a_link_between_look_and_reading_is_noticed(place: Place, trapped: Path, outside: Path) -> None:
    spot = under_test.find(place, "inside")
    (trapped / "inside").unlink()
    (trapped / "inside").symlink_to(outside / "secret.txt")
    with pytest.raises(ToolFailed, match="link that has changed"):
        under_test.content(spot, 100)


def test_a_file_that_somebody_else_changed_meanwhile_is_not_overwritten(place: Place, trapped: Path) -> None:
    spot = under_test.find(place, "inside", to_write=True)
    _, known = under_test.content(spot, 100)
    (trapped / "inside").write_text("theirs, and longer\n")
    with pytest.raises(ToolFailed, match="changed by somebody else"):
        under_test.replace(spot, b"mine", known)
    assert (trapped / "inside").read_text() == "theirs, and longer\n"
    assert not list(trapped.glob(".habitus-*"))


def test_a_file_that_appeared_meanwhile_is_not_overwritten(place: Place, trapped: Path) -> None:
    spot = under_test.find(place, "new", to_write=True)
    (trapped / "new").write_text("theirs\n")
    with pytest.raises(ToolFailed, match="changed by somebody else"):
        under_test.replace(spot, b"mine", None)
    assert (trapped / "new").read_text() == "theirs\n"


def test_a_hard_link_is_broken_and_not_written_through(use: Use, trapped: Path, outside: Path) -> None:
    os.link(outside / "secret.txt", trapped / "hard")
    use("Write", file_path="hard", content="mine\n")
    assert (outside / "secret.txt").read_text() == "kept out\n"


@pytest.mark.parametrize("tool", ["Read", "Write", "Edit", "Grep"])
def test_a_pipe_keeps_nobody_waiting(use: Use, trapped: Path, tool: str) -> None:
    args = {"Read": {}, "Write": {"content": "x"}, "Edit": {"old": "a", "new": "b"}, "Grep": {"pattern": "x"}}[tool]
    with pytest.raises(ToolFailed, match=r"a pipe|no folder"):
        use(tool, path="fifo", **args)


def test_a_socket_is_no_file(use: Use, trapped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(trapped)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(ToolFailed, match="is a socket"):
            use("Read", file_path="socket")


@pytest.mark.parametrize(
    "path", ["/proc/self/environ", "/dev/zero", "/sys/kernel/uevent_helper", "/proc/self/root/proc/self/environ", "/dev/stdin"]
)
def test_who_may_leave_still_cannot_read_this_process_or_a_device(use: Use, place: Place, path: str) -> None:
    with pytest.raises(ToolFailed, match=r"a part of the system|no folder|There is no"):
        use("Read", replace(place, may_leave=True), file_path=path)


def test_who_may_leave_may_read_and_write_outside(use: Use, place: Place, outside: Path) -> None:
    free = replace(place, may_leave=True)
    assert "kept out" in use("Read", free, file_path=str(outside / "secret.txt"))
    use("Write", free, file_path="../outside/new/deep.txt", content="x")
    assert (outside / "new" / "deep.txt").read_text() == "x"


def test_a_readable_folder_is_read_and_not_written(use: Use, place: Place, outside: Path) -> None:
    reader = replace(place, readable=(outside,))
    assert "kept out" in use("Read", reader, file_path=str(outside / "secret.txt"))
    assert use("Glob", reader, pattern=f"{outside}/*") == str(outside / "secret.txt")
    with pytest.raises(ToolFailed, match="lies outside"):
        use("Write", reader, file_path=str(outside / "secret.txt"), content="x")


def test_a_working_directory_that_is_itself_a_link_is_one(use: Use, place: Place, trapped: Path) -> None:
    (trapped.parent / "alias").symlink_to(trapped)
    linked = replace(place, workdir=trapped.parent / "alias")
    assert use("Read", linked, file_path=str(trapped / "inside")).endswith("inside")
    assert use("Read", linked, file_path=str(trapped.parent / "alias" / "inside")).endswith("inside")


def test_a_neighbour_whose_name_begins_the_same_is_outside(use: Use, workdir: Path) -> None:
    neighbour = workdir.parent / "work-old"
    neighbour.mkdir()
    (neighbour / "f").write_text("x")
    with pytest.raises(ToolFailed, match="lies outside"):
        use("Read", file_path=str(neighbour / "f"))


def test_a_missing_file_brings_names_that_are_like_it(use: Use, trapped: Path) -> None:
    with pytest.raises(ToolFailed, match=r"There is no file insid\. Did you mean inside\?"):
        use("Read", file_path="insid")


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000, "n" * 300])
def test_what_can_be_no_path_is_refused_in_a_sentence(use: Use, trapped: Path, path: str) -> None:
    for tool, args in (("Read", {}), ("Write", {"content": "x"})):
        with pytest.raises(ToolFailed) as error:
            use(tool, file_path=path, **args)
        assert len(str(error.value)) < 1000


def test_a_cap_without_room_for_a_sentence_is_refused(workdir: Path) -> None:
    with pytest.raises(ConfigError, match="at least 2,000"):
        Place(workdir=workdir, output=100)
